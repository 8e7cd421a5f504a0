"""The faces of a game from its log: the same as those that were thrown, wherever the log begins."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract import CHANCE, OVER
from engine.dice import entry, recount
from engine.dice.game import DiceGame
from engine.dice.terms import KEEP, NOTHING


def play(players: int, first: int, seed: int, steps: int = 400) -> tuple[list, list, list]:
    """A game by chance, with steps taken back and knights kept: its entries, and before each the
    counts so far and the packed state."""
    chance = random.Random(seed)
    game = DiceGame(players, first)
    counts = [0] * 6
    entries: list[bytes] = []
    before: list[tuple[list[int], bytes]] = []
    for _ in range(steps):
        if game.to_move == OVER:
            break
        if game.to_move == CHANCE:
            faces = game.to_roll()
            many = chance.random() < 0.3  # more knights and catapults than there would be
            values = [chance.choice((4, 4, 5) if many else range(6)) for _die in range(faces)]
            action = entry.settled(sum(v * 6**i for i, v in enumerate(values)), faces)
        elif game.can_undo() and chance.random() < 0.2:
            action = entry.UNDO
        else:
            legal = game.legal_actions()
            ends = [action for action in legal if action in (KEEP, NOTHING)]
            action = chance.choice(ends if ends and chance.random() < 0.5 else legal)
        data = entry.encode(game, action)
        if data:
            entries.append(data)
            before.append((list(counts), game.pack()))
        if action == entry.UNDO and game.to_move >= 0:
            game.undo()
        else:
            throw = game.to_move == CHANCE
            game.apply(action)
            if throw:
                for face in game.rolled:
                    counts[face] += 1
    before.append((list(counts), game.pack()))
    return entries, before, counts


@given(st.integers(2, 5), st.integers(0, 1 << 30))
def test_F24_a_log_tells_what_was_thrown(players: int, seed: int) -> None:
    first = seed % players
    entries, before, thrown = play(players, first, seed, 150)
    counts = [0] * 6
    for _ in recount.recount(counts, b"".join(entries), players, first):
        pass
    assert counts == thrown
    start = seed % (len(entries) + 1)  # as if it had been written anew here
    counts, state = before[start]
    game = DiceGame.unpack(state)
    for _ in recount.recount(counts, b"".join(entries[start:]), players, first, game):
        pass
    assert counts == thrown
    assert game.pack() == state


def test_F24_the_entries_are_those_of_the_log() -> None:
    for name in ("KEEP", "NOTHING", "UNDO", "SCORE"):
        assert getattr(recount, "_" + name) == getattr(entry, name + "_ENTRY")
    for name in ("NEAR", "PAIR", "FAR"):
        assert getattr(recount, "_" + name) == getattr(entry, name)
    for dice in range(10):
        assert recount._ways(dice, 6) == entry.count_ways(dice, 6)


@pytest.mark.parametrize("data", [b"\x41", b"\x47\xff", b"\x02\x47\xd1\x47"])
def test_a_log_without_sense_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="log"):
        for _ in recount.recount([0] * 6, data, 2, 0):
            pass
