"""The soak: a short run of it, and that it would see what it looks for."""

from __future__ import annotations

import pytest

from engine.dice.game import DiceGame
from engine.tiles.game import TileGame
from tools.soaking import cli, hands, mischief
from tools.soaking.life import Life
from tools.soaking.shadow import Lost, Shadow, dice_left, followers_left

_EDGES = 1_200


@pytest.mark.parametrize("seed", [11, 12, 13])
def test_a_short_run_finds_nothing(seed: int) -> None:
    report = Life(seed, _EDGES).run()
    assert report.failures == []
    assert report.edges >= _EDGES
    assert report.checks > 20
    assert len(report.screens) > 8


@pytest.mark.parametrize("kind", mischief.KINDS[-14:], ids=lambda kind: kind.__name__)
def test_every_fault_costs_no_game(kind: mischief.Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same fault again and again, in games that run."""
    monkeypatch.setattr(mischief, "KINDS", (kind,))
    monkeypatch.setattr("tools.soaking.life._MISCHIEF", 0.05)
    report = Life(5, 300).run()
    assert report.failures == []
    assert report.faults[kind.__name__] >= 1


def test_the_same_seed_gives_the_same_run() -> None:
    one, other = (Life(7, 300).run() for _ in range(2))
    assert one == other


def test_a_failure_says_how_to_have_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def confused(_shadow: Shadow, _game: object) -> None:
        raise Lost("another game")

    monkeypatch.setattr(Shadow, "check", confused)
    report = cli.soak(3, 700, 1)
    (text,) = report.failures
    assert text.startswith("seed 3, step ")
    assert "another game" in text
    assert text.endswith("again: python3 -m tools.soak --jobs 1 --seed 3 --edges 700")


def test_an_error_that_was_not_thrown_in_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unknown(Exception):
        pass

    monkeypatch.setattr(mischief, "Injected", Unknown)
    monkeypatch.setattr(mischief, "KINDS", (plain_error,))
    report = Life(5, 2_000).run()
    assert len(report.failures) == 1
    assert "ZeroDivisionError" in report.failures[0]


def plain_error(life: Life) -> None:
    mischief._break(life, ZeroDivisionError(), 1)


def test_the_shadow_knows_another_game() -> None:
    shadow = Shadow()
    game = DiceGame(2)
    with pytest.raises(Lost, match="nobody began"):
        shadow.check(game)
    shadow.game = DiceGame(2)
    shadow.check(game)
    game.apply(0)
    with pytest.raises(Lost, match="the game is"):
        shadow.check(game)
    with pytest.raises(Lost, match="came back as"):
        shadow.meet(game)
    shadow.pending = 0
    shadow.meet(game)
    assert shadow.game.pack() == game.pack()


def runs(shadow: Shadow) -> bool:
    """Asked anew each time."""
    return shadow.runs


def test_a_game_in_a_memory_that_does_not_answer_must_be_there_afterwards() -> None:
    shadow = Shadow()
    shadow.game = DiceGame(3)
    shadow.start(away=True)
    assert not runs(shadow)
    shadow.begin(lambda *_: False, None)  # another one meanwhile, that cannot be saved
    shadow._take(DiceGame(2))
    shadow.start(away=True)
    assert not runs(shadow)
    shadow.start(away=False)
    assert runs(shadow)
    shadow.check(DiceGame(3))
    with pytest.raises(Lost):
        shadow.check(DiceGame(2))


def test_the_shadow_counts_dice_and_followers() -> None:
    tiles = TileGame(3)
    assert followers_left(tiles) == ""
    tiles.supply[1] -= 1
    assert followers_left(tiles) == "followers of 1: 6, 0, 0"
    tiles.crowns[4] = 2
    assert followers_left(tiles) == ""
    dice = DiceGame(3)
    assert dice_left(dice) == ""
    dice.kept = bytearray(b"\x01\x01\x00")
    dice.roll = 1
    assert dice_left(dice).startswith("dice: ")


def test_a_roll_without_its_throw_may_come_back_as_no_roll() -> None:
    shadow = Shadow()
    shadow.game = DiceGame(3)
    shadow.pending = 0
    shadow.settle()
    assert shadow.game.to_move == -1
    shadow.meet(DiceGame(3))
    assert shadow.game.to_move == 0


def test_a_lost_game_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that forgets: the first cut of the power shows it."""
    monkeypatch.setattr(mischief, "KINDS", (mischief.cut,))
    life = Life(5, 3_000)

    def forgetful() -> None:
        life.flash.data[:] = b"\xff" * len(life.flash.data)

    monkeypatch.setattr(life.flash, "power_on", forgetful)
    report = life.run()
    assert len(report.failures) == 1
    assert "there is no game in the store" in report.failures[0]


def test_hands_let_everything_go_in_the_end() -> None:
    import random

    chance = random.Random(1)
    for make in [hands.edges] * 300 + [hands.flood] * 5:
        down: dict[str, int] = {}
        last = 0
        for at, button, pressed in make(chance):
            assert at >= last
            last = at
            down[button] = down.get(button, 0) + (1 if pressed else -1)
        assert last > 0
        assert set(down.values()) == {0}


def test_the_work_is_shared_out_in_pieces_with_seeds_of_their_own() -> None:
    assert cli.pieces(7, 12_000) == [(7, 5_000), (8, 5_000), (9, 2_000)]
    assert cli.pieces(7, 10) == [(7, 10)]


def test_the_names_of_screens_are_those_of_the_firmware() -> None:
    found = cli.screens()
    assert {"Menu", "dice.Table", "Winner", "Stuck", "Fault", "tiles.Score"} <= set(found)
    assert "tiles.Final" in found
    assert len(found) == len(set(found)) > 20


@pytest.mark.parametrize("arguments", [["--edges", "0"], ["--jobs", "none"], ["--speed", "9"]])
def test_a_wrong_command_line_is_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main(arguments)
    assert caught.value.code == 2


def test_the_report_names_what_was_seen(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--edges", "300", "--seed", "5", "--jobs", "1"]) == 0
    said = capsys.readouterr()
    for word in ("edges", "screens", "never reached", "faults", "failures   0"):
        assert word in said.out
    assert "#" * 40 in said.err
