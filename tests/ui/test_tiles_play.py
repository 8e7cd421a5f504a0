"""The tile game as people play it: what the screens tell is true, and buttons do what is said."""

from __future__ import annotations

import random

import pytest

from engine.contract import OVER
from engine.tiles.game import TileGame
from engine.tiles.landscape import place_action, split_place
from engine.tiles.scoring import measure
from engine.tiles.terms import (
    BASE,
    CITY,
    CLAIM,
    CROWN,
    END,
    EV_FEATURE,
    FIELD,
    HOUSE,
    MIX,
    NORMAL,
    PLACE,
    PLAGUE,
    SCORE,
    SHORT,
    SMALL_CITY,
    VARIANT,
    WHEEL,
)
from sim.chips.flash import Flash
from tests.ui import scenes_tiles, scenes_tiles_events
from tests.ui.device import Device
from tests.ui.scenes_tiles import at, draw, follow, late, wander
from tests.ui.test_tiles_events import greedy
from tests.ui.test_tiles_flow import QUICK, advised, deal, go_to
from ui import signs, words
from ui.keys import DOWN, A
from ui.tiles import told

# What the buttons do


def test_B_without_another_turn_does_nothing() -> None:
    """The blinking does not begin anew either: no hint, no change."""
    with Device(QUICK, seed=1) as device:
        scenes_tiles.place(device.app, TileGame(2), "D", place_action(0, -1, 2))
        device.wait(300)
        since = device.top.since
        device.press("b")
        assert not device.hint("hint_turn") and device.top.since == since


def test_W6_B_with_one_follower_does_nothing() -> None:
    """What is told of it does not vanish for a moment: no hint, no change."""
    made = scenes_tiles_events.claimed(2, ("M", 0, -1, 3, CLAIM), ("E", -1, 0, 2, -1))
    scenes_tiles_events.spin(made, PLAGUE, "V1")
    made.events = []
    with Device(QUICK, seed=1) as device:
        at(device.app, made)
        device.wait(40)
        lines = device.top.lines
        device.press("b", "up", "right")
        assert not device.hint("hint_other") and device.top.lines is lines and lines


def test_F32_A_tells_of_the_next_part_before_the_cursor_rests() -> None:
    """The bottom line is about the square under the cursor at once."""
    made = scenes_tiles_events.knights()
    with Device(QUICK, seed=1) as device:
        scenes_tiles_events.look(device.app, made, 0, -2)
        device.wait(40)
        assert not device.hint("hint_part")
        device.top.button(DOWN)
        device.app.paint()
        assert device.top.work and device.hint("hint_part")
        node = device.game.land.first[device.game.land.at(0, -1)]
        device.top.button(A)
        assert device.top.node == node + 1


def test_F32_parts_of_one_feature_are_told_once() -> None:
    """A tile with two parts of the same feature: A leads to another feature, or is not hinted."""
    made = late()
    land = made.land
    seen = 0
    with Device(QUICK, seed=1) as device:
        for tile in range(16, land.count):
            labels = land.label[land.first[tile] : land.first[tile + 1]]
            if len(set(labels)) == len(labels):
                continue
            seen += 1
            scenes_tiles_events.look(device.app, made, land.xs[tile] - 128, land.ys[tile] - 128)
            device.wait(40)
            told_of = {land.label[device.top.node]}
            for _ in labels:
                assert device.hint("hint_part") == (len(set(labels)) > 1)
                device.press("a")  # Device watches that something changes
                told_of.add(land.label[device.top.node])
            assert told_of == set(labels)
    assert seen


@pytest.mark.parametrize("kinds", ("ccc", "ccp"))
def test_F28_only_the_turn_that_is_skipped_is_skipped(kinds: str) -> None:
    """Among computers too, and where several of them play before a person does."""
    with Device({"KOSTKA_SPEED": 2}, seed=2) as device:
        deal(device, kinds)
        device.until("Watch")
        device.press("a")
        assert device.match.hurry
        device.until(lambda: device.game.turn == 1 and device.screen == "Watch")
        assert not device.match.hurry


