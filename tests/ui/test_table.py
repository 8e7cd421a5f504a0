"""Building: the cursor is on legal places with legal looks only, and reaches all of them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.dice.faces import FACE_OF, KNIGHT, LOOKS, TEE
from engine.dice.game import DiceGame
from engine.dice.layout import BUILD, build_action, split_action
from engine.dice.terms import KNIGHT as ASIDE
from engine.dice.terms import ROLL, SCORE
from sim import person
from tests.ui import scenes
from tests.ui.device import Device
from tests.ui.restless import Restless
from ui.dice import flow, ground, tray
from ui.dice.table import Table
from ui.keys import DOWN, LEFT, RIGHT, UP, A

C, S, L, T, K, X = range(6)
ARROWS = (UP, DOWN, LEFT, RIGHT)


@pytest.fixture
def device() -> Iterator[Device]:
    with Device({"KOSTKA_SPEED": 0}, seed=5) as made:
        yield made


def show(device: Device, game: DiceGame, action: int = -1) -> None:
    """The game on the device's screen; on the ground where an action is given."""
    scenes.at(device.app, game)
    if action >= 0:
        device.app.restart(Table(device.app, action))
    device.wait(40)


def some_states(count: int, seed: int = 1) -> Iterator[DiceGame]:
    """States with city dice in hand, after odd play: groups apart, holes, knights."""
    chance = random.Random(seed)
    found = 0
    while found < count:
        game = DiceGame(2 + found % 2)
        for _ in range(chance.randrange(1, 4)):
            if game.to_move < 0 or ROLL not in game.legal_actions():
                break
            game.apply(ROLL)
            game.apply(chance.randrange(game.chance_count()))
            for _ in range(chance.randrange(5)):
                steps = [a for a in game.legal_actions() if a >= BUILD or a == ASIDE]
                near = [a for a in steps if a < BUILD or beside(game, a)]
                if steps:
                    game.apply(chance.choice(near if near and chance.random() < 0.7 else steps))
        if game.to_move >= 0 and game.roll and tray.any_city(game):
            found += 1
            yield game


def beside(game: DiceGame, action: int) -> bool:
    """Does this build touch a built die?"""
    _look, x, y = split_action(action)
    cells = game.layout.cells()
    return not cells or any(abs(x - a) + abs(y - b) == 1 for a, b, _ in cells)


def shown(table) -> int:
    """The build that the ground shows."""
    return build_action(table.looks[table.turn], table.at[0], table.at[1])


def check_legal(table, game: DiceGame) -> None:
    """What the ground offers now is legal, and it is all of the looks for this place."""
    if table.face >= 0:
        x, y = table.at
        looks = [look for look in range(LOOKS) if FACE_OF[look] == table.face]
        legal = [look for look in looks if not game.why_not(build_action(look, x, y))]
        assert sorted(table.looks) == legal != []
        assert 0 <= table.turn < len(table.looks)
        assert table.at in table.spots
    assert table.in_tray or table.face >= 0
    if table.in_tray:
        assert table.item in tray.items(game)


# Legal places and looks


def test_D13_cursor_is_on_legal_places_only_in_whole_games() -> None:
    """Looked at in every picture of the ground, while somebody tries everything."""
    seen = 0

    def look(device: Device) -> None:
        nonlocal seen
        if device.screen == "Table" and not device.app.later:
            seen += 1
            check_legal(device.top, device.game)

    for seed in range(2):
        with Device({"KOSTKA_SPEED": 0}, seed=seed) as device:
            device.on_paint.append(look)
            device.deal("pp")
            person.play_on(device, Restless(random.Random(seed), oddity=4).act)
    assert seen > 100


def test_D13_D14_places_are_exactly_the_legal_ones() -> None:
    for game in some_states(60):
        layout = game.layout
        for face in range(TEE + 1):
            near = ground.places(layout, face, False)
            far = ground.places(layout, face, True) if len(layout) else []
            assert len(set(near)) == len(near) and len(set(far)) == len(far)
            assert not set(near) & set(far)
            legal = {split_action(a)[1:] for a in layout.placements(face)}
            assert set(near) | set(far) == legal
            assert all(beside(game, build_action(0, x, y)) for x, y in near)
            assert not any(beside(game, build_action(0, x, y)) for x, y in far)


