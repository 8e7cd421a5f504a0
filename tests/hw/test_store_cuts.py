"""The power fails at every step of whole games: the bounded version of tools.power_cuts, and the
whole device started on what is left."""

import pytest

from tools.cutting import cli, cuts, games
from tools.cutting.device import EVERY, Start
from tools.cutting.tally import Tally


@pytest.fixture(scope="module")
def short() -> games.Recording:
    return games.record(2, 1)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_F3_no_cut_costs_more_than_the_action_that_was_written(players: int) -> None:
    """Every step, and every way of its being half done, of every eighth entry of a whole game;
    every fourth time the game is played to its end, and at times the next write is cut too."""
    recording = games.record(players, players)
    tally = cuts.cut_entries(recording, every=8, to_end=4, again=23, start=EVERY)
    assert tally.messages == []
    assert tally.cuts >= 5 * len(recording.entries) // 8
    assert tally.again > 0
    assert tally.starts >= (tally.cuts + tally.again) // EVERY > 8
    assert (tally.games_lost, tally.states_wrong, tally.blobs_lost) == (0, 0, 0)


@pytest.mark.parametrize("players", games.TILES.players)
def test_F3_no_cut_costs_more_than_that_in_the_tile_game(players: int) -> None:
    """In every way to play; some 12 entries of a whole game."""
    recording = games.record(players, players, kind=games.TILES)
    every = len(recording.entries) // 12
    tally = cuts.cut_entries(recording, every=every, to_end=9, again=23, start=EVERY)
    assert tally.messages == []
    assert tally.cuts > 100 and tally.again > 0
    assert tally.starts >= (tally.cuts + tally.again) // EVERY > 4
    assert (tally.games_lost, tally.states_wrong, tally.blobs_lost) == (0, 0, 0)


def test_F6_a_cut_while_a_setting_changes_keeps_the_old_one(short: games.Recording) -> None:
    tally = cuts.cut_settings(short, 40)
    assert tally.messages == [] and tally.cuts > 50 and tally.starts > 0


def test_F37_a_cut_at_the_end_counts_the_game_once_or_not_yet(
    short: games.Recording,
) -> None:
    tally = cuts.cut_end(short, 200)
    assert tally.messages == [] and tally.cuts > 500 and tally.starts > 1


def test_a_cut_between_games_never_brings_a_game_back(short: games.Recording) -> None:
    tally = cuts.cut_rewriting(short, 400)
    assert tally.messages == [] and tally.cuts > 1000 and tally.starts > 1
    assert tally.games_lost == 0


def test_a_cut_in_the_rewriting_in_play_is_told(short: games.Recording) -> None:
    tally = cuts.cut_outgrown(short, 400)
    assert tally.messages == []
    assert 0 < tally.games_lost < tally.cuts


def test_with_a_second_memory_even_that_costs_nothing(short: games.Recording) -> None:
    tally = cuts.cut_with_second(short)
    assert tally.messages == [] and tally.cuts > 1000
    assert (tally.games_lost, tally.blobs_lost) == (0, 0)


def test_a_store_that_forgets_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof can fail: a check that is written before the entry is enough."""
    from hw.writer import Writer

    write = Writer._write

    def early(self: Writer, at: int, data: bytes) -> bool:
        if len(data) == 2:  # an entry: its second byte first
            return write(self, at + 1, data[1:]) and write(self, at, data[:1])
        return write(self, at, data)

    recording = games.record(2, 1)
    monkeypatch.setattr(Writer, "_write", early)
    assert cuts.cut_entries(recording, every=64).messages == []

    def late(self: Writer, at: int, data: bytes) -> bool:
        if len(data) == 1 and at > 400:  # a check that is never there
            return True
        return write(self, at, data)

    monkeypatch.setattr(Writer, "_write", late)
    assert cuts.cut_entries(recording, every=8).messages != []


def test_a_sector_outlives_its_owner() -> None:
    count, erases = cuts.wear([games.record(2, seed) for seed in range(6)])
    assert erases <= count
    years = cli.ENDURANCE * count / max(erases, 1) / cli.GAMES_A_DAY / 365
    assert years > 25


def test_a_device_that_comes_back_to_another_state_is_found_out(
    short: games.Recording, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The starts can fail: with a game that forgets its last action, or does not come back."""
    flash = cuts.begun(short, 20)
    assert Start(flash, short, 1).into_the_game([short.packs[20]]) == ""
    flash = cuts.begun(short, 20)
    assert Start(flash, short, 1).into_the_game([short.packs[21]]) == "another state"
    flash = cuts.begun(short, 0)
    assert Start(flash, short, 1).into_the_game([short.packs[0]]) == ""
    flash = cuts.begun(short, len(short.entries))
    assert Start(flash, short, 1).into_the_game([short.packs[-1]]) == ""
    wrong = Start(cuts.fresh(), short, 1).into_the_game([short.packs[0]])
    assert "does not come back" in wrong
    assert Start(cuts.fresh(), short, 1).into_the_menu() == ""
    tally = Tally()
    tally.note("another state", "here")
    tally.note("cannot go on", "there")
    assert (tally.states_wrong, tally.games_lost) == (1, 1)
    assert tally.messages == ["another state: here", "cannot go on: there"]


def test_the_command_prints_what_was_tried_and_lost(capsys: pytest.CaptureFixture[str]) -> None:
    tally = Tally(steps=5, cuts=25, again=1_000, starts=41)
    assert cli._line("a game", tally).split() == "a game 5 25 1,000 41 0 0 0".split()
    tasks = cli.tasks(2, 25)
    assert len({task[:3] for task in tasks if not task[3]}) == 2 * sum(
        len(kind.players) for kind in games.GAMES
    )
    with pytest.raises(SystemExit):
        cli.main(["--games", "none"])
    assert "'none' is no whole number: 1 or more" in capsys.readouterr().err
