"""Rows T1 to T15 and W18 to W22: setting up, a turn, what scores when, and the end of the game."""

from random import Random

import pytest

from engine.contract import CHANCE, OVER
from engine.tiles.game import TileGame
from engine.tiles.landscape import place_action, split_place
from engine.tiles.scoring import cities, followers, majority, measure
from engine.tiles.table import BOARD, COUNT, VARIANTS, codes_of
from engine.tiles.terms import (
    BASE,
    CITY,
    CLAIM,
    CLOISTER,
    CONFIRM,
    CROWN,
    DRAW,
    END,
    EV_FEATURE,
    EV_OUT,
    EV_OVER,
    FIELD,
    FINAL,
    FOLLOW,
    HOUSE,
    MIX,
    NONE,
    NORMAL,
    OLD_FAMINE,
    PLACE,
    PLACE_AT,
    ROAD,
    SCORE,
    SHORT,
    SMALL_CITY,
    TAKE,
    TOKEN,
    VARIANT,
    WHEEL,
)
from tests.engine.tiles_hand import names, node_at, only, places, put_action
from tests.engine.tiles_laid import (
    begin,
    last_tile,
    lay,
    picture,
    place,
    refused,
    score_all,
    stand,
    token,
    turn,
)


def base(players: int = 2, house: int = 0) -> TileGame:
    """A base game: tile D at (0, 0)."""
    return TileGame(players, way=BASE, house=house)


def worth(game: TileGame, where: str) -> tuple[int, int, int, int]:
    """(tiles, extra, token points, points) of a feature as it lies."""
    return measure(game.land, node_at(game.land, where), game.house)


# Setting up


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_T1_two_to_five_players_with_seven_followers_each(players: int) -> None:
    for first in range(players):
        game = TileGame(players, first)
        assert (game.player, game.to_move, game.phase) == (first, CHANCE, DRAW)
        assert list(game.supply) == [7] * players
        assert game.scores == [0] * players


