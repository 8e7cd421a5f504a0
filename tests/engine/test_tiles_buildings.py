"""Rows B1 to B15 and W23: the little buildings."""

from random import Random

import pytest

from engine.contract import OVER
from engine.tiles.game import TileGame
from engine.tiles.scoring import measure
from engine.tiles.terms import (
    BASE,
    CITY,
    CLAIM,
    CONFIRM,
    CROWN,
    END,
    FAMINE,
    FIELD,
    FOLLOW,
    HOUSE,
    INQUISITION,
    MIX,
    NONE,
    NORMAL,
    ROAD,
    SHORT,
    STORM,
    TAKE,
    TAXES,
    TOKEN,
    VARIANT,
    WHEEL,
)
from tests.engine.tiles_hand import node_at, put_action
from tests.engine.tiles_laid import (
    begin,
    last_tile,
    lay,
    place,
    refused,
    score_all,
    stand,
    token,
    turn,
)

SHED, TENANT, TOWER = range(3)  # a house is the second kind


def worth(game: TileGame, where: str) -> tuple[int, int, int, int]:
    """(tiles, extra, token points, points) of a feature as it lies."""
    return measure(game.land, node_at(game.land, where), game.house)


def beside(buildings: int, players: int = 2) -> TileGame:
    """A game that starts from tile D."""
    return TileGame(players, way=HOUSE, buildings=buildings)


@pytest.mark.parametrize(("players", "each"), [(2, 9), (3, 6), (4, 4), (5, 3), (6, 3)])
def test_B1_the_tokens_are_dealt_evenly(players: int, each: int) -> None:
    game = TileGame(players, buildings=NORMAL)
    assert [list(game.tokens[3 * at : 3 * at + 3]) for at in range(players)] == [
        [0, each, 0]
    ] * players
    assert each * players <= 18


def test_B2_all_tokens_are_worth_one_in_the_normal_game() -> None:
    game = beside(NORMAL)
    assert list(game.land.worth) == [0, 1, 1, 1]
    begin(game, "B")
    place(game, "0,1", 0)
    assert [at for at in game.legal_actions() if at >= TOKEN] == [TOKEN + TENANT]
    game.apply(TOKEN + TENANT)
    assert worth(game, "0,1,m")[2] == 1


@pytest.mark.parametrize(("players", "each"), [(2, 3), (3, 2), (4, 1), (5, 1), (6, 1)])
def test_B3_in_the_variant_every_player_has_as_many_of_each_kind(players: int, each: int) -> None:
    game = TileGame(players, buildings=VARIANT)
    assert list(game.tokens) == [each] * 3 * players


def test_B3_tower_three_house_two_shed_one() -> None:
    for kind, points in ((SHED, 1), (TENANT, 2), (TOWER, 3)):
        game = beside(VARIANT)
        turn(game, "B 0,1 0 " + ("shed", "house", "tower")[kind])
        assert worth(game, "0,1,m")[2] == points
        assert game.tokens[kind] == 2


def test_B4_a_token_takes_the_place_of_the_follower() -> None:
    game = beside(VARIANT)
    begin(game, "B")
    place(game, "0,1", 0)
    assert game.legal_actions() == [
        END,
        CLAIM,
        CLAIM + 1,
        *range(CROWN, CROWN + 6),
        *range(TOKEN, TOKEN + 3),
    ]
    game.apply(TOKEN + TOWER)
    assert game.phase == CONFIRM
    for wrong in (TOKEN, CLAIM, CROWN):
        refused(game, wrong, "not now")
    game.apply(END)
    assert list(game.supply) == [7, 7]
    assert list(game.tokens) == [3, 3, 2, 3, 3, 3]


def test_B4_also_without_a_follower_left() -> None:
    game = beside(NORMAL)
    game.supply[0] = 0
    begin(game, "B")
    place(game, "0,1", 0)
    assert game.legal_actions() == [END, TOKEN + TENANT]


def test_B4_only_tokens_that_are_left() -> None:
    game = beside(VARIANT, 4)
    game.tokens[SHED] = 0
    begin(game, "B")
    place(game, "0,1", 0)
    refused(game, TOKEN + SHED, "none left")
    assert TOKEN + TENANT in game.legal_actions()


