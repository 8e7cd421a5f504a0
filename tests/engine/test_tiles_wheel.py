"""Rows W1 to W17, W22 and the worked examples W24 to W30: pig, sectors, crowns, plague, board."""

from random import Random

import pytest

from engine.contract import CHANCE, OVER
from engine.tiles.game import TileGame
from engine.tiles.state import CROWNS
from engine.tiles.terms import (
    BASE,
    BY_CROWN,
    BY_WHEEL,
    CLAIM,
    CONFIRM,
    CROWN,
    END,
    EV_CROWNS,
    EV_OUT,
    EV_OVER,
    EV_TAKEN,
    EV_WHEEL,
    FAMINE,
    FINAL,
    FOLLOW,
    FORTUNE,
    HOUSE,
    INQUISITION,
    MIX,
    NORMAL,
    OLD_FAMINE,
    PLACE,
    PLAGUE,
    SHORT,
    STORM,
    TAKE,
    TAKEN,
    TAXES,
    TOKEN,
    VARIANT,
    WHEEL,
)
from tests.engine.tiles_hand import node_at, only, put_action
from tests.engine.tiles_laid import (
    begin,
    last_tile,
    lay,
    picture,
    place,
    refused,
    score_all,
    stand,
    turn,
)

BLUE, RED, GREEN = range(3)
SECTORS = (FORTUNE, TAXES, FAMINE, STORM, INQUISITION, PLAGUE)


def beside(players: int = 2, house: int = 0, buildings: int = 0) -> TileGame:
    """A game with the wheel beside the landscape: tile D at (0, 0)."""
    return TileGame(players, way=HOUSE, house=house, buildings=buildings)


def crown(game: TileGame, sector: int, *players: int) -> None:
    """Followers of these players stand on the crowns of a sector, in order of arrival."""
    for player in players:
        game.crowns[game.free_crown(sector)] = player + 1
        game.supply[player] -= 1


def spin(game: TileGame, sector: int) -> tuple:
    """The active player draws a tile that moves the pig to this sector; the action's points."""
    game.pig = (sector - 1) % 6
    begin(game, "U1")
    (event,) = [event for event in game.events if event[0] == EV_WHEEL]
    assert event[1:4] == (1, (sector - 1) % 6, sector)
    return tuple(event[4])


def crowns(game: TileGame) -> tuple:
    """What the crowns gave: points by player, players whose followers went home."""
    (event,) = [event for event in game.events if event[0] == EV_CROWNS]
    assert event[1] == game.pig
    return event[2], list(event[3])


def taken(game: TileGame) -> list[tuple]:
    """Whom the plague took in the last step."""
    return [event[1:] for event in game.events if event[0] == EV_TAKEN]


# The sectors


def test_W1_fortune_gives_the_active_player_three() -> None:
    game = beside(3)
    game.player = RED
    assert spin(game, FORTUNE) == (0, 3, 0)
    assert game.scores == [0, 3, 0]
    assert game.tally[6 * RED + BY_WHEEL] == 3


def test_W2_taxes_count_each_city_by_itself() -> None:
    game = beside()
    lay(game, "F 0,-1 1; F 0,5 1; E 0,9 0")
    stand(game, BLUE, "0,-1,cE")
    stand(game, BLUE, "0,5,cE")
    stand(game, RED, "0,9,cN")
    # A robber, a farmer and a monk pay nothing and get nothing.
    stand(game, RED, "0,0,rE")
    assert spin(game, TAXES) == (1 + 1 + 1 + 1, 1)


def test_W2_taxes_are_for_complete_cities_and_open_ones_alike() -> None:
    game = beside()
    lay(game, "F 0,-1 1; E 0,-2 2")
    stand(game, RED, "0,-1,cE")
    assert game.land.open[game.land.label[node_at(game.land, "0,-1,cE")]] == 0
    assert spin(game, TAXES) == (0, 2)


def farm(game: TileGame) -> None:
    """One farm that touches three completed cities, on the tiles (-1, -1), (0, -1), (1, -1)."""
    lay(game, "E 0,-1 2; E 1,-1 1; E 2,-1 3; E -1,-1 3; E -2,-1 1")


