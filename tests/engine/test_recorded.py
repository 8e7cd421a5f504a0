"""The 150 recorded placement cases and the 10 recorded games, every field of them."""

import json
import re

import pytest

from engine.contract import CHANCE, OVER
from engine.dice.faces import POINTS, rotation
from engine.dice.game import DiceGame
from engine.dice.layout import Layout, split_action
from engine.dice.terms import ENDED_KEPT, ENDED_NINE, ENDED_SCORED, KEEP, ROLL, SCORE
from tests.engine import recorded
from tests.engine.helpers import LETTERS, action, aside, layout, outcome
from tools import cases

PLACEMENTS = recorded.placements()
GAMES = recorded.games()


def places_beside(table: Layout, face: int) -> list[tuple[int, int, int, bool, int]]:
    """Placements that touch a built die, with what they would make of its city."""
    out = []
    for build in table.placements(face):
        look, x, y = split_action(build)
        squares = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
        if any(table.look_at(*square) >= 0 for square in squares):
            table.build(build)
            city = table.city_at(x, y)
            table.take_back()
            assert city is not None
            out.append((x, y, rotation(look) // 90, city[1] == 0, city[0]))
    return sorted(out)


def closed_and_open(table: Layout) -> list[str]:
    """The cities in the words of the recorded cases."""
    cities = sorted(((size, opened) for size, opened, _ in table.cities()), reverse=True)
    return [
        cases.words(str(size) for size, opened in cities if not opened),
        cases.words(f"{size}:{opened}" for size, opened in cities if opened),
    ]


def test_all_recorded_cases_are_here() -> None:
    assert len(PLACEMENTS) == 150
    assert len(GAMES) == 10
    assert sum(len(recorded.places(case[3])) for case in PLACEMENTS) == 3135
    assert sum(len(turns) for _, turns in GAMES) == 562


@pytest.mark.parametrize("case", PLACEMENTS, ids=[case[0] for case in PLACEMENTS])
def test_D13_D14_D20_recorded_placement(case: list[str]) -> None:
    table = layout(" ".join(recorded.words(case[1])))
    if len(table):  # the record names no place for a first die
        assert places_beside(table, LETTERS.index(case[2])) == recorded.places(case[3])
    assert closed_and_open(table) == case[4:6]
    assert POINTS[table.best_closed()] == int(case[6])


def replay_roll(game: DiceGame, part: str) -> None:
    rolled, before, after, then, *built = part.split()
    hand, catapults, passed, knights = recorded.numbers(before)
    game.apply(ROLL)
    assert game.to_move == CHANCE
    assert game.to_roll() == hand
    assert game.chance_count() == 6**hand
    had = game.passed
    game.apply(outcome(rolled))
    assert (game.passed - had, game.passed) == (catapults, passed)
    aside(game, knights)
    for die in built:
        game.apply(action(die))
    if then != "9":
        assert [game.to_roll(), game.aside, len(game.layout)] == recorded.numbers(after)
        assert (ROLL in game.legal_actions()) == (then in "rs")
    assert (then == "9") == (game.to_move == OVER)


def replay_turn(game: DiceGame, parts: list[str]) -> None:
    player, doubled, kept, dice = parts[0].split()
    assert (game.to_move, game.to_roll()) == (int(player), int(dice))
    assert cases.flags([bool(one) for one in game.kept]) == kept
    for part in parts[1:-3]:
        replay_roll(game, part)
        assert game.doubled == (doubled == "1")
    knights, may_keep, decision, end, kept_after, scores, over = parts[-1].split()
    base, points, handed_on, after, next_dice = recorded.numbers(end)
    assert closed_and_open(game.layout) == parts[-3:-1]
    assert game.aside == int(knights)
    if decision != "-":
        assert (KEEP in game.legal_actions()) == (may_keep == "1")
        assert POINTS[game.layout.best_closed()] == base
        game.apply(KEEP if decision == "keep" else SCORE)
    ended = {"-": ENDED_NINE, "keep": ENDED_KEPT, "score": ENDED_SCORED}[decision]
    assert game.turns[-1] == points | ended << 6
    assert game.scores == recorded.numbers(scores)
    assert cases.flags([bool(one) for one in game.kept]) == kept_after
    if over == "-":
        assert 9 - sum(game.kept) == handed_on
        assert (game.to_move, game.to_roll()) == (after, next_dice)
    else:
        assert game.to_move == OVER
        assert (ended == ENDED_NINE) == (over == "9")


@pytest.mark.parametrize("case", GAMES, ids=[head[0] for head, _ in GAMES])
def test_recorded_game(case: tuple[list[str], list[list[str]]]) -> None:
    (_, players, first, _, winner, final), turns = case
    game = DiceGame(int(players), int(first))
    for parts in turns:
        assert game.winner() == -1
        replay_turn(game, parts)
        assert sum(game.whereabouts()) == 9
        packed = game.pack()
        assert len(packed) < 150
        assert DiceGame.unpack(packed).pack() == packed
    assert game.winner() == int(winner)
    assert game.scores == recorded.numbers(final)


# The maker of the compact copies

RAW_DIE = {"face": "T", "rot": 270, "x": 0, "y": -2}
RAW_CASE = {
    "case": "placement-x",
    "dice": [RAW_DIE],
    "next": "cap",
    "legal": [
        {"x": -1, "y": 2, "rot": 90, "closes": True, "size": 3},
        {"x": -1, "y": 2, "rot": 180, "closes": False, "size": 1},
    ],
    "closed": [4, 2],
    "open": [[3, 1]],
    "score": 3,
}


def test_the_maker_writes_what_the_reader_reads() -> None:
    line = cases.placement_line(json.loads(json.dumps(RAW_CASE)))
    assert line == "placement-x / t3:0,-2 / c / -1,2:13!21 / 4 2 / 3:1 / 3"
    assert recorded.places(line.split(" / ")[3]) == [(-1, 2, 1, True, 3), (-1, 2, 2, False, 1)]


def test_the_data_has_the_makers_shape() -> None:
    die = r"[csrt][0-3]:-?\d+,-?\d+"
    place = rf"-?\d+,-?\d+:({recorded.FIT.pattern})+"
    shape = re.compile(
        rf"[\w-]+ / (-|{die}( {die})*) / [csrt] / (-|{place}( {place})*) / "
        r"(-|\d( \d)*) / (-|\d:\d+( \d:\d+)*) / \d+"
    )
    for line in recorded.lines("dice_placements.txt"):
        assert shape.fullmatch(line), line
    turn = re.compile(
        rf"\d [01] [01]+ \d( / [csrtkx]+ \d(,\d){{3}} \d,\d,\d [rs309]( {die})*)+ / "
        r"(-|\d( \d)*) / (-|\d:\d+( \d:\d+)*) / "
        r"\d [01] (-|score|keep) -?\d+(,-?\d+){4} [01]+ \d+(,\d+)+ (-|42|9)"
    )
    head = re.compile(r"game [\w-]+ [2-5] [0-4] (42|9) [0-4] \d+(,\d+)+")
    for line in recorded.lines("dice_games.txt"):
        assert (head if line.startswith("game") else turn).fullmatch(line), line


def test_the_maker_needs_a_folder_with_the_cases(
    tmp_path: object, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cases.main([]) == 2
    assert cases.main([str(tmp_path)]) == 2
    assert "cannot be read" in capsys.readouterr().err