def test_D13_arrows_reach_every_place_and_the_tray() -> None:
    """From each place by arrows alone to each other one, and to the tray."""
    for game in some_states(25, seed=2):
        for face in range(TEE + 1):
            for apart in (False, True):
                spots = ground.places(game.layout, face, apart and len(game.layout) > 0)
                if spots:
                    check_connected(spots)


def test_arrows_jump_straight_rather_than_far_aside() -> None:
    spots = [(0, 0), (3, 0), (1, 2), (0, -2), (5, 1)]
    assert ground.jump(spots, (0, 0), RIGHT) == (3, 0)
    assert ground.jump(spots, (0, 0), DOWN) == (1, 2)
    assert ground.jump(spots, (0, 0), UP) == (0, -2)
    assert ground.jump(spots, (0, 0), LEFT) is None
    assert ground.jump([(0, 0), (9, 0), (2, 1)], (0, 0), RIGHT) == (2, 1)


def check_connected(spots: list) -> None:
    arrows = {at: {ground.jump(spots, at, key) for key in ARROWS} - {None} for at in spots}
    back: dict = {at: set() for at in spots}
    for at in spots:
        for other in arrows[at]:
            back[other].add(at)
    for ways in (arrows, back):
        assert reached(ways, spots[0]) == set(spots)
    assert person.path(spots, spots[0], "tray")


def reached(ways: dict, start: tuple) -> set:
    found = {start}
    queue = [start]
    for at in queue:
        for other in ways[at] - found:
            found.add(other)
            queue.append(other)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_D13_D14_every_legal_build_can_be_reached_by_presses(device: Device, seed: int) -> None:
    """Presses alone lead from the screen that comes up to any build of any face in hand."""
    chance = random.Random(seed)
    for game in some_states(6, seed=10 + seed):
        builds = [a for a in game.legal_actions() if a >= BUILD]
        near = [a for a in builds if beside(game, a)]
        chosen = chance.sample(near, min(4, len(near))) + chance.sample(builds, 2)
        for action in chosen:
            copy = DiceGame.unpack(game.pack())
            show(device, copy)
            person.carry_out(device, action)
            assert copy.layout.actions()[-1] == action
            assert copy.layout.actions()[:-1] == game.layout.actions()


def test_D14_every_face_reaches_both_kinds_of_places() -> None:
    """However a die came into hand, places beside and places apart both lie within the tray's
    reach; looked at for every face in many states."""
    with Device({"KOSTKA_SPEED": 0}, seed=5) as device:
        for game in some_states(25, seed=3):
            if not len(game.layout):
                continue
            for face in range(TEE + 1):
                near = ground.places(game.layout, face, False)
                if not game.hand[face]:
                    continue
                for apart in (True, False):
                    if near or apart:
                        place = ground.places(game.layout, face, apart)[-1]
                        look = game.layout.turns_at(face, place[0], place[1])[0]
                        copy = DiceGame.unpack(game.pack())
                        show(device, copy)
                        person.carry_out(device, build_action(look, place[0], place[1]))
                        assert copy.layout.cells()[-1] == (place[0], place[1], look)


def test_D13_b_turns_through_exactly_the_legal_looks(device: Device) -> None:
    for game in some_states(20, seed=4):
        face = next(face for face in range(TEE + 1) if game.hand[face])
        action = game.layout.placements(face)[0]
        show(device, game, action)
        table = device.top
        legal = game.layout.turns_at(face, table.at[0], table.at[1])
        seen = []
        for _ in range(len(legal)):
            seen.append(table.looks[table.turn])
            device.press("b")
        assert sorted(seen) == sorted(legal)
        assert all(FACE_OF[look] == face for look in seen)
        assert shown(table) == action, "all the way round"


def test_D13_a_builds_what_is_shown(device: Device) -> None:
    chance = random.Random(6)
    for game in some_states(25, seed=6):
        action = chance.choice([a for a in game.legal_actions() if a >= BUILD])
        show(device, game, action)
        for _ in range(chance.randrange(4)):
            device.press(chance.choice(("up", "down", "left", "right", "b")))
        if device.top.in_tray:
            device.press("b")
        wanted = shown(device.top)
        device.press("a")
        assert game.layout.actions()[-1] == wanted


# The next useful die


