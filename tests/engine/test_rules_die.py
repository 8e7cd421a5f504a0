"""Rows D1 to D6, D13, D14, D20 and D21: the die, where it fits, and the cities."""

import pytest

from engine.dice import faces
from engine.dice.layout import BUILD, Layout, build_action, face_of, split_action
from tests.engine.helpers import CHAIN, LETTERS, action, layout, look
from tests.engine.reference import sides

ROUND = "NESW"


def drawn(which: int) -> set[str]:
    """City sides of a look, as letters."""
    return {ROUND[i] for i in range(4) if faces.SIDES[which] >> i & 1}


def looks_of(face: int) -> list[set[str]]:
    return [drawn(k) for k in range(faces.LOOKS) if faces.FACE_OF[k] == face]


def test_D1_cap_has_one_city_side() -> None:
    assert looks_of(faces.CAP) == [{"N"}, {"E"}, {"S"}, {"W"}]
    assert layout("c0:0,0 c2:0,-1").best_closed() == 2


def test_D2_straight_joins_opposite_sides() -> None:
    assert looks_of(faces.STRAIGHT) == [{"N", "S"}, {"E", "W"}]
    assert layout("s0:0,0 c2:0,-1 c0:0,1").best_closed() == 3


def test_D3_corner_joins_neighbouring_sides() -> None:
    assert looks_of(faces.CORNER) == [{"N", "E"}, {"E", "S"}, {"S", "W"}, {"W", "N"}]


def test_D4_T_joins_three_sides() -> None:
    assert looks_of(faces.TEE) == [
        {"N", "E", "W"},
        {"N", "E", "S"},
        {"E", "S", "W"},
        {"S", "W", "N"},
    ]


@pytest.mark.parametrize(("row", "face"), [("D5", faces.KNIGHT), ("D6", faces.CATAPULT)])
def test_D5_D6_knight_and_catapult_cannot_be_built(row: str, face: int) -> None:
    assert face not in faces.FACE_OF
    assert faces.FACES == 6


def test_looks_turn_clockwise_by_quarters() -> None:
    for face in range(4):
        first = faces.FIRST_LOOK[face]
        for turn in range(faces.TURNS[face]):
            which = first + turn
            assert faces.rotation(which) == turn * 90
            assert drawn(which) == sides(LETTERS[face], turn)
            assert drawn(faces.turned(which)) == sides(LETTERS[face], turn + 1)


def test_actions_say_look_and_place() -> None:
    seen = set()
    for x in (-24, -1, 0, 24):
        for y in (-24, 0, 3, 24):
            for which in range(faces.LOOKS):
                build = build_action(which, x, y)
                assert split_action(build) == (which, x, y)
                assert face_of(build) == faces.FACE_OF[which]
                assert BUILD <= build < 65536
                seen.add(build)
    assert len(seen) == 4 * 4 * 14


def test_D13_city_meets_city_and_blank_meets_blank() -> None:
    table = layout("s0:0,0")
    assert table.why_not(action("c2:0,-1")) == ""
    assert "city side" in table.why_not(action("c0:0,-1"))
    assert "city side" in table.why_not(action("c3:1,0"))
    assert table.why_not(action("c1:1,0")) == ""
    assert "built there" in table.why_not(action("s0:0,0"))


def test_D13_a_die_fits_all_its_neighbours_at_once() -> None:
    table = layout("r1:0,0 r2:1,0 r0:0,1")
    assert table.turns_at(faces.CORNER, 1, 1) == [look("r3")]
    assert table.turns_at(faces.CAP, 1, 1) == []
    assert table.turns_at(faces.STRAIGHT, 1, 1) == []
    assert table.turns_at(faces.TEE, 1, 1) == [look("t0"), look("t3")]


def test_D14_the_first_die_lies_at_the_origin() -> None:
    table = Layout()
    assert table.placements(faces.TEE) == [build_action(k, 0, 0) for k in range(10, 14)]
    assert table.placements(faces.STRAIGHT) == [build_action(k, 0, 0) for k in (4, 5)]
    assert "first die" in table.why_not(action("c0:1,0"))


