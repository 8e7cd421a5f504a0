"""A turn of the tile game by buttons: hand-over, placing, the follower step, computers' turns; and
what becomes of it when the power goes."""

from __future__ import annotations

import random

import pytest

from engine.contract import OVER
from engine.tiles.landscape import place_action, split_place
from engine.tiles.table import KINDS, VARIANTS, code_of, kind_of
from engine.tiles.terms import (
    BASE,
    CLAIM,
    CONFIRM,
    CROWN,
    DRAW,
    END,
    EV_FEATURE,
    FOLLOW,
    MIX,
    NORMAL,
    PLACE,
    PLACE_AT,
    SHORT,
    TAKEN,
    TOKEN,
    VARIANT,
    WHEEL,
)
from tests.ui import scenes_tiles
from tests.ui.device import Device
from ui import games, keys, signs, words
from ui.tiles import place, table
from ui.tiles.status import drawn

QUICK = {"KOSTKA_SPEED": 0}
DECISIONS = ("Place", "Follow")


def deal(device: Device, kinds: str, options: tuple = (0, 0, 0, 0), first: int = 0) -> None:
    """Begin a tile game without the set-up."""
    party = device.app.party
    count = party.count = len(kinds)
    for player in range(count):
        party.kinds[player] = "pc".index(kinds[player])
    party.options["game_tiles"] = bytearray(options)
    names = party.names[:count]
    game = games.GAMES[1]
    games.start(device.app, game, names, bytearray(party.kinds[:count]), first, bytes(options))
    device.wait(40)


def advised(device: Device) -> None:
    """Wait until the cursor is where the advice puts it."""
    device.until(lambda: device.screen not in DECISIONS or device.top.at >= 0)


def step(device: Device) -> None:
    """One press that leads on, or a while of a computer's turn."""
    advised(device)
    if device.screen == "Watch":
        device.wait(100)
    else:
        device.press("a")


def go_to(device: Device, *screens: str) -> None:
    """Play on to one of these screens, with a cursor where it has one."""
    for _ in range(400):
        if device.screen in screens:
            advised(device)
            return
        step(device)
    raise AssertionError("never came to " + " ".join(screens))


def move_to(device: Device, at: int) -> None:
    """Lead the cursor of Place to one of its squares by the fewest arrows."""
    spots = device.top.spots
    names = ("up", "down", "left", "right")
    came: dict[int, tuple[int, int]] = {device.top.at: (-1, -1)}
    queue = [device.top.at]
    for here in queue:
        for key in range(4):
            there = place.jump(spots, spots[here], key)
            if there >= 0 and there not in came:
                came[there] = (here, key)
                queue.append(there)
    assert at in came, "a square that no arrows lead to"
    path: list[str] = []
    while came[at][0] >= 0:
        at, key = came[at]
        path.insert(0, names[key])
    device.press(*path)


# The turn


def test_a_turn_takes_a_few_presses() -> None:
    """Draw, place, put, end: each decision the advice; and what happened is looked at."""
    counts: list[int] = []
    with Device(QUICK, seed=1) as device:
        deal(device, "pp")
        before = device.presses
        while device.game.to_move != OVER and len(counts) < 40:
            step(device)
            if device.game.phase == DRAW and device.screen in ("Ready", "Final"):
                counts.append(device.presses - before)
                before = device.presses
    counts.sort()
    print(f"presses of a turn: median {counts[20]}, most {counts[-1]}")
    assert counts[0] >= 3, "draw, place, end"
    assert counts[20] <= 5 and counts[-1] <= 10


def test_F38_ready_shows_who_draws_which_tile_and_all_points() -> None:
    with Device(QUICK, seed=1) as device:
        scenes_tiles.at(device.app, scenes_tiles.early(4))
        device.wait(40)
        game = device.game
        assert device.screen == "Ready" and device.says(words.t("ready_pass"))
        assert device.says(words.t("ready_draws", 8, 72))
        large = [text.text for text in device.canvas.texts if text.bottom - text.y == 16]
        assert large == [device.match.names[game.player], str(game.scores[game.player])]
        points = sorted(text.text for text in device.canvas.texts if text.text.isdigit())
        assert points == sorted(str(score) for score in game.scores)
        device.press("b")
        assert device.screen == "Standings"
        device.press("b", "a")
        assert device.screen != "Ready" and device.game.turn == 7


