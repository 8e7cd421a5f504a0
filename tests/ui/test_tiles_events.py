"""The tile game's events on the screen: wheel, plague, scores, final scoring, winners; and what can
be looked at: the landscape, the tiles left, the score pad, help."""

from __future__ import annotations

import sys

import pytest

from engine.contract import OVER
from engine.tiles.game import TileGame
from engine.tiles.scoring import cities, followers, measure
from engine.tiles.table import BOARD, COUNT, VARIANTS
from engine.tiles.terms import (
    BASE,
    CITY,
    CLAIM,
    CLOISTER,
    CROWN,
    EV_CROWNS,
    EV_FEATURE,
    EV_TAKEN,
    EV_WHEEL,
    FAMINE,
    FIELD,
    FOLLOW,
    FORTUNE,
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
    VARIANT,
)
from engine.tiles.thinker import Thinker
from hw.store import Store
from sim.chips.flash import Flash
from tests.ui import scenes_tiles_events as events
from tests.ui.device import Device
from tests.ui.scenes_tiles import NAMES, _far, at, early, late, wander
from ui import keys, records, room, signs, words
from ui.match import COMPUTER, PERSON, Match
from ui.records import Records

QUICK = {"KOSTKA_SPEED": 0}


def texts_at(device: Device, y: int) -> list[str]:
    """The texts in one line of the picture, from left to right."""
    line = [text for text in device.canvas.texts if text.y == y]
    return [text.text for text in sorted(line, key=lambda text: text.x)]


def show(device: Device, made: TileGame, persons: str = "PPPPPP", i: int = 0) -> None:
    """Tell of the last action of a game."""
    events.tell(device.app, made, persons, i)
    device.wait(40)


def greedy(made: TileGame, turns: int, seed: int) -> TileGame:
    """So many turns of one who builds close together and always puts a follower where he can: a
    monk, a knight, a robber, a farmer, the first of these."""
    number = seed
    end = made.turn + turns
    while made.to_move >= 0 or made.turn < end:
        number = (number * 1103515245 + 12345) & 0x7FFFFFFF
        if made.to_move < 0:
            made.apply((number >> 8) % made.chance_count())
            continue
        actions = made.legal_actions()
        action = actions[-1]
        if made.phase == PLACE:
            action = min(actions, key=lambda action: (_far(made, action), action ^ number))
        elif made.phase == FOLLOW:
            claims = [action for action in actions if CLAIM <= action < CROWN]
            action = max(claims, key=lambda action: _worth(made, action), default=actions[0])
        made.apply(action)
        if made.to_move < 0 and made.turn >= end:
            break
    return made


def _worth(made: TileGame, action: int) -> int:
    kind = made.land.kind_of(made.land.first[made.land.count - 1] + action - CLAIM)
    return (2, 1, 3, 0)[kind]


# The wheel


def spun(sector: int, seed: int, players: int = 4) -> TileGame:
    """A game of some turns after which the pig comes to a sector."""
    made = wander(TileGame(players), 14 + 3 * seed, seed)
    made.crowns[:] = bytes(9)
    made.supply[:] = bytes(7 for _ in range(players))
    for tile in range(made.land.count):
        if made.land.stands[tile]:
            made.supply[(made.land.stands[tile] >> 4) - 1] -= 1
    for crown in (0, 1, 3, 4, 6, 7) if seed & 1 else range(9):  # one a sector, or all
        player = max(range(players), key=lambda player: made.supply[player])
        made.supply[player] -= 1
        made.crowns[crown] = player + 1
    return events.spin(made, sector, events._numbered(made))


