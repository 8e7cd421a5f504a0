"""Dice by their letters, and a Dice Game driven by hand: shared by the engine's tests.

c cap, s straight, r corner, t T, k knight, x catapult.
"""

from collections.abc import Iterator

from engine.contract import CHANCE, OVER
from engine.dice.faces import FACES, FIRST_LOOK, LOOKS, TURNS
from engine.dice.game import DiceGame
from engine.dice.layout import BUILD, Layout, build_action
from engine.dice.terms import KEEP, KNIGHT, ROLL, SCORE
from engine.dice.thinker import Thinker

LETTERS = "csrtkx"


def look(die: str) -> int:
    """The look of `c2`: a face and quarter turns clockwise."""
    face = LETTERS.index(die[0])
    return FIRST_LOOK[face] + int(die[1]) % TURNS[face]


def action(die: str) -> int:
    """The build action of `c2:0,-1`."""
    x, y = die[3:].split(",")
    return build_action(look(die), int(x), int(y))


def layout(dice: str) -> Layout:
    """The dice built in this order, each of them where it was legal."""
    out = Layout()
    for die in dice.split():
        assert out.why_not(action(die)) == ""
        out.build(action(die))
    return out


def outcome(faces: str) -> int:
    """The outcome of chance that shows these faces, first die first."""
    return sum(LETTERS.index(face) * FACES**i for i, face in enumerate(faces))


def throw(game: DiceGame, faces: str) -> None:
    """Roll, with these faces."""
    game.apply(ROLL)
    assert game.to_roll() == len(faces)
    game.apply(outcome(faces))


def build(game: DiceGame, dice: str) -> None:
    """Build the dice in this order."""
    for die in dice.split():
        game.apply(action(die))


def aside(game: DiceGame, count: int) -> None:
    """Set so many knights aside."""
    for _ in range(count):
        game.apply(KNIGHT)


def pass_turn(game: DiceGame) -> None:
    """A turn without points: one roll of knights, then stop."""
    throw(game, "k" * game.to_roll())
    game.apply(SCORE)


def keep_turn(game: DiceGame) -> None:
    """A turn in which a knight is kept."""
    throw(game, "k" * game.to_roll())
    aside(game, 3)
    game.apply(KEEP)


# Chains of closed cities, all from west to east: the points of so many dice.
CHAIN = "c1:0,0 s1:1,0 s1:2,0 s1:3,0 s1:4,0 s1:5,0 s1:6,0 s1:7,0"


def city_turn(game: DiceGame, size: int) -> None:
    """A turn that closes and scores a city of so many dice in one roll."""
    dice = [*CHAIN.split()[: size - 1], f"c3:{size - 1},0"]
    rest = game.to_roll() - size
    throw(game, "".join(die[0] for die in dice) + "k" * rest)
    build(game, " ".join(dice))
    game.apply(SCORE)


def choose(game: DiceGame, pick: int) -> int:
    """A legal action by a number: as often no build, one beside dice, and a new group."""
    legal = game.legal_actions()
    kinds: list[list[int]] = [[], [], []]
    for one in legal:
        if one < BUILD:
            kinds[0].append(one)
        else:
            alone = game.layout.seen((one - BUILD) // LOOKS) == 0
            kinds[2 if alone else 1].append(one)
    some = [kind for kind in kinds if kind]
    kind = some[pick % len(some)]
    return kind[pick // 3 % len(kind)]


def walk(game: DiceGame, picks: list[int]) -> Iterator[int]:
    """Generator: a game by numbers; yields before every step of it the action to come."""
    for pick in picks:
        if game.to_move == OVER:
            return
        action = pick % game.chance_count() if game.to_move == CHANCE else choose(game, pick)
        yield action
        game.apply(action)


def decide(game: DiceGame, face: int = -1) -> int:
    """What the thinker does here."""
    thinker = Thinker(game, face)
    for _ in range(1000):
        action = thinker.step()
        if action is not None:
            return action
    raise AssertionError("the thinker comes to no end")