def test_the_next_useful_die_is_in_hand_on_its_best_place(device: Device) -> None:
    """After each roll and each build the screen is where one press of A does what the computer
    player would do."""
    for seed in range(6):
        device.app.parts.entropy._state = seed + 1  # other throws
        device.deal("pp")
        for _ in range(60):
            if device.screen == "Table":
                action = person.advice(device.game)
                if action == ASIDE:
                    assert device.top.in_tray and device.top.item == KNIGHT
                else:
                    assert not device.top.in_tray and shown(device.top) == action
            elif device.screen == "Decide":
                assert device.top.choices[device.top.rows.at] == person.advice(device.game)
            elif device.screen == "Winner":
                break
            device.press("a")


def test_a_chosen_die_goes_to_its_own_best_place(device: Device) -> None:
    """Taken from the tray, a die lies where the computer player would put that die."""
    from engine.dice.thinker import Thinker

    checked = 0
    for game in some_states(20, seed=8):
        for face in range(TEE + 1):
            if not game.hand[face]:
                continue
            show(device, game, [a for a in game.legal_actions() if a >= BUILD][0])
            person._to_tray(device)
            person._choose_item(device, face)
            thinker = Thinker(game, face)
            best = thinker.step()
            while best is None:
                best = thinker.step()
            assert shown(device.top) == best
            checked += 1
    assert checked > 20


# Taking back


def test_D15_F31_hold_b_takes_back_to_the_same_bytes(device: Device) -> None:
    """Step by step to the state after the roll, each die back in hand, and no further."""
    chance = random.Random(9)
    for game in some_states(25, seed=9):
        show(device, game)
        kept = len(game.steps)
        before = [game.pack()]
        for _ in range(chance.randrange(1, 5)):
            steps = [a for a in game.legal_actions() if a >= BUILD or a == ASIDE]
            if device.screen not in ("Table", "Decide") or not steps:
                break
            person.carry_out(device, chance.choice(steps))
            before.append(game.pack())
        done = list(game.steps)
        while len(game.steps) > kept:
            assert game.pack() == before.pop()
            step = done.pop()
            device.hold("b")
            assert device.screen == "Table"
            if step == ASIDE:
                assert device.top.in_tray and device.top.item == KNIGHT
            else:
                assert not device.top.in_tray and shown(device.top) == step
        assert game.pack() == before.pop() and not before


def test_D15_F31_taking_back_never_goes_past_a_roll(device: Device) -> None:
    for game in some_states(15, seed=11):
        show(device, game)
        while game.steps:
            device.hold("b")
        before = game.pack()
        screen = device.top
        device.hold("b")
        device.hold("b")
        assert game.pack() == before
        assert device.top is screen


def test_D16_what_was_built_last_can_be_taken_back_at_the_choice(device: Device) -> None:
    """Also after the third roll, and also when no die is left."""
    made = scenes.game(2, (C, C, X, X, X, X, X, X, X), scenes.build(scenes.CAP_E, 0, 0))
    show(device, made, scenes.build(scenes.CAP_W, 1, 0))
    before = made.pack()
    device.press("a")
    assert device.screen == "Decide" and not sum(made.hand)
    device.hold("b")
    assert device.screen == "Table"
    assert made.pack() == before
    assert shown(device.top) == scenes.build(scenes.CAP_W, 1, 0)


# The tray


def test_tray_offers_every_die_knights_apart_and_the_choice(device: Device) -> None:
    made = scenes.game(2, (C, S, L, T, K, K, X, X, L), scenes.build(scenes.ES, 0, 0))
    show(device, made, scenes.build(scenes.CAP_W, 1, 0))
    person._to_tray(device)
    seen = []
    for _ in range(10):
        if device.top.item not in seen:
            seen.append(device.top.item)
        device.press("down")
    assert sorted(seen) == [C, S, L, T, K, tray.APART, tray.DECIDE]


def test_tray_without_a_built_die_offers_no_place_apart() -> None:
    made = scenes.game(2, (C, S, L, T, K, K, X, X, L))
    assert tray.APART not in tray.items(made)
    assert tray.DECIDE in tray.items(made)


def test_D10_knight_from_the_tray_is_set_aside(device: Device) -> None:
    made = scenes.game(2, (C, S, L, T, K, K, X, X, L))
    show(device, made, ASIDE)
    assert device.top.in_tray and device.top.item == KNIGHT
    device.press("a")
    assert made.aside == 1 and made.hand[KNIGHT] == 1


