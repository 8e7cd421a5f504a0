"""Rows D17 to D26, the worked examples D28 to D33, and the pad D34."""

import pytest

from engine.contract import OVER
from engine.dice.game import DiceGame
from engine.dice.terms import (
    ENDED_KEPT,
    ENDED_NINE,
    ENDED_NOTHING,
    EVENT_CITY,
    EVENT_KEPT,
    EVENT_NINE,
    EVENT_NOTHING,
    KEEP,
    NOTHING,
    ROLL,
    SCORE,
)
from tests.engine.helpers import aside, build, city_turn, keep_turn, pass_turn, throw


def test_D17_three_knights_aside_let_one_be_kept() -> None:
    game = DiceGame(2)
    throw(game, "kkkkccccc")
    aside(game, 2)
    assert KEEP not in game.legal_actions()
    with pytest.raises(ValueError, match="2 knights aside"):
        game.apply(KEEP)
    aside(game, 1)
    game.apply(KEEP)
    assert list(game.kept) == [1, 0]
    assert game.scores == [0, 0]
    assert game.events == [(EVENT_KEPT, 0, 0, 0)]
    assert game.whereabouts() == (8, 0, 0, 0, 1)


def test_D17_more_than_three_knights_keep_one_die_too() -> None:
    game = DiceGame(2)
    throw(game, "kkkkkkkkk")
    aside(game, 9)
    game.apply(KEEP)
    assert list(game.kept) == [1, 0]


def test_D18_several_players_keep_one_and_the_others_have_fewer() -> None:
    game = DiceGame(5)
    for player in range(4):
        assert game.to_roll() == 9 - player
        keep_turn(game)
    assert (game.to_move, game.to_roll()) == (4, 5)
    pass_turn(game)
    # Player 0 has his own and the five: six; the other three stay before their players.
    assert (game.to_move, game.to_roll()) == (0, 6)
    throw(game, "kkkkkk")
    assert game.whereabouts() == (6, 0, 0, 0, 3)


def test_D18_nobody_keeps_two() -> None:
    game = DiceGame(2)
    keep_turn(game)
    pass_turn(game)
    keep_turn(game)
    assert list(game.kept) == [1, 0]
    assert game.to_roll() == 8


def test_D19_a_kept_knight_doubles_the_next_turn_alone() -> None:
    game = DiceGame(2)
    keep_turn(game)
    pass_turn(game)
    city_turn(game, 5)
    assert game.events == [(EVENT_CITY, 0, 12, 5)]
    pass_turn(game)
    city_turn(game, 5)
    assert game.events == [(EVENT_CITY, 0, 6, 5)]
    assert game.scores == [18, 0]


def test_D19_scoring_nothing_uses_the_doubling_up() -> None:
    game = DiceGame(2)
    keep_turn(game)
    pass_turn(game)
    pass_turn(game)
    pass_turn(game)
    throw(game, "k" * 9)
    assert not game.doubled


def test_D19_keeping_again_never_makes_four_times() -> None:
    game = DiceGame(2)
    for _ in range(2):
        keep_turn(game)
        pass_turn(game)
    city_turn(game, 3)
    assert game.scores == [2, 0]


def test_D20_only_the_largest_closed_city_scores() -> None:
    game = DiceGame(2)
    throw(game, "cccccsskk")
    build(game, "c1:0,0 c3:1,0 c1:0,2 s1:1,2 c3:2,2 s0:0,-3")
    assert game.offer() == 1
    game.apply(SCORE)
    assert game.events == [(EVENT_CITY, 0, 1, 3)]


@pytest.mark.parametrize(
    ("size", "plain", "double"),
    [(2, 0, 0), (3, 1, 2), (4, 3, 6), (5, 6, 12), (6, 10, 20), (7, 15, 30), (8, 21, 42)],
)
def test_D21_points_and_their_double(size: int, plain: int, double: int) -> None:
    game = DiceGame(2)
    city_turn(game, size)
    assert game.scores == [plain, 0]
    keep_turn(game)
    pass_turn(game)
    city_turn(game, size)
    assert game.scores == [plain, double]


def test_D21_nine_dice_score_28() -> None:
    game = DiceGame(2)
    city_turn(game, 9)
    assert game.scores == [28, 0]
    assert game.events == [(EVENT_CITY, 0, 28, 9)]