@pytest.mark.parametrize("kinds", ("pc", "cp", "ccp"))
def test_F38_the_hand_over_can_be_left_out(kinds: str) -> None:
    with Device({**QUICK, "KOSTKA_HANDOVER": 0}, seed=1) as device:
        seen: set[str] = set()
        device.on_paint.append(lambda device: seen.add(device.screen))
        deal(device, kinds)
        while device.game.turn < 8:
            step(device)
        assert "Ready" not in seen and {"Place", "Follow", "Watch"} <= seen


def test_every_tile_drawn_is_counted_in_the_top_line() -> None:
    with Device(QUICK, seed=2) as device:
        deal(device, "pp", (SHORT, 0, 0, 0))
        for number in range(1, 6):
            go_to(device, "Place")
            assert drawn(device.game) == (number, 19) and device.says(f"{number}/19")
            go_to(device, "Follow")
            assert device.says(f"{number}/19")
            go_to(device, "Ready", "Final")


def test_the_picture_comes_before_the_advice() -> None:
    """At once the landscape and the tile; then squares; then the cursor, where the advice is."""
    with Device(QUICK, seed=1) as device:
        deal(device, "pp")
        pictures: list[tuple[int, int]] = []
        device.on_paint.append(
            lambda device: (
                pictures.append((len(device.top.spots), device.top.at))
                if device.screen == "Place"
                else None
            )
        )
        go_to(device, "Place")
        assert pictures[0][1] == -1
        assert any(spots and at < 0 for spots, at in pictures)
        assert device.top.at >= 0
        before = device.state()
        x, y, turn = split_place(advice(device))
        assert device.top.spots[device.top.at] == (y + 128) << 8 | x + 128
        assert device.top.turn == device.top.looks[turn]
        assert device.state() == before


def advice(device: Device) -> int:
    from engine.tiles.thinker import Thinker

    thinker = Thinker(device.game)
    action = thinker.step()
    while action is None:
        action = thinker.step()
    return int(action)


@pytest.mark.parametrize("button", ("a", "b"))
def test_nothing_is_placed_before_there_is_a_cursor(button: str) -> None:
    with Device(QUICK, seed=1) as device:
        scenes_tiles.SCENES["tiles_place_thinking"](device.app)
        screen = device.top
        screen.work = iter([0] * 1000)
        before = device.state()
        device.press(button)
        assert device.top is screen and screen.at < 0 and device.state() == before
        assert not device.hint("hint_place")


@pytest.mark.parametrize("button", ("up", "down", "left", "right"))
def test_an_arrow_takes_the_cursor_before_the_advice(button: str) -> None:
    with Device(QUICK, seed=1) as device:
        scenes_tiles.SCENES["tiles_place_thinking"](device.app)
        screen = device.top
        assert screen.at < 0 and screen.spots
        screen.button(("up", "down", "left", "right").index(button))
        at = screen.at
        assert at >= 0
        device.wait(3000)
        assert screen.at == at, "the advice does not take it away"
        device.press("a")
        assert device.screen == "Follow"


# The cursor


@pytest.mark.parametrize("seed", range(3))
def test_the_cursor_reaches_every_square_where_the_tile_fits(seed: int) -> None:
    with Device(QUICK, seed=seed) as device:
        made = scenes_tiles.wander(scenes_tiles.TileGame(2), 20 + 10 * seed, seed)
        made.apply(seed)
        while made.phase == TAKEN:
            made.apply(made.legal_actions()[0])
        assert made.phase == PLACE, "a tile that fits nowhere shows nothing here"
        made.events = []
        scenes_tiles.at(device.app, made)
        advised(device)
        legal = {action - PLACE_AT >> 2 for action in device.game.legal_actions()}
        assert set(device.top.spots) == legal
        for at in range(len(legal)):
            move_to(device, at)
            assert device.top.at == at
            assert device.top.view.corner(*device.top._square()), "the square is in view"