def test_W3_famine_needs_no_majority_and_counts_each_farm() -> None:
    game = beside(3)
    farm(game)
    stand(game, BLUE, "0,-1,fEL")
    stand(game, GREEN, "1,-1,fEL")
    stand(game, GREEN, "2,-1,fEL")  # a farm of its own, one city
    stand(game, RED, "0,0,cN")
    assert spin(game, FAMINE) == (3, 0, 4)


def test_W3_the_older_famine_is_for_all_holders_of_the_majority_on_a_tie() -> None:
    game = beside(3, OLD_FAMINE)
    farm(game)
    stand(game, BLUE, "0,-1,fEL")
    stand(game, GREEN, "1,-1,fEL")
    assert spin(game, FAMINE) == (3, 0, 3)
    game = beside(3, OLD_FAMINE)
    farm(game)
    lay(game, "B 0,-2 0; B 1,-2 0")
    for player, where in ((BLUE, "0,-1,fEL"), (BLUE, "1,-1,fEL"), (GREEN, "-1,-1,fEL")):
        stand(game, player, where)
    stand(game, GREEN, "0,-2,fEL")
    stand(game, RED, "1,-2,fEL")
    # The farm is one: two, one, two. On the tie both score for each of their farmers.
    assert spin(game, FAMINE) == (6, 0, 6)


def test_W4_storm_pays_for_the_supply() -> None:
    game = beside(2)
    crown(
        game,
        FAMINE,
        BLUE,
    )
    stand(game, BLUE, "0,0,rE")
    assert list(game.supply) == [5, 7]
    assert spin(game, STORM) == (5, 7)


def test_W5_inquisition_pays_for_monks_in_complete_cloisters_or_not() -> None:
    game = beside()
    lay(game, "B 0,1 0; A 5,5 0; w5 9,9 0")
    stand(game, BLUE, "0,1,m")
    stand(game, RED, "5,5,m")
    stand(game, RED, "9,9,m")
    assert spin(game, INQUISITION) == (2, 4)


def test_W6_the_plague_asks_each_player_in_turn_from_the_active_one_on() -> None:
    game = beside(4)
    lay(game, "B 0,1 0; U 1,0 0; U 2,0 0; B 5,5 0")
    game.player = 2
    stand(game, 3, "0,1,m")
    stand(game, 3, "1,0,fEL")
    stand(game, 0, "0,0,rE")
    stand(game, 2, "5,5,m")
    game.scores = [1, 2, 3, 4]
    spin(game, PLAGUE)
    assert (game.phase, game.to_move, game.player) == (TAKEN, 2, 2)
    assert game.legal_actions() == [TAKE + 4]
    game.apply(TAKE + 4)
    assert taken(game) == [(2, 4, 0)]
    assert game.to_move == 3
    assert game.legal_actions() == [TAKE + 1, TAKE + 2]
    refused(game, END, "not now")
    refused(game, TAKE + 0, "no follower of this player")
    refused(game, TAKE + 3, "no follower of this player")
    refused(game, TAKE + 5, "not now")
    game.apply(TAKE + 2)
    assert taken(game) == [(3, 2, 1)]
    assert game.to_move == 0
    assert not game.can_undo()
    game.apply(TAKE + 0)
    assert taken(game) == [(0, 0, 1), (1, -1, -1)]
    assert (game.phase, game.to_move) == (PLACE, 2)
    assert list(game.supply) == [7, 7, 7, 6]
    assert game.scores == [1, 2, 3, 4]


# Crowns


@pytest.mark.parametrize(
    ("sector", "spaces"),
    [(FORTUNE, 1), (TAXES, 2), (FAMINE, 1), (STORM, 2), (INQUISITION, 1), (PLAGUE, 2)],
)
def test_W1_W2_W3_W4_W5_W6_crowns_of_each_sector(sector: int, spaces: int) -> None:
    assert CROWNS[sector + 1] - CROWNS[sector] == spaces
    game = beside()
    for n in range(spaces):
        assert game.free_crown(sector) == CROWNS[sector] + n
        crown(game, sector, n)
    assert game.free_crown(sector) == -1
    begin(game, "B")
    place(game, "0,1", 0)
    refused(game, CROWN + sector, "taken")