def test_B5_a_token_blocks_nothing_belongs_to_nobody_and_stays() -> None:
    game = beside(NORMAL)
    turn(game, "U 1,0 0 house")
    begin(game, "L")
    place(game, "2,0", 1)
    assert put_action(game, "rS") in game.legal_actions()
    game.apply(put_action(game, "rS"))
    game.apply(END)
    turn(game, "L -1,0 3")
    assert game.scores == [0, 5]
    assert game.land.tokens[1] == 1 + TENANT
    assert list(game.tokens) == [0, 8, 0, 0, 9, 0]


def test_B6_every_feature_on_the_tile_gets_it_in_the_same_turn_too() -> None:
    game = beside(VARIANT)
    lay(game, "E 5,4 2; L 4,5 3; L 6,5 1")
    stand(game, 0, "5,4,cN")
    stand(game, 1, "4,5,rS")
    scored = turn(game, "D 5,5 0 tower")
    assert sorted((event[1], event[5], event[6]) for event in scored) == [
        (CITY, 3, 7),
        (ROAD, 3, 6),
    ]
    assert game.scores == [7, 6]


def test_B6_a_farm_gets_its_tokens_at_the_end() -> None:
    game = beside(VARIANT)
    lay(game, "E 0,-1 2; B 0,1 0")
    token(game, "0,-1", TOWER)
    token(game, "0,1", TENANT)
    stand(game, 0, "0,-1,fEL")
    assert worth(game, "0,-1,fEL") == (1, 1, 3, 6)
    assert worth(game, "0,1,fEL")[2] == 2


def test_B7_a_feature_twice_on_a_tile_counts_its_token_once() -> None:
    game = beside(VARIANT)
    lay(game, "G 0,1 0; N 1,1 3; N -1,1 2; N 1,2 0; M -1,2 1; H 0,2 1")
    token(game, "0,2", TOWER)
    assert worth(game, "0,1,cE") == (6, 1, 3, 17)


def test_B8_a_cloister_counts_its_neighbours_and_its_own_tile() -> None:
    game = beside(VARIANT)
    lay(game, "B 0,1 0; B 1,1 0; B -1,2 0; B 2,1 0; B 0,3 0")
    token(game, "0,1", SHED)
    token(game, "1,1", TENANT)
    token(game, "-1,2", TOWER)
    token(game, "2,1", TOWER)  # two squares away
    token(game, "0,3", TOWER)
    assert worth(game, "0,1,m") == (4, 0, 6, 10)


def test_B9_tokens_are_added_last_and_never_doubled() -> None:
    game = beside(VARIANT)
    lay(game, "F 0,-1 1; E 0,-2 2")
    token(game, "0,-1", TOWER)
    assert worth(game, "0,0,cN") == (3, 1, 3, 2 * (3 + 1) + 3)


def test_B10_a_farm_without_a_city_scores_its_tokens() -> None:
    game = beside(NORMAL)
    lay(game, "U 1,0 0; U 2,0 0")
    token(game, "1,0")
    stand(game, 1, "2,0,fEL")
    begin(game, "B")
    last_tile(game)
    place(game, "0,1", 0)
    game.apply(END)
    (scored,) = score_all(game)
    assert (scored[1], scored[4], scored[5], scored[6], scored[7]) == (FIELD, 0, 1, 1, 2)
    assert game.scores == [0, 1]


def test_B11_tokens_count_for_incomplete_features_at_the_end() -> None:
    game = beside(VARIANT)
    lay(game, "F 0,-1 1; U 1,0 0; B 0,1 0")
    token(game, "0,-1", TOWER)
    token(game, "1,0", TENANT)
    stand(game, 0, "0,-1,cE")
    stand(game, 1, "1,0,rE")
    stand(game, 1, "0,1,m")
    begin(game, "B")
    last_tile(game)
    place(game, "0,2", 0)
    game.apply(TOKEN + SHED)
    game.apply(END)
    score_all(game)
    # City 2 + 1 shield + 3; road 2 + 2; cloister 4 + the house + the shed just laid.
    assert game.scores == [6, 4 + 4 + 3]


def test_B12_on_a_tie_each_leader_gets_the_whole_total() -> None:
    game = beside(VARIANT)
    lay(game, "E -1,-1 1; E 1,-1 3")
    stand(game, 0, "-1,-1,cN")
    stand(game, 1, "1,-1,cN")
    turn(game, "R 0,-1 2 tower")
    assert game.scores == [8 + 3, 8 + 3]