def test_jump_goes_to_the_nearest_in_the_direction() -> None:
    def key(x: int, y: int) -> int:
        return (y + 128) << 8 | x + 128

    spots = [key(0, 0), key(3, 0), key(2, 2), key(0, 5), key(-1, 0)]
    assert place.jump(spots, key(0, 0), 3) == 1, "right"
    assert place.jump(spots, key(0, 0), 2) == 4, "left"
    assert place.jump(spots, key(0, 0), 1) == 3, "down: straight before near"
    assert place.jump(spots, key(0, 0), 0) == -1, "up: nothing"
    assert place.jump(spots, key(2, 1), -1) == 2, "the nearest of all"
    # across the middle of the keys' rows
    assert place.jump([key(-128, 1), key(127, 1)], key(127, 0), 1) == 1


def test_b_turns_through_the_turns_that_fit() -> None:
    with Device(QUICK, seed=1) as device:
        scenes_tiles.SCENES["tiles_place"](device.app)
        device.wait(40)
        top = device.top
        legal = device.game.legal_actions()
        for at in range(len(top.spots)):
            move_to(device, at)
            key = top.spots[at]
            fitting = {a & 3 for a in legal if (a - PLACE_AT) >> 2 == key}
            seen = set()
            for _ in range(4):
                seen.add(top.turn)
                if len(fitting) > 1:
                    assert device.hint("hint_turn")
                    assert device.says(f"/{len(fitting)}")
                device.press("b")
            assert seen == fitting


@pytest.mark.parametrize("kind", range(KINDS - 16))
def test_turns_that_look_alike_are_offered_once(kind: int) -> None:
    """And they are alike: the same edges, and the same of them joined."""
    looks = place._looks(kind)
    for turn in range(4):
        other = looks[turn]
        assert looks[other] == other <= turn
        assert code_of(kind, turn) == code_of(kind, other)
        assert joined(kind, turn) == joined(kind, other)
    # and nothing is offered twice
    for turn in range(4):
        for other in range(turn):
            if looks[turn] == turn and looks[other] == other:
                assert joined(kind, turn) != joined(kind, other)


def joined(kind: int, turn: int) -> list[tuple]:
    """What plays the same for every turn: the sides and half edges of every feature."""
    from engine.tiles.table import HALF, PARTS, ROW, SIDE, TABLE

    row = kind * ROW
    found = []
    for local in range(TABLE[row + PARTS]):
        sides = [(s + turn) % 4 for s in range(4) if TABLE[row + SIDE + s] == local]
        halves = [(h + 2 * turn) % 8 for h in range(8) if TABLE[row + HALF + h] == local]
        found.append((kind_of(kind, local), tuple(sorted(sides)), tuple(sorted(halves))))
    return sorted(found)


def test_a_tile_keeps_its_turn_where_it_fits() -> None:
    with Device(QUICK, seed=1) as device:
        scenes_tiles.SCENES["tiles_place"](device.app)
        top = device.top
        for at in range(len(top.spots)):
            before = top.turn
            move_to(device, at)
            if top.turns[at] >> before & 1 and place.jump(top.spots, top.spots[at], -1) == at:
                assert top.turns[at] >> top.turn & 1


def test_what_is_placed_is_what_was_shown() -> None:
    for seed in range(4):
        with Device(QUICK, seed=seed) as device:
            deal(device, "pp")
            go_to(device, "Place")
            top = device.top
            move_to(device, seed % len(top.spots))
            device.press("b")
            x, y = top._square()
            turn = top.turn
            device.press("a")
            land = device.game.land
            tile = land.count - 1
            assert table.placed(device.game) == (x, y) and land.turns[tile] == turn
            assert device.game.steps == [place_action(x, y, turn)]