def test_W7_followers_return_from_the_sector_of_the_pig() -> None:
    game = beside()
    crown(game, TAXES, RED, BLUE)
    spin(game, TAXES)
    assert crowns(game) == ((3, 3), [RED, BLUE])
    assert list(game.supply) == [7, 7]
    assert not any(game.crowns)
    assert [game.tally[6 * player + BY_CROWN] for player in (BLUE, RED)] == [3, 3]


def test_W8_sectors_that_are_only_passed_keep_their_followers() -> None:
    game = beside()
    crown(game, TAXES, BLUE)
    crown(game, FAMINE, BLUE)
    crown(game, STORM, RED)
    game.pig = FORTUNE
    begin(game, "U3")
    assert game.pig == STORM
    assert crowns(game) == ((0, 6), [RED])
    assert list(game.supply) == [5, 7]
    assert [game.free_crown(sector) for sector in (TAXES, FAMINE, STORM)] == [2, -1, 4]


def test_W9_in_any_turn_a_follower_may_take_a_free_crown_in_place_of_the_tile() -> None:
    game = beside()
    begin(game, "B")
    place(game, "0,1", 0)
    assert [CROWN + sector for sector in SECTORS] == [
        action for action in game.legal_actions() if CROWN <= action < TOKEN
    ]
    game.apply(CROWN + STORM)
    assert (game.phase, list(game.supply)) == (CONFIRM, [6, 7])
    refused(game, CLAIM, "not now")
    game.apply(END)
    assert game.crowns[CROWNS[STORM]] == BLUE + 1
    assert not any(game.land.stands)
    # Both crowns of a sector may be one player's, and he may have others too (W15a).
    game.player = BLUE
    turn(game, "B 0,2 0 crown 3")
    assert bytes(game.crowns[CROWNS[STORM] : CROWNS[STORM] + 2]) == b"\1\1"


def test_W9_not_without_a_follower_in_the_supply() -> None:
    game = beside()
    game.supply[BLUE] = 0
    begin(game, "B")
    place(game, "0,1", 0)
    assert game.legal_actions() == [END]
    refused(game, CROWN, "none left")


def test_W10_the_event_comes_before_the_tile_is_placed() -> None:
    game = beside()
    game.supply[BLUE] = 1
    crown(game, TAXES, BLUE)
    assert game.supply[BLUE] == 0
    spin(game, TAXES)
    assert (game.phase, game.supply[BLUE], game.scores) == (PLACE, 1, [6, 0])
    # The follower returned just now may be used.
    place(game, "1,0", 0)
    game.apply(put_action(game, "rE"))
    assert game.supply[BLUE] == 0


def test_W10_taking_back_stops_at_the_tile_just_drawn() -> None:
    game = beside()
    crown(game, FORTUNE, RED)
    spin(game, FORTUNE)
    before = picture(game)
    place(game, "1,0", 0)
    game.apply(CROWN)
    game.undo()
    game.undo()
    assert picture(game) == before
    assert not game.can_undo()
    assert game.scores == [3, 3]


def test_W11_a_tile_that_fits_nowhere_makes_its_event_too() -> None:
    game = beside()
    lay(game, "A 1,0 1; A -1,0 3")  # no road is open
    crown(game, FORTUNE, RED)
    game.pig = PLAGUE
    begin(game, "X1")
    assert [event[0] for event in game.events] == [EV_WHEEL, EV_CROWNS, EV_OUT]
    assert game.scores == [3, 3]
    assert (game.to_move, game.player) == (CHANCE, BLUE)
    begin(game, "w61")
    assert [event[0] for event in game.events] == [EV_WHEEL, EV_CROWNS, EV_OUT]
    assert game.pig == TAXES
    begin(game, "N1")
    assert game.pig == FAMINE
    assert (game.to_move, game.phase) == (BLUE, PLACE)
    assert len(game.out) == 2