def test_B13_the_sectors_ignore_tokens() -> None:
    points = []
    for lies in (False, True):
        game = beside(VARIANT)
        lay(game, "F 0,-1 1; E 0,-2 2; B 0,1 0; E 1,-1 1; E 2,-1 3")
        if lies:
            for where in ("0,-1", "0,-2", "0,1", "1,-1", "2,-1"):
                token(game, where, TOWER)
        stand(game, 0, "0,-1,cE")
        stand(game, 0, "1,-1,fEL")
        stand(game, 1, "0,1,m")
        for sector in (TAXES, FAMINE, STORM, INQUISITION):
            game.pig = sector - 1
            begin(game, "U1")
            points.append(list(game.scores))
            game.hand, game.phase, game.to_move = -1, 0, -1
    assert points[:4] == points[4:]
    assert points[3] == [2 + 2 + 5, 6 + 2]


def test_B13_a_token_or_a_crown_but_not_both() -> None:
    game = beside(NORMAL)
    begin(game, "B")
    place(game, "0,1", 0)
    game.apply(CROWN)
    refused(game, TOKEN + TENANT, "not now")
    game.undo()
    game.apply(TOKEN + TENANT)
    refused(game, CROWN, "not now")


@pytest.mark.parametrize("way", [WHEEL, SHORT, MIX])
def test_B13_no_token_stands_on_the_wheel_board(way: int) -> None:
    chance = Random(way)
    game = TileGame(5, way=way, buildings=VARIANT)
    while game.to_move != OVER:
        count = game.chance_count()
        game.apply(chance.randrange(count) if count else game.legal_actions()[-1])
        assert not any(game.land.tokens[:16])
        assert not any(game.land.stands[:16])


def test_W23_buildings_are_an_option_of_every_way() -> None:
    for way in (WHEEL, SHORT, HOUSE, BASE, MIX):
        for buildings, each in ((NONE, [0, 0, 0]), (NORMAL, [0, 6, 0]), (VARIANT, [2, 2, 2])):
            game = TileGame(3, way=way, buildings=buildings)
            assert list(game.tokens) == each * 3


# Worked examples


def test_B14_one_tile_completes_a_road_and_a_city_beside_a_farm_and_a_cloister() -> None:
    game = beside(VARIANT)
    lay(game, "F 5,4 1; E 5,3 2; U 4,5 0; W 3,5 0; U 6,5 0; W 7,5 0; B 4,6 0; E 6,6 2")
    token(game, "5,3", SHED)  # in the city
    token(game, "4,5", SHED)  # on the road, and on the farm in the south of it
    token(game, "6,6", SHED)  # on that farm
    stand(game, 0, "5,4,cE")
    stand(game, 1, "6,5,rE")
    begin(game, "D")
    place(game, "5,5", 0)
    assert game.phase == FOLLOW
    game.apply(TOKEN + SHED)
    assert worth(game, "6,6,fEL")[2] == 3
    assert worth(game, "4,6,m")[2] == 2
    game.apply(END)
    assert sorted((event[1], *event[3:7]) for event in game.events) == [
        (CITY, 3, 1, 2, 10),
        (ROAD, 5, 0, 2, 7),
    ]
    assert game.scores == [10, 7]


@pytest.mark.parametrize(("buildings", "points"), [(NORMAL, 17), (VARIANT, 20)])
def test_B15_a_city_of_D_G_F_F_E_with_shed_tower_and_house(buildings: int, points: int) -> None:
    game = beside(buildings)
    lay(game, "G 0,-1 1; F 0,-2 1; F 0,-3 1")
    kinds = (SHED, TOWER, TENANT) if buildings == VARIANT else (TENANT,) * 3
    for where, kind in zip(("0,0", "0,-2", "0,-3"), kinds, strict=True):
        token(game, where, kind)
    stand(game, 1, "0,-1,cE")
    scored = turn(game, "E 0,-4 2")
    assert [event[3:7] for event in scored] == [(5, 2, points - 14, points)]
    assert game.scores == [0, points]


def test_a_token_is_not_the_plague_s() -> None:
    game = beside(VARIANT)
    turn(game, "B 0,1 0 tower")
    game.pig = 4
    begin(game, "U1")
    assert not any(at >= TAKE and at < 256 for at in game.legal_actions())