@pytest.mark.parametrize("sector", (FORTUNE, TAXES, FAMINE, STORM, INQUISITION))
@pytest.mark.parametrize("seed", range(3))
def test_F36_the_wheel_tells_what_the_event_says(sector: int, seed: int) -> None:
    """Who got what by the sector and by its crowns: the numbers of the events, all of them."""
    made = spun(sector, seed)
    spin = made.events[0]
    crowns = made.events[1]
    assert (spin[0], crowns[0]) == (EV_WHEEL, EV_CROWNS) and spin[3] == sector
    with Device(QUICK, seed=1) as device:
        show(device, made)
        assert device.screen == "Wheel"
        assert device.says(words.t(f"sector_{sector}"))
        assert device.says(NAMES[made.player]) and device.says(str(spin[1]))
        gains = [text for text in device.said() if text[:1] == "+"]
        wanted = [f"+{points}" for points in spin[4] if points]
        wanted += [f"+{points}" for points in crowns[2] if points]
        assert gains == wanted
        assert device.says(words.t("wheel_nobody").split("\n")[0]) == (not any(spin[4]))
        if 0 < sum(1 for points in spin[4] if points) < 4:
            rows = [texts_at(device, y)[-2:] for y in (16, 24, 32)]
            told_of = [row for row in rows if row[-1:] and row[-1][0] == "+"]
            players = [player for player in range(4) if spin[4][player]]
            assert told_of == [[NAMES[player], f"+{spin[4][player]}"] for player in players]


def test_W6_the_plague_is_announced_before_anybody_is_asked() -> None:
    with Device(QUICK, seed=1) as device:
        events.SCENES["tiles_wheel_plague"](device.app)
        device.wait(40)
        assert device.says(words.t("wheel_plague").split("\n")[0])
        assert not any(text[:1] == "+" for text in device.said())
        device.press("a")
        assert device.screen == "Plague"


def test_F28_the_pig_hops_from_sector_to_sector_and_can_be_hurried() -> None:
    for speed, most in ((1, 800), (2, 1500)):
        seen: list[str] = []
        with Device({"KOSTKA_SPEED": speed}, seed=1) as device:
            device.on_paint.append(lambda device, seen=seen: seen.append(texts_at(device, 8)[0]))
            made = events.spin(TileGame(2), STORM, "U3")
            events.tell(device.app, made)
            device.wait(most)
            path = [word for i, word in enumerate(seen) if i == 0 or word != seen[i - 1]]
            assert path == [words.t(f"sector_{sector}") for sector in range(4)]
            assert device.top.hops == 0 and device.says("+7")
            for button in ("a", "b", "up"):
                events.tell(device.app, made)
                assert device.top.hops == 3
                device.press(button)
                assert device.screen == "Wheel" and device.says("+7")
    with Device(QUICK, seed=1) as device:
        events.tell(device.app, made)
        assert device.top.hops == 0


@pytest.mark.parametrize("language", ("en", "cs", "de"))
def test_the_wheel_explains_its_sector(language: str) -> None:
    with Device({"KOSTKA_SPEED": 0, "KOSTKA_LANGUAGE": language}, seed=1) as device:
        titles = []
        for sector in range(6):
            for house in (0, OLD_FAMINE):
                made = events.spin(TileGame(2, house=house), sector)
                show(device, made)
                device.press("b")
                assert device.screen == "Help"
                title = device.said()[0]
                assert title == words.t(f"sector_{sector}")
                titles.append(tuple(device.said()[:4]))
                device.press("b")
                assert device.screen == "Wheel"
        assert len(set(titles)) == 7, "famine has another rule by option"


def test_the_wheel_waits_for_a_person_and_goes_on_for_a_computer() -> None:
    with Device(QUICK, seed=1) as device:
        show(device, events.spin(TileGame(2), STORM))
        device.wait(20_000)
        assert device.screen == "Wheel"
        show(device, events.spin(TileGame(2), STORM), "CP")
        device.wait(2000)
        assert device.screen == "Wheel"
        device.wait(1000)
        assert device.screen != "Wheel"
        show(device, events.spin(TileGame(2), STORM), "CP")
        device.match.hurry = True
        device.wait(1000)
        assert device.screen != "Wheel"


def test_W7_crowns_after_the_plague_are_told_when_all_have_chosen() -> None:
    with Device(QUICK, seed=1) as device:
        events.SCENES["tiles_wheel_plague_crowns"](device.app)
        device.wait(40)
        assert device.screen == "Wheel" and device.says("+6")
        device.press("a")
        assert device.screen == "Place"


