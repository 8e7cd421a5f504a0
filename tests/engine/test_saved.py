"""A packed game is small, comes back whole, and bad bytes never load."""

import pytest

from engine.contract import CHANCE, seal, unseal
from engine.dice import saved
from engine.dice.game import DiceGame
from engine.dice.terms import KEEP, KNIGHT, NOTHING, ROLL, SCORE
from tests.engine.helpers import aside, build, city_turn, keep_turn, pass_turn, throw

# Places in the packed body
WHO, ROLLS, TABLE, COUNTS, KNIGHTS, THROW = 0, 1, 2, 3, 4, 6
BUILDS = 9


def middle() -> DiceGame:
    """A game in the middle of a turn: five dice built, one of them before this roll."""
    game = DiceGame(3, 1)
    city_turn(game, 5)
    keep_turn(game)
    pass_turn(game)
    throw(game, "cxsrtkkk")
    build(game, "s1:0,0")
    throw(game, "cxsrtk")
    build(game, "c1:-1,0 r2:1,0")
    aside(game, 1)
    build(game, "t0:3,3")
    return game


def body_of(game: DiceGame) -> bytearray:
    return bytearray(unseal(saved.KIND, saved.VERSION, game.pack()))


def refused(body: bytes | bytearray) -> None:
    """A body with a right checksum that is no state of a game: said by our own checks."""
    with pytest.raises(ValueError, match="packed dice game|can play|cannot begin"):
        DiceGame.unpack(seal(saved.KIND, saved.VERSION, bytes(body)))


def test_a_game_in_mid_turn_comes_back_whole() -> None:
    game = middle()
    again = DiceGame.unpack(game.pack())
    for name, value in vars(game).items():
        if name not in ("layout", "events"):
            assert getattr(again, name) == value, name
    assert again.layout.cells() == game.layout.cells()
    assert again.layout.box() == game.layout.box()
    assert again.legal_actions() == game.legal_actions()
    while game.can_undo():
        assert again.can_undo()
        game.undo()
        again.undo()
        assert again.pack() == game.pack()
    assert not again.can_undo()


def test_a_game_before_a_throw_comes_back() -> None:
    game = middle()
    game.apply(ROLL)
    again = DiceGame.unpack(game.pack())
    assert (again.to_move, again.player, again.roll) == (CHANCE, 1, 3)
    assert again.chance_count() == game.chance_count() == 6
    game.apply(4)
    again.apply(4)
    assert again.pack() == game.pack()


@pytest.mark.parametrize("end", [SCORE, KEEP, NOTHING])
def test_what_ended_the_last_turn_is_known_again(end: int) -> None:
    game = DiceGame(2)
    throw(game, "kkkccccss")
    build(game, "c1:0,0 s1:1,0 c3:2,0")
    aside(game, 3)
    game.apply(end)
    again = DiceGame.unpack(game.pack())
    assert again.events == game.events
    assert again.layout.cells() == game.layout.cells()
    assert (again.to_move, again.player) == (1, 0)


def test_a_new_game_is_packed_in_twenty_bytes() -> None:
    assert len(DiceGame(2).pack()) == 20


def test_a_long_game_is_packed_in_a_few_hundred_bytes() -> None:
    game = DiceGame(5, 2)
    for _ in range(400):
        pass_turn(game)
    assert len(game.pack()) <= 240
    assert DiceGame.unpack(game.pack()).turns == game.turns


def test_another_version_is_refused() -> None:
    body = bytes(body_of(middle()))
    with pytest.raises(ValueError, match="version"):
        DiceGame.unpack(seal(saved.KIND, saved.VERSION + 1, body))
    with pytest.raises(ValueError, match="kind"):
        DiceGame.unpack(seal(saved.KIND + 1, saved.VERSION, body))