def test_the_arrows_are_hinted_while_it_is_thought() -> None:
    with Device(QUICK, seed=1) as device:
        scenes_tiles.tiles_place_thinking(device.app)
        device.app.paint()
        assert device.says(signs.LEFT + " … " + signs.RIGHT)


# Numbers that are told


def test_F36_the_total_beside_a_score_knows_nothing_of_what_is_told_later() -> None:
    """Two features of one turn: the first screen says the points after it, not after both."""
    seen = 0
    with Device(QUICK, seed=1) as device:
        for seed in range(1, 40):
            made = TileGame(2)
            while made.chance_count() > 1 and _double(made) < 0:
                greedy(made, 1, seed + made.turn)
            player = _double(made)
            if player < 0:
                continue
            total = made.scores[player] - sum(event[6] for event in _wins(made))
            scenes_tiles_events.tell(device.app, made)
            for event in _wins(made):
                device.wait(40)
                total += event[6]
                assert device.says(f"{signs.RIGHT} {total}")
                device.press("a")
            seen += 1
            if seen == 3:
                return
    raise AssertionError("no turn with two scores of one player")


def _wins(made: TileGame) -> list:
    """The features that scored."""
    return [event for event in made.events if event[0] == EV_FEATURE and event[7]]


def _double(made: TileGame) -> int:
    """The player who alone won two features in the last turn, -1 for none."""
    wins = _wins(made)
    if len(wins) > 1 and all(event[7] == wins[0][7] in (1, 2) for event in wins):
        return int(wins[0][7]) - 1
    return -1


@pytest.mark.parametrize("seed", range(4))
def test_F32_what_is_projected_is_what_is_scored(seed: int) -> None:
    """In the follower step the look-around says of a complete feature what the end of the turn
    scores; of an incomplete one, at the end, what final scoring gives."""
    way = (WHEEL, BASE, MIX, HOUSE)[seed]
    made = TileGame(4, 0, way, (0, NORMAL, VARIANT, NORMAL)[seed], SMALL_CITY * (seed & 1))
    chance = random.Random(seed)
    scored = 0
    with Device(QUICK, seed=1) as device:
        device.app.use_area("tiles")
        while made.to_move != OVER:
            if made.to_move < 0:
                made.apply(chance.randrange(made.chance_count()))
                continue
            actions = made.legal_actions()
            action = chance.choice(actions)
            if made.phase != PLACE and actions[0] == END:
                claims = [action for action in actions if CLAIM <= action < CROWN]
                action = chance.choice(claims or [END])
            if action > SCORE:
                made.apply(action)
                continue
            before = _projected(made, "look_closed", "look_end")
            made.apply(action)
            for event in _wins(made):
                assert before[made.land.label[event[2]]] == event[6], event
                scored += 1
    assert scored > 15


def _projected(made: TileGame, *keys: str) -> dict[int, int]:
    """What the look-around tells of every feature with a follower, by its label: the points under
    the last of these words that it says."""
    land = made.land
    said = [words.t(key) for key in keys]
    found = {}
    for tile in range(land.count):
        if land.stands[tile]:
            node = land.first[tile] + (land.stands[tile] & 15)
            for text, value in told.told(made, node):
                if text in said:
                    found[land.label[node]] = int(value)
    return found


def test_T6_an_open_city_of_two_tiles_promises_the_full_price() -> None:
    """The option is about cities that two tiles make complete: this one will have more."""
    made = TileGame(2, 0, BASE, 0, SMALL_CITY)
    draw(made, "G")
    for action in made.legal_actions():
        made.land.place(6, action & 3, *split_place(action)[:2])
        node = made.land.first[1]
        if measure(made.land, node, made.house)[0] == 2:
            break
        made.land.unplace()
    assert made.land.kind_of(node) == CITY and made.land.open[made.land.label[node]]
    with Device(QUICK, seed=1) as device:
        device.app.use_area("tiles")
        assert (words.t("look_closed"), "4") in told.told(made, node)