def test_W11_W15a_after_the_last_placement_the_next_player_is_active() -> None:
    game = beside()
    lay(game, "A 1,0 1; A -1,0 3")
    stand(game, BLUE, "1,0,m")
    only(game, ["E", "X1", "w61"])
    turn(game, "E 0,-1 2")
    game.pig = STORM
    begin(game, "X1")
    assert game.player == RED
    begin(game, "w61")  # the plague: the monk must go home
    assert (game.phase, game.to_move, game.chance_count()) == (TAKEN, BLUE, 0)
    assert taken(game) == [(RED, -1, -1)]
    game.apply(TAKE + 1)
    assert [event[0] for event in game.events] == [EV_TAKEN, EV_CROWNS, EV_OUT, EV_OVER]
    assert (game.to_move, game.player, game.phase) == (OVER, RED, FINAL)
    # A fortune there would be that player's.
    game = beside()
    lay(game, "A 1,0 1; A -1,0 3")
    stand(game, BLUE, "1,0,m")
    only(game, ["E", "X1"])
    turn(game, "E 0,-1 2")
    game.pig = PLAGUE
    begin(game, "X1")
    assert game.scores == [0, 3]
    assert (game.phase, game.to_move) == (FINAL, RED)


def test_W12_storm_counts_before_the_crown_followers_return() -> None:
    game = beside()
    crown(game, STORM, BLUE)
    assert spin(game, STORM) == (6, 7)
    assert crowns(game) == ((6, 0), [BLUE])
    assert game.supply[BLUE] == 7


def test_W13_crowns_score_nothing_at_the_end() -> None:
    game = beside()
    crown(game, TAXES, BLUE, BLUE)
    crown(game, FORTUNE, RED)
    begin(game, "B")
    last_tile(game)
    place(game, "0,1", 0)
    game.apply(END)
    assert game.to_move == OVER
    assert game.scores == [0, 0]
    assert list(game.supply) == [5, 6]


@pytest.mark.parametrize("way", [WHEEL, SHORT, HOUSE, MIX])
def test_W14_W15a_the_numbers_bring_the_pig_round_five_times(way: int) -> None:
    chance = Random(way)
    game = TileGame(4, way=way)
    steps = []
    while game.to_move != OVER:
        count = game.chance_count()
        game.apply(chance.randrange(count) if count else chance.choice(game.legal_actions()))
        steps += [event[1] for event in game.events if event[0] == EV_WHEEL]
    assert (len(steps), sum(steps), game.pig) == (19, 30, FORTUNE)


def test_W15_knights_farmers_monks_by_the_feature_they_stand_on() -> None:
    game = beside()
    lay(game, "B 0,1 0; E 0,-1 2")
    stand(game, BLUE, "0,-1,cN")
    stand(game, BLUE, "0,1,m")
    stand(game, BLUE, "0,0,fEL")
    stand(game, RED, "0,0,rE") if not game.land.stands[0] else None
    points = []
    for sector in (TAXES, FAMINE, INQUISITION):
        points.append(spin(game, sector)[BLUE])
        game.hand = -1
        game.phase, game.to_move = 0, CHANCE
    assert points == [1, 1, 2]


def test_W15a_the_plague_takes_any_kind_and_spares_none() -> None:
    game = beside()
    lay(game, "B 0,1 0; E 0,-1 2; U 1,0 0; U 2,0 0")
    for where in ("0,1,fEL", "0,-1,cN", "1,0,rE", "2,0,fEL"):
        stand(game, BLUE, where)
    crown(game, TAXES, BLUE)
    spin(game, PLAGUE)
    assert game.legal_actions() == [TAKE + 1, TAKE + 2, TAKE + 3, TAKE + 4]
    game.apply(TAKE + 3)
    assert (game.phase, game.supply[BLUE]) == (PLACE, 3)
    # The one returned just now may be used; the road is free again.
    place(game, "3,0", 0)
    assert put_action(game, "rE") in game.legal_actions()