# Marks


def square(device: Device, x: int, y: int) -> list[int]:
    """The pixels of a square in the near view, as column bytes."""
    corner = device.top.view.corner(x, y)
    assert corner
    picture = device.picture()
    at = corner[1] // 8 * 128 + corner[0]
    return list(picture[at : at + 16]) + list(picture[at + 128 : at + 144])


def test_F34_the_last_tile_is_marked_until_the_next_is_placed() -> None:
    """All tiles look alike wherever they lie, but for the one that was placed last."""
    with Device(QUICK, seed=3) as device:
        deal(device, "pp", (3, 0, 0, 0))
        for _ in range(5):
            go_to(device, "Place")
            last = table.placed(device.game)
            device.top.view.show(*last)
            device.app.paint()
            if device.game.land.count > 1:
                assert marked(square(device, *last))
            go_to(device, "Follow")
            now = table.placed(device.game)
            assert now != last and marked(square(device, *now))
            device.top.view.show(*last)
            device.app.paint()
            assert not marked(square(device, *last))
            go_to(device, "Ready")


def marked(pixels: list[int]) -> bool:
    """Has a square the four corners, as far as no follower lies over one?"""
    corners = (pixels[0] & 15, pixels[15] & 15, pixels[16] >> 4, pixels[31] >> 4)
    return corners.count(15) >= 3


def test_F33_dead_squares_are_marked() -> None:
    """Those that no tile left fits, the one in hand included; and they only."""
    with Device(QUICK, seed=1) as device:
        scenes_tiles.SCENES["tiles_place_dead"](device.app)
        device.wait(40)
        game = device.game
        dead = set(device.top.dead)
        assert dead, "late in a game there are some"
        kinds = {VARIANTS[i] & 63 for i in range(len(VARIANTS)) if game.left[i] or i == game.hand}
        for key, need in game.land.frontier.items():
            fits = any(
                not (code_of(kind, turn) ^ need) & need >> 8 for kind in kinds for turn in range(4)
            )
            assert (key in dead) == (not fits)
        assert not dead & set(device.top.spots)
        seen = False
        for key in dead:
            x, y = (key & 255) - 128, (key >> 8) - 128
            device.top.view.show(x, y)
            device.app.paint()
            pixels = square(device, x, y)
            assert any(pixels), "an x on the square"
            seen = True
        assert seen


# The follower step


def to_follow(device: Device, options: tuple = (0, 0, 0, 0)) -> None:
    deal(device, "pp", options)
    go_to(device, "Follow")


def shown_line(device: Device) -> str:
    """The line that tells what the choice would score."""
    return next(text.text for text in device.canvas.texts if text.y == 48 and text.x == 0)


@pytest.mark.parametrize("seed", range(4))
def test_every_choice_is_told_and_can_be_put(seed: int) -> None:
    with Device(QUICK, seed=seed) as device:
        to_follow(device, (MIX, VARIANT, 0, 0))
        top = device.top
        legal = device.game.legal_actions()
        assert sorted(top.choices) == legal and top.choices[-1] == END
        lines = set()
        for at in range(len(legal)):
            while device.top.at != at:
                device.press("down")
            choice = device.top.choices[at]
            line = shown_line(device)
            assert line == table.choice_text(device.game, choice)
            assert device.says(signs.UP + signs.DOWN)
            lines.add(line)
            assert device.hint("hint_end" if choice == END else "hint_put")
            if choice == END:
                continue
            before = device.state()
            device.press("a")
            assert device.game.phase == CONFIRM and device.game.steps[-1] == choice
            assert shown_line(device) == line, "the same is said when it is put"
            assert device.hint("hint_end") and device.hint("hint_undo")
            device.hold("b")
            assert device.state() == before and device.top.choices[device.top.at] == choice
        assert len(lines) >= len(legal) - 1


