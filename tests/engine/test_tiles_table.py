"""The table of tiles: what it holds, that it holds together, and that a damaged one is refused."""

from collections import Counter
from pathlib import Path

import pytest

from engine.tiles import table
from engine.tiles.table import (
    BOARD,
    COUNT,
    HALF,
    KINDS,
    PARTS,
    ROADS,
    ROW,
    SHIELDS,
    SIDE,
    TABLE,
    VARIANTS,
    code_of,
    codes_of,
    counts,
    kind_of,
)
from engine.tiles.terms import BASE, CITY, CLOISTER, FIELD, HOUSE, MIX, ROAD, SHORT, WHEEL
from tests.engine.tiles_hand import names, variant
from tools import tiles as maker

CLOSED, TOWN, STREET, GREEN = range(4)
NOWHERE = 255


def row(kind: int) -> bytes:
    """What the table says of a kind."""
    return TABLE[kind * ROW : (kind + 1) * ROW]


def edge(kind: int, side: int) -> int:
    """What an edge is."""
    return row(kind)[0] >> 2 * side & 3


def test_T13_edges_agree_with_the_features_and_half_edges_are_parted() -> None:
    for kind in range(KINDS):
        sides = row(kind)[SIDE : SIDE + 4]
        halves = row(kind)[HALF : HALF + 8]
        for side in range(4):
            what = edge(kind, side)
            green = [half for half in halves[2 * side : 2 * side + 2] if half != NOWHERE]
            assert len(green) == (2 if what in (STREET, GREEN) else 0)
            assert all(kind_of(kind, half) == FIELD for half in green)
            if what in (TOWN, STREET):
                assert kind_of(kind, sides[side]) == (CITY if what == TOWN else ROAD)
            else:
                assert sides[side] == NOWHERE
            if what == GREEN:
                assert green[0] == green[1]


def test_T13_a_road_through_an_edge_parts_the_field_there_on_every_tile() -> None:
    ends = 0
    for kind in range(BOARD):
        for side in range(4):
            if edge(kind, side) == STREET:
                left, right = row(kind)[HALF + 2 * side : HALF + 2 * side + 2]
                ends += left == right
    # Only where a road ends beside a cloister does the field go round its end.
    assert ends == 1


def test_every_feature_of_a_tile_has_a_place() -> None:
    for kind in range(BOARD):
        used = {at for at in row(kind)[SIDE : HALF + 8] if at != NOWHERE}
        for local in range(row(kind)[PARTS]):
            assert (local in used) == (kind_of(kind, local) != CLOISTER)
        assert len(names(kind)) == len(set(names(kind))) == row(kind)[PARTS]


def test_no_tile_has_more_features_than_a_listing_looks_at() -> None:
    assert max(row(kind)[PARTS] for kind in range(KINDS)) == 8