def test_T3_a_tile_that_fits_nowhere_is_told_of_and_another_is_drawn() -> None:
    with Device(QUICK, seed=1) as device:
        events.SCENES["tiles_out"](device.app)
        device.wait(40)
        player = device.game.player
        left = sum(device.game.left)
        assert device.screen == "Out" and device.says(words.t("out_title"))
        device.press("a")
        assert sum(device.game.left) == left - 1 and device.game.player == player
        assert device.screen in ("Place", "Wheel")


# The plague


def plagued(players: int, seed: int, way: int = 0) -> TileGame:
    """A game in which somebody is to choose."""
    made = wander(TileGame(players, way=way), 16, seed)
    return events.spin(made, PLAGUE, events._numbered(made))


@pytest.mark.parametrize("seed", range(1, 5))
def test_W6_the_plague_asks_each_player_in_turn(seed: int) -> None:
    """From the active one on, each who has a follower in the landscape; what is taken is the one
    under the cursor."""
    made = plagued(4, seed)
    land = made.land
    order = [(made.player + i) % 4 for i in range(4)]
    has = {(land.stands[tile] >> 4) - 1 for tile in range(land.count) if land.stands[tile]}
    wanted = [player for player in order if player in has]
    assert wanted
    with Device(QUICK, seed=1) as device:
        show(device, made)
        device.press("a")  # past the wheel
        asked = []
        while device.screen == "Plague":
            player = device.game.to_move
            asked.append(player)
            assert device.says(words.t("plague_who", NAMES[player]))
            if len(device.top.tiles) > 1:
                device.press("b")
            tile = device.top.tiles[device.top.at]
            assert land.stands[tile] >> 4 == player + 1
            assert (device.top.x, device.top.y) == (land.xs[tile] - 128, land.ys[tile] - 128)
            kind = land.kind_of(land.first[tile] + (land.stands[tile] & 15))
            assert device.says(words.t(f"role_{kind}"))
            supply = device.game.supply[player]
            device.press("a")
            assert land.stands[tile] == 0 and device.game.supply[player] == supply + 1
            taken = next(event for event in device.game.events if event[0] == EV_TAKEN)
            assert taken[1:3] == (player, tile)
        assert asked == wanted


def test_the_plague_s_screen_stays_for_the_next_player() -> None:
    """It is the largest of those that are compiled when they are asked for."""
    made = plagued(4, 1)
    with Device(QUICK, seed=1) as device:
        show(device, made)
        device.press("a")
        screen = device.top
        while device.screen == "Plague":
            assert device.top is screen
            shown = device.picture()
            device.press("a")
            device.wait(100)
            assert device.picture() != shown


def test_the_plague_s_cursor_comes_to_every_follower() -> None:
    made = greedy(TileGame(2), 12, 3)
    player = made.player
    own = [tile for tile in range(made.land.count) if made.land.stands[tile] >> 4 == player + 1]
    assert len(own) > 2
    events.spin(made, PLAGUE, events._numbered(made))
    made.events = []
    with Device(QUICK, seed=1) as device:
        at(device.app, made)
        device.wait(40)
        seen = set()
        for _ in own:
            seen.add(device.top.tiles[device.top.at])
            device.press("b")
        assert seen == set(own)
        seen = set()
        for button in ("left", "up", "right", "down") * 6:
            device.press(button)
            seen.add(device.top.tiles[device.top.at])
        assert len(seen) > 1


def test_the_plague_lets_computers_think() -> None:
    made = plagued(3, 2)
    with Device(QUICK, seed=1) as device:
        show(device, made, "CCC")
        device.wait(2700)
        while device.screen == "Plague":
            thinker = Thinker(device.game)
            wanted = thinker.step()
            while wanted is None:
                wanted = thinker.step()
            device.until(lambda: getattr(device.top, "action", -1) >= 0)
            assert device.top.action == wanted
            device.wait(60)
            assert device.screen == "Plague", "it is shown for a while"
            asked = device.top
            device.until(lambda asked=asked: device.top is not asked)
            assert device.game.land.stands[wanted - TAKE] == 0