def test_the_list_goes_round_with_every_arrow() -> None:
    with Device(QUICK, seed=1) as device:
        to_follow(device)
        count = len(device.top.choices)
        at = device.top.at
        for forth, back in (("down", "up"), ("right", "left")):
            for i in range(count):
                device.press(forth)
                assert device.top.at == (at + i + 1) % count
            device.press(back)
            assert device.top.at == (at - 1) % count
            device.press(forth)


def test_the_list_begins_on_the_advice() -> None:
    for seed in range(5):
        with Device(QUICK, seed=seed) as device:
            to_follow(device)
            assert device.top.choices[device.top.at] == advice(device)


def test_W9_T4_T5_T7_T8_what_is_said_of_each_choice() -> None:
    with Device(QUICK, seed=1) as device:
        said = {}
        for name in ("knight", "robber", "farmer", "monk", "done", "crown", "token", "nothing"):
            scenes_tiles.SCENES["tiles_follow_" + name](device.app)
            device.app.paint()
            said[name] = shown_line(device)
        assert said["robber"] == "Robber: 1 so far"
        assert said["farmer"] == "Farmer: 3 so far", "the city of the board is complete"
        assert said["monk"] == "Monk: 4 so far"
        assert said["done"] == "Knight: +4 at once"
        assert said["crown"] == "Crown Inquisition: 3"
        assert said["token"] == "Tower: +3"
        assert said["nothing"] == words.t("follow_none")


def test_W7_a_crown_says_what_it_scores_alone_or_shared() -> None:
    with Device(QUICK, seed=1) as device:
        scenes_tiles.SCENES["tiles_follow_crown"](device.app)
        game = device.game

        def points(sector: int) -> str:
            return table.choice_text(game, CROWN + sector).rsplit(" ", 1)[1]

        assert [points(sector) for sector in range(6)] == ["3", "6", "3", "6", "3", "6"]
        game.crowns[1] = 2
        assert points(1) == "3" and points(3) == "6"
        game.crowns[1] = 0
        game.apply(CROWN + 1)
        assert points(1) == "6", "when it is taken it says the same"


def test_B2_buildings_are_told_by_kind_only_in_the_variant() -> None:
    with Device(QUICK, seed=1) as device:
        to_follow(device, (WHEEL, NORMAL, 0, 0))
        game = device.game
        tokens = [choice for choice in device.top.choices if choice >= TOKEN]
        assert tokens == [TOKEN + 1]
        assert table.choice_text(game, TOKEN + 1) == "Building: +1"
        assert device.says(signs.TOKEN + "9")


def test_nothing_is_the_end_of_the_turn() -> None:
    with Device(QUICK, seed=1) as device:
        to_follow(device)
        while device.top.choices[device.top.at] != END:
            device.press("up")
        player = device.game.player
        device.press("a")
        assert device.game.turn == 1 and device.game.player != player
        assert device.screen in ("Ready", "Score")


def test_T2_without_a_follower_only_the_end_is_left() -> None:
    with Device(QUICK, seed=1) as device:
        scenes_tiles.SCENES["tiles_follow_only_end"](device.app)
        device.app.paint()
        assert device.top.choices == [END] and device.top.at == 0
        before = device.sketch()
        device.press("up", "down")
        assert device.sketch() == before
        assert device.hint("hint_end") and device.hint("hint_undo")
        device.press("a")
        assert device.game.turn == 1


# The menu in between

PAUSED = [
    name
    for name in scenes_tiles.SCENES
    if name.startswith(("tiles_ready", "tiles_place", "tiles_follow"))
]


@pytest.mark.parametrize("name", PAUSED)
def test_F30_pause_from_every_screen_of_a_turn_and_back(name: str) -> None:
    with Device({"KOSTKA_SPEED": 2}, seed=5) as device:
        scenes_tiles.SCENES[name](device.app)
        device.app.paint()
        screen = device.top
        state = device.state()
        screen.button(keys.MENU)
        before = device.sketch(screen)
        assert device.screen == "Pause" and device.app.stack[-2] is screen
        device.wait(10000)
        assert device.state() == state, "the game stands still"
        pictures: list[bytes] = []
        device.on_paint.append(lambda device: pictures.append(device.sketch()))
        device.press("b")
        if "thinking" not in name:
            assert pictures[0] == before
        assert device.top is screen and device.state() == state


