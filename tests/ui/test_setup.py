"""The screens that know no game: menu, set-up, initials, options, questions, help, pause."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.ui import scenes
from tests.ui.device import Device
from tests.ui.test_flow_games import go_to_row
from ui import keys, signs, words
from ui.screens.initials import LETTERS


@pytest.fixture
def device() -> Iterator[Device]:
    with Device({"KOSTKA_SPEED": 0}, seed=5) as made:
        made.press("a")
        yield made


def to_set_up(device: Device) -> None:
    device.press("a")
    assert device.screen == "SetUp"


# Start and menu


@pytest.mark.parametrize("button", ("a", "b", "up", "down", "left", "right"))
def test_any_button_leads_from_the_start_to_the_menu(button: str) -> None:
    with Device(seed=1) as device:
        device.press(button)
        assert device.screen == "Menu"


def test_start_goes_on_by_itself() -> None:
    with Device(seed=1) as device:
        assert device.screen == "Start"
        device.until("Menu", 3000)


def test_a_button_held_at_power_on_starts_nothing() -> None:
    with Device(seed=1) as device:
        device.world.down("a")
        device.wait(100)
        assert device.screen == "Start", "acts when it is let go"
        device.world.up("a")
        device.wait(100)
        assert device.screen == "Menu"


def test_menu_goes_round_and_lists_everything(device: Device) -> None:
    keys = ("game_dice", "game_tiles", "menu_records", "menu_options", "menu_help")
    assert [text for text in device.said() if text in [words.t(key) for key in keys]]
    for key in keys:
        assert device.says(words.t(key))
    before = device.picture()
    device.press(*["down"] * len(keys))
    assert device.picture() == before
    device.press("up", "down")
    assert device.picture() == before


# Set-up


@pytest.mark.parametrize("count", (2, 3, 4, 5))
def test_set_up_of_two_to_five_players(device: Device, count: int) -> None:
    to_set_up(device)
    go_to_row(device, 1)
    while device.app.party.count != count:
        device.press("right")
    assert device.says(str(count))
    go_to_row(device, 2 + count)
    assert device.says(device.app.party.names[count - 1])
    device.press("down")
    assert device.top.rows.at == 0, "the list ends with the last player"
    device.press("a")
    assert device.game.players == count
    assert len(device.match.names) == len(device.match.kinds) == count


def test_set_up_goes_round_from_five_to_two(device: Device) -> None:
    to_set_up(device)
    go_to_row(device, 1)
    seen = []
    for _ in range(5):
        seen.append(device.app.party.count)
        device.press("right")
    assert seen == [2, 3, 4, 5, 2]
    device.press("left")
    device.press("left")
    assert device.app.party.count == 5


def test_set_up_with_fewer_players_forgets_a_beginner_who_is_gone(device: Device) -> None:
    to_set_up(device)
    go_to_row(device, 1)
    device.press("left")
    go_to_row(device, 2)
    device.press("left")
    assert device.app.party.begins == 4 and device.says("UDO")
    go_to_row(device, 1)
    device.press("left")
    assert device.app.party.begins == -1 and device.says(words.t("setup_drawn"))


def test_set_up_makes_each_player_a_person_or_a_computer(device: Device) -> None:
    to_set_up(device)
    go_to_row(device, 3)
    device.press("right")
    go_to_row(device, 4)
    device.press("left")
    go_to_row(device, 0)
    device.press("a")
    assert list(device.match.kinds) == [1, 0]


def test_set_up_begins_with_each_player_or_drawn(device: Device) -> None:
    to_set_up(device)
    go_to_row(device, 2)
    seen = []
    for _ in range(4):
        seen.append(device.app.party.begins)
        device.press("a")
    assert seen == [-1, 0, 1, -1]


def test_set_up_is_kept_for_the_next_game(device: Device) -> None:
    to_set_up(device)
    go_to_row(device, 1)
    device.press("right")
    go_to_row(device, 5)
    device.press("right", "b")
    assert device.screen == "Menu"
    to_set_up(device)
    assert device.app.party.count == 3 and device.app.party.kinds[2] == 0
    assert device.top.rows.at == 0


def test_a_running_game_keeps_its_players(device: Device) -> None:
    """Changing the party afterwards does not touch the match."""
    device.deal("pp")
    names = list(device.match.names)
    device.app.party.names[0] = "ZZZ"
    device.app.party.kinds[0] = 1
    assert device.match.names == names and device.match.is_person(0)


# Initials


def edit_first(device: Device) -> None:
    to_set_up(device)
    go_to_row(device, 3)
    device.press("a")
    assert device.screen == "Initials"


def spell(device: Device, name: str) -> None:
    """Turn the three letters to these, the shorter way round."""
    for i in range(3):
        if i:
            device.press("right")
        now = LETTERS.index(device.top.letters[device.top.at])
        steps = (LETTERS.index(name[i]) - now) % len(LETTERS)
        if steps * 2 <= len(LETTERS):
            device.press(*["up"] * steps)
        else:
            device.press(*["down"] * (len(LETTERS) - steps))


@pytest.mark.parametrize("name", ("EVA", "ŽÁŘ", "ÄÖÜ", "ŤŮŇ", "X  ", "A 9"))
def test_F10_initials_with_every_letter(device: Device, name: str) -> None:
    edit_first(device)
    spell(device, name)
    assert [text.text for text in device.canvas.texts if text.text in LETTERS][:3] == list(name)
    device.press("a")
    assert device.screen == "SetUp"
    assert device.app.party.names[0] == name.strip()
    assert device.says(name.strip())
    go_to_row(device, 2)
    while device.app.party.begins != 0:
        device.press("right")
    assert device.says(name.strip())
    go_to_row(device, 0)
    device.press("a")
    assert device.says(name.strip()) and device.match.names[0] == name.strip()


def test_F10_every_letter_of_the_initials_is_in_both_fonts(device: Device) -> None:
    for letter in LETTERS:
        for font in (device.canvas.small, device.canvas.big):
            assert font.has(letter)
    assert len(set(LETTERS)) == len(LETTERS)


def test_an_empty_name_leaves_the_old_one(device: Device) -> None:
    edit_first(device)
    spell(device, "   ")
    device.press("a")
    assert device.screen == "SetUp" and device.app.party.names[0] == "ANA"


def test_b_leaves_the_name_as_it_was(device: Device) -> None:
    edit_first(device)
    spell(device, "ZOE")
    device.press("b")
    assert device.screen == "SetUp" and device.app.party.names[0] == "ANA"


def test_initials_go_round_in_both_directions(device: Device) -> None:
    edit_first(device)
    before = device.picture()
    device.press("left", "left", "left")
    assert device.picture() == before
    device.press(*["up"] * len(LETTERS))
    assert device.picture() == before


def test_an_arrow_held_turns_the_letters(device: Device) -> None:
    edit_first(device)
    device.world.press("up", None, 1500)
    device.wait(1600)
    turned = LETTERS.index(device.top.letters[0]) - LETTERS.index("A")
    assert turned == 1 + 1 + (1500 - 400) // 120


# Options


def to_options(device: Device, row: int) -> None:
    device.press("up", "up", "a")
    assert device.screen == "Options"
    go_to_row(device, row)


def test_language_changes_every_text_at_once(device: Device) -> None:
    to_options(device, 0)
    seen = []
    for _ in range(4):
        seen.append(words.language())
        assert device.says(words.t("menu_options")) and device.says(words.t("language"))
        device.press("right")
    assert seen == ["en", "cs", "de", "en"]
    device.press("b")
    assert words.language() == "cs" and device.says(words.t("menu_help"))
    assert device.says("Nápověda")


def test_language_can_be_changed_in_mid_game(device: Device) -> None:
    device.deal("pp")
    device.menu()
    device.press("up", "up", "a")
    assert device.screen == "Options"
    device.press("right", "b", "b")
    assert device.screen == "Ready" and words.language() == "cs"
    assert device.says(words.t("ready_pass"))


def test_speed_and_hand_over_are_options(device: Device) -> None:
    options = device.app.options
    to_options(device, 1)
    seen = []
    for _ in range(3):
        seen.append(options.speed)
        device.press("a")
    assert seen == [0, 1, 2] and options.speed == 0
    device.press("left")
    assert options.speed == 2 and device.says(words.t("speed_normal"))
    go_to_row(device, 2)
    assert options.handover == 1
    device.press("a")
    assert options.handover == 0
    device.deal("pp")
    assert device.screen == "Roll", "left out at once"


def test_contrast_reaches_the_panel(device: Device) -> None:
    to_options(device, 3)
    panel = device.world.panel
    assert panel.contrast == 255
    seen = []
    for _ in range(4):
        device.press("right")
        seen.append(panel.contrast)
    assert len(set(seen)) == 4 and seen[-1] == 255
    device.press("left")
    assert panel.contrast == seen[-2]
    assert panel.lit and not panel.faults


def test_contrast_of_the_settings_is_there_from_the_start() -> None:
    with Device({"KOSTKA_CONTRAST": 80}, seed=1) as device:
        assert device.world.panel.contrast == 80
        device.press("a")
        to_options(device, 3)
        device.press("left")
        assert device.world.panel.contrast < 80


# Questions


@pytest.mark.parametrize("buttons", (("a",), ("b",), ("down", "up", "a"), ("down", "b")))
def test_a_question_is_answered_with_no_unless_one_chooses_yes(
    device: Device, buttons: tuple
) -> None:
    device.deal("pp")
    before = (device.state(), device.picture())
    device.menu()
    device.press("up", "a")
    assert device.screen == "Question" and device.top.rows.at == 0
    pause = device.app.stack[-2]
    device.press(*buttons)
    assert device.top is pause
    device.press("b")
    assert (device.state(), device.picture()) == before


def test_leaving_takes_a_yes(device: Device) -> None:
    device.deal("pp")
    device.menu()
    device.press("up", "a", "down", "a")
    assert device.screen == "Menu" and device.says(words.t("menu_continue"))


# Help


@pytest.mark.parametrize("game", (0, 1))
@pytest.mark.parametrize("language", ("en", "cs", "de"))
def test_F30_help_from_the_menu_can_be_read_again_and_again(language: str, game: int) -> None:
    with Device({"KOSTKA_LANGUAGE": language}, seed=1) as device:
        device.press("a", "up", "a")
        assert device.screen == "Topics" and device.top.rows.at == 0
        go_to_row(device, game)
        device.press("a")
        assert device.screen == "Help"
        pages = device.top.pages
        assert pages >= 5
        first = device.picture()
        seen = {first}
        for page in range(1, pages):
            device.press("a")
            assert device.says(f"{page + 1}/{pages}")
            seen.add(device.picture())
        assert len(seen) == pages
        device.press("right")
        assert device.picture() == first
        device.press("left")
        assert device.says(f"{pages}/{pages}")
        device.press("b")
        assert device.screen == "Topics"
        device.press("b")
        assert device.screen == "Menu"


# Pause

GAME_SCREENS = [
    name
    for name in scenes.SCENES
    if name.partition("_")[0] in ("ready", "roll", "table", "decide", "watch", "score")
    or name in ("look", "pad", "standings")
]


@pytest.mark.parametrize("name", GAME_SCREENS)
def test_F30_pause_from_every_screen_of_a_game_and_back(name: str) -> None:
    """The menu button, each of its items, and back to the same picture with the same state."""
    with Device({"KOSTKA_SPEED": 2}, seed=5) as device:
        scenes.SCENES[name](device.app)
        device.app.paint()
        screen = device.top
        state = device.state()
        # Neither a thought nor an animation gets on meanwhile.
        device.app.top().button(keys.MENU)
        before = device.sketch(screen)
        assert device.screen == "Pause" and device.app.stack[-2] is screen
        for row, shown in ((1, "Standings"), (2, "Pad"), (3, "Help"), (4, "Options")):
            go_to_row(device, row)
            device.press("a")
            assert device.screen == shown
            device.press("b")
            assert device.screen == "Pause"
        device.wait(10000)
        assert device.state() == state, "the game stands still"
        pictures: list[bytes] = []
        device.on_paint.append(lambda device: pictures.append(device.sketch()))
        device.press("b")
        assert pictures[0] == before


def test_pause_ends_by_a_b_menu_or_its_first_item(device: Device) -> None:
    device.deal("pp")
    before = device.picture()
    for close in ("a", "b", "menu"):
        device.menu()
        assert device.screen == "Pause" and device.top.rows.at == 0
        device.press(close)
        assert device.screen == "Ready" and device.picture() == before


def test_F21_standings_show_everybody_and_whose_turn_it_is_large(device: Device) -> None:
    scenes.SCENES["standings"](device.app)
    device.wait(40)
    game = device.game
    names = device.match.names
    for player in range(game.players):
        assert device.says(names[player])
    points = [text.text for text in device.canvas.texts if text.text.isdigit()]
    assert sorted(points) == sorted(str(score) for score in game.scores)
    assert device.says(signs.KNIGHT)
    large = [text.text for text in device.canvas.texts if text.bottom - text.y == 16]
    assert large == [names[game.to_move], str(game.scores[game.to_move])]
    before = device.picture()
    device.press("down", "up")
    assert device.picture() == before
