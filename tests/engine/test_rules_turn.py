"""Rows D7 to D16 and D25a: rolling, setting aside, building, taking back, the end of a turn."""

import pytest

from engine.contract import CHANCE
from engine.dice.faces import CATAPULT
from engine.dice.faces import KNIGHT as KNIGHT_FACE
from engine.dice.game import DiceGame
from engine.dice.layout import BUILD
from engine.dice.terms import (
    EVENT_NO_CITY,
    EVENT_PASSED,
    KEEP,
    KNIGHT,
    NOTHING,
    ROLL,
    SCORE,
)
from tests.engine.helpers import action, aside, build, keep_turn, outcome, pass_turn, throw


def refused(game: DiceGame, what: int, reason: str) -> None:
    """The action is refused for this reason and changes nothing."""
    before = game.pack()
    with pytest.raises(ValueError, match=reason):
        game.apply(what)
    assert game.pack() == before
    assert what not in game.legal_actions()


def test_D7_every_die_passed_on_is_rolled() -> None:
    game = DiceGame(3)
    assert game.legal_actions() == [ROLL]
    assert game.to_roll() == 9
    keep_turn(game)  # player 0 keeps one
    assert (game.to_move, game.to_roll()) == (1, 8)
    pass_turn(game)
    assert (game.to_move, game.to_roll()) == (2, 8)


def test_D7_an_own_kept_knight_is_rolled_and_not_aside() -> None:
    game = DiceGame(2)
    keep_turn(game)
    pass_turn(game)
    assert (game.to_move, game.to_roll()) == (0, 9)
    throw(game, "cccccccck")
    assert (game.aside, game.hand[KNIGHT_FACE], sum(game.kept)) == (0, 1, 0)
    assert game.doubled


def test_D8_three_rolls_at_most_and_stopping_after_any() -> None:
    for rolls in (1, 2, 3):
        game = DiceGame(2)
        for n in range(rolls):
            assert game.roll == n
            throw(game, "kkkkkkkkk")
            assert game.roll == n + 1
            assert SCORE in game.legal_actions()
        if rolls == 3:
            refused(game, ROLL, "three rolls")
        game.apply(SCORE)
        assert (game.to_move, game.roll) == (1, 0)


def test_D9_catapults_leave_at_once_to_the_next_player() -> None:
    game = DiceGame(2)
    throw(game, "xxkkkkkcc")
    assert (game.passed, game.hand[CATAPULT], game.to_roll()) == (2, 0, 7)
    assert game.events == [(EVENT_PASSED, 0, 0, 2)]
    assert game.rolled.count(CATAPULT) == 2
    throw(game, "xkkkkkk")
    assert (game.passed, game.to_roll()) == (3, 6)
    assert game.whereabouts() == (6, 0, 0, 3, 0)
    game.apply(SCORE)
    assert (game.to_move, game.to_roll(), game.scores) == (1, 9, [0, 0])


def test_D10_a_knight_is_set_aside_or_rolled_again() -> None:
    game = DiceGame(2)
    throw(game, "kkkcccccc")
    aside(game, 1)
    assert (game.aside, game.to_roll()) == (1, 8)
    throw(game, "cccccccc")
    assert game.aside == 1
    refused(game, KNIGHT, "no knight")


def test_D11_a_city_face_is_built_or_rolled_again() -> None:
    game = DiceGame(2)
    throw(game, "csrtckkkk")
    build(game, "c0:0,0 s0:0,-1")
    assert game.to_roll() == 7
    throw(game, "kkkkkkk")
    assert [cell[:2] for cell in game.layout.cells()] == [(0, 0), (0, -1)]


def test_D11_only_dice_of_the_hand_are_built() -> None:
    game = DiceGame(2)
    throw(game, "ckkkkkkkk")
    refused(game, action("t0:0,0"), "no such die")
    build(game, "c0:0,0")
    refused(game, action("c2:0,-1"), "no such die")


def test_D12_all_dice_may_be_rolled_again() -> None:
    game = DiceGame(2)
    throw(game, "csrtckkkk")
    assert game.legal_actions()[0] == ROLL
    throw(game, "sssssssss")
    assert game.to_roll() == 9


def test_D13_a_misfit_is_refused() -> None:
    game = DiceGame(2)
    throw(game, "cckkkkkkk")
    build(game, "c0:0,0")
    refused(game, action("c0:0,-1"), "city side")


def test_D14_new_groups_are_offered_and_far_ones_refused() -> None:
    game = DiceGame(2)
    throw(game, "ccckkkkkk")
    build(game, "c0:0,0")
    assert action("c1:3,3") in game.legal_actions()
    refused(game, action("c1:4,0"), "too far")
    build(game, "c1:3,3")
    assert action("c1:6,6") in game.legal_actions()


def test_D15_taking_back_goes_to_the_last_roll_and_no_further() -> None:
    game = DiceGame(2)
    throw(game, "cckkkkkkk")
    states = [game.pack()]
    for step in (action("c0:0,0"), KNIGHT, action("c2:0,-1"), KNIGHT):
        game.apply(step)
        states.append(game.pack())
    for state in reversed(states[:-1]):
        assert game.can_undo()
        game.undo()
        assert game.pack() == state
    assert not game.can_undo()
    with pytest.raises(ValueError, match="nothing to take back"):
        game.undo()
    assert game.pack() == states[0]