def test_tray_leads_to_the_choice_and_back(device: Device) -> None:
    made = scenes.game(2, (C, S, L, T, K, K, X, X, L))
    show(device, made, scenes.build(scenes.ES, 0, 0))
    person._to_tray(device)
    person._choose_item(device, tray.DECIDE)
    assert device.screen == "Decide"
    assert device.top.choices[device.top.rows.at] == SCORE or ROLL in device.top.choices
    device.press("b")
    assert device.screen == "Table" and not device.top.in_tray


def test_only_knights_left_the_tray_is_where_the_cursor_is(device: Device) -> None:
    made = scenes.game(2, (K, K, X, X, X, X, X, X, X))
    show(device, made, ASIDE)
    assert device.top.in_tray and device.top.face < 0
    before = device.picture()
    for button in ("b", "left", "right"):
        device.press(button)
        assert device.picture() == before
    check_legal(device.top, made)


def test_arrows_on_any_ground_change_nothing_but_the_cursor(device: Device) -> None:
    chance = random.Random(12)
    for game in some_states(10, seed=12):
        show(device, game)
        before = game.pack()
        for _ in range(25):
            device.press(chance.choice(("up", "down", "left", "right")))
            if device.screen == "Table":
                check_legal(device.top, game)
        assert game.pack() == before


def test_look_around_shows_every_city(device: Device) -> None:
    """Hold A: the sizes of closed and open cities; any of A, B goes back to the same picture."""
    made = scenes.game(
        2,
        (L, L, L, L, C, C, T, X, X),
        *scenes.FOUR_RING,
        scenes.build(scenes.CAP_E, 3, 0),
    )
    show(device, made, scenes.build(scenes.CAP_W, 4, 0))
    before = device.picture()
    for button in ("a", "b"):
        device.hold("a")
        assert device.screen == "Look"
        assert device.says("4") and device.says("1")
        device.press("left", "up", button)
        assert device.picture() == before


def test_flow_goes_to_the_ground_of_a_build(device: Device) -> None:
    made = scenes.game(2, (C, S, L, T, K, K, X, X, L))
    scenes.at(device.app, made)
    for action in made.legal_actions():
        flow.show_turn(device.app, action)
        on_ground = action >= BUILD or action == ASIDE
        assert device.screen == ("Table" if on_ground else "Decide")
        if action >= BUILD:
            assert shown(device.top) == action


# What it takes to see it


@pytest.mark.parametrize("language", ("en", "cs", "de"))
def test_F9_a_move_sends_220_bytes_at_most(language: str) -> None:
    """On the ground and in the tray, there and back; a scroll is a new picture."""
    chance = random.Random(13)
    with Device({"KOSTKA_SPEED": 0, "KOSTKA_LANGUAGE": language}, seed=5) as device:
        moves = 0
        for game in some_states(12, seed=13):
            show(device, game)
            for _ in range(30 if device.screen == "Table" else 0):
                view = device.top.view
                place = (view.x, view.y)
                sent = device.world.bus_bytes
                device.press(chance.choice(("up", "down", "left", "right")))
                if (view.x, view.y) == place:
                    moves += 1
                    assert device.world.bus_bytes - sent <= 220
        assert moves > 100


def test_F7_a_build_is_shown_before_the_next_die_is_thought_out(device: Device) -> None:
    """And what is pressed meanwhile waits for that."""
    made = scenes.game(2, (C, S, L, T, K, K, X, X, L))
    show(device, made, scenes.build(scenes.ES, 0, 0))
    pictures: list[tuple] = []
    device.on_paint.append(lambda device: pictures.append((len(made.layout), device.top.face)))
    device.press("a")
    assert pictures[0] == (1, -1) and pictures[-1][1] >= 0
    events = len(device.events)
    device.app.top()._play(made.legal_actions()[-1])
    assert device.app.later
    device.parts.buttons._put(A)
    device.app.step()
    assert len(device.events) == events
    device.wait(100)
    assert device.events[events:] == [A]


def test_F28_where_the_cursor_begins_is_thought_out_while_the_dice_roll() -> None:
    with Device({"KOSTKA_SPEED": 2}, seed=5) as device:
        device.deal("pp")
        device.press("a")
        device.wait(800)
        roll = device.top
        assert device.screen == "Roll" and roll.thinker and not roll.thinks
        answer = roll.thinker.step()
        device.press("a")
        assert answer == person.advice(device.game)
        assert shown(device.top) == answer
