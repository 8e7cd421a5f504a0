"""The landscape: rows T2, T11 to T13, the wheel board W16 and W17, and taking a tile off again."""

from random import Random

import pytest

from engine.contract import OVER
from engine.tiles.game import TileGame
from engine.tiles.landscape import Landscape, place_action, split_place
from engine.tiles.scoring import cities, measure
from engine.tiles.table import BOARD, COUNT, PARTS, ROW, TABLE, TILE_D, VARIANTS, counts
from engine.tiles.terms import (
    BASE,
    CITY,
    CLOISTER,
    END,
    FIELD,
    FOLLOW,
    HOUSE,
    MIX,
    PLACE,
    ROAD,
    VARIANT,
    WHEEL,
)
from tests.engine.tiles_hand import node_at, variant
from tests.engine.tiles_laid import begin, land_picture, lay, place, stand, turn

# The outer edges of the board clockwise from the top left: square (row, column), side, type, and
# what each half edge belongs to, left hand first (W16).
RIM = """
0 0 N city P
0 1 N field C C
0 2 N road C A 1
0 3 N field A A
0 3 E field A A
1 3 E field A A
2 3 E city Q
3 3 E field A A
3 3 S road A B 2
3 2 S field B B
3 1 S field B B
3 0 S city R
3 0 W city R
2 0 W field B B
1 0 W road B C 3
0 0 W field C C
"""
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def base() -> TileGame:
    """A game with tile D at (0, 0)."""
    return TileGame(2, way=HOUSE)


def one(land: Landscape, *nodes: str) -> bool:
    """Whether these are parts of one feature."""
    return len({land.label[node_at(land, node)] for node in nodes}) == 1


def test_actions_of_placing_tell_square_and_turn() -> None:
    seen = set()
    for x, y, quarters in ((0, 0, 0), (-82, 81, 3), (85, -81, 1), (0, 1, 2), (1, 0, 2)):
        action = place_action(x, y, quarters)
        assert split_place(action) == (x, y, quarters)
        assert 256 <= action < 1 << 30
        seen.add(action)
    assert len(seen) == 5


def test_T2_a_tile_fits_where_every_touching_edge_matches() -> None:
    land = base().land
    kind = VARIANTS[variant("E")] & 63
    assert not land.fits(kind, 0, 0, 0)  # a tile lies there
    assert not land.fits(kind, 0, 1, 1)  # touches a corner only
    assert [land.fits(kind, at, 0, -1) for at in range(4)] == [False, False, True, False]
    assert [land.fits(kind, at, 0, 1) for at in range(4)] == [False, True, True, True]
    assert [land.fits(kind, at, 1, 0) for at in range(4)] == [False] * 4
    # Between two tiles both must match.
    game = base()
    lay(game, "U 1,0 0; E 1,-1 3")
    assert [game.land.fits(kind, at, 0, -1) for at in range(4)] == [False, False, False, False]
    assert game.land.fits(VARIANTS[variant("I")] & 63, 2, 0, -1) is True
    assert game.land.fits(VARIANTS[variant("R")] & 63, 3, 0, -1) is False
    assert game.land.fits(VARIANTS[variant("N")] & 63, 2, 0, -1) is True


def test_T3_whether_a_tile_fits_anywhere_is_what_the_listing_says() -> None:
    game = base()
    land = game.land
    fit_nowhere: list[list[str]] = []
    for tiles in ("E 0,-1 2", "A 1,0 1", "A -1,0 3", "W 0,1 0"):
        lay(game, tiles)
        fit_nowhere.append([])
        for name in "ABCDEFGHIJKLMNOPQRSTUVWX":
            kind = VARIANTS[variant(name)] & 63
            game.hand = variant(name)
            game.phase = PLACE
            game.to_move = 0
            fits = land.fits_somewhere(kind)
            assert fits == (game.legal_actions() != [])
            if not fits:
                fit_nowhere[-1].append(name)
    assert fit_nowhere == [["C"], ["C"], list("CLOPSTX"), ["C"]]