@pytest.mark.parametrize("name", PAUSED)
def test_F32_look_around_from_every_screen_of_a_turn_and_back(name: str) -> None:
    with Device(QUICK, seed=5) as device:
        scenes_tiles.SCENES[name](device.app)
        screen = device.top
        state = device.state()
        device.hold("a")
        assert device.screen == "Look"
        device.press("b")
        assert device.top is screen and device.state() == state


# Taking back


def test_each_step_can_be_taken_back_and_never_the_draw() -> None:
    with Device(QUICK, seed=1) as device:
        deal(device, "pp")
        go_to(device, "Place")
        drawn_state = device.state()
        at, turn = device.top.at, device.top.turn
        hand = device.game.hand
        device.press("a")
        advised(device)
        placed = device.state()
        while device.top.choices[device.top.at] == END:
            device.press("down")
        device.press("a")
        assert device.game.phase == CONFIRM
        device.hold("b")
        assert device.state() == placed and device.screen == "Follow"
        device.hold("b")
        assert device.screen == "Place" and device.state() == drawn_state
        advised(device)
        assert (device.top.at, device.top.turn) == (at, turn), "the cursor is where it was"
        device.hold("b")
        assert device.state() == drawn_state and device.game.hand == hand
        device.press("a")
        assert device.game.phase == FOLLOW


def test_b_takes_back_in_the_follower_step_as_a_hold_does() -> None:
    with Device(QUICK, seed=1) as device:
        to_follow(device)
        assert device.hint("hint_undo")
        device.press("b")
        assert device.screen == "Place" and device.game.phase == PLACE


def test_what_was_taken_back_can_be_done_differently() -> None:
    with Device(QUICK, seed=1) as device:
        to_follow(device)
        first = device.game.steps[0]
        device.press("b")
        advised(device)
        other = (device.top.at + 1) % len(device.top.spots)
        move_to(device, other)
        device.press("a")
        assert device.game.steps[0] != first and len(device.game.steps) == 1


# What it takes to see it


@pytest.mark.parametrize("language", ("en", "cs", "de"))
def test_F9_a_move_sends_220_bytes_at_most(language: str) -> None:
    """In both steps of the turn; a scroll is a new picture."""
    chance = random.Random(5)
    settings = {**QUICK, "KOSTKA_LANGUAGE": language}
    with Device(settings, seed=5) as device:
        sent: list[int] = []
        paint = device.app.paint

        def watch() -> None:
            before = device.world.bus_bytes
            paint()
            sent.append(device.world.bus_bytes - before)

        device.app.paint = watch
        moves = {"Place": 0, "Follow": 0}
        for number in range(16):
            way = (WHEEL, BASE, MIX)[number % 3]
            made = scenes_tiles.TileGame(2 + number % 3, 0, way, number % 3)
            scenes_tiles.wander(made, chance.randrange(3, 60), number + 1)
            made.apply(chance.randrange(made.chance_count()))
            while made.phase == TAKEN:
                made.apply(made.legal_actions()[0])
            if made.phase != PLACE:
                continue
            made.events = []
            if number % 2:
                made.apply(chance.choice(made.legal_actions()))
            scenes_tiles.at(device.app, made)
            device.wait(100)
            advised(device)
            device.wait(200)
            for _ in range(25):
                view = device.top.view
                before = (view.x, view.y)
                sent.clear()
                device.press(chance.choice(("up", "down", "left", "right")))
                if (view.x, view.y) == before and sent:
                    moves[device.screen] += 1
                    assert sent[0] <= 220, device.screen
        assert min(moves.values()) > 30


# Computers