def test_T8_a_farm_says_that_no_city_touches_it() -> None:
    with Device(QUICK, seed=1) as device:
        scenes_tiles_events.SCENES["tiles_final_farm"](device.app)
        device.wait(40)
        event = device.top.event
        assert event[1] == FIELD and event[4] == 0
        assert device.says(words.tn("cities", 0))


def test_F36_points_of_many_stand_close_to_their_marks() -> None:
    with Device(QUICK, seed=1) as device:
        scenes_tiles_events.SCENES["tiles_wheel_storm_six"](device.app)
        device.wait(40)
        xs = [text.x for text in device.canvas.texts if text.text[0] == "+" and text.y < 48]
        assert len(xs) == 6 and set(xs) == {74, 107}


@pytest.mark.parametrize("language", ("en", "cs", "de"))
def test_the_longest_line_of_a_computers_choice_fits(language: str) -> None:
    with Device({**QUICK, "KOSTKA_LANGUAGE": language}, seed=1) as device:
        device.app.use_area("tiles")
        lines = [words.t("follow_crown", words.t(f"sector_{sector}"), 6) for sector in range(6)]
        for role in range(4):
            for key in ("follow_now", "follow_scores"):
                lines.append(words.t(key, words.t(f"role_{role}"), 88))
        for line in lines:
            assert device.canvas.width(words.t("watch_puts", "WWW", line)) <= 128, line


@pytest.mark.parametrize("topic", ("dice", "tiles", "wheel"))
@pytest.mark.parametrize("language", ("en", "cs", "de"))
def test_F30_every_page_of_help_fits(language: str, topic: str) -> None:
    """No line is cut, none reaches into the bottom line (Device watches)."""
    from ui.screens.help import Help

    with Device({"KOSTKA_LANGUAGE": language}, seed=1) as device:
        device.app.push(Help(device.app, topic))
        device.wait(40)
        for page in range(device.top.pages):
            assert device.top.page == page
            device.press("a")


# The wheel beside its events


def test_W9_a_crown_shows_its_sector_and_the_pig() -> None:
    """Who stands there, and how many steps the pig has to go."""
    made = TileGame(2)
    made.crowns[1] = 2
    made.supply[1] -= 1
    with Device(QUICK, seed=1) as device:
        follow(device.app, made, "J", place_action(0, -1, 2), CROWN)
        for sector in range(6):
            device.wait(200)
            assert device.top.choices[device.top.at] == CROWN + sector
            assert device.says(f"{signs.RIGHT} {sector or 6}"), "the pig is on Fortune"
            assert device.said().count(signs.CROWN) == (1, 1, 1, 2, 1, 2)[sector]
            device.press("down")
        device.wait(200)
        assert not device.says(signs.RIGHT)
        device.press("up", "a")
        device.wait(200)
        assert device.says(f"{signs.RIGHT} 5"), "also when it is put"


@pytest.mark.parametrize("way", (WHEEL, SHORT, HOUSE, BASE, MIX))
def test_W9_the_wheel_is_seen_from_the_pause(way: int) -> None:
    made = wander(TileGame(3, 0, way), 9)
    with Device(QUICK, seed=1) as device:
        at(device.app, made)
        device.menu()
        items = [item[0] for item in device.top.items]
        assert ("kind_4" in items) == (way != BASE)
        if way != BASE:
            device.press(*["down"] * items.index("kind_4"), "a")
            assert device.screen == "Crowns"
            assert device.says(words.t(f"sector_{made.pig}"))
            device.press("a")
            assert device.screen == "Help" and device.top.page == made.pig
            device.press("b", "b")
            assert device.screen == "Pause"


def test_W14_the_wheel_counts_the_numbers_left() -> None:
    with Device(QUICK, seed=1) as device:
        for twos in (5, 4):
            made = TileGame(2)
            if twos < 5:
                draw(made, "U2")
            at(device.app, made)
            device.menu()
            device.press(*["down"] * 5, "a")
            lines = [text.text for text in device.canvas.texts if text.x > 60 and text.y >= 32]
            assert lines[:6] == ["1:", "11", "2:", str(twos), "3:", "3"]