def test_cut_and_flipped_bytes_are_refused() -> None:
    data = middle().pack()
    for end in range(len(data)):
        with pytest.raises(ValueError):
            DiceGame.unpack(data[:end])
    for bit in range(len(data) * 8):
        bad = bytearray(data)
        bad[bit // 8] ^= 1 << bit % 8
        with pytest.raises(ValueError):
            DiceGame.unpack(bytes(bad))


def test_a_body_of_another_length_is_refused() -> None:
    body = bytes(body_of(middle()))
    for end in range(len(body)):
        refused(body[:end])
    refused(body + b"\0")


@pytest.mark.parametrize(
    ("at", "value"),
    [
        (WHO, 1 | 1 << 3),  # one player
        (WHO, 6 | 1 << 3),  # six players
        (WHO, 3 | 3 << 3),  # player 3 of three begins
        (WHO, 3 | 1 << 3 | 2 << 6),  # between turns, yet a roll is counted
        (WHO, 3 | 1 << 3 | 3 << 6),  # over, yet nobody has won
        (ROLLS, 0 | 4 << 4),  # no roll
        (ROLLS, 4 | 4 << 4),  # a fourth roll
        (ROLLS, 1 | 4 << 4),  # dice of an earlier roll in the first
        (ROLLS, 2 | 10 << 4),  # ten steps
        (ROLLS, 2 | 5 << 4),  # more builds than lie there
        (TABLE, 0 | 2 << 4),  # a knight step, but none aside
        (TABLE, 2 | 2 << 4),  # ten dice
        (TABLE, 1 | 0 << 4),  # fewer passed than this roll shows
        (TABLE, 1 | 9 << 4),  # nine passed
        (TABLE, 3 | 0 << 4),  # nine dice, yet fewer passed than this roll shows
        (COUNTS, 6 | 10 << 4),  # ten built
        (COUNTS, 10 | 4 << 4),  # ten thrown
        (COUNTS, 5 | 4 << 4),  # a throw too long for its dice
        (KNIGHTS, 0b10000),  # a knight beyond the steps
        (KNIGHTS, 0b0011),  # two knights, one in the throw
        (KNIGHTS + 1, 1),
        (THROW + 2, 255),  # a throw beyond six dice
        (BUILDS, 3),  # a first die that is not at the origin, or no build at all
        (BUILDS + 2, 99),  # a die that does not fit
    ],
)
def test_values_out_of_range_are_refused_with_a_right_checksum(at: int, value: int) -> None:
    body = body_of(middle())
    assert body[at] != value
    body[at] = value
    refused(body)


def test_a_pad_that_cannot_be_is_refused() -> None:
    game = DiceGame(2)
    city_turn(game, 9)
    pass_turn(game)
    body = body_of(game)
    first_turn = len(body) - 1
    assert body[first_turn] == 10  # the code of 28 points
    for code in (2, 13, 14 << 4 | 10, 12 << 4 | 10):
        # Two points without doubling; a win before the end; a last turn of another kind
        bad = bytearray(body)
        bad[first_turn] = code
        refused(bad)
    bad = bytearray(body)
    bad[first_turn - 2] = 1
    refused(bad)  # a turn's half byte beyond their number


def test_a_half_byte_beyond_the_last_turn_is_refused() -> None:
    game = DiceGame(2)
    city_turn(game, 5)
    body = body_of(game)
    body[-1] |= 0x10
    refused(body)


def test_a_turn_after_the_winning_one_is_refused() -> None:
    game = DiceGame(2)
    for size in (9, 5):
        city_turn(game, size)
        pass_turn(game)
    body = body_of(game)
    assert body[-1] == 4  # the codes of six points and of none
    body[-1] = 10  # 28 again: won, and yet a turn follows
    body[WHO] |= 3 << 6
    body[ROLLS] |= 1
    refused(body)


def test_odd_points_in_a_doubled_turn_are_refused() -> None:
    game = DiceGame(2)
    keep_turn(game)
    pass_turn(game)
    city_turn(game, 5)
    pass_turn(game)
    body = body_of(game)
    assert body[-1] == 6  # the code of twelve points
    body[-1] = 3
    refused(body)


def test_nothing_by_choice_needs_a_closed_city() -> None:
    game = DiceGame(2)
    keep_turn(game)
    body = body_of(game)
    assert body[-1] == 14
    body[-1] = 15
    refused(body)


def test_a_throw_with_a_digit_too_many_is_refused() -> None:
    body = body_of(middle())
    throw_number = int.from_bytes(body[THROW:BUILDS], "little") + 6**6
    body[THROW:BUILDS] = throw_number.to_bytes(3, "little")
    refused(body)


def test_a_built_die_that_was_not_thrown_is_refused() -> None:
    body = body_of(middle())
    body[THROW] += 1  # the first die shows a straight, and the cap it was is built
    refused(body)


def test_nine_catapults_in_a_turn_that_goes_on_are_refused() -> None:
    game = DiceGame(2)
    throw(game, "xxxxxxxxk")
    body = body_of(game)
    body[THROW:BUILDS] = (6**9 - 1).to_bytes(3, "little")
    body[TABLE] = 9 << 4
    refused(body)


def test_nine_catapults_score_no_points() -> None:
    game = DiceGame(2)
    throw(game, "x" * 9)
    body = body_of(game)
    body[-1] = 3
    refused(body)


def test_dice_on_the_table_before_the_first_throw_are_refused() -> None:
    game = DiceGame(2)
    game.apply(ROLL)
    body = body_of(game)
    body[TABLE] = 3
    refused(body)


def test_points_that_do_not_fit_the_table_are_refused() -> None:
    game = DiceGame(2)
    city_turn(game, 5)
    body = body_of(game)
    body[-1] = 3  # three points for five dice
    refused(body)


def test_a_start_with_dice_on_the_table_is_refused() -> None:
    body = body_of(DiceGame(2))
    body[TABLE] = 1
    refused(body)


def test_a_throw_with_no_dice_to_throw_is_refused() -> None:
    game = DiceGame(2)
    game.apply(ROLL)
    body = body_of(game)
    body[TABLE] = 9
    refused(body)


def test_nine_catapults_come_back() -> None:
    game = DiceGame(2)
    throw(game, "x" * 9)
    again = DiceGame.unpack(game.pack())
    assert (again.winner(), again.to_move, again.turns) == (0, -2, game.turns)
    assert again.events == game.events[-1:]


def test_undo_after_coming_back_takes_back_a_knight() -> None:
    game = DiceGame(2)
    throw(game, "kkkkkkkkk")
    aside(game, 2)
    again = DiceGame.unpack(game.pack())
    assert again.steps == [KNIGHT, KNIGHT]
    again.undo()
    assert again.aside == 1