def test_T11_a_tile_joins_features_and_their_followers() -> None:
    game = base()
    lay(game, "U 2,0 0")
    stand(game, 0, "0,0,rE")
    stand(game, 1, "2,0,rE")
    land = game.land
    assert not one(land, "0,0,rE", "2,0,rE")
    lay(game, "U 1,0 0")
    assert one(land, "0,0,rE", "1,0,rE", "2,0,rE")
    assert land.held[land.label[node_at(land, "1,0,rE")]] == 2
    assert one(land, "0,0,fER", "1,0,fER", "2,0,fER")
    assert one(land, "0,0,fEL", "1,0,fEL", "2,0,fEL")
    assert not one(land, "0,0,fEL", "0,0,fER")


def test_T11_a_follower_on_a_joined_feature_bars_the_others() -> None:
    game = base()
    turn(game, "U 1,0 0 rE")
    begin(game, "U")
    place(game, "2,0", 0)
    assert [game.land.kind_of(game.land.first[2] + local) for local in game.claimable()] == [
        FIELD,
        FIELD,
    ]


def test_T12_two_edges_of_a_tile_meet_again_further_away() -> None:
    """A city leaves a tile W and E and closes in a ring: the tile counts once."""
    game = base()
    lay(game, "G 0,1 0; N 1,1 3; N -1,1 2; N 1,2 0; M -1,2 1")
    land = game.land
    ends = ("1,2,cN", "-1,2,cN")
    assert one(land, "0,1,cE", "1,1,cN", "-1,1,cN", *ends)
    assert land.open[land.label[node_at(land, ends[0])]] == 2
    # H has two cities of its own, and both belong to the ring now.
    lay(game, "H 0,2 1")
    assert one(land, "0,2,cN", "0,2,cS", *ends)
    node = node_at(land, "0,1,cE")
    assert land.open[land.label[node]] == 0
    assert len(list(land.nodes(node))) == 7
    assert measure(land, node, 0) == (6, 1, 0, 14)


def test_T12_an_edge_that_meets_its_own_feature_closes_both_ends() -> None:
    game = base()
    lay(game, "V 0,1 3; V 1,1 0; V 1,2 1")
    land = game.land
    label = land.label[node_at(land, "1,1,rS")]
    assert land.open[label] == 2
    lay(game, "V 0,2 2")
    assert one(land, "0,1,rS", "1,1,rS", "0,2,rS", "1,2,rS")
    assert land.open[land.label[node_at(land, "0,1,rS")]] == 0
    land.unplace()
    assert land.open[land.label[node_at(land, "1,1,rS")]] == 2


def test_T13_left_half_meets_right_half() -> None:
    game = base()
    lay(game, "V 1,0 0")  # the road comes in from the west and leaves south
    land = game.land
    assert one(land, "0,0,fEL", "1,0,fEL")  # north of the road, round its outside
    assert one(land, "0,0,fER", "1,0,fSR")  # the corner within
    assert not one(land, "1,0,fEL", "1,0,fSR")


def test_T7_a_cloister_counts_its_missing_neighbours_down() -> None:
    game = base()
    lay(game, "B 0,1 0")
    land = game.land
    node = node_at(land, "0,1,m")
    assert land.cloister(1) == node
    assert land.cloister(0) == -1
    assert land.open[node] == 7
    lay(game, "B 1,1 0; B 5,5 0")
    assert land.open[node] == 6
    assert land.open[node_at(land, "1,1,m")] == 6
    land.unplace()
    lay(game, "B 1,2 0")
    assert land.open[node] == 5
    land.unplace()
    assert land.open[node] == 6


def rim() -> list[list[str]]:
    """The outer edges, word by word."""
    return [line.split() for line in RIM.split("\n") if line]


def beyond(line: list[str]) -> tuple[int, int]:
    """The square outside an edge of the board."""
    dx, dy = STEP[line[2]]
    return int(line[1]) + dx, int(line[0]) + dy