def test_W15a_later_players_see_earlier_choices() -> None:
    game = beside()
    lay(game, "U 1,0 0; U 2,0 0")
    stand(game, BLUE, "1,0,rE")
    stand(game, RED, "2,0,rE")
    spin(game, PLAGUE)
    game.apply(TAKE + 1)
    assert game.land.held[game.land.label[node_at(game.land, "1,0,rE")]] == 1
    assert game.to_move == RED
    game.apply(TAKE + 2)
    assert game.land.held[game.land.label[node_at(game.land, "1,0,rE")]] == 0


def test_W15a_crowns_of_the_plague_are_scored_after_the_last_choice() -> None:
    game = beside()
    stand(game, RED, "0,0,rE")
    crown(game, PLAGUE, BLUE)
    spin(game, PLAGUE)
    assert taken(game) == [(BLUE, -1, -1)]
    assert not any(event[0] == EV_CROWNS for event in game.events)
    assert game.scores == [0, 0]
    game.apply(TAKE)
    assert crowns(game) == ((6, 0), [BLUE])
    assert game.phase == PLACE


def test_W15a_nobody_has_a_follower_and_the_plague_asks_nobody() -> None:
    game = beside(3)
    spin(game, PLAGUE)
    assert taken(game) == [(0, -1, -1), (1, -1, -1), (2, -1, -1)]
    assert game.phase == PLACE


# The board


def test_W16_board_features_score_and_nobody_is_put_on_them_directly() -> None:
    game = TileGame(2)
    assert turn(game, "E 0,-1 2 cN")[0][3:8] == (2, 0, 0, 4, 1)
    assert game.scores == [4, 0]
    assert turn(game, "L 2,-1 0 rS")[0][3:8] == (2, 0, 0, 2, 2)
    assert game.scores == [4, 2]
    begin(game, "B")
    place(game, "4,1", 0)
    # Farm A is one with the field of this tile; nobody stands there yet.
    assert game.legal_actions() == [END, CLAIM, CLAIM + 1] + [CROWN + s for s in SECTORS]
    game.apply(put_action(game, "fEL"))
    game.apply(END)
    begin(game, "B")
    place(game, "4,3", 0)
    assert game.legal_actions()[:2] == [END, CLAIM]
    assert CLAIM + 1 not in game.legal_actions()


def test_W16_a_cloister_beside_the_board_counts_its_squares() -> None:
    game = TileGame(2)
    turn(game, "B 1,-1 0 m")
    lay(game, "B 1,-2 0; B 2,-2 0; E 0,-1 2; B 0,-2 0")
    turn(game, "A 2,-1 0")
    assert game.scores == [9, 0]


def test_W17_city_R_needs_both_its_edges_and_scores_three_tiles() -> None:
    game = TileGame(2)
    turn(game, "E 0,4 0 cN")
    assert game.scores == [0, 0]
    turn(game, "E -1,3 1")
    assert game.scores == [6, 0]


def test_W17_farms_of_the_board_pay_for_their_own_city() -> None:
    game = TileGame(2)
    lay(game, "E 4,2 3; E 0,-1 2")
    turn(game, "B 1,-1 0 fEL")
    turn(game, "B 4,3 0 fEL")
    begin(game, "B")
    last_tile(game)
    place(game, "3,-1", 0)
    game.apply(END)
    score_all(game)
    # C touches P; A touches Q, and the new tile's field in the north joins A, not C.
    assert game.scores == [3, 3]


def test_W21_without_the_wheel_a_drawn_number_does_not_exist() -> None:
    game = TileGame(2, way=BASE)
    begin(game, "U")
    assert game.events == []
    assert game.free_crown(FORTUNE) == -1