def test_W29_who_has_no_follower_in_the_landscape_is_not_asked() -> None:
    made = TileGame(3)
    events.turn(made, "M", 0, -1, 3)
    events.turn(made, "R", 4, 2, 0, CLAIM)
    events.turn(made, "B", 1, -1, 0)
    events.spin(made, PLAGUE, "V1")
    with Device(QUICK, seed=1) as device:
        show(device, made)
        device.press("a")
        assert device.screen == "Plague" and device.game.to_move == 1
        device.press("a")
        assert device.screen == "Place" and device.game.phase != TAKEN


# Scores


def score_lines(device: Device) -> list[str]:
    return [text.text for text in device.canvas.texts if text.x == 65 and text.y >= 24]


@pytest.mark.parametrize("seed", range(3))
def test_F36_every_completed_feature_tells_its_reasons(seed: int) -> None:
    """Kind, winners, tiles, shields, buildings, and a sum that comes out."""
    made = TileGame(5, 0, MIX, VARIANT)
    told_of = set()
    with Device(QUICK, seed=1) as device:
        while made.chance_count() > 1:
            (wander if made.turn % 8 == 7 else greedy)(made, 1, 7 * seed + made.turn)
            for i, event in enumerate(made.events):
                if event[0] != EV_FEATURE or not event[7]:
                    continue
                copy = TileGame.unpack(made.pack())
                copy.events = made.events
                show(device, copy, i=i)
                check_score(device, event)
                told_of.add(event[1])
    assert told_of == {0, 1, 2}


def check_score(device: Device, event: tuple) -> None:
    kind, _node, tiles, extra, tokens, points, winners = event[1:8]
    assert device.screen == "Score"
    who = [player for player in range(5) if winners >> player & 1]
    title = device.canvas.texts
    assert any(text.y == 0 and words.t(f"kind_{kind}") in text.text for text in title)
    if len(who) < 4:
        assert device.says(", ".join(NAMES[player] for player in who))
    assert device.says(f"+{points}")
    assert device.says(words.tn("tiles", tiles))
    if extra:
        assert device.says(words.tn("shields", extra))
    sums = [line for line in score_lines(device) if line[:1].isdigit() and " " not in line]
    if sums:
        assert eval(sums[-1].replace(signs.TIMES, "*")) == points
    else:
        assert points == tiles or len(score_lines(device)) == 3
    if tokens and len(who) < 3:
        assert f"{words.t('score_tokens')} {tokens}" in score_lines(device)
    if len(who) == 1 and not (extra and tokens):
        total = device.game.scores[who[0]]
        told = device.game.events
        for other in told[told.index(event) + 1 :]:
            if other[0] == EV_FEATURE and other[7] >> who[0] & 1:
                total -= other[6]  # that is told on another screen
        assert device.says(f"{signs.RIGHT} {total}")


def test_F36_several_features_are_told_one_after_the_other() -> None:
    """Two cities that one tile completes."""
    made = TileGame(2)
    events.turn(made, "E", 0, -1, 2, CLAIM)
    made.events = made.events * 2
    with Device(QUICK, seed=1) as device:
        show(device, made)
        first = device.top
        assert device.screen == "Score"
        device.press("a")
        assert device.screen == "Score" and device.top is not first
        device.press("a")
        assert device.screen == "Ready"


def test_F36_a_feature_flashes_and_then_stays_lit() -> None:
    with Device(QUICK, seed=1) as device:
        events.SCENES["tiles_score_city"](device.app)
        device.top.flashes = 0
        device.app.dirty = True
        device.wait(40)
        dark = device.picture()
        pictures = [dark]
        for _ in range(12):
            device.wait(360)
            pictures.append(device.picture())
        lit = pictures[1]
        assert lit != dark and pictures[2] == dark and pictures[3] == lit
        assert pictures[-3:] == [lit] * 3
        changed = [i for i in range(1024) if lit[i] != dark[i]]
        assert all(8 <= i >> 7 << 3 < 56 and i & 127 < 64 for i in changed), "in the landscape only"