# The overview


def test_F32_the_overview_does_not_leave_the_landscape() -> None:
    """Where all of it is seen the arrows move nothing; where not, they end beyond its last tile."""
    with Device(QUICK, seed=1) as device:
        scenes_tiles_events.look(device.app, late(3), 0, 0)
        device.hold("a")
        x = device.top.x
        device.press("left", "left", "right", "right", "right")
        assert device.top.x == x
    made = TileGame(2, 0, BASE)
    for x in range(1, 30):
        made.land.place(20, 1, x, 0)  # a straight road as long as that
    with Device(QUICK, seed=1) as device:
        scenes_tiles_events.look(device.app, made, 25, 0)
        device.hold("a")
        assert device.top.x == 30 + 1 - 16, "the square of the cursor is seen"
        for button, x in (("left", -1), ("right", 30 + 1 - 16)):
            device.press(*[button] * 12)
            assert device.top.x == x
        y = device.top.y
        device.press("up", "up", "down")
        assert device.top.y == y


# A store that is too small


def test_F37_a_store_for_the_dice_game_alone_says_so_and_the_tile_game_is_played() -> None:
    flash = Flash(1024)
    with Device(QUICK, seed=1, flash=flash) as device:
        assert not device.parts.store.why and not device.parts.store.everything
        deal(device, "pp")
        assert device.screen == "Notice"
        assert device.says(words.t("store_tiles").split("\n")[1])
        device.press("a")
        assert not device.parts.store.alive
        go_to(device, "Follow")
        state = device.state()
        device.menu()
        device.press("up", "a", "down", "a")
        assert device.screen == "Menu"
        device.press("a")  # it lasts until the power goes off
        assert device.state() == state
        device.press("a")
        device.close()
        with Device(QUICK, seed=2, flash=flash) as later:
            assert later.screen != "Back" and not later.parts.store.report


def test_F37_a_dice_game_is_kept_in_a_small_store() -> None:
    with Device(QUICK, seed=1, flash=Flash(1024)) as device:
        device.deal("pp")
        assert device.screen == "Ready" and device.parts.store.alive


# Any buttons at all

BUTTONS = ("up", "down", "left", "right", "a", "b")


@pytest.mark.parametrize("seed", range(6))
def test_F7_any_buttons_at_any_time(seed: int) -> None:
    """A and B do what the bottom line says, no text is cut or lies on another (Device watches);
    after any cut of the power the state is as it was."""
    chance = random.Random(seed)
    settings = {"KOSTKA_SPEED": seed % 3, "KOSTKA_LANGUAGE": ("en", "cs", "de")[seed % 3]}
    options = ((WHEEL, SHORT, HOUSE, BASE, MIX, MIX)[seed], seed % 3, seed & 1, 0)
    kinds = "".join(chance.choice("ppc") for _ in range((2, 6, 6, 5, 3, 6)[seed]))
    seen = set()
    device = Device(settings, seed=seed)
    try:
        deal(device, kinds, options)
        for number in range(330):
            seen.add(device.screen)
            if device.screen in ("Menu", "SetUp", "Winner"):
                deal(device, kinds, options)
            what = chance.random()
            if what < 0.6:
                if device.screen in ("Place", "Follow") and what < 0.5:
                    advised(device)
                device.press("a")
            elif what < 0.87:
                device.press(chance.choice(BUTTONS))
            elif what < 0.93:
                device.hold(chance.choice("ab"))
            elif what < 0.96:
                device.menu()
            elif what < 0.98:
                device.wait(chance.randrange(1500))
            elif device.screen != "Watch" and device.parts.store.alive:
                state = device.state()
                flash = device.world.flash
                device.close()
                device = Device(settings, seed=1000 * seed + number, flash=flash)
                device.press("up")
                assert device.screen == "Watch" or device.state() == state
    finally:
        device.close()
    assert {"Place", "Follow", "Look", "Pause"} <= seen