def test_W16_the_board_is_sixteen_squares_and_open_at_its_rim_only() -> None:
    land = TileGame(2).land
    assert land.count == 16
    for at in range(16):
        assert land.at(at % 4, at // 4) == at
        assert land.kinds[at] == BOARD + at
    squares = {beyond(line) for line in rim()}
    assert {((key & 255) - 128, (key >> 8) - 128) for key in land.frontier} == squares
    assert len(rim()) == len(squares) == 16


def test_W16_every_outer_edge_is_of_its_type() -> None:
    land = TileGame(2).land
    codes = {"city": 1, "road": 2, "field": 3}
    for line in rim():
        x, y = beyond(line)
        facing = ("NESW".index(line[2]) + 2) % 4
        need = land.frontier[(y + 128) << 8 | x + 128]
        assert need == (3 << 8 | codes[line[3]]) << 2 * facing


def half_nodes(land: Landscape, line: list[str]) -> list[int]:
    """The nodes at an outer edge: of the half edges for a field or road, then of city or road."""
    tile = land.at(int(line[1]), int(line[0]))
    side = "NESW".index(line[2])
    row = land.kinds[tile] * ROW
    at = [TABLE[row + 10 + 2 * side], TABLE[row + 11 + 2 * side], TABLE[row + 6 + side]]
    return [land.first[tile] + local for local in at if local != 255]


def test_W16_every_half_edge_belongs_to_its_farm_city_or_road() -> None:
    land = TileGame(2).land
    found: dict[str, set[int]] = {}
    for line in rim():
        nodes = half_nodes(land, line)
        assert len(nodes) == len(line) - 4
        for name, node in zip(line[4:], nodes, strict=True):
            found.setdefault(name, set()).add(land.label[node])
            assert land.kind_of(node) == (
                FIELD if name in "ABC" else CITY if name in "PQR" else ROAD
            )
    assert sorted(found) == ["1", "2", "3", "A", "B", "C", "P", "Q", "R"]
    assert all(len(labels) == 1 for labels in found.values())
    assert len(set.union(*found.values())) == 9


def test_W16_roads_and_city_R_count_their_square_as_one_tile() -> None:
    land = TileGame(2).land
    assert measure(land, node_at(land, "0,3,cS"), 0)[0] == 1
    assert land.open[land.label[node_at(land, "0,3,cS")]] == 2
    for road in ("2,0,rN", "3,3,rS", "0,1,rW"):
        assert measure(land, node_at(land, road), 0)[0] == 1
        assert land.open[land.label[node_at(land, road)]] == 1


def test_W16_squares_of_the_board_are_neighbours_of_a_cloister() -> None:
    game = TileGame(2)
    lay(game, "B 1,-1 0")
    assert game.land.open[node_at(game.land, "1,-1,m")] == 5
    lay(game, "B 4,4 0")
    assert game.land.open[node_at(game.land, "4,4,m")] == 7


def test_W17_farm_A_touches_Q_B_touches_R_C_touches_P_and_nothing_has_shields() -> None:
    game = TileGame(2)
    lay(game, "E 0,-1 2")
    land = game.land
    farms = {"A": "3,0,fEL", "B": "2,3,fSL", "C": "1,0,fNL"}
    assert {name: cities(land, node_at(land, at)) for name, at in farms.items()} == {
        "A": 0, "B": 0, "C": 1,
    }  # fmt: skip
    lay(game, "E 4,2 3")
    assert cities(land, node_at(land, farms["A"])) == 1
    lay(game, "E 0,4 0; E -1,3 1")
    assert cities(land, node_at(land, farms["B"])) == 1
    for city in ("0,0,cN", "3,2,cE", "0,3,cS"):
        assert measure(land, node_at(land, city), 0)[1] == 0
    assert measure(land, node_at(land, "0,3,cS"), 0)[0] == 3


def test_W17_roads_end_at_the_rim() -> None:
    land = TileGame(2).land
    labels = {land.label[node_at(land, road)] for road in ("2,0,rN", "3,3,rS", "0,1,rW")}
    assert len(labels) == 3


@pytest.mark.parametrize("way", [BASE, MIX])
def test_taking_a_tile_off_leaves_everything_as_it_was(way: int) -> None:
    chance = Random(way)
    game = TileGame(4, way=way, buildings=VARIANT)
    while game.to_move != OVER:
        count = game.chance_count()
        if count:
            game.apply(chance.randrange(count))
            continue
        legal = game.legal_actions()
        if game.phase == PLACE:
            before = land_picture(game.land)
            for action in chance.sample(legal, min(6, len(legal))):
                x, y, quarters = split_place(action)
                game.land.place(VARIANTS[game.hand] & 63, quarters, x, y)
                game.land.unplace()
                assert land_picture(game.land) == before
        if game.phase == FOLLOW and len(legal) > 1:
            legal = legal[1:]
        game.apply(chance.choice(legal))


def test_only_the_last_tile_is_taken_off_and_once() -> None:
    game = base()
    lay(game, "U 1,0 0; U 2,0 0")
    game.land.unplace()
    assert game.land.count == 2
    with pytest.raises(ValueError, match="no tile"):
        game.land.unplace()
    with pytest.raises(ValueError, match="no tile"):
        TileGame(2).land.unplace()


def test_the_order_of_placing_makes_no_difference_to_the_features() -> None:
    tiles = ["U 1,0 0", "V 2,0 0", "E 0,-1 2", "B 1,1 0", "W 2,1 3", "F 4,4 0", "R 3,0 1"]
    chance = Random(2)
    pictures = set()
    for _ in range(20):
        game = base()
        chance.shuffle(tiles)
        lay(game, "; ".join(tiles))
        land = game.land
        found: dict[int, set[tuple[int, int, int]]] = {}
        for node in range(land.first[land.count]):
            tile = land.owner[node]
            spot = (land.xs[tile], land.ys[tile], node - land.first[tile])
            found.setdefault(land.label[node], set()).add(spot)
        pictures.add(
            frozenset((frozenset(spots), land.open[label]) for label, spots in found.items())
        )
    assert len(pictures) == 1


@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_no_limit_on_the_extent_all_tiles_in_one_line(dx: int, dy: int) -> None:
    game = TileGame(2, way=MIX)
    x, y = (4 if dx > 0 else -1, 0) if dx else (0, 4 if dy > 0 else -1)
    for _ in range(81):
        game.land.place(1, 0, x, y)  # a field all round
        x, y = x + dx, y + dy
    land = game.land
    assert land.count == 97
    assert land.at(x - dx, y - dy) == 96
    assert land.at(x, y) == -1
    label = land.label[land.first[97] - 1]
    assert len([at for at in range(land.first[97]) if land.label[at] == label]) >= 81
    turned = {split_place(place_action(*split_place(256 + 4 * key)))[:2] for key in land.frontier}
    assert len(turned) == len(land.frontier)


def test_there_is_room_for_the_features_of_the_largest_game() -> None:
    most = 0
    for way in range(5):
        land = TileGame(2, way=way).land
        drawn = counts(way)
        tiles = land.count + sum(drawn)
        parts = [TABLE[(VARIANTS[at] & 63) * ROW + PARTS] for at in range(COUNT)]
        nodes = land.first[land.count]
        nodes += sum(count * size for count, size in zip(drawn, parts, strict=True))
        assert tiles <= len(land.xs) and nodes <= len(land.label)
        most = max(most, nodes)
    assert (len(land.xs), len(land.label)) == (97, most)


def test_T15_D_lies_unturned_at_the_middle_where_there_is_no_board() -> None:
    for way in (BASE, HOUSE):
        land = TileGame(2, way=way).land
        assert (land.count, land.kinds[0], land.turns[0], land.at(0, 0)) == (1, TILE_D, 0, 0)


def test_nodes_go_round_the_whole_feature_once() -> None:
    game = TileGame(2, way=WHEEL)
    chance = Random(11)
    while game.to_move != OVER:
        count = game.chance_count()
        game.apply(chance.randrange(count) if count else chance.choice(game.legal_actions()))
    land = game.land
    for node in range(land.first[land.count]):
        ring = list(land.nodes(node))
        assert ring[0] == node
        assert sorted(ring) == [
            at for at in range(land.first[land.count]) if land.label[at] == land.label[node]
        ]
        assert land.label[node] in ring
    assert any(land.kind_of(node) == CLOISTER for node in range(land.first[land.count]))
    assert END not in game.legal_actions()