class Reasons:
    """Watches a game: every change of points has a screen of its own that tells it (F36)."""

    def __init__(self, device: Device) -> None:
        self.told = [0] * device.game.players
        self.screens: list = []
        device.on_paint.append(self)

    def __call__(self, device: Device) -> None:
        top = device.top
        name = device.screen
        if name not in ("Score", "Final", "Wheel"):
            return
        key = (top, getattr(top, "event", None))
        if any(key[0] is one[0] and key[1] is one[1] for one in self.screens):
            return
        self.screens.append(key)
        if name == "Wheel":
            self._add(top.event[4] if top.event else ())
            self._add(top.crowns[2] if top.crowns else ())
        elif top.event:
            bits = top.event[7]
            self._add([top.event[6] * (bits >> i & 1) for i in range(len(self.told))])

    def _add(self, points) -> None:
        for player, more in enumerate(points):
            self.told[player] += more


@pytest.mark.parametrize("kinds", ("PP", "PCC", "CC"))
def test_F36_nobody_s_points_change_without_a_screen(kinds: str) -> None:
    """A whole short game: what the screens told sums to the final scores (T14)."""
    made = TileGame(len(kinds), way=SHORT, buildings=NORMAL)
    with Device(QUICK, seed=3) as device:
        at(device.app, made, kinds)
        reasons = Reasons(device)
        for _ in range(2000):
            if device.screen == "Winner":
                break
            if device.screen == "Watch":
                device.wait(200)
            elif device.screen in ("Place", "Follow"):
                device.until(lambda: device.screen not in ("Place", "Follow") or device.top.at >= 0)
                device.press("a")
            elif device.match.is_person(device.game.player) or device.screen == "Final":
                device.press("a") if device.match.people() else device.wait(500)
            else:
                device.wait(500) if device.screen != "Score" else device.press("a")
        assert device.screen == "Winner"
        assert reasons.told == device.game.scores
        assert sum(device.game.tally) == sum(device.game.scores)


# The end


def test_T14_final_scoring_goes_step_by_step() -> None:
    made = events.ended(3, buildings=NORMAL)
    before = list(made.scores)
    steps = 0
    with Device(QUICK, seed=1) as device:
        at(device.app, made)
        device.wait(40)
        assert device.says(words.t("final_title")) and made.scores == before
        told_of = list(before)
        while made.to_move != OVER:
            device.press("a")
            steps += 1
            event = device.top.event
            assert device.says(f"+{event[6]}") and device.says(words.t(f"kind_{event[1]}"))
            for player in range(3):
                if event[7] >> player & 1:
                    told_of[player] += event[6]
                    assert device.says(NAMES[player])
            assert told_of == made.scores
        assert steps >= 3
        assert device.screen == "Final", "the last one is shown too"
        device.press("a")
        assert device.screen == "Winner"


def test_final_scoring_is_held_through_to_the_end() -> None:
    with Device(QUICK, seed=1) as device:
        at(device.app, events.ended(3))
        device.wait(40)
        device.hold("a")
        device.until("Winner", 2000)
        assert device.game.to_move == OVER
        at(device.app, events.ended(3))
        device.press("a")
        device.hold("a")
        device.until("Winner", 2000)


def test_final_scoring_goes_on_by_itself_among_computers() -> None:
    with Device(QUICK, seed=1) as device:
        at(device.app, events.ended(2), "CC")
        device.until("Winner", 200_000)
        at(device.app, events.ended(2), "CP")
        device.wait(20_000)
        assert device.screen == "Final" and not device.top.event


@pytest.mark.parametrize("scores", ((70, 31), (64, 64), (12, 90, 90), (8, 7, 8, 8), (5,) * 6))
def test_T14_equal_totals_share_the_win(scores: tuple) -> None:
    made = events.over(len(scores), *scores)
    winners = [i for i in range(len(scores)) if scores[i] == max(scores)]
    with Device(QUICK, seed=1) as device:
        at(device.app, made)
        device.wait(40)
        one = len(winners) == 1
        assert device.says(words.t("winner_title" if one else "winner_shared"))
        assert device.says(NAMES[winners[0]]) == one
        assert device.top.winners == winners