def test_fields_border_cities_of_their_own_tile_only() -> None:
    bordered = 0
    for kind in range(KINDS):
        cities = row(kind)[ROADS]
        fields = row(kind)[PARTS] - row(kind)[ROADS + 2]
        for nth in range(4):
            touches = row(kind)[18 + nth // 2] >> nth % 2 * 4 & 15
            assert touches < 1 << cities
            assert nth < fields or not touches
            bordered += touches.bit_count()
    assert bordered == 41


@pytest.mark.parametrize(
    ("way", "drawn"), [(WHEEL, 72), (SHORT, 19), (HOUSE, 71), (BASE, 71), (MIX, 81)]
)
def test_W18_W19_W20_W21_W22_tiles_are_drawn(way: int, drawn: int) -> None:
    assert sum(counts(way)) == drawn


def test_T15_W20_W21_the_start_is_one_of_the_four_tiles_D() -> None:
    assert [counts(way)[variant("D")] for way in (WHEEL, HOUSE, BASE, MIX)] == [4, 3, 3, 4]


def test_W14_nineteen_tiles_bear_a_number() -> None:
    for way in (WHEEL, SHORT, HOUSE, MIX):
        found: Counter[int] = Counter()
        for at in range(COUNT):
            found[VARIANTS[at] >> 6] += counts(way)[at]
        assert [found[number] for number in (1, 2, 3)] == [11, 5, 3]
        assert sum(number * found[number] for number in found) == 30
        assert found[0] == sum(counts(way)) - 19
    assert all(not counts(BASE)[at] for at in range(COUNT) if VARIANTS[at] >> 6)


def test_W19_only_numbered_tiles_in_the_short_game() -> None:
    assert all(not counts(SHORT)[at] for at in range(COUNT) if not VARIANTS[at] >> 6)


def test_W22_the_mix_is_the_base_set_and_the_nine_special_kinds() -> None:
    base, mix, wheel = counts(BASE), counts(MIX), counts(WHEEL)
    for kind in range(BOARD):
        here = [at for at in range(COUNT) if VARIANTS[at] & 63 == kind]
        of_base = sum(base[at] for at in here) + (kind == table.TILE_D)
        assert sum(mix[at] for at in here) == (of_base if kind < table.LETTERS else 1)
        assert [mix[at] for at in here if VARIANTS[at] >> 6] == [
            wheel[at] for at in here if VARIANTS[at] >> 6
        ]


def test_base_and_wheel_set_by_kind() -> None:
    kinds = [tile for tile in maker.read(maker.SOURCE.read_text()) if not tile.square]
    assert len(kinds) == BOARD
    assert sum(tile.base for tile in kinds) == sum(tile.wheel for tile in kinds) == 72
    assert [tile.base for tile in kinds[:24]] == [
        2, 4, 1, 4, 5, 2, 1, 3, 2, 3, 3, 3, 2, 3, 2, 3, 1, 3, 2, 1, 8, 9, 4, 1,
    ]  # fmt: skip
    shields = [
        tile.name for tile, kind in zip(kinds, range(BOARD), strict=True) if row(kind)[SHIELDS]
    ]
    assert shields == ["C", "F", "M", "O", "Q", "S"]


def test_variants_are_sorted_and_each_once() -> None:
    order = [(VARIANTS[at] & 63, VARIANTS[at] >> 6) for at in range(COUNT)]
    assert order == sorted(set(order))
    for at in range(COUNT):
        assert any(counts(way)[at] for way in range(5))


def test_a_turned_tile_shows_its_sides_a_quarter_on() -> None:
    for kind in range(KINDS):
        for turn in range(4):
            code = code_of(kind, turn)
            assert codes_of(kind)[turn] == code
            for side in range(4):
                assert code >> 2 * (side + turn & 3) & 3 == edge(kind, side)


def test_W16_the_squares_of_the_board_are_closed_inside() -> None:
    for at in range(16):
        x, y = at % 4, at // 4
        outside = [y == 0, x == 3, y == 3, x == 0]
        for side in range(4):
            assert (edge(BOARD + at, side) != CLOSED) == outside[side]


def test_the_file_is_what_the_maker_makes(capsys: pytest.CaptureFixture[str]) -> None:
    assert maker.main(["--check"]) == 0
    assert capsys.readouterr().out == ""


def test_the_maker_says_when_the_file_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(maker, "ROOT", tmp_path)
    monkeypatch.setattr(maker, "OUT", tmp_path / "tiles.bin")
    monkeypatch.setattr(maker, "SOURCE", tmp_path / "tiles.txt")
    (tmp_path / "tiles.txt").write_text(SOURCE)
    assert maker.main(["--check"]) == 1
    assert "run the tool" in capsys.readouterr().out
    assert maker.main([]) == 0
    assert maker.main(["--check"]) == 0
    assert (tmp_path / "tiles.bin").read_bytes() == Path(table.FILE).read_bytes()
    (tmp_path / "tiles.txt").write_text(SOURCE.replace("base 9", "base 10"))
    assert maker.main([]) == 1
    assert "73 tiles in the base set" in capsys.readouterr().out


SOURCE = maker.SOURCE.read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("tile C   CCCC", "tile C   CCCF", "C: edge W is 'F' and has 1 cities"),
        ("tile E   CFFF", "tile E   CRFF", "E: edge E is 'R' and has 0 cities, 0 roads"),
        ("field EL WR at N", "field EL at N", "D: half edge WR of an edge 'R' has 0 fields"),
        ("field EL WR at N", "field EL WR SL at N", "D: half edge SL"),
        ("field EL WR at N", "field EL WR at S", "D: a field borders the city of S"),
        ("field EL WR at N", "field EL WR XX at N", "a place that is none"),
        ("  road S\n  cloister", "  cloister\n  road S", "A: features stand in the order"),
        ("city N E S W shield", "city N E S W\n  city shield", "only the first city"),
        ("city N E S W shield", "castle N E S W", "no such feature"),
        ("numbers 1 1\n", "numbers 1 4\n", "a number that the wheel has not"),
        ("numbers 1 1\n", "numbers 1 2\n", "the numbers of the wheel"),
        ("numbers 1 1\n", "numbers 1 1 1\n", "N: more numbers than tiles"),
        ("base 3  wheel 2  numbers", "base 1  wheel 2  numbers", "fewer tiles in the base set"),
        ("base 3  wheel 2  numbers", "base 3  wheel x  numbers", "invalid literal"),
        ("base 3  wheel 2  numbers", "base 3  wheel 1  numbers", "71 tiles in the wheel set"),
        ("square 1 1  ....\n", "", "do not stand behind the tiles"),
        ("field SL SR farm B", "field SL SR", "belong to the farms A, B, C"),
        ("field SL SR farm B", "field SL SR farm D", "belong to the farms A, B, C"),
    ],
)
def test_a_table_that_does_not_hold_together_is_named(old: str, new: str, says: str) -> None:
    assert old in SOURCE
    with pytest.raises(maker.TableError, match=says):
        maker.build(maker.read(SOURCE.replace(old, new, 1)))


def test_the_table_as_it_is_has_no_fault() -> None:
    assert maker.faults(maker.read(SOURCE)) == []


def damaged(path: Path, data: bytes) -> None:
    """The table is refused and its file named."""
    file = path / "tiles.bin"
    file.write_bytes(data)
    with pytest.raises(ValueError, match="damaged: .*tiles.bin"):
        table.load(str(file))


def test_a_damaged_table_is_named_and_refused(tmp_path: Path) -> None:
    data = Path(table.FILE).read_bytes()
    assert table.load(table.FILE) == data[3:-4]
    for at in (*range(0, len(data), 97), len(data) - 1):
        damaged(tmp_path, data[:at] + bytes((data[at] ^ 1 << at % 8,)) + data[at + 1 :])
    for other in (b"", data[:3], data[:-1], data + b"\0", bytes(len(data))):
        damaged(tmp_path, other)


def test_a_table_of_another_version_is_refused(tmp_path: Path) -> None:
    data = b"KT2" + Path(table.FILE).read_bytes()[3:-4]
    damaged(tmp_path, data + maker.crc32(data).to_bytes(4, "little"))


def test_a_missing_table_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="missing or damaged: .*nothing.bin"):
        table.load(str(tmp_path / "nothing.bin"))