def test_D14_a_new_group_starts_within_three_of_the_bounding_box() -> None:
    table = layout("s1:0,0 s1:1,0")
    places = {split_action(build)[1:] for build in table.placements(faces.CAP)}
    assert {x for x, _ in places} == set(range(-3, 5))
    assert {y for _, y in places} == set(range(-3, 4))
    assert (4, 3) in places and (-3, -3) in places and (2, 1) in places
    assert "too far" in table.why_not(action("c0:5,0"))
    assert "too far" in table.why_not(action("c0:0,4"))


def test_D14_the_box_is_of_all_dice_and_shrinks_when_one_is_taken_back() -> None:
    table = layout("c0:0,0 c0:3,3")
    assert table.box() == (0, 0, 3, 3)
    assert table.why_not(action("c0:6,6")) == ""
    table.take_back()
    assert table.box() == (0, 0, 0, 0)
    assert "too far" in table.why_not(action("c0:6,6"))


def test_D14_looks_that_look_alike_count_once() -> None:
    table = layout("c0:0,0")
    alone = [
        build for build in table.placements(faces.STRAIGHT) if split_action(build)[1:] == (3, 3)
    ]
    assert len(alone) == 2


def test_D14_reach_of_nine_dice_stays_on_the_grid() -> None:
    corners = ((1, 1), (1, -1), (-1, 1), (-1, -1), (1, 0), (0, -1))
    for dx, dy in corners:
        table = Layout()
        for i in range(9):
            build = build_action(0, dx * 3 * i, dy * 3 * i)
            if i:
                assert build in table.placements(faces.CAP)
            table.build(build)
        assert table.placements(faces.CAP) == []
        assert [city[:2] for city in table.cities()] == [(1, 1)] * 9
        for _ in range(9):
            table.take_back()
        assert len(table) == 0 and len(table.placements(faces.CAP)) == 4


def test_D14_two_dice_touching_with_blank_sides_are_two_cities() -> None:
    assert [city[:2] for city in layout("c0:0,0 c0:1,0").cities()] == [(1, 1), (1, 1)]


def test_D25a_touching_at_corners_is_no_touching() -> None:
    table = layout("c0:0,0")
    assert table.turns_at(faces.CAP, 1, 1) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("dice", "size"),
    [
        ("c1:0,0 c3:1,0", 2),
        ("r1:0,0 r2:1,0 r0:0,1 r3:1,1", 4),  # a ring of four corners
        ("r1:0,0 s1:1,0 r2:2,0 s0:0,1 s0:2,1 r0:0,2 s1:1,2 r3:2,2", 8),  # a ring around a gap
        ("t0:0,0 c2:0,-1 c1:-1,0 c3:1,0", 4),
        ("s0:0,0 c2:0,-1", 0),
        ("r1:0,0 r2:1,0 r0:0,1", 0),
    ],
)
def test_D20_closed_cities(dice: str, size: int) -> None:
    assert layout(dice).best_closed() == size


def test_D20_largest_closed_city_counts_beside_others() -> None:
    table = layout("c1:0,0 c3:1,0 s1:0,2 c1:-1,2 c3:1,2 s0:4,0 s0:4,1 s0:4,2 s0:4,3")
    assert [(size, opened) for size, opened, _ in table.cities()] == [(2, 0), (3, 0), (4, 2)]
    assert table.best_closed() == 3


def test_D20_city_at_names_its_dice() -> None:
    table = layout("c1:0,0 c0:0,2 c3:1,0")
    assert table.city_at(1, 0) == (2, 0, [(1, 0, look("c3")), (0, 0, look("c1"))])
    assert table.city_at(0, 2) == (1, 1, [(0, 2, look("c0"))])
    assert table.city_at(0, 1) is None
    assert table.city_at(99, 0) is None
    assert table.look_at(-99, 3) == -1


def test_D21_points_of_closed_cities() -> None:
    assert list(faces.POINTS) == [0, 0, 0, 1, 3, 6, 10, 15, 21, 28]
    for size in range(3, 10):
        dice = [*CHAIN.split()[: size - 1], f"c3:{size - 1},0"]
        assert layout(" ".join(dice)).best_closed() == size