def test_F21_the_winner_s_points_are_in_double_size() -> None:
    with Device(QUICK, seed=1) as device:
        at(device.app, events.over(2, 104, 71))
        device.wait(40)
        big = [text.text for text in device.canvas.texts if text.bottom - text.y == 16]
        assert "104" in big and NAMES[0] in big
        at(device.app, early())
        from ui.tiles import status

        status.standings(device.app)
        device.wait(40)
        big = [text.text for text in device.canvas.texts if text.bottom - text.y == 16]
        game = device.game
        assert big == [NAMES[game.player], str(game.scores[game.player])]


# Looking around


def test_F32_every_feature_under_the_cursor_is_told() -> None:
    """All of a late game, by presses: kind, owners, size, open ends, points when complete and at
    the end."""
    made = wander(TileGame(4, 0, MIX, VARIANT), 30, 5)
    land = made.land
    kinds = set()
    with Device(QUICK, seed=1) as device:
        at(device.app, made)
        for tile in range(0, land.count, 2):
            x, y = land.xs[tile] - 128, land.ys[tile] - 128
            events.look(device.app, made, x, y)
            for _ in range(land.first[tile + 1] - land.first[tile]):
                device.wait(40)
                node = device.top.node
                assert land.owner[node] == tile
                kinds.add(check_told(device, made, node))
                if device.hint("hint_part"):
                    device.press("a")
    assert len(kinds) > 6


def check_told(device: Device, made: TileGame, node: int) -> tuple:
    """What stands beside the landscape is what the rules say of this feature."""
    land = made.land
    kind = land.kind_of(node)
    still = land.open[land.label[node]]
    tiles, extra, tokens, points = measure(land, node, made.house)
    pairs = followers(land, node)
    assert device.top.pairs == pairs
    assert device.says(words.t(f"kind_{kind}"))
    assert device.says(words.t("look_nobody")) == (not pairs)
    assert device.says(words.tn("tiles", tiles))
    if extra or kind == FIELD:
        assert device.says(words.tn("shields" if kind == CITY else "cities", extra))
    if kind == FIELD:
        assert extra == cities(land, node)
    assert device.says(f"{signs.TOKEN}{tokens}") == (tokens > 0)
    rows = {texts_at(device, y)[-2]: texts_at(device, y)[-1] for y in range(16, 56, 8)
            if len(texts_at(device, y)) > 1}  # fmt: skip
    if kind == FIELD or still:
        assert rows[words.t("look_end")] == str(points)
    if kind != FIELD and still:
        key = "look_missing" if kind == CLOISTER else "look_open"
        assert device.says(words.t(key, still))
        full = {CITY: 2 * (tiles + extra), CLOISTER: 9}.get(kind, tiles) + tokens
        assert rows[words.t("look_closed")] == str(full)
    elif kind != FIELD:
        assert device.says(words.t("look_closed"))
        assert words.t("look_end") not in rows
        if pairs:  # till the end of the turn
            assert rows[words.t("look_closed")] == str(points)
    return kind, still > 0, bool(pairs), extra > 0


def test_F32_the_cursor_goes_by_squares_and_stays_near_the_tiles() -> None:
    with Device(QUICK, seed=1) as device:
        events.look(device.app, early(), 0, 0)
        steps = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
        for button, (x, y) in steps.items():
            was = (device.top.x, device.top.y)
            device.press(button)
            assert (device.top.x, device.top.y) == (was[0] + x, was[1] + y)
        land = device.game.land
        for button in ("up",) * 90:
            device.press(button)
        top = min(land.ys[: land.count]) - 128
        assert device.top.y == top - 1


def test_F32_what_the_cursor_is_on_is_told_when_it_rests() -> None:
    """The move itself sends little; the rest follows by itself, in the language of the moment."""
    made = late()
    with Device(QUICK, seed=1) as device:
        events.look(device.app, made, 0, 0)
        device.wait(40)
        told = device.top.node
        before = device.sketch()
        device.top.move(keys.RIGHT)
        assert device.top.node == told and device.sketch() != before
        device.wait(200)
        node = device.top.node
        tile = made.land.at(1, 0)
        assert node != told and made.land.owner[node] == tile
        check_told(device, made, node)
        device.top.move(keys.LEFT)
        device.top.button(keys.A)  # too early for the next feature: the square's first
        assert made.land.owner[device.top.node] == made.land.at(0, 0)
        device.app.use_language("de")
        device.app.use_area("tiles")
        device.menu()
        device.press("b")
        check_told(device, made, device.top.node)