@pytest.mark.parametrize("buildings", [NORMAL, VARIANT])
@pytest.mark.parametrize("way", [WHEEL, SHORT, HOUSE, BASE, MIX])
def test_W22_W23_whole_games_of_every_way_with_buildings(way: int, buildings: int) -> None:
    chance = Random(way)
    game = TileGame(6, 1, way, buildings)
    while game.to_move != OVER:
        count = game.chance_count()
        game.apply(chance.randrange(count) if count else chance.choice(game.legal_actions()))
        land = game.land
        stands = [stand >> 4 for stand in land.stands[: land.count]]
        for player in range(6):
            there = stands.count(player + 1) + game.crowns.count(player + 1)
            assert game.supply[player] + there == 7
    assert game.turn + len(game.out) == {WHEEL: 72, SHORT: 19, MIX: 81}.get(way, 71)
    assert sum(1 for at in game.land.tokens if at) + sum(game.tokens) == 18


# Worked examples


def test_W24_taxes() -> None:
    game = beside()
    lay(game, "F 0,-1 1; F 0,-2 1; E 0,-3 2")
    stand(game, BLUE, "0,-1,cE")
    stand(game, BLUE, "0,-2,cE")
    stand(game, RED, "0,0,cN")
    assert spin(game, TAXES) == (8, 3)
    assert game.scores == [8, 3]


def test_W25_fortune() -> None:
    game = beside(3)
    crown(game, FORTUNE, BLUE)
    assert spin(game, FORTUNE) == (3, 0, 0)
    assert crowns(game) == ((3, 0, 0), [BLUE])
    assert game.scores == [6, 0, 0]


def test_W26_famine() -> None:
    for house, points in ((0, (6, 3)), (OLD_FAMINE, (6, 0))):
        game = beside(2, house)
        farm(game)
        stand(game, BLUE, "0,-1,fEL")
        stand(game, BLUE, "1,-1,fEL")
        stand(game, RED, "-1,-1,fEL")
        assert spin(game, FAMINE) == points


def test_W27_storm() -> None:
    game = beside(3)
    game.supply[:] = bytes((4, 7, 1))
    crown(game, STORM, GREEN)
    assert list(game.supply) == [4, 7, 0]
    assert spin(game, STORM) == (4, 7, 0)
    assert crowns(game) == ((0, 0, 6), [GREEN])
    assert list(game.supply) == [4, 7, 1]


def test_W28_inquisition() -> None:
    game = beside()
    lay(game, "B 0,1 0; B 5,5 0; B 9,9 0")
    stand(game, BLUE, "0,1,m")
    stand(game, BLUE, "5,5,m")
    stand(game, RED, "9,9,fEL")
    assert spin(game, INQUISITION) == (4, 0)


def test_W29_plague() -> None:
    game = beside()
    lay(game, "E 0,-1 2")
    crown(game, TAXES, BLUE)
    crown(game, FAMINE, BLUE)
    stand(game, RED, "0,-1,cN")
    spin(game, PLAGUE)
    assert taken(game) == [(BLUE, -1, -1)]
    assert (game.to_move, game.phase) == (RED, TAKEN)
    assert game.legal_actions() == [TAKE + 1]
    game.apply(TAKE + 1)
    assert (game.to_move, game.phase) == (BLUE, PLACE)
    assert list(game.supply) == [5, 7]
    assert game.scores == [0, 0]


@pytest.mark.parametrize(
    ("sector", "players", "points"),
    [
        (TAXES, (BLUE, RED), (3, 3)),
        (STORM, (RED, BLUE), (3, 3)),
        (STORM, (BLUE, BLUE), (6, 0)),
        (TAXES, (RED,), (0, 6)),
        (PLAGUE, (RED,), (0, 6)),
        (INQUISITION, (RED,), (0, 3)),
        (FAMINE, (BLUE,), (3, 0)),
        (INQUISITION, (), (0, 0)),
    ],
)
def test_W30_crowns(sector: int, players: tuple[int, ...], points: tuple[int, int]) -> None:
    game = beside()
    crown(game, sector, *players)
    spin(game, sector)
    assert crowns(game) == (points, list(players))
    assert [game.tally[6 * player + BY_CROWN] for player in (BLUE, RED)] == list(points)
    assert game.phase in (PLACE, FOLLOW)