def test_D22_nine_dice_doubled_score_56_and_win() -> None:
    game = DiceGame(2)
    keep_turn(game)
    pass_turn(game)
    city_turn(game, 9)
    assert (game.scores, game.winner(), game.to_move) == ([56, 0], 0, OVER)
    assert DiceGame.unpack(game.pack()).scores == [56, 0]


@pytest.mark.parametrize("choice", [KEEP, SCORE])
def test_D23_three_knights_and_a_closed_city_give_a_choice_of_one(choice: int) -> None:
    game = DiceGame(2)
    throw(game, "kkkcccsss")
    build(game, "c1:0,0 s1:1,0 s1:2,0 s1:3,0 c3:4,0")
    aside(game, 3)
    assert {KEEP, SCORE, NOTHING} <= set(game.legal_actions())
    game.apply(choice)
    assert (game.scores[0], game.kept[0]) == ((6, 0) if choice == SCORE else (0, 1))


def test_D24_the_first_with_42_wins_at_once() -> None:
    game = DiceGame(3)
    for _ in range(2):
        city_turn(game, 8)
        if game.to_move != OVER:
            pass_turn(game)
            pass_turn(game)
    assert game.scores == [42, 0, 0]
    assert (game.to_move, game.winner()) == (OVER, 0)
    assert game.legal_actions() == []
    assert not game.can_undo()
    with pytest.raises(ValueError, match="over"):
        game.apply(ROLL)


def test_D24_41_points_do_not_win() -> None:
    game = DiceGame(2)
    for size in (8, 6, 6):
        city_turn(game, size)
        pass_turn(game)
    assert (game.scores, game.winner()) == ([41, 0], -1)
    city_turn(game, 3)
    assert (game.scores, game.winner()) == ([42, 0], 0)


def test_D25_nine_catapults_over_all_rolls_win_at_once() -> None:
    game = DiceGame(2)
    pass_turn(game)
    throw(game, "xxxxxkkkk")
    throw(game, "xxxk")
    assert game.winner() == -1
    throw(game, "x")
    assert (game.to_move, game.winner(), game.scores) == (OVER, 1, [0, 0])
    assert game.events[-1] == (EVENT_NINE, 1, 0, 9)
    assert game.turns[-1] == ENDED_NINE << 6
    assert game.whereabouts() == (0, 0, 0, 9, 0)


def test_D25_an_own_kept_die_counts_among_the_nine() -> None:
    game = DiceGame(2)
    keep_turn(game)
    pass_turn(game)
    throw(game, "x" * 9)
    assert (game.winner(), game.scores) == (0, [0, 0])


def test_D25_impossible_while_another_keeps_a_die() -> None:
    game = DiceGame(2)
    keep_turn(game)
    throw(game, "x" * 8)
    assert (game.to_move, game.winner()) == (1, -1)


def test_D25a_three_knights_and_a_city_may_score_nothing_by_choice() -> None:
    game = DiceGame(2)
    throw(game, "kkkcccccc")
    aside(game, 3)
    assert NOTHING not in game.legal_actions()
    with pytest.raises(ValueError, match="no closed city"):
        game.apply(NOTHING)
    build(game, "c1:0,0 c3:1,0")
    game.apply(NOTHING)
    assert game.events == [(EVENT_NOTHING, 0, 0, 0)]
    assert game.turns[-1] == ENDED_NOTHING << 6
    assert (game.to_roll(), list(game.kept)) == (9, [0, 0])


@pytest.mark.parametrize("first", [0, 1, 2])
def test_D26_the_one_who_begins_is_chosen(first: int) -> None:
    game = DiceGame(3, first)
    order = []
    for _ in range(4):
        order.append(game.to_move)
        pass_turn(game)
    assert order == [first, (first + 1) % 3, (first + 2) % 3, first]


@pytest.mark.parametrize(("players", "first"), [(1, 0), (6, 0), (0, 0), (2, 2), (3, -1)])
def test_D26_players_and_first_are_checked(players: int, first: int) -> None:
    with pytest.raises(ValueError):
        DiceGame(players, first)