def test_T1_six_players_where_little_buildings_are_in_play() -> None:
    assert TileGame(6, buildings=NORMAL).players == 6
    assert TileGame(6, buildings=VARIANT).players == 6
    with pytest.raises(ValueError, match="6 players, 2 to 5"):
        TileGame(6)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ((1,), "1 players"),
        ((0,), "0 players"),
        ((7, 0, WHEEL, NORMAL), "7 players, 2 to 6"),
        ((2, 2), "player 2 cannot begin"),
        ((2, -1), "player -1 cannot begin"),
        ((2, 0, 5), "no such way"),
        ((2, 0, -1), "no such way"),
        ((2, 0, WHEEL, 3), "no such way"),
        ((2, 0, WHEEL, -1), "no such way"),
        ((2, 0, WHEEL, NONE, 4), "house rule"),
        ((2, 0, WHEEL, NONE, -1), "house rule"),
        ((2, 0, BASE, NONE, OLD_FAMINE), "house rule"),
        ((2, 0, BASE, NORMAL, OLD_FAMINE | SMALL_CITY), "house rule"),
    ],
)
def test_options_that_do_not_go_together_are_named(options: tuple, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        TileGame(*options)


@pytest.mark.parametrize(
    ("way", "board", "drawn"),
    [(WHEEL, 1, 72), (SHORT, 1, 19), (HOUSE, 0, 71), (BASE, 0, 71), (MIX, 1, 81)],
)
def test_W18_W19_W20_W21_W22_start_and_tiles(way: int, board: int, drawn: int) -> None:
    game = TileGame(2, way=way)
    assert game.chance_count() == sum(game.left) == drawn
    assert game.land.count == (16 if board else 1)
    assert (game.land.kinds[0] == BOARD) == bool(board)
    for house in (SMALL_CITY, OLD_FAMINE, SMALL_CITY | OLD_FAMINE):
        if way != BASE or house == SMALL_CITY:
            assert TileGame(2, way=way, house=house).house == house


@pytest.mark.parametrize("way", [WHEEL, SHORT, HOUSE, BASE, MIX])
def test_W18_W19_W20_W21_W22_every_tile_is_drawn_once(way: int) -> None:
    chance = Random(way)
    game = TileGame(3, way=way)
    total = bytes(game.left)
    seen = bytearray(COUNT)
    while game.to_move != OVER:
        count = game.chance_count()
        if count:
            assert count == sum(game.left)
            game.apply(chance.randrange(count))
            seen[game.out[-1] if game.hand < 0 else game.hand] += 1
        else:
            game.apply(chance.choice(game.legal_actions()))
    assert bytes(seen) == total
    assert game.turn + len(game.out) == sum(total)


def test_W21_no_wheel_in_the_base_game() -> None:
    chance = Random(4)
    game = base(3)
    while game.to_move != OVER:
        count = game.chance_count()
        legal = game.legal_actions()
        assert not any(CROWN <= action < TOKEN for action in legal)
        game.apply(chance.randrange(count) if count else chance.choice(legal))
    assert game.pig == 0 and not any(game.crowns)


def test_T15_W20_the_house_rule_has_the_wheel_beside_tile_D() -> None:
    game = TileGame(2, way=HOUSE)
    begin(game, "U1")
    place(game, "1,0", 0)
    assert CROWN in game.legal_actions()
    assert game.pig == 1


# A turn


def test_T2_a_turn_goes_draw_place_follow_confirm_score() -> None:
    game = base()
    assert (game.to_move, game.phase, game.hand) == (CHANCE, DRAW, -1)
    assert game.legal_actions() == []
    begin(game, "E")
    assert (game.to_move, game.phase, game.hand) == (0, PLACE, VARIANTS.find(b"\x04"))
    assert places(game) == [(0, -1, 2), (0, 1, 1), (0, 1, 2), (0, 1, 3)]
    place(game, "0,-1", 2)
    assert (game.to_move, game.phase) == (0, FOLLOW)
    assert game.legal_actions() == [END, CLAIM, CLAIM + 1]
    game.apply(CLAIM)
    assert (game.to_move, game.phase, list(game.supply)) == (0, CONFIRM, [6, 7])
    assert game.legal_actions() == [END]
    assert game.scores == [0, 0]
    game.apply(END)
    assert (game.to_move, game.phase, game.player, game.hand) == (CHANCE, DRAW, 1, -1)
    assert game.scores == [4, 0]
    assert list(game.supply) == [7, 7]
    assert game.turn == 1


def test_T2_at_most_one_follower_a_turn() -> None:
    game = base()
    begin(game, "E")
    place(game, "0,1", 2)
    game.apply(CLAIM)
    refused(game, CLAIM + 1, "not now")
    refused(game, CLAIM, "not now")


def test_T2_nobody_stands_on_a_feature_that_has_a_follower() -> None:
    game = base()
    turn(game, "U 1,0 0 rE")
    begin(game, "U")
    place(game, "2,0", 0)
    refused(game, put_action(game, "rE"), "taken")
    assert {names(20)[local] for local in game.claimable()} == {"fEL", "fER"}
    game.apply(put_action(game, "fER"))
    game.apply(END)
    # North and south of the road are two farms (T13).
    begin(game, "U")
    place(game, "3,0", 0)
    assert [names(20)[local] for local in game.claimable()] == ["fEL"]


def test_T2_without_a_follower_in_the_supply_none_is_put() -> None:
    game = base()
    game.supply[0] = 0
    begin(game, "B")
    place(game, "0,1", 0)
    assert game.legal_actions() == [END]
    refused(game, CLAIM, "none left")


def test_T2_only_this_tile_s_features_are_claimed() -> None:
    game = base()
    begin(game, "B")
    place(game, "0,1", 0)
    assert game.legal_actions() == [END, CLAIM, CLAIM + 1]
    for wrong in (CLAIM + 2, CLAIM + 9, CLAIM + 15):
        refused(game, wrong, "taken")


def test_illegal_actions_are_refused_by_phase_and_change_nothing() -> None:
    game = TileGame(2, buildings=NORMAL)
    for wrong in (-1, 72, 1000):
        with pytest.raises(ValueError, match="outcome"):
            game.apply(wrong)
    assert game.why_not(END) != ""
    begin(game, "B")
    for wrong in (END, SCORE, CLAIM, CROWN, TOKEN + 1, TAKE, -5, -PLACE_AT):
        refused(game, wrong, "not now")
    for wrong in (place_action(4, 2, 0), place_action(1, 1, 0), place_action(9, 9, 0), 1 << 30):
        refused(game, wrong, "it does not fit there")
    place(game, "4,1", 0)
    for wrong in (SCORE, 15, TOKEN + 3, TAKE, TAKE + 3, place_action(4, 1, 0), -1, 1 << 30):
        refused(game, wrong, "not now")
    refused(game, CROWN + 6, "taken")
    refused(game, TOKEN, "none left")


def test_listing_rises_comes_in_pieces_and_depends_on_the_state_alone() -> None:
    chance = Random(8)
    game = TileGame(6, way=MIX, buildings=VARIANT)
    pieces = 0
    while game.to_move != OVER:
        count = game.chance_count()
        if count:
            game.apply(chance.randrange(count))
            continue
        legal = game.legal_actions()
        assert legal == sorted(set(legal)) and legal
        out: list[int] = []
        grown = [len(out) for _ in game.scan(out)]
        assert out == legal
        pieces = max(pieces, len(grown))
        assert all(not game.why_not(action) for action in legal)
        action = chance.choice(legal)
        game.apply(action)
        if game.can_undo():
            game.undo()
            assert game.legal_actions() == legal
            game.apply(action)
    assert pieces >= 1


def test_T3_a_tile_that_fits_nowhere_is_put_out_and_another_drawn() -> None:
    game = base()
    lay(game, "E 0,-1 2")
    begin(game, "C")
    assert game.events == [(EV_OUT, VARIANTS.find(b"\x02"))]
    assert bytes(game.out) == b"\x02"
    assert (game.to_move, game.phase, game.player, game.hand) == (CHANCE, DRAW, 0, -1)
    assert game.turn == 0
    begin(game, "U")
    assert (game.to_move, game.phase) == (0, PLACE)


def test_T3_the_last_tile_may_fit_nowhere() -> None:
    game = base()
    lay(game, "E 0,-1 2")
    only(game, ["C"])
    game.apply(0)
    assert game.events == [(EV_OUT, 2), (EV_OVER,)]
    assert (game.to_move, game.chance_count()) == (OVER, 0)
    game = base()
    lay(game, "E 0,-1 2")
    stand(game, 1, "0,0,rE")
    only(game, ["C"])
    game.apply(0)
    assert game.events == [(EV_OUT, 2)]
    assert (game.to_move, game.phase) == (0, FINAL)


# Taking back


def test_F31_taking_back_goes_to_the_draw_and_no_further() -> None:
    game = base()
    assert not game.can_undo()
    turn(game, "U 1,0 0 rE")
    assert not game.can_undo()
    begin(game, "N")
    pictures = [picture(game)]
    assert not game.can_undo()
    place(game, "0,-1", 2)
    pictures.append(picture(game))
    game.apply(put_action(game, "cN"))
    while game.can_undo():
        game.undo()
        assert picture(game) == pictures.pop()
    assert pictures == []
    with pytest.raises(ValueError, match="nothing to take back"):
        game.undo()
    place(game, "0,1", 2)
    game.apply(END)
    assert not game.can_undo()
    with pytest.raises(ValueError, match="nothing to take back"):
        game.undo()


def test_taking_back_a_crown_and_a_token() -> None:
    game = TileGame(2, buildings=VARIANT)
    game.crowns[1] = 2
    begin(game, "B")
    place(game, "4,1", 0)
    before = picture(game)
    for action in game.legal_actions():
        if action != END:
            game.apply(action)
            assert picture(game) != before
            game.undo()
            assert picture(game) == before


# Scoring


def test_T4_a_road_scores_a_point_a_tile_complete_or_not() -> None:
    game = base()
    turn(game, "U 1,0 0 rE")
    turn(game, "L 2,0 1")  # the road from the west ends here
    assert game.scores == [0, 0]
    scored = turn(game, "W -1,0 0")
    assert [event[1:] for event in scored if event[7]] == [
        (ROAD, node_at(game.land, "-1,0,rE"), 4, 0, 0, 4, 1, b"\0\1")
    ]
    assert game.scores == [4, 0]


def test_T4_at_the_end_an_open_road_scores_the_same() -> None:
    game = base()
    turn(game, "U 1,0 0 rE")
    begin(game, "U")
    last_tile(game)
    place(game, "2,0", 0)
    game.apply(END)
    assert game.scores == [0, 0]
    score_all(game)
    assert game.scores == [3, 0]


def test_T4_a_road_may_be_a_ring() -> None:
    game = base()
    turn(game, "V 0,1 3 rS")
    turn(game, "V 1,1 0")
    turn(game, "V 0,2 2")
    scored = turn(game, "V 1,2 1")
    assert [(event[1], event[3], event[6], event[7]) for event in scored] == [(ROAD, 4, 4, 1)]
    assert game.scores == [4, 0]


def test_T5_a_city_scores_two_a_tile_and_two_a_shield_when_complete() -> None:
    game = base()
    turn(game, "F 0,-1 1 cE")
    assert worth(game, "0,0,cN") == (2, 1, 0, 3)
    scored = turn(game, "E 0,-2 2")
    assert [(event[1], *event[3:8]) for event in scored] == [(CITY, 3, 1, 0, 8, 1)]
    assert game.scores == [8, 0]
    assert list(game.supply) == [7, 7]


def test_T5_at_the_end_one_and_one() -> None:
    game = base()
    turn(game, "F 0,-1 1 cE")
    begin(game, "B")
    last_tile(game)
    place(game, "0,1", 0)
    game.apply(END)
    assert [event[1:] for event in score_all(game)] == [
        (CITY, node_at(game.land, "0,-1,cE"), 2, 1, 0, 3, 1, b"\0\1")
    ]
    assert game.scores == [3, 0]


def test_T6_a_complete_city_of_two_tiles_scores_four() -> None:
    game = base()
    turn(game, "E 0,-1 2 cN")
    assert game.scores == [4, 0]


def test_T6_the_option_lets_it_score_two() -> None:
    game = base(house=SMALL_CITY)
    turn(game, "E 0,-1 2 cN")
    assert game.scores == [2, 0]
    # It is about complete cities of two tiles, nothing else.
    game = base(house=SMALL_CITY)
    turn(game, "G 0,-1 1 cE")
    assert worth(game, "0,-1,cE")[3] == 2
    turn(game, "E 0,-2 2")
    assert game.scores == [6, 0]


def test_T7_a_cloister_scores_nine_when_all_eight_neighbours_lie() -> None:
    game = base()
    turn(game, "B 0,1 0 m")
    lay(game, "B -1,1 0; B 1,1 0; B -1,2 0; B 0,2 0; B 1,2 0; U -1,0 0")
    assert worth(game, "0,1,m") == (8, 0, 0, 8)
    scored = turn(game, "U 1,0 0")
    assert [event[1:] for event in scored] == [
        (CLOISTER, node_at(game.land, "0,1,m"), 9, 0, 0, 9, 1, b"\0\1")
    ]
    assert game.scores == [9, 0]


def test_T7_a_cloister_placed_into_its_gap_scores_at_once() -> None:
    game = base()
    lay(game, "U -1,0 0; U 1,0 0; B -1,1 0; B 1,1 0; B -1,2 0; B 0,2 0; B 1,2 0")
    scored = turn(game, "B 0,1 0 m")
    assert [(event[1], event[6], event[7]) for event in scored] == [(CLOISTER, 9, 1)]
    assert list(game.supply) == [7, 7]


def test_T7_one_tile_may_complete_several_cloisters() -> None:
    game = TileGame(2, way=BASE)
    squares = [(x, y) for x in range(4) for y in range(1, 4) if (x, y) != (1, 3)]
    lay(game, "; ".join(f"B {x},{y} 0" for x, y in squares))
    stand(game, 0, "1,2,m")
    stand(game, 1, "2,2,m")
    scored = turn(game, "B 1,3 0")
    assert sorted(event[8][0] for event in scored) == [0, 1]
    assert game.scores == [9, 9]


def test_T7_at_the_end_one_and_one_a_neighbour() -> None:
    game = base()
    turn(game, "B 0,1 0 m")
    begin(game, "B")
    last_tile(game)
    place(game, "1,1", 0)
    game.apply(END)
    score_all(game)
    assert game.scores == [3, 0]


def farm(game: TileGame) -> None:
    """Two complete cities of two tiles round one farm, and a third one that is open."""
    lay(game, "E 0,-1 2; E 1,-1 1; E 2,-1 3; E -1,-1 3")


def test_T8_a_farm_scores_three_for_every_completed_city_at_the_end_only() -> None:
    game = base()
    farm(game)
    stand(game, 1, "0,-1,fEL")
    assert cities(game.land, node_at(game.land, "0,-1,fEL")) == 2
    begin(game, "B")
    last_tile(game)
    place(game, "0,1", 0)
    game.apply(END)
    assert game.scores == [0, 0]
    assert game.events == []
    (scored,) = score_all(game)
    assert (scored[1], scored[4], scored[6], scored[7]) == (FIELD, 2, 6, 2)
    assert game.scores == [0, 6]


def test_T8_a_city_pays_for_several_farms() -> None:
    game = base()
    farm(game)
    stand(game, 0, "0,-1,fEL")
    stand(game, 1, "0,0,fEL")
    begin(game, "B")
    last_tile(game)
    place(game, "0,1", 0)
    game.apply(END)
    score_all(game)
    assert game.scores == [6, 3]


def test_T8_one_city_pays_a_farm_once_however_often_they_touch() -> None:
    game = base()
    lay(game, "E 0,-1 2; V 1,0 0; B 1,-1 0")
    land = game.land
    node = node_at(land, "1,-1,fEL")
    assert land.label[node] == land.label[node_at(land, "0,0,fEL")]
    assert land.label[node] == land.label[node_at(land, "0,-1,fEL")]
    assert (cities(land, node), measure(land, node, 0)[3]) == (1, 3)


def test_T8_a_farm_without_a_city_scores_nothing_and_is_told() -> None:
    game = base()
    begin(game, "B")
    last_tile(game)
    place(game, "0,1", 0)
    game.apply(put_action(game, "fEL"))
    game.apply(END)
    assert [(event[1], event[4], event[6], event[7]) for event in score_all(game)] == [
        (FIELD, 0, 0, 1)
    ]
    assert list(game.supply) == [7, 7]


def test_T9_majority_takes_all() -> None:
    game = base(3)
    lay(game, "E -1,-1 1; E 1,-1 3; F 0,-2 1")
    for player, where in ((0, "-1,-1,cN"), (1, "1,-1,cN"), (1, "0,-2,cE")):
        stand(game, player, where)
    scored = turn(game, "C 0,-1 0")
    assert not any(event[7] for event in scored)
    scored = turn(game, "E 0,-3 2")
    assert [(event[3], event[4], event[6], event[7]) for event in scored] == [(6, 2, 16, 2)]
    assert game.scores == [0, 16, 0]
    assert sorted(scored[0][8][at] for at in (0, 2, 4)) == [0, 1, 1]
    assert list(game.supply) == [7, 7, 7]


def test_T9_on_a_tie_every_leader_gets_all() -> None:
    game = base(3)
    lay(game, "E -1,-1 1; E 1,-1 3")
    stand(game, 0, "-1,-1,cN")
    stand(game, 2, "1,-1,cN")
    turn(game, "R 0,-1 2")
    assert game.scores == [8, 0, 8]


def test_T9_majority_of_followers() -> None:
    assert majority(b"") == 0
    assert majority(bytes((3, 9))) == 8
    assert majority(bytes((0, 1, 2, 3, 2, 4))) == 4
    assert majority(bytes((0, 1, 2, 3, 5, 4))) == 0b100101


def test_T10_a_follower_taken_back_is_not_for_this_turn() -> None:
    game = base()
    turn(game, "V 0,1 3 rS")
    game.supply[0] = 0
    lay(game, "V 1,1 0; V 0,2 2")
    game.player = 0
    begin(game, "V")
    place(game, "1,2", 1)
    assert game.legal_actions() == [END]
    game.apply(END)
    assert list(game.supply) == [1, 7]


def test_T10_a_follower_just_put_scores_and_returns() -> None:
    game = base()
    lay(game, "V 0,1 3; V 1,1 0; V 0,2 2")
    turn(game, "V 1,2 1 rS")
    assert (game.scores, list(game.supply)) == ([4, 0], [7, 7])


def test_T11_joined_followers_share() -> None:
    game = base()
    turn(game, "U 1,0 0 fER")
    lay(game, "B 3,1 0; B 1,1 0")
    stand(game, 1, "3,1,fEL")
    assert len(followers(game.land, node_at(game.land, "1,1,fEL"))) == 2
    lay(game, "B 2,1 0")
    pairs = followers(game.land, node_at(game.land, "3,1,fEL"))
    assert sorted(pairs[at] for at in (0, 2)) == [0, 1]
    assert majority(pairs) == 3


def test_T12_a_tile_counts_once_in_a_feature() -> None:
    game = base()
    lay(game, "G 0,1 0; N 1,1 3; N -1,1 2; N 1,2 0; M -1,2 1")
    stand(game, 0, "0,1,cE")
    scored = turn(game, "H 0,2 1")
    assert [(event[1], event[3], event[4], event[6]) for event in scored] == [(CITY, 6, 1, 14)]


def test_unclaimed_completed_features_are_told_and_score_nobody() -> None:
    game = base()
    scored = turn(game, "E 0,-1 2")
    assert [event[1:] for event in scored] == [
        (CITY, node_at(game.land, "0,-1,cN"), 2, 0, 0, 4, 0, b"")
    ]
    assert game.scores == [0, 0]


# The end


def test_T14_the_game_ends_when_the_last_tile_lies() -> None:
    game = base(3)
    only(game, ["U", "B"])
    turn(game, "U 1,0 0 rE")
    assert game.to_move == CHANCE
    turn(game, "B 0,1 0")
    assert (game.to_move, game.phase, game.chance_count()) == (2, FINAL, 0)
    for wrong in (END, CLAIM, TAKE + 1, PLACE_AT):
        refused(game, wrong, "not now")
    game.apply(SCORE)
    assert game.events[-1] == (EV_OVER,)
    assert game.to_move == OVER
    assert game.legal_actions() == []
    for action in (END, SCORE):
        with pytest.raises(ValueError, match="not now"):
            game.apply(action)
    assert game.scores == [2, 0, 0]
    assert game.winners() == 1


def test_T14_features_are_scored_one_by_one_roads_cities_cloisters_farms() -> None:
    game = base(5)
    lay(game, "U 1,0 0; B 0,1 0; U -1,0 0; G 0,-1 1; U 5,5 0; U 5,8 0")
    for player, where in enumerate(("0,1,fEL", "5,5,rE", "-1,0,fEL", "0,0,rE", "0,-1,cE")):
        stand(game, player, where)
    stand(game, 1, "5,8,fEL")
    begin(game, "B")
    last_tile(game)
    place(game, "1,1", 0)
    game.apply(put_action(game, "m"))
    game.apply(END)
    scored = score_all(game)
    assert [event[1] for event in scored] == [ROAD, ROAD, CITY, CLOISTER, FIELD, FIELD, FIELD]
    assert [event[8][1] for event in scored] == [0, 5, 4, 7, 2, 3, 6]
    assert sum(game.supply) == 35
    for player in range(5):
        assert game.scores[player] == sum(game.tally[6 * player : 6 * player + 6])


def test_T14_nothing_left_to_score_and_the_game_is_over_at_once() -> None:
    game = base()
    only(game, ["B"])
    begin(game, "B")
    place(game, "0,1", 0)
    game.apply(END)
    assert (game.to_move, game.events) == (OVER, [(EV_OVER,)])
    assert game.winners() == 3


def test_T14_equal_totals_share_the_win() -> None:
    game = base(4)
    for player, points in enumerate((7, 12, 3, 12)):
        game.gain(player, ROAD, points)
    assert game.winners() == 0b1010


def test_F36_every_point_is_in_an_event_and_in_the_tally() -> None:
    chance = Random(3)
    game = base(4)
    found = [[0] * 6 for _ in range(4)]
    while game.to_move != OVER:
        count = game.chance_count()
        game.apply(chance.randrange(count) if count else chance.choice(game.legal_actions()))
        for event in game.events:
            if event[0] == EV_FEATURE:
                for player in range(4):
                    found[player][event[1]] += event[6] * (event[7] >> player & 1)
    assert list(game.tally) == sum(found, [])
    assert game.scores == [sum(row) for row in found]


def test_F33_squares_that_no_tile_left_fits() -> None:
    game = base()
    lay(game, "U 1,0 0; F 1,-1 0; E -1,-1 1; U -1,0 0")
    # North of D: city in the south, west and east.
    key = (128 - 1) << 8 | 128
    for left, dead in ((["R"], False), (["C"], False), (["U", "E"], True)):
        only(game, left)
        out = list_dead(game)
        assert (key in out) == dead
        for other in game.land.frontier:
            need = game.land.frontier[other]
            fits = any(
                not (code ^ need) & need >> 8
                for at in range(COUNT)
                if game.left[at]
                for code in codes_of(VARIANTS[at] & 63)
            )
            assert (other in out) == (not fits)
        assert out == sorted(out)
    # The tile in hand counts until it lies.
    only(game, ["R", "U"])
    game.apply(0)
    assert key not in list_dead(game)
    elsewhere = [at for at in game.legal_actions() if split_place(at)[:2] != (0, -1)]
    game.apply(elsewhere[0])
    assert key in list_dead(game)


def list_dead(game: TileGame) -> list[int]:
    """All squares that nothing fits any more."""
    out: list[int] = []
    for _ in game.dead(out):
        pass
    return out


def test_a_token_means_nothing_without_buildings() -> None:
    game = base()
    begin(game, "B")
    place(game, "0,1", 0)
    for kind in range(3):
        refused(game, TOKEN + kind, "none left")
    assert list(game.tokens) == [0] * 6
    token(game, "0,1")
    assert worth(game, "0,1,m")[2] == 1