def test_F32_the_overview_is_one_hold_away() -> None:
    with Device(QUICK, seed=1) as device:
        events.look(device.app, late(), 0, 0)
        device.hold("a")
        assert device.screen == "Far"
        before = device.picture()
        device.wait(800)
        assert device.picture() != before, "with and without the marks"
        device.press("left", "up", "right", "down")
        for button in ("a", "b"):
            device.press(button)
            assert device.screen == "Look"
            device.hold("a")
        device.hold("a")
        assert device.screen == "Look"
        device.press("b")
        assert device.screen == "Ready"


def fitting(made: TileGame, x: int, y: int) -> int:
    """How many tiles left fit a square, tried one by one."""
    count = 0
    for i in range(COUNT):
        for turn in range(4):
            if made.left[i] and made.land.fits(VARIANTS[i] & 63, turn, x, y):
                count += made.left[i]
                break
    return count


def test_F33_an_empty_square_tells_how_many_tiles_fit() -> None:
    from ui.tiles.told import fitting as told

    made = late()
    with Device(QUICK, seed=1) as device:
        events.look(device.app, made, 0, 0)
        some = 0
        for key in sorted(made.land.frontier):
            x, y = (key & 255) - 128, (key >> 8) - 128
            text = words.t("look_fits", fitting(made, x, y), sum(made.left))
            assert told(made, key) == [(line, "") for line in text.split("\n")]
            some += 1
        assert some > 20
        x, y = (key & 255) - 128, (key >> 8) - 128
        events.look(device.app, made, x, y)
        device.wait(40)
        assert device.says(words.t("look_empty")) and device.says(text.split("\n")[0])


@pytest.mark.parametrize("way", (0, SHORT, BASE, MIX))
def test_F33_the_tiles_left_are_counted_by_kind(way: int) -> None:
    made = wander(TileGame(2, way=way), 8)
    counts = [0] * BOARD
    numbered = 0
    for i in range(COUNT):
        counts[VARIANTS[i] & 63] += made.left[i]
        numbered += made.left[i] * (VARIANTS[i] > 63)
    with Device(QUICK, seed=1) as device:
        events._left(device.app, made)
        device.wait(40)
        title = device.said()[0]
        assert str(sum(made.left)) in title and (way == BASE or str(numbered) in title)
        shown: list[int] = []
        for _ in range(device.top.pages):
            shown += [int(text.text) for text in device.canvas.texts if text.y in (8, 32)]
            device.press("right")
        assert device.top.page == 0
        assert shown == [count for count in counts if count]


# Pad and standings


@pytest.mark.parametrize("players", (2, 5, 6))
def test_the_pad_s_columns_sum_to_the_scores(players: int) -> None:
    made = events.over(players)
    with Device(QUICK, seed=1) as device:
        at(device.app, made)
        device.press("b")
        assert device.screen == "Pad"
        first = 16 if players < 6 else 8
        for player in range(players):
            row = [int(text) for text in texts_at(device, first + 8 * player)]
            tally = list(made.tally[6 * player : 6 * player + 6])
            assert row == [points for points in tally if points] + [made.scores[player]]
            assert sum(tally) == made.scores[player]
        for column in range(7):
            device.press("right")
            assert device.said()[0] == words.t(f"kind_{column}")
        device.press("right")
        assert device.says(words.t("pause_pad")) == (players < 6)
        device.press("a")
        assert device.screen == "Winner"


def test_the_standings_show_followers_in_the_supply() -> None:
    made = late()
    with Device(QUICK, seed=1) as device:
        at(device.app, made)
        device.press("b")
        assert device.screen == "Standings"
        for player in range(6):
            tokens = sum(made.tokens[3 * player : 3 * player + 3])
            assert f"{signs.FOLLOWER}{made.supply[player]} {signs.TOKEN}{tokens}" in device.said()
            assert device.says(str(made.scores[player])) and device.says(NAMES[player])