def test_D28_worked_example() -> None:
    game = DiceGame(2)
    throw(game, "xsrcckkss")
    assert (game.passed, game.to_roll()) == (1, 8)
    build(game, "c1:0,0 s1:1,0 r2:2,0 s0:2,1")
    throw(game, "xcsk")
    build(game, "s0:2,2 c0:2,3")
    assert game.whereabouts() == (1, 6, 0, 2, 0)
    game.apply(SCORE)
    assert game.scores == [10, 0]


def test_D28_the_city_counts_only_if_closed() -> None:
    game = DiceGame(2)
    throw(game, "xsrcckkss")
    build(game, "c1:0,0 s1:1,0 r2:2,0 s0:2,1")
    throw(game, "xssk")
    build(game, "s0:2,2 s0:2,3")
    game.apply(SCORE)
    assert game.scores == [0, 0]


def test_D29_worked_example() -> None:
    game = DiceGame(2)
    throw(game, "cssskkkkk")
    build(game, "c1:0,0 s1:1,0 s1:2,0 s1:3,0")
    aside(game, 1)
    assert game.to_roll() == 4
    throw(game, "xxkc")
    assert game.to_roll() == 2
    throw(game, "kc")
    assert (len(game.layout), game.aside, game.passed) == (4, 1, 2)


def test_D30_closed_two_and_open_four_score_nothing() -> None:
    game = DiceGame(2)
    throw(game, "ccssssrrr")
    build(game, "c1:0,0 c3:1,0 s0:4,0 s0:4,1 s0:4,2 s0:4,3")
    game.apply(SCORE)
    assert game.scores == [0, 0]


def test_D30_closed_three_beside_open_four_score_one() -> None:
    game = DiceGame(2)
    throw(game, "ccssssskk")
    build(game, "c1:0,0 s1:1,0 c3:2,0 s0:5,0 s0:5,1 s0:5,2 s0:5,3")
    game.apply(SCORE)
    assert game.scores == [1, 0]


def test_D31_six_dice_score_10_and_20_with_a_kept_knight() -> None:
    game = DiceGame(2)
    city_turn(game, 6)
    assert game.scores == [10, 0]
    keep_turn(game)
    pass_turn(game)
    city_turn(game, 6)
    assert game.scores == [10, 20]


def test_D32_keeping_gives_up_the_city_and_the_next_rolls_eight() -> None:
    game = DiceGame(3)
    throw(game, "kkkcsscxx")
    build(game, "c1:0,0 s1:1,0 s1:2,0 c3:3,0")
    aside(game, 3)
    assert game.offer() == 3
    game.apply(KEEP)
    assert game.scores == [0, 0, 0]
    assert (game.to_move, game.to_roll()) == (1, 8)
    keep_turn(game)
    assert (game.to_move, game.to_roll()) == (2, 7)


def test_D33_two_closed_dice_beside_an_open_city_score_nothing() -> None:
    game = DiceGame(2)
    throw(game, "ssrtkkkkk")
    build(game, "s1:0,0 s1:1,0 r2:2,0 t1:2,1")
    aside(game, 1)
    throw(game, "xxkk")
    throw(game, "cc")
    build(game, "c1:0,3 c3:1,3")
    assert [city[:2] for city in game.layout.cities()] == [(4, 3), (2, 0)]
    assert game.whereabouts() == (0, 6, 1, 2, 0)
    game.apply(SCORE)
    assert game.scores == [0, 0]


def test_D34_the_pad_has_every_turn_of_every_player() -> None:
    game = DiceGame(2, first=1)
    city_turn(game, 5)
    keep_turn(game)
    pass_turn(game)
    city_turn(game, 4)
    assert list(game.turns) == [6, ENDED_KEPT << 6, 0, 6]
    for player in range(2):
        own = [game.turns[i] & 63 for i in range(4) if (1 + i) % 2 == player]
        assert sum(own) == game.scores[player]
    assert game.scores == [6, 6]


def test_the_table_shows_the_turn_that_ended_until_the_next_roll() -> None:
    game = DiceGame(2)
    city_turn(game, 4)
    assert (game.to_move, game.player, game.roll) == (1, 0, 0)
    assert len(game.layout) == 4
    assert game.offer() == 0
    game.apply(ROLL)
    assert (len(game.layout), game.passed, game.aside, game.player) == (0, 0, 0, 1)
