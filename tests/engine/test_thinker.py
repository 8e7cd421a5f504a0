"""The computer player: legal, steady, sensible, and how strong it is beside simpler ones."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract import CHANCE, OVER
from engine.dice import odds
from engine.dice.faces import CAP, CORNER, STRAIGHT, TEE
from engine.dice.faces import KNIGHT as KNIGHT_FACE
from engine.dice.game import DiceGame
from engine.dice.layout import BUILD, face_of, split_action
from engine.dice.terms import ENDED_KEPT, KEEP, KNIGHT, ROLL, SCORE
from engine.dice.thinker import Thinker
from tests.engine.helpers import (
    action,
    aside,
    build,
    city_turn,
    decide,
    keep_turn,
    look,
    outcome,
    pass_turn,
    throw,
    walk,
)
from tools import odds as maker

PICKS = st.lists(st.integers(0, 10**8), min_size=10, max_size=60)


def beside(game: DiceGame, build: int) -> bool:
    """Whether the die would touch a built one."""
    _, x, y = split_action(build)
    squares = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
    return any(game.layout.look_at(*square) >= 0 for square in squares)


def greedy(game: DiceGame) -> int:
    """The simple player to compare with: makes one city longer, a cap for every end but one,
    closes it from four dice on, stops with points, keeps a knight if three turn up."""
    if game.roll == 0:
        return ROLL
    if game.offer() >= 3:
        return SCORE
    if game.aside >= 3:
        return KEEP
    cities = game.layout.cities()
    size, opened, _ = cities[0] if cities else (0, 2, [])
    for face in (STRAIGHT, CORNER, TEE, CAP):
        if not game.hand[face] or (cities and not opened):
            continue
        if face == TEE and game.hand[CAP] < opened:
            continue
        if face == CAP and opened < 2 and size < 4 and game.roll < 3:
            continue
        best = least_open(game, face, size)
        if best >= 0:
            return best
    if game.hand[KNIGHT_FACE] and game.aside + game.hand[KNIGHT_FACE] >= 3:
        return KNIGHT
    return ROLL if game.roll < 3 and game.to_roll() else SCORE


def least_open(game: DiceGame, face: int, size: int) -> int:
    """The build that joins the first city and leaves it with the fewest open sides, or -1."""
    best, fewest = -1, 99
    for one in game.layout.placements(face):
        if size and not beside(game, one):
            continue
        game.layout.build(one)
        city = game.layout.cities()[0]
        game.layout.take_back()
        if city[0] == size + 1 and city[1] < fewest:
            best, fewest = one, city[1]
    return best


def chance(game: DiceGame, source: random.Random) -> None:
    game.apply(source.randrange(game.chance_count()))


def mean_points(
    player: Callable[[DiceGame], int], turns: int, seed: int, doubled: bool = False
) -> float:
    """Points a turn of nine dice, seen over so many turns; a kept knight counts as none."""
    source = random.Random(seed)
    points = 0
    for _ in range(turns):
        game = DiceGame(2)
        game.kept[0] = doubled
        while not game.turns:
            if game.to_move == CHANCE:
                chance(game, source)
            else:
                game.apply(player(game))
        points += game.turns[0] & 63
    return points / turns


def test_thinker_plays_whole_games_legally_and_to_the_end() -> None:
    source = random.Random(5)
    for players in (2, 3, 4, 5) * 3:
        game = DiceGame(players, players - 1)
        while game.to_move != OVER:
            if game.to_move == CHANCE:
                chance(game, source)
                continue
            before = game.pack()
            what = decide(game)
            assert game.pack() == before  # it changes nothing
            game.apply(what)
            assert sum(game.whereabouts()) == 9
            assert len(game.turns) < 200
        assert game.scores[game.winner()] >= 42 or game.passed == 9


@given(PICKS)
def test_thinker_finds_its_way_in_any_state(picks: list[int]) -> None:
    game = DiceGame(3)
    for step, _ in enumerate(walk(game, picks)):
        if step % 3 or game.to_move < 0:
            continue
        packed = game.pack()
        what = decide(game)
        assert what in game.legal_actions()
        assert decide(game) == what
        assert decide(DiceGame.unpack(packed)) == what
        for face in range(4):
            if game.roll and game.hand[face]:
                place = decide(game, face)
                assert place >= BUILD and face_of(place) == face
                assert game.why_not(place) == ""
        assert game.pack() == packed


def test_thinker_asks_for_a_player_and_a_die() -> None:
    game = DiceGame(2)
    with pytest.raises(ValueError, match="no such die"):
        Thinker(game, CAP)
    game.apply(ROLL)
    with pytest.raises(ValueError, match="no player"):
        Thinker(game)
    game.apply(outcome("ckkkkkkkk"))
    with pytest.raises(ValueError, match="no such die"):
        Thinker(game, TEE)
    with pytest.raises(ValueError, match="no such die"):
        Thinker(game, KNIGHT_FACE)
    assert decide(game, CAP) >= BUILD


def test_thinker_says_the_same_once_it_has_answered() -> None:
    thinker = Thinker(DiceGame(2))
    while (first := thinker.step()) is None:
        pass
    assert [thinker.step() for _ in range(3)] == [first] * 3 == [ROLL] * 3


def test_thinker_closes_what_the_last_roll_can_close() -> None:
    game = DiceGame(2)
    throw(game, "csssskkkk")
    build(game, "c1:0,0 s1:1,0 s1:2,0 s1:3,0 s1:4,0")
    throw(game, "kkkk")
    throw(game, "ckkk")
    assert decide(game) == action("c3:5,0")
    game.apply(decide(game))
    assert decide(game) == SCORE


def test_thinker_makes_the_city_longer_before_it_closes_it() -> None:
    game = DiceGame(2)
    throw(game, "csssskkkk")
    build(game, "c1:0,0 s1:1,0 s1:2,0 s1:3,0")
    throw(game, "kkkkk")
    throw(game, "crskk")
    faces = []
    while decide(game) >= BUILD:
        faces.append(face_of(decide(game)))
        game.apply(decide(game))
    assert sorted(faces) == [CAP, STRAIGHT, CORNER] and faces[-1] == CAP
    assert game.layout.best_closed() == 7


def test_thinker_closes_a_ring_with_a_corner() -> None:
    game = DiceGame(2)
    throw(game, "rrrkkkxxx")
    build(game, "r1:0,0 r2:1,0 r0:0,1")
    throw(game, "kkx")
    throw(game, "rs")
    assert decide(game) == action("r3:1,1")


def test_thinker_closes_three_sides_at_once_with_a_T() -> None:
    game = DiceGame(2)
    throw(game, "trrrrkkxx")
    build(game, "t2:0,0 r1:-1,0 r2:1,0 r0:-1,1 r3:1,1")
    throw(game, "kk")
    throw(game, "tc")
    assert decide(game) == action("t0:0,1")
    game.apply(decide(game))
    assert game.offer() == 10


def test_thinker_leaves_useless_dice_in_the_hand() -> None:
    game = DiceGame(2)
    throw(game, "csssskkkk")
    build(game, "c1:0,0 s1:1,0 s1:2,0")
    throw(game, "kkkkkk")
    throw(game, "ssrtkk")  # no cap: the city stays open whatever is built
    assert decide(game) == SCORE


def test_thinker_stops_with_a_good_closed_city() -> None:
    game = DiceGame(2)
    throw(game, "cssssscxx")
    build(game, "c1:0,0 s1:1,0 s1:2,0 s1:3,0 s1:4,0 s1:5,0 c3:6,0")
    assert decide(game) == SCORE


def test_thinker_rolls_on_while_it_pays() -> None:
    game = DiceGame(2)
    throw(game, "cssssskkx")
    build(game, "c1:0,0 s1:1,0 s1:2,0 s1:3,0 s1:4,0 s1:5,0")
    assert decide(game) == ROLL


def test_D17_thinker_keeps_a_knight_after_a_turn_that_went_wrong() -> None:
    game = DiceGame(2)
    throw(game, "kkkxxxxxx")
    for _ in range(3):
        assert decide(game) == KNIGHT
        game.apply(KNIGHT)
    assert decide(game) == KEEP


def test_D23_thinker_scores_a_big_city_and_keeps_beside_a_small_one() -> None:
    game = DiceGame(2)
    throw(game, "csssskkkc")
    build(game, "c1:0,0 s1:1,0 s1:2,0 s1:3,0 s1:4,0 c3:5,0")
    aside(game, 3)
    assert decide(game) == SCORE
    game = DiceGame(2)
    throw(game, "cskkkkkkc")
    build(game, "c1:0,0 s1:1,0 c3:2,0")
    aside(game, 3)
    assert decide(game) in (KEEP, KNIGHT, ROLL)
    aside(game, 3)
    assert decide(game) == KEEP


def test_D19_D23_thinker_knows_that_a_doubled_city_beats_a_knight() -> None:
    game = DiceGame(2)
    keep_turn(game)
    pass_turn(game)
    throw(game, "cssskkkck")
    build(game, "c1:0,0 s1:1,0 s1:2,0 s1:3,0 c3:4,0")
    aside(game, 3)
    assert (game.offer(), decide(game)) == (12, SCORE)


def test_thinker_brings_open_ends_together() -> None:
    game = DiceGame(2)
    throw(game, "srrrkkxxx")
    build(game, "s1:0,0 r2:1,0")
    # West and south-east of it are open; a corner at the west end can turn to either side.
    game.apply(decide(game, CORNER))
    opens = [cell[:2] for cell in game.layout.cells()]
    assert opens[2] == (-1, 0)
    assert game.layout.look_at(-1, 0) == look("r1")


def test_D19_thinker_sets_no_knights_aside_while_points_count_twice() -> None:
    source = random.Random(2)
    for _ in range(150):
        game = DiceGame(2)
        game.kept[0] = 1
        while not game.turns:
            if game.to_move == CHANCE:
                chance(game, source)
            else:
                what = decide(game)
                assert what not in (KNIGHT, KEEP)
                game.apply(what)


def test_D24_thinker_takes_the_win_that_lies_on_the_table() -> None:
    game = DiceGame(2)
    for size in (8, 7):
        city_turn(game, size)
        pass_turn(game)
    city_turn(game, 4)
    pass_turn(game)
    assert game.scores[0] == 39
    throw(game, "csckksskk")
    steps = []
    while decide(game) >= BUILD:
        steps.append(decide(game))
        game.apply(steps[-1])
    assert decide(game) == SCORE
    game.apply(SCORE)
    assert game.winner() == 0


def test_D19_D24_thinker_counts_the_doubling_towards_42() -> None:
    game = DiceGame(2)
    city_turn(game, 8)
    pass_turn(game)
    city_turn(game, 6)
    pass_turn(game)
    assert game.scores[0] == 31
    keep_turn(game)
    pass_turn(game)
    throw(game, "csssckkkk")  # five dice are six points, twelve when doubled: 43
    while decide(game) >= BUILD:
        game.apply(decide(game))
    assert (game.offer(), decide(game)) == (12, SCORE)


def test_thinker_starts_no_group_without_reason_and_builds_nothing_in_vain() -> None:
    source = random.Random(11)
    late = 0
    for turn in range(400):
        game = DiceGame(2)
        game.kept[0] = turn % 4 == 0
        built = False
        while not game.turns:
            if game.to_move == CHANCE:
                chance(game, source)
                continue
            what = decide(game)
            if what >= BUILD:
                assert not len(game.layout) or beside(game, what)
                built = built or game.roll == 3
            game.apply(what)
        if built:
            # What goes down after the third roll closes a city that scores.
            late += 1
            assert game.turns[0] >> 6 == ENDED_KEPT or game.turns[0] & 63
    assert late > 20


def test_thinker_starts_a_second_city_where_the_first_is_lost() -> None:
    game = DiceGame(2)
    throw(game, "tttkkkkkk")
    build(game, "t0:0,0 t1:-1,0 t3:1,0")
    throw(game, "kkkkkk")
    throw(game, "cscskk")
    while decide(game) >= BUILD:
        game.apply(decide(game))
    assert game.layout.best_closed() == 4


def test_thinker_is_stronger_than_greedy_play() -> None:
    thinking = mean_points(decide, 500, 1)
    simple = mean_points(greedy, 500, 1)
    assert thinking > simple + 1
    assert thinking > 5.5


def test_thinker_beats_greedy_play_in_whole_games() -> None:
    source = random.Random(7)
    won = 0
    for number in range(100):
        game = DiceGame(2, number % 2)
        while game.to_move != OVER:
            if game.to_move == CHANCE:
                chance(game, source)
            else:
                game.apply(decide(game) if game.to_move == 0 else greedy(game))
        won += game.winner() == 0
    assert won > 100 * 0.65


def test_thinker_reaches_42_in_seven_turns_in_the_mean() -> None:
    source = random.Random(3)
    turns = 0
    for _ in range(100):
        game = DiceGame(2)
        while game.to_move != OVER:
            if game.to_move == CHANCE:
                chance(game, source)
            elif game.to_move == 0:
                game.apply(decide(game))
            else:
                game.apply(ROLL if game.roll == 0 else SCORE)
        turns += (len(game.turns) + 1) // 2
    assert turns / 100 < 7


def test_the_table_of_odds_is_what_the_maker_makes() -> None:
    assert maker.main(["--check"]) == 0


def test_a_damaged_table_of_odds_is_named_and_refused(tmp_path: Path) -> None:
    data = maker.FILE.read_bytes()
    assert len(data) == 2956
    odds.check(str(maker.FILE))
    path = tmp_path / "odds.bin"
    for other in (data[:-1], data + b"x", b"", data[:99] + bytes((data[99] ^ 4,)) + data[100:]):
        path.write_bytes(other)
        with pytest.raises(ValueError, match="missing or damaged: .*odds.bin"):
            odds.check(str(path))
    path.unlink()
    with pytest.raises(ValueError, match="missing or damaged: .*odds.bin"):
        odds.check(str(path))


def test_the_table_of_odds_holds_what_can_be_seen_at_once() -> None:
    # A city closed with nothing in the hand is worth its points, with three knights at least
    # what a kept knight is worth; one open square and one die left: a cap in six.
    for rolls in range(3):
        for size in range(10):
            block = odds.block(rolls, 0, size)
            assert block[size * odds.COLUMNS] == [0, 0, 0, 8, 24, 48, 80, 120, 168, 224][size]
        assert odds.block(rolls, 3, 4)[4 * odds.COLUMNS] == odds.KEEP_WORTH
    block = odds.block(1, 0, 8)
    assert block[7 * odds.COLUMNS + 1] == round(21 * 8 / 6)