@pytest.mark.parametrize("speed", (0, 1, 2))
def test_a_computers_turn_is_shown_step_by_step(speed: int) -> None:
    """It thinks, its tile is placed, its choice is shown, its turn ends."""
    with Device({"KOSTKA_SPEED": speed}, seed=2) as device:
        stories: list[str] = []

        def listen(device: Device) -> None:
            if device.screen == "Watch":
                stories.append(shown_line(device))

        device.on_paint.append(listen)
        deal(device, "ccc")
        device.until(lambda: device.game.turn == 3)
        name = device.match.names[0]
        thinks = words.t("watch_thinks", name)
        assert any(story.startswith(thinks) for story in stories)
        assert words.t("watch_places", name) in stories
        assert any(story.startswith(name + ": ") for story in stories)
        first = [story for story in stories if name in story]
        assert first.index(words.t("watch_places", name)) > 0


def test_a_computers_thinking_is_seen_to_be_alive() -> None:
    with Device({"KOSTKA_SPEED": 2}, seed=2) as device:
        scenes_tiles.SCENES["tiles_watch_thinking"](device.app)
        top = device.top

        class Slow:
            def step(self) -> None:
                device.world.clock.advance(10_000)

        top.thinker = Slow()
        pictures = set()
        for _ in range(20):
            device.wait(60)
            pictures.add(device.picture())
        assert len(pictures) == 4, "three dots, one after the other"


def test_F28_a_computers_turn_can_be_skipped() -> None:
    def passed(skip: bool) -> int:
        with Device({"KOSTKA_SPEED": 2}, seed=2) as device:
            deal(device, "cp")
            device.until("Watch")
            start = device.world.now
            if skip:
                device.press("a")
            device.until(lambda: device.screen not in ("Watch",))
            return int(device.world.now - start)

    assert passed(True) < passed(False) // 2


def test_the_turn_after_a_skipped_one_is_not_skipped() -> None:
    with Device({"KOSTKA_SPEED": 2}, seed=2) as device:
        deal(device, "cp")
        device.until("Watch")
        device.press("a")
        go_to(device, "Place")
        assert not device.match.hurry


# Power


STORIES = ("Wheel", "Score", "Out")  # events of the last step, told again


@pytest.mark.parametrize("options", ((0, 0, 0, 0), (MIX, VARIANT, 1, 1), (2, NORMAL, 0, 0)))
def test_F37_power_off_at_every_step_and_the_same_game_goes_on(options: tuple) -> None:
    """The state, what can be taken back, and the screen: the events of the last step are told
    again, then it goes on where it was."""
    device = Device(QUICK, seed=6)
    seen = set()
    try:
        deal(device, "ppc", options)
        for number in range(90):
            step(device)
            advised(device)
            seen.add(device.screen)
            state = device.state()
            steps = list(device.game.steps)
            names = list(device.match.names)
            events = list(device.game.events)
            phase = device.game.phase
            flash = device.world.flash
            device.close()
            device = Device(QUICK, seed=100 + number, flash=flash)
            assert device.screen == "Back"
            device.press("a")
            assert device.match is not None and device.match.names == names
            if phase == DRAW and device.screen not in (*STORIES, "Ready"):
                continue  # a computer's turn has begun
            assert device.state() == state
            assert device.game.steps == steps and device.game.events == events
            assert device.game.can_undo() == bool(steps)
            while device.screen in STORIES:
                device.press("a")
            if device.screen == "Place":
                assert phase == PLACE
            if device.screen == "Follow":
                assert phase in (FOLLOW, CONFIRM)
    finally:
        device.close()
    assert {"Ready", "Place", "Follow", "Watch"} <= seen


def test_F37_power_off_in_the_follower_step_leaves_what_was_put_to_be_taken_back() -> None:
    with Device(QUICK, seed=1) as device:
        to_follow(device)
        placed = device.state()
        while device.top.choices[device.top.at] == END:
            device.press("down")
        device.press("a")
        flash = device.world.flash
        device.close()
        with Device(QUICK, seed=9, flash=flash) as later:
            later.press("a")
            assert later.screen == "Follow" and later.game.phase == CONFIRM
            later.hold("b")
            assert later.state() == placed
            later.hold("b")
            assert later.screen == "Place"


