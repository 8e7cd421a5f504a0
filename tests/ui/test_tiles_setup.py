"""Set-up of the tile game with its options, two games in one menu, and what a saved game's header
says."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from engine.contract import OtherVersion
from engine.tiles.game import TileGame
from engine.tiles.terms import (
    BASE,
    HOUSE,
    MIX,
    NONE,
    NORMAL,
    OLD_FAMINE,
    SHORT,
    SMALL_CITY,
    VARIANT,
    WHEEL,
)
from sim.chips.flash import Flash
from tests.ui.device import Device
from tests.ui.test_flow_games import go_to_row
from ui import games, words
from ui.journal import pack_header, unpack_header

QUICK = {"KOSTKA_SPEED": 0}
# Rows of the set-up
WAY, BUILDINGS, CITY, FAMINE = 3, 4, 5, 6


@pytest.fixture
def device() -> Iterator[Device]:
    with Device(QUICK, seed=5) as made:
        made.press("a", "down", "a")
        assert made.screen == "SetUp"
        yield made


def options(device: Device) -> list[int]:
    return list(device.app.party.options["game_tiles"])


def choose(device: Device, row: int, value: int) -> None:
    """Turn an option to a value."""
    go_to_row(device, row)
    while options(device)[row - WAY] != value:
        device.press("right")


def begin(device: Device) -> None:
    go_to_row(device, 0)
    device.press("a")
    assert device.screen in ("Ready", "Watch", "Place", "Wheel")


def again(device: Device) -> Device:
    """The same device after the power was off."""
    flash = device.world.flash
    device.close()
    return Device(QUICK, seed=9, flash=flash)


# Options


def test_W18_the_default_is_the_wheel_game(device: Device) -> None:
    begin(device)
    game = device.game
    assert (game.way, game.buildings, game.house) == (WHEEL, NONE, 0)
    assert game.players == 2


@pytest.mark.parametrize("way", (WHEEL, SHORT, HOUSE, BASE, MIX))
def test_W18_W19_W20_W21_W22_every_way_to_play_can_be_chosen(device: Device, way: int) -> None:
    choose(device, WAY, way)
    for row in (WAY, BUILDINGS, CITY):
        assert device.says(words.t(device.top.rules.ROWS[row - WAY][0]))
    begin(device)
    assert device.game.way == way


@pytest.mark.parametrize("buildings", (NONE, NORMAL, VARIANT))
def test_W23_buildings_can_be_chosen(device: Device, buildings: int) -> None:
    choose(device, BUILDINGS, buildings)
    begin(device)
    assert device.game.buildings == buildings
    assert any(device.game.tokens) == (buildings != NONE)


@pytest.mark.parametrize("value", (0, 1))
def test_T6_the_small_city_can_be_chosen(device: Device, value: int) -> None:
    choose(device, CITY, value)
    assert device.says("42"[value])
    begin(device)
    assert device.game.house == SMALL_CITY * value


@pytest.mark.parametrize("value", (0, 1))
def test_W3_the_famine_rule_can_be_chosen(device: Device, value: int) -> None:
    choose(device, FAMINE, value)
    begin(device)
    assert device.game.house == OLD_FAMINE * value


def test_W3_no_famine_rule_without_a_wheel(device: Device) -> None:
    """It is not offered, and what was chosen before does not count; it is there again later."""
    choose(device, FAMINE, 1)
    choose(device, WAY, BASE)
    rows = device.top.rows.count
    shown = set()
    for _ in range(rows):
        shown.update(device.said())
        device.press("down")
    assert words.t("option_famine") not in shown
    choose(device, WAY, MIX)
    assert device.top.rows.count == rows + 1
    choose(device, WAY, BASE)
    begin(device)
    assert device.game.way == BASE and device.game.house == 0


@pytest.mark.parametrize(("buildings", "most"), ((NONE, 5), (NORMAL, 6), (VARIANT, 6)))
def test_T1_five_players_or_six_with_buildings(device: Device, buildings: int, most: int) -> None:
    choose(device, BUILDINGS, buildings)
    go_to_row(device, 1)
    seen = set()
    for _ in range(7):
        seen.add(device.app.party.count)
        device.press("right")
    assert seen == set(range(2, most + 1))
    while device.app.party.count != most:
        device.press("right")
    begin(device)
    assert device.game.players == most == len(device.match.names) == len(device.match.kinds)


def test_T1_the_sixth_player_leaves_with_the_buildings(device: Device) -> None:
    choose(device, BUILDINGS, NORMAL)
    set_rows_here(device, "pcccpc", 5)
    choose(device, BUILDINGS, NONE)
    assert device.app.party.count == 5 and device.app.party.begins == -1
    begin(device)
    assert device.game.players == 5


def set_rows_here(device: Device, kinds: str, begins: int) -> None:
    """Players and who begins, with the options between."""
    party = device.app.party
    go_to_row(device, 1)
    while party.count != len(kinds):
        device.press("right")
    go_to_row(device, 2)
    while party.begins != begins:
        device.press("left")
    for player in range(len(kinds)):
        if party.kinds[player] != "pc".index(kinds[player]):
            go_to_row(device, device.top.players + player)
            device.press("right")


def test_six_players_become_five_in_the_dice_game(device: Device) -> None:
    choose(device, BUILDINGS, NORMAL)
    set_rows_here(device, "pppppp", 5)
    device.press("b")
    assert device.screen == "Menu"
    device.press("a")
    assert device.screen == "SetUp" and device.app.party.count == 5
    go_to_row(device, 0)
    device.press("a")
    assert device.game.players == 5


def test_the_dice_game_has_no_options() -> None:
    with Device(QUICK, seed=5) as device:
        device.press("a", "a")
        assert device.screen == "SetUp" and device.top.rows.count == 3 + 2
        assert not device.says(words.t("setup_players") + "x")
        assert "ways" not in words.areas()


def test_words_of_the_options_are_in_the_heap_only_in_the_set_up(device: Device) -> None:
    assert "ways" in words.areas()
    begin(device)
    assert "ways" not in words.areas()


def test_players_and_names_below_the_options(device: Device) -> None:
    set_rows_here(device, "cp", 1)
    go_to_row(device, device.top.players + 1)
    assert device.hint("hint_name")
    device.press("a")
    assert device.screen == "Initials"
    device.press("up", "a")
    assert device.screen == "SetUp"
    begin(device)
    assert list(device.match.kinds) == [1, 0] and device.game.first == 1
    assert device.match.names[1] != "BOB"


def test_options_are_kept_while_the_device_is_on(device: Device) -> None:
    choose(device, WAY, MIX)
    choose(device, BUILDINGS, VARIANT)
    device.press("b", "a")
    assert device.screen == "SetUp"
    device.press("b", "down", "a")
    assert options(device) == [MIX, VARIANT, 0, 0]


def test_F22_options_outlast_the_power(device: Device) -> None:
    choose(device, WAY, HOUSE)
    choose(device, BUILDINGS, NORMAL)
    choose(device, CITY, 1)
    choose(device, FAMINE, 1)
    set_rows_here(device, "pccccc", -1)
    begin(device)
    with again(device) as later:
        later.press("b", "down", "down", "a", "down", "a")
        assert later.screen == "SetUp"
        assert options(later) == [HOUSE, NORMAL, 1, 1]
        assert later.app.party.count == 6


@pytest.mark.parametrize(
    "blob", (b"", b"\x01", b"\x01\x05\x00\x00\x00", b"\x02\x00\x00\x00\x00", b"\x01" * 6)
)
def test_foreign_options_count_as_none(blob: bytes) -> None:
    """Of another format or length, or with values that there are not."""
    with Device(QUICK, seed=5) as device:
        device.parts.store.put(5, blob)
        device.press("a", "down", "a")
        assert options(device) == [0, 0, 0, 0]


def test_an_old_party_is_still_read() -> None:
    """As the first version wrote it: it had six names already."""
    old = bytes((1, 3, 2, 0, 1, 0, 1, 1, 1)) + "ŽÁK,BOB,EVA,IVO,UDO,ZOE".encode()
    with Device(QUICK, seed=5) as device:
        device.parts.store.put(3, old)
        with again(device) as later:
            party = later.app.party
            assert (party.count, party.begins, list(party.kinds)) == (3, 1, [0, 1, 0, 1, 1, 1])
            assert party.names[0] == "ŽÁK"


# Two games


def loaded(name: str) -> set[str]:
    """The modules of a game that are there."""
    folders = ("engine." + name, "ui." + name)
    return {key for key in sys.modules if key.startswith(folders) and sys.modules[key]}


def test_opening_one_game_lets_go_of_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    before = dict(sys.modules)
    try:
        with Device(QUICK, seed=5) as device:
            device.deal("pc")
            assert loaded("dice") and "dice" in words.areas()
            device.menu()
            device.press("up", "a", "down", "a")
            assert device.screen == "Menu"
            device.press("down", "down", "a", "down", "a")
            begin(device)
            assert not loaded("dice") and loaded("tiles")
            assert "dice" not in words.areas() and "tiles" in words.areas()
            device.menu()
            device.press("up", "a", "down", "a", "down", "a", "down", "a")
            assert device.screen == "SetUp"
            begin_dice = device.top
            assert begin_dice.game[0] == "game_dice"
            device.press("a")
            assert device.screen == "Ready" and device.game.players == 2
            assert not loaded("tiles") and loaded("dice")
    finally:
        sys.modules.update(before)


def test_continue_works_for_both_games(device: Device) -> None:
    begin(device)
    state = device.state()
    device.menu()
    device.press("up", "a", "down", "a")
    assert device.says(words.t("menu_continue"))
    device.press("a")
    assert device.state() == state and device.screen != "Menu"


# What a header says


@pytest.mark.parametrize("way", range(5))
def test_a_header_tells_players_and_options(way: int) -> None:
    kinds = bytearray((0, 1, 1))
    data = pack_header(1, ["ANA", "ŽÁK", "X"], kinds, 2, bytes((way, 2, 1, 0)))
    assert len(data) < 30
    assert unpack_header(data) == (1, ["ANA", "ŽÁK", "X"], kinds, 2, bytes((way, 2, 1, 0)))


def test_a_header_of_the_former_format_is_read() -> None:
    """Bytes as the first version wrote them: no options."""
    data = bytes((1, 0, 2, 1, 0, 1)) + b"ANA,BOB"
    assert unpack_header(data) == (0, ["ANA", "BOB"], bytearray((0, 1)), 1, b"")


@pytest.mark.parametrize("data", (b"", b"\x03\x00\x02\x00\x00\x00\x01AN,BO", b"\xff" * 30))
def test_a_header_of_another_version_is_told_from_nonsense(data: bytes) -> None:
    with pytest.raises(OtherVersion):
        unpack_header(data)


@pytest.mark.parametrize(
    "data",
    (
        b"\x02\x00\x02\x00\x00\x00\x01AN",
        b"\x02\x00\x02\x02\x00\x00\x01AN,BO",
        b"\x02\x00\x02\x00\x00\x00\x02AN,BO",
        b"\x02\x00\x02\x00\x09\x00\x01AN,BO",
        b"\x01\x00\x03\x00\x00\x00\x01AN,BO",
    ),
)
def test_nonsense_in_a_header_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError) as error:
        unpack_header(data)
    assert not isinstance(error.value, OtherVersion)


def test_a_running_dice_game_survives_the_update() -> None:
    """A game that the first version has in the store goes on under this one."""
    with Device(QUICK, seed=3) as device:
        device.deal("pp")
        device.press("a")
        device.until("Table")
        device.press("a")
        state = device.state()
        entries = list(device.parts.store.entries())
        assert entries
    flash = Flash()
    with Device(QUICK, seed=3, flash=flash) as device:
        store = device.parts.store
        assert store.begin(bytes((1, 0, 2, 0, 0, 0)) + b"ANA,BOB")
        for entry in entries:
            assert store.append(entry)
    with Device(QUICK, seed=4, flash=flash) as later:
        assert later.screen == "Back"
        later.press("a")
        assert later.match is not None and later.state() == state
        assert later.game.can_undo() and later.match.names == ["ANA", "BOB"]


IMPOSSIBLE = (
    (b"\x02\x01\x02\x00\x04" + bytes((BASE, 0, 0, 1)) + b"\x00\x01AN,BO", "house rule"),
    (b"\x02\x01\x02\x00\x04" + bytes((5, 0, 0, 0)) + b"\x00\x01AN,BO", "option"),
    (b"\x02\x01\x02\x00\x04" + bytes((0, 3, 0, 0)) + b"\x00\x01AN,BO", "option"),
    (b"\x02\x01\x02\x00\x04" + bytes((0, 0, 2, 0)) + b"\x00\x01AN,BO", "option"),
    (b"\x02\x01\x02\x00\x03" + bytes((0, 0, 0)) + b"\x00\x01AN,BO", "options"),
    (b"\x02\x01\x06\x00\x04" + bytes((0, 0, 0, 0)) + bytes(6) + b"A,B,C,D,E,F", "players"),
    (b"\x02\x02\x02\x00\x00\x00\x01AN,BO", "game 2"),
    (b"\x02\x00\x02\x00\x01\x01\x00\x01AN,BO", "options"),
    (b"\x03\x00\x02\x00\x00\x00\x01AN,BO", "another version"),
)


@pytest.mark.parametrize(("header", "said"), IMPOSSIBLE)
def test_a_game_of_another_version_is_named_refused_and_kept(
    header: bytes, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with Device(QUICK, seed=4) as device:
        store = device.parts.store
        store.put(0, b"\x01\x01\x00\x01\x50\x02")
        assert store.begin(header)
        with again(device) as later:
            assert later.screen == "Back"
            later.press("a")
            assert later.screen == "Notice" and later.match is None
            assert later.says(words.t("store_other").split("\n")[1])
            out = capsys.readouterr().out
            assert "another version" in out and said in out
            assert words.language() == "cs", "the options are still there"
            later.press("a")
            assert later.screen == "Menu"
            assert later.parts.store.game()[0] == header, "and the game is"
            later.press("a")  # Continue says so again
            assert later.screen == "Notice"
            later.press("a", "down", "a")
            assert later.screen == "Question", "a new game is asked for"
            later.press("down", "a", "a")
            assert later.state() and later.parts.store.game()[0] != header


def test_a_damaged_header_is_named_and_over(capsys: pytest.CaptureFixture[str]) -> None:
    with Device(QUICK, seed=4) as device:
        assert device.parts.store.begin(b"\x02\x01\x02\x00\x04\x00\x00\x00\x00\x00\x01AN")
        with again(device) as later:
            later.press("a")
            assert later.screen == "Notice"
            assert later.says(words.t("store_unreadable").split("\n")[1])
            assert "cannot be read" in capsys.readouterr().out
            assert not later.parts.store.alive


@pytest.mark.parametrize(
    ("players", "first", "options"),
    ((2, 0, (MIX, 1, 0, 0)), (2, 1, (WHEEL, 0, 0, 0)), (2, 0, (WHEEL, 0, 0, 1))),
)
def test_a_snapshot_of_another_game_than_the_header_tells_is_not_played(
    players: int, first: int, options: tuple[int, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    header = pack_header(1, ["ANA", "BOB"], bytearray(2), first, bytes(options))
    with Device(QUICK, seed=4) as device:
        assert device.parts.store.rewrite(header, TileGame(2).pack())
        with again(device) as later:
            later.press("a")
            assert later.screen == "Notice" and later.match is None
            assert "snapshot" in capsys.readouterr().out


@pytest.mark.parametrize("error", (ValueError("damaged: tiles.bin"), OSError(2)))
def test_a_damaged_table_of_tiles_is_named_and_no_game_is_lost(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """When a game is begun, and when one goes on."""
    load = games.load
    with Device(QUICK, seed=4) as device:
        device.press("a", "down", "a", "a")
        state = device.state()

        def damaged(names: tuple) -> None:
            if "engine.tiles.game" in names:
                raise error
            load(names)

        with again(device) as later:
            monkeypatch.setattr(games, "load", damaged)
            later.press("a")
            assert later.screen == "Notice" and later.says(words.t("store_files").split("\n")[1])
            assert "damaged: " in capsys.readouterr().out and later.match is None
            later.press("a")
            assert later.screen == "Menu" and later.parts.store.alive
            later.press("down", "down", "a", "down", "a", "a")  # a new one
            assert later.screen == "Notice" and later.parts.store.alive
            monkeypatch.setattr(games, "load", load)
            later.press("a", "a")
            assert later.state() == state


def test_every_game_has_its_row() -> None:
    assert [game[0] for game in games.GAMES] == ["game_dice", "game_tiles"]
    for game in games.GAMES:
        assert games.find(game[0]) is game
    with pytest.raises(KeyError):
        games.find("game_cards")