def test_F31_D15_never_past_a_roll() -> None:
    game = DiceGame(2)
    assert not game.can_undo()
    throw(game, "cckkkkkkk")
    build(game, "c0:0,0")
    game.apply(ROLL)
    assert game.to_move == CHANCE and not game.can_undo()
    with pytest.raises(ValueError):
        game.undo()
    game.apply(outcome("kkkkkkkk"))
    assert not game.can_undo()
    assert len(game.layout) == 1


def test_D15_after_the_last_roll_until_the_score_is_confirmed() -> None:
    game = DiceGame(2)
    throw(game, "kkkkkkkkk")
    throw(game, "kkkkkkkkk")
    throw(game, "cckkkkkkk")
    build(game, "c0:0,0")
    aside(game, 1)
    game.undo()
    game.undo()
    build(game, "c1:0,0")
    game.apply(SCORE)
    assert not game.can_undo()
    with pytest.raises(ValueError):
        game.undo()


def test_D16_F29_no_die_left_to_roll_and_the_player_confirms() -> None:
    game = DiceGame(2)
    throw(game, "cckkkkkkk")
    build(game, "c0:0,0 c2:0,-1")
    aside(game, 7)
    assert game.to_roll() == 0
    assert game.legal_actions() == [SCORE, KEEP, NOTHING]
    refused(game, ROLL, "no die is left")
    assert game.can_undo()
    game.undo()
    assert ROLL in game.legal_actions()


def test_D16_after_the_third_roll_the_player_confirms() -> None:
    game = DiceGame(2)
    for _ in range(3):
        throw(game, "ckkkkkkkk")
    assert (game.to_move, game.roll) == (0, 3)
    assert SCORE in game.legal_actions()


def test_D25a_a_turn_has_at_least_one_roll() -> None:
    game = DiceGame(2)
    assert game.legal_actions() == [ROLL]
    for what in (KNIGHT, SCORE, KEEP, NOTHING, action("c0:0,0")):
        refused(game, what, "begins with a roll")


def test_D25a_knights_and_dice_go_on_after_the_last_roll() -> None:
    game = DiceGame(2)
    for _ in range(3):
        throw(game, "ckkkkkkkk")
    assert KNIGHT in game.legal_actions()
    build(game, "c0:0,0")
    aside(game, 3)
    game.apply(KEEP)
    assert game.kept[0] == 1


def test_D25a_fewer_than_nine_dice_all_catapults_end_with_nothing() -> None:
    game = DiceGame(2)
    keep_turn(game)
    throw(game, "xxxxxxxx")
    assert game.winner() == -1
    assert game.legal_actions() == [SCORE]
    game.apply(SCORE)
    assert game.events == [(EVENT_NO_CITY, 1, 0, 0)]
    assert (game.to_move, game.to_roll()) == (0, 9)


def test_D25a_no_closed_city_scores_nothing() -> None:
    game = DiceGame(2)
    throw(game, "sckkkkkkk")
    build(game, "s0:0,0 c2:0,-1")
    assert game.offer() == 0
    game.apply(SCORE)
    assert game.events == [(EVENT_NO_CITY, 0, 0, 0)]
    assert game.scores == [0, 0]


def test_chance_takes_its_outcomes_only() -> None:
    game = DiceGame(2)
    assert game.chance_count() == 0
    game.apply(ROLL)
    assert game.to_move == CHANCE
    assert game.legal_actions() == []
    assert game.chance_count() == 6**9
    before = game.pack()
    for wrong in (-1, 6**9):
        with pytest.raises(ValueError, match="outcome"):
            game.apply(wrong)
    assert game.pack() == before
    game.apply(outcome("csrtkxcsr"))
    assert list(game.rolled) == [0, 1, 2, 3, 4, 5, 0, 1, 2]
    assert list(game.hand) == [2, 2, 2, 1, 1, 0]


def test_unknown_actions_are_refused() -> None:
    game = DiceGame(2)
    throw(game, "csrtkkkkk")
    for wrong in (-1, -30, 5, BUILD - 1, BUILD + 49 * 49 * 14, 65535, 1 << 30):
        refused(game, wrong, "action")


def test_the_listing_comes_in_pieces_and_in_the_same_order() -> None:
    game = DiceGame(2)
    throw(game, "csrtsrtkk")
    build(game, "s0:0,0 r0:3,3 t1:-3,3")
    whole = game.legal_actions()
    out: list[int] = []
    grown = [len(out) for _ in game.scan(out)]
    assert out == whole
    assert len(grown) > 3
    steps = [b - a for a, b in zip(grown, [*grown[1:], len(out)], strict=True)]
    assert max(steps) < 500
    build(game, "t0:1,2")
    game.undo()
    assert game.legal_actions() == whole
    assert DiceGame.unpack(game.pack()).legal_actions() == whole
