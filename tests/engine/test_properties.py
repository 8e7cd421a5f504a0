"""What holds in every state of every game, over games by chance; a slow second reading beside."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contract import CHANCE, OVER
from engine.dice.faces import FACE_OF, LOOKS, SIDES
from engine.dice.game import DiceGame
from engine.dice.layout import BUILD, build_action, split_action
from tests.engine import reference
from tests.engine.helpers import LETTERS, walk

PICKS = st.lists(st.integers(0, 10**8), min_size=20, max_size=90)
PLAYERS = st.integers(2, 5)


def letters(look: int) -> frozenset[str]:
    return frozenset("NESW"[i] for i in range(4) if SIDES[look] >> i & 1)


def grid(game: DiceGame) -> reference.Grid:
    return {(x, y): letters(look) for x, y, look in game.layout.cells()}


@given(PLAYERS, PICKS)
def test_D18_nine_dice_are_accounted_for_after_every_action(players: int, picks: list[int]) -> None:
    game = DiceGame(players, picks[0] % players)
    for _ in walk(game, picks):
        where = game.whereabouts()
        assert sum(where) == 9 and min(where) >= 0
        assert sum(game.kept) <= game.players
        if game.to_move >= 0 and game.roll:
            assert sum(game.hand) == where[0]
    assert sum(game.whereabouts()) == 9


@given(PLAYERS, PICKS)
def test_every_legal_action_applies_and_no_other(players: int, picks: list[int]) -> None:
    game = DiceGame(players)
    for step, _ in enumerate(walk(game, picks)):
        if game.to_move < 0 or step % 4:
            continue
        packed = game.pack()
        legal = game.legal_actions()
        assert len(set(legal)) == len(legal)
        for action in legal[:: max(1, len(legal) // 40)]:
            copy = DiceGame.unpack(packed)
            copy.apply(action)
            assert copy.pack() != packed
        for action in others(game, legal, picks[step]):
            try:
                game.apply(action)
            except ValueError as reason:
                assert str(reason)
            else:
                raise AssertionError(f"{action} was applied")
        assert game.pack() == packed


def others(game: DiceGame, legal: list[int], pick: int) -> list[int]:
    """Actions that are not legal: all the small ones and builds about the built dice."""
    left, top, right, bottom = game.layout.box()
    out = list(range(-2, BUILD))
    for i in range(60):
        value = pick * (i + 1) * 7919
        x = left - 5 + value % (right - left + 11)
        y = top - 5 + value // 97 % (bottom - top + 11)
        if max(abs(x), abs(y)) <= 24:
            out.append(build_action(value // 7 % LOOKS, x, y))
    return [action for action in out if action not in set(legal)]


@given(PLAYERS, PICKS)
def test_pack_and_unpack_at_every_step(players: int, picks: list[int]) -> None:
    game = DiceGame(players)
    for _ in walk(game, picks):
        packed = game.pack()
        copy = DiceGame.unpack(packed)
        assert copy.pack() == packed
        assert copy.scores == game.scores and copy.kept == game.kept
        assert copy.doubled == game.doubled and copy.player == game.player
        assert copy.can_undo() == game.can_undo()
        assert copy.offer() == game.offer()


@given(PLAYERS, PICKS)
def test_D15_taking_back_restores_exactly(players: int, picks: list[int]) -> None:
    game = DiceGame(players)
    for action in walk(game, picks):
        undoable = game.to_move >= 0 and (action == 1 or action >= BUILD)
        packed = game.pack()
        legal = game.legal_actions()
        if undoable:
            game.apply(action)
            game.undo()
            assert game.pack() == packed
            assert game.legal_actions() == legal


@settings(max_examples=60)
@given(PICKS)
def test_D13_D14_legal_builds_are_those_of_the_slow_reading(picks: list[int]) -> None:
    game = DiceGame(2)
    for step, _ in enumerate(walk(game, picks)):
        if step % 8 or game.to_move < 0 or not game.roll:
            continue
        slow = set()
        for face in range(4):
            if game.hand[face]:
                slow |= reference.placements(grid(game), LETTERS[face])
        quick = set()
        for action in game.legal_actions():
            if action >= BUILD:
                look, x, y = split_action(action)
                assert game.hand[FACE_OF[look]]
                quick.add((x, y, letters(look)))
        assert quick == slow


@given(PICKS)
def test_D20_cities_are_those_of_the_slow_reading(picks: list[int]) -> None:
    game = DiceGame(2)
    for _ in walk(game, picks):
        slow = reference.cities(grid(game))
        assert sorted((size, opened) for size, opened, _ in game.layout.cities()) == slow
        closed = [size for size, opened in slow if not opened]
        assert game.layout.best_closed() == max(closed, default=0)
        cells = [cell for _, _, city in game.layout.cities() for cell in city]
        assert sorted(cells) == sorted(game.layout.cells())


@given(PLAYERS, PICKS)
def test_D34_the_scores_are_the_sums_of_the_pad(players: int, picks: list[int]) -> None:
    game = DiceGame(players)
    for _ in walk(game, picks):
        sums = [0] * players
        for i, turn in enumerate(game.turns):
            sums[i % players] += turn & 63
        assert game.scores == sums
        assert (game.winner() >= 0) == (game.to_move == OVER)
        assert game.to_move == CHANCE or game.chance_count() == 0