def test_F36_a_score_is_told_again_after_power_on() -> None:
    with Device(QUICK, seed=1) as device:
        deal(device, "pp")
        go_to(device, "Score")
        state = device.state()
        events = list(device.game.events)
        assert any(event[0] == EV_FEATURE for event in events)
        flash = device.world.flash
        device.close()
        with Device(QUICK, seed=9, flash=flash) as later:
            later.press("a")
            assert later.screen == "Score" and later.state() == state
            assert later.game.events == events


def test_a_game_left_goes_on_from_the_menu_in_every_phase() -> None:
    with Device(QUICK, seed=4) as device:
        deal(device, "pp")
        seen = set()
        for _ in range(60):
            step(device)
            advised(device)
            state = device.state()
            seen.add(device.screen)
            device.menu()
            assert device.screen == "Pause"
            device.press("up", "a", "down", "a")
            assert device.screen == "Menu" and device.says(words.t("menu_continue"))
            device.press("a")
            assert device.state() == state
            while device.screen in STORIES:
                device.press("a")
            assert device.state() == state
        assert {"Ready", "Place", "Follow"} <= seen


# Memory


def test_a_game_that_ran_short_of_memory_is_shown_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with Device(QUICK, seed=1) as device:
        to_follow(device)
        state = device.state()
        fail = [True]
        draw = type(device.top).draw

        def short(self, canvas) -> None:
            if fail:
                fail.clear()
                raise MemoryError
            draw(self, canvas)

        monkeypatch.setattr(type(device.top), "draw", short)
        device.press("down")
        assert device.screen == "Follow" and device.state() == state
        advised(device)
        device.press("a")
        assert device.game.phase in (CONFIRM, DRAW)


@pytest.mark.parametrize("call", [2, 3, 7, 8, 60])
@pytest.mark.parametrize("kinds", ["pp", "cp"])
def test_no_memory_while_a_placement_is_tried_out_lays_nothing(
    monkeypatch: pytest.MonkeyPatch, kinds: str, call: int
) -> None:
    """The thinker has a tile in the landscape that nobody has placed."""
    from engine.tiles.prospect import Prospect

    with Device(QUICK, seed=1) as device:
        deal(device, kinds)
        device.until(lambda: device.screen in ("Ready", "Watch"))
        worth = Prospect.worth
        left = [call]

        def short(self, *arguments) -> int:
            left[0] -= 1
            if left[0] == 0:
                raise MemoryError
            return worth(self, *arguments)

        monkeypatch.setattr(Prospect, "worth", short)
        if device.screen == "Ready":
            device.press("a")
        device.until(lambda: left[0] <= 0)
        game = device.game
        assert game.land.count == 16 + game.turn + (game.phase in (FOLLOW, CONFIRM))
        go_to(device, "Follow")
        assert type(game).unpack(device.state()).pack() == device.state()


def test_the_window_on_the_landscape_is_kept_and_made_anew_for_a_new_game() -> None:
    with Device(QUICK, seed=1) as device:
        deal(device, "pp")
        go_to(device, "Place")
        first = device.match.view
        go_to(device, "Follow")
        assert device.match.view is first
        device.match.heal()
        device.match.show(device.app)
        assert device.match.view is not first and device.match.view.land is device.game.land


def test_a_dead_source_stops_the_draw_and_nothing_is_lost() -> None:
    with Device(QUICK, seed=1) as device:
        deal(device, "pp")
        state = device.state()
        device.parts.entropy.fault = "dead"
        monkey = device.match.entropy.draw
        try:

            def dead(count: int) -> int:
                raise RuntimeError("dead")

            device.match.entropy.draw = dead
            device.press("a")
            assert device.screen == "Fault" and device.state() == state
        finally:
            device.match.entropy.draw = monkey


def test_claims_of_local_features_only() -> None:
    """Numbers of actions that the screens count on."""
    assert CLAIM + 10 <= CROWN < TOKEN < PLACE_AT
