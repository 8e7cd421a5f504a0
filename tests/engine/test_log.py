"""The log of a Dice Game: every action in a byte or two, and the game back from them."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract import CHANCE, OVER
from engine.dice import entry as writing
from engine.dice import log
from engine.dice.game import DiceGame
from engine.dice.layout import build_action
from engine.dice.terms import KEEP, KNIGHT, NOTHING, ROLL, SCORE
from engine.dice.thinker import Thinker


def do(game: DiceGame, action: int) -> bytes:
    """One action with its entry."""
    entry = writing.encode(game, action)
    if action == writing.UNDO and game.to_move >= 0:
        game.undo()
    else:
        game.apply(action)
    return entry


def throw(faces: str) -> int:
    """The outcome with these faces, a digit each."""
    return writing.settled(int("".join(reversed(faces)), 6), len(faces))


def by_chance(chance: random.Random, players: int, first: int, turns: int) -> list[tuple]:
    """(entry, packed state after it) of a game by chance, with steps taken back."""
    game = DiceGame(players, first)
    out = []
    while game.to_move != OVER and len(game.turns) < turns:
        if game.to_move == CHANCE:
            action = writing.settled(chance.randrange(game.chance_count()), game.to_roll())
        elif game.can_undo() and chance.random() < 0.1:
            action = writing.UNDO
        else:
            actions = game.legal_actions()
            action = chance.choice(actions[:8] if chance.random() < 0.5 else actions)
        entry = do(game, action)
        if entry:
            out.append((entry, game.pack()))
    return out


def by_thinking(players: int, seed: int, taken_back: float) -> tuple[DiceGame, list[bytes]]:
    chance = random.Random(seed)
    game = DiceGame(players, seed % players)
    entries = []
    while game.to_move != OVER:
        if game.to_move == CHANCE:
            action = writing.settled(chance.randrange(game.chance_count()), game.to_roll())
        elif game.can_undo() and chance.random() < taken_back:
            action = writing.UNDO
        else:
            thinker = Thinker(game)
            thought = thinker.step()
            while thought is None:
                thought = thinker.step()
            action = thought
        entry = do(game, action)
        if entry:
            entries.append(entry)
    return game, entries


def test_these_bytes_are_the_format() -> None:
    """Games are kept over updates: what changes these bytes raises writing.VERSION."""
    game = DiceGame(2)
    data = b""
    for action in (ROLL, throw("000122345"), build_action(0, 0, 0), build_action(2, 0, -1)):
        data += do(game, action)
    for action in (writing.UNDO, build_action(0, 3, 2), KNIGHT, ROLL, throw("00135")):
        data += do(game, action)
    for action in (SCORE, ROLL, throw("444445555"), KNIGHT, KNIGHT, KNIGHT, KEEP):
        data += do(game, action)
    first = ("4681", "0e", "0e", "03", "4a14", "00", "40db", "04")
    second = ("4005", "00", "00", "00", "01")
    assert data.hex() == "".join(first + second)
    assert writing.VERSION == 1


@pytest.mark.parametrize("dice", range(1, 10))
def test_every_throw_has_its_own_number(dice: int) -> None:
    """Faces in order or not, the entry is the same; and each set of faces comes back."""
    ways = writing.count_ways(dice, 6)
    throws = [log._throw(rank, dice) for rank in range(ways)]
    assert len(set(throws)) == ways
    assert [writing._rank(outcome, dice) for outcome in throws] == list(range(ways))
    assert all(writing.settled(outcome, dice) == outcome for outcome in throws)
    with pytest.raises(ValueError, match="throw"):
        log._throw(ways, dice)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=9))
def test_settled_keeps_the_faces_and_orders_them(faces: list[int]) -> None:
    outcome = sum(face * 6**i for i, face in enumerate(faces))
    settled = writing.settled(outcome, len(faces))
    assert [settled // 6**i % 6 for i in range(len(faces))] == sorted(faces)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_D15_a_log_gives_the_game_back_after_every_action(players: int) -> None:
    chance = random.Random(players)
    data = b""
    for entry, pack in by_chance(chance, players, players - 1, 12):
        data += entry
        played = DiceGame(players, players - 1)
        log.replay(played, data)
        assert played.pack() == pack
        resumed = DiceGame(players, players - 1)
        log.resume(resumed, data)
        assert resumed.pack() == pack
        assert resumed.can_undo() == played.can_undo()


@given(st.integers(0, 1 << 32), st.integers(2, 5), st.data())
def test_a_log_goes_on_from_any_snapshot(seed: int, players: int, data: st.DataObject) -> None:
    steps = by_chance(random.Random(seed), players, 0, 6)
    at = data.draw(st.integers(0, len(steps) - 1))
    rest = b"".join(entry for entry, _ in steps[at + 1 :])
    for bring_back in (log.replay, log.resume):
        game = DiceGame.unpack(steps[at][1])
        bring_back(game, rest)
        assert game.pack() == steps[-1][1]


def test_every_way_to_end_a_turn_comes_back() -> None:
    game = DiceGame(2)
    data = b""
    for end in (KEEP, NOTHING, SCORE, KEEP, SCORE):
        dice = game.to_roll()
        actions = [ROLL, throw(("00444" + "1" * 9)[:dice])]
        actions += [build_action(0, 0, 0), build_action(2, 0, -1)]
        actions += [KNIGHT] * 3 + [end]
        for action in actions:
            data += do(game, action)
    back = DiceGame(2)
    log.resume(back, data)
    assert back.pack() == game.pack()
    assert [turn >> 6 for turn in back.turns] == [1, 3, 0, 1, 0]


def test_D25_nine_catapults_come_back() -> None:
    game = DiceGame(3)
    data = b""
    for action in (ROLL, throw("012345012"), SCORE, ROLL, throw("5" * 9)):
        data += do(game, action)
    assert game.to_move == OVER
    back = DiceGame(3)
    log.resume(back, data)
    assert back.pack() == game.pack()
    assert back.winner() == 1


def test_a_roll_whose_throw_is_not_known_yet_leaves_no_trace() -> None:
    game = DiceGame(2)
    assert writing.encode(game, ROLL) == b""


def test_an_action_that_is_not_legal_has_no_entry() -> None:
    game = DiceGame(2)
    with pytest.raises(ValueError, match="not legal"):
        writing.encode(game, build_action(0, 0, 0))
    do(game, ROLL)
    with pytest.raises(ValueError):
        log.replay(game, b"\x0e")


@pytest.mark.parametrize(
    "data", [b"\x04", b"\x0e", b"\x03", b"\x00", b"\x01", b"\x40", b"\x80\x00\x00", b"\xff"]
)
def test_entries_that_do_not_fit_the_state_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError):
        log.resume(DiceGame(2), data)


def test_another_city_than_the_one_that_stands_is_refused() -> None:
    game = DiceGame(2)
    data = do(game, ROLL) + do(game, throw("000000000"))
    log.replay(DiceGame(2), data + b"\x04")
    with pytest.raises(ValueError, match="another city"):
        log.replay(DiceGame(2), data + b"\x07")


@given(st.binary(max_size=40))
def test_any_bytes_are_a_game_or_a_value_error(data: bytes) -> None:
    game = DiceGame(2)
    try:
        log.resume(game, data)
    except ValueError:
        return
    assert sum(game.whereabouts()) == 9
    writing.encode(game, ROLL if game.to_move >= 0 else 0)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_150_turns_fit_into_the_room(players: int) -> None:
    """With the check behind each entry, and one step of ten that can be taken back taken back."""
    size = 0
    turns = 0
    for seed in range(8):
        game, entries = by_thinking(players, seed, 0.1)
        size += sum(len(entry) + 1 for entry in entries)
        turns += len(game.turns)
        data = b"".join(entries)
        back = DiceGame(players, seed % players)
        log.resume(back, data)
        assert back.pack() == game.pack()
    assert 150 * size <= writing.ROOM * turns * 1.1
    assert 150 * size / turns <= 3500