# The menu, and what stays in the heap

OURS = [name for name in events.SCENES if "help" not in name and "sector" not in name]
NO_MENU = ("tiles_pause", "tiles_wheel_why", "tiles_wheel_why_older")


@pytest.mark.parametrize("name", OURS)
def test_F30_help_is_reached_from_every_screen(name: str) -> None:
    with Device(QUICK, seed=1) as device:
        events.SCENES[name](device.app)
        if name in NO_MENU or device.screen == "Winner":
            return
        depth = len(device.app.stack)
        device.menu()
        assert device.screen == "Pause"
        while device.top.items[device.top.rows.at][0] != "menu_help":
            device.press("down")
        device.press("a")
        assert device.screen == "Help" and device.top.topic == "tiles"
        device.press("b", "b")
        assert len(device.app.stack) == depth


def test_the_menu_never_lies_twice_in_the_stack() -> None:
    with Device(QUICK, seed=1) as device:
        at(device.app, early())
        device.menu()
        for item in ("pause_standings", "pause_pad", "left_title", "look_title"):
            while device.top.items[device.top.rows.at][0] != item:
                device.press("down")
            device.press("a")
            assert device.screen != "Pause"
            device.menu()
            assert device.screen == "Pause" and len(device.app.stack) == 2
        device.press("b")
        assert device.screen == "Ready"


# What stays while a game runs: shown often, or the screens that are stand on it.
STAY = {"flow", "status", "score", "near", "spots", "place", "follow", "ready", "watch", "table"}
STAY |= {"entries", "options"}


@pytest.mark.parametrize("name", OURS)
def test_a_screen_that_is_left_leaves_no_module(name: str) -> None:
    with Device(QUICK, seed=1) as device:
        at(device.app, early())
        for module in modules():
            room.forget(module)
        events.SCENES[name](device.app)
        device.app.paint()
        at(device.app, early())
        assert modules() == set()


def modules() -> set[str]:
    """Modules of screens that are only shown now and then."""
    ours = {name for name in sys.modules if name.startswith(("ui.tiles.", "ui.screens."))}
    return ours - {"ui.tiles." + name for name in STAY} - {"ui.screens.rows"}


def test_no_sheet_of_a_rare_screen_stays() -> None:
    from ui import sprites

    with Device(QUICK, seed=1) as device:
        for name in ("tiles_wheel_taxes", "tiles_pad", "tiles_far", "tiles_winner"):
            events.SCENES[name](device.app)
            device.app.paint()
            at(device.app, early())
            for sheet in ("wheel", "kinds", "tiles8"):
                assert sheet not in sprites._sheets, (name, sheet)


# Records


def finished(players: int, kinds: str, *scores: int) -> Match:
    made = events.over(players, *scores)
    kind = bytearray(PERSON if letter == "P" else COMPUTER for letter in kinds)
    match = Match(made, NAMES[:players], kind, None, None)
    return match


def test_F37_a_finished_tile_game_is_counted_and_the_dice_are_left_alone() -> None:
    flash = Flash()
    store = Store(flash)
    known = Records(store)
    known.count(bytes((0, 1, 2, 3, 4, 5)))
    known.values[records.BEST] = 30
    known.values[records.CITY] = 7
    turns = 0
    for kinds, scores in (("PC", (50, 40)), ("PC", (40, 50)), ("CPP", (9, 9, 2)), ("CC", (1, 0))):
        match = finished(len(kinds), kinds, *scores)
        turns += match.game.turn
        first = known.finish(match)
        assert known.finish(match) == first, "and only once"
    assert known.values[:4] == [4, 2, 2, 0]
    assert known.values[records.TURNS] == turns
    assert known.values[records.BEST :] == [30, 7, 1, 1, 1, 1, 1, 1]
    assert known.wins == []
    store.begin(b"game")
    assert store.end(first)
    assert Records(Store(flash)).values == known.values
