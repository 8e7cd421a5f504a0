"""boot.py and safemode.py: nobody is locked out, nothing is written, a brown-out is survived."""

import os
from collections.abc import Callable

import pytest

import hw.boot
import hw.safe
from hw.version import OLDEST
from sim.chips.alarms import Reset
from sim.chips.usb import SafeModeReason
from sim.world import World
from tools.gates.files import board_sources

Board = Callable[..., World]

BOTH = {"KOSTKA_HIDE_DRIVE": 1, "KOSTKA_HIDE_CONSOLE": 1}


def run(project: str, name: str) -> None:
    """Run a script of the root as CircuitPython does."""
    path = os.path.join(project, name)
    with open(path, encoding="utf-8") as file:
        source = file.read()
    exec(compile(source, path, "exec"), {"__name__": "__main__", "__file__": path})


@pytest.mark.parametrize(
    ("settings", "drive", "console"),
    [
        ({}, True, True),
        ({"KOSTKA_HIDE_DRIVE": 0, "KOSTKA_HIDE_CONSOLE": 0}, True, True),
        ({"KOSTKA_HIDE_DRIVE": 1}, False, True),
        ({"KOSTKA_HIDE_CONSOLE": "1"}, True, False),
        (BOTH, False, False),
        ({"KOSTKA_HIDE_DRIVE": "yes", "KOSTKA_HIDE_CONSOLE": 2}, True, True),
    ],
)
def test_F2_drive_and_console_stay_unless_the_owner_asks(
    board: Board, project: str, settings: dict, drive: bool, console: bool
) -> None:
    world = board(settings=settings)
    run(project, "boot.py")
    assert (world.usb.drive, world.usb.console) == (drive, console)
    assert world.usb.remounts == 0


@pytest.mark.parametrize("settings", [BOTH, BOTH | {"KOSTKA_B": "GP2"}])
def test_F2_b_held_at_power_on_brings_both_back(board: Board, project: str, settings: dict) -> None:
    world = board(settings=settings)
    world.down("b", 0)
    run(project, "boot.py")
    assert world.usb.drive and world.usb.console
    world = board(settings=settings)
    world.down("a", 0)
    run(project, "boot.py")
    assert not world.usb.drive and not world.usb.console


def test_F2_the_pin_of_b_is_free_again_for_code_py(board: Board, project: str) -> None:
    world = board(settings=BOTH)
    run(project, "boot.py")
    assert world.pins["GP15"].user is None
    world.wire()


@pytest.mark.parametrize(
    ("settings", "lacks"),
    [
        (BOTH | {"KOSTKA_B": "D99"}, ()),
        (BOTH, ("digitalio",)),
        (BOTH, ("usb_cdc",)),
    ],
)
def test_F2_an_error_on_the_way_leaves_the_drive_reachable(
    board: Board, project: str, settings: dict, lacks: tuple
) -> None:
    world = board(settings=settings, lacks=lacks)
    with pytest.raises((AttributeError, ImportError)):
        run(project, "boot.py")
    assert world.usb.drive


def test_F2_a_settings_file_that_cannot_be_read_hides_nothing(
    board: Board, project: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = board(settings=BOTH)

    def broken(_name: str) -> None:
        raise ValueError("Invalid byte")

    monkeypatch.setattr(hw.boot.os, "getenv", broken)
    run(project, "boot.py")
    assert world.usb.drive and world.usb.console


def test_F2_nothing_on_the_board_remounts_the_drive() -> None:
    for source in board_sources():
        assert "remount(" not in source.text, source.path


def test_F4_nothing_is_written_or_printed_at_boot(
    board: Board, project: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What boot.py prints CircuitPython writes to boot_out.txt."""
    opened = []
    real = open

    def watch(name: str, *args: object, **more: object) -> object:
        if not str(name).endswith(("boot.py", ".pyc")):
            opened.append(name)
        return real(name, *args, **more)  # type: ignore[call-overload]

    for settings in ({}, BOTH, {"KOSTKA_HIDE_DRIVE": "yes"}):
        for held in ("a", "b"):
            world = board(settings=settings)
            world.down(held, 0)
            monkeypatch.setattr("builtins.open", watch)
            run(project, "boot.py")
            monkeypatch.undo()
    assert capsys.readouterr().out == "" and opened == []


def test_the_scripts_do_nothing_when_they_are_imported(board: Board, project: str) -> None:
    world = board(settings=BOTH)
    world.runtime.safe_mode_reason = SafeModeReason.BROWNOUT
    for name in ("boot.py", "safemode.py"):
        with open(os.path.join(project, name), encoding="utf-8") as file:
            exec(compile(file.read(), name, "exec"), {"__name__": name[:-3]})
    assert world.usb.drive and world.usb.console


# Safe mode


def brown_out(project: str, world: World) -> bool:
    """One start into safe mode; True where the board is reset."""
    world.runtime.safe_mode_reason = SafeModeReason.BROWNOUT
    try:
        run(project, "safemode.py")
    except Reset:
        return True
    return False


def test_F5_a_brown_out_resets_three_times_at_most_and_then_it_stays(
    board: Board, project: str
) -> None:
    world = board()
    assert [brown_out(project, world) for _start in range(6)] == [True] * 3 + [False] * 3


def test_F5_the_supply_gets_time_to_recover_before_each_reset(board: Board, project: str) -> None:
    world = board()
    before = world.now
    assert brown_out(project, world)
    assert world.now - before >= 1000


def test_F5_a_minute_of_running_makes_the_next_brown_out_the_first(
    board: Board, project: str
) -> None:
    world = board()
    for _start in range(3):
        assert brown_out(project, world)
    parts = world.wire()

    def rest() -> None:
        parts.power.watch(parts.buttons, False)

    world.run_until(world.now + 50_000, rest)
    assert not brown_out(project, world)
    world.run_until(world.now + 15_000, rest)
    assert [brown_out(project, world) for _start in range(4)] == [True] * 3 + [False]


@pytest.mark.parametrize(
    "content", (b"\xff" * 256, b"\x00" * 256, bytes(range(256)), b"\xb7" * 256)
)
def test_F5_memory_that_holds_anything_else_counts_from_the_beginning(
    board: Board, project: str, content: bytes
) -> None:
    world = board()
    world.alarm.sleep_memory[:] = content
    assert [brown_out(project, world) for _start in range(4)] == [True] * 3 + [False]
    assert bytes(world.alarm.sleep_memory[3:]) == content[3:]


@pytest.mark.parametrize("reason", (SafeModeReason.HARD_FAULT, SafeModeReason.USER))
def test_F5_every_other_reason_stays(board: Board, project: str, reason: str) -> None:
    world = board()
    world.runtime.safe_mode_reason = reason
    run(project, "safemode.py")
    assert not any(world.alarm.sleep_memory)


def test_F5_where_nothing_can_be_counted_it_stays(board: Board, project: str) -> None:
    assert not brown_out(project, board(lacks=("alarm",)))
    world = board()
    world.alarm.sleep_memory = bytearray()
    assert not brown_out(project, world)


def test_F4_F5_safe_mode_writes_nothing_that_lasts(
    board: Board, project: str, capsys: pytest.CaptureFixture[str]
) -> None:
    world = board(lacks=("storage",))
    assert brown_out(project, world)
    assert world.usb.remounts == 0 and capsys.readouterr().out == ""


# The version


@pytest.mark.parametrize(
    ("version", "old"),
    [
        (OLDEST, False),
        ((10, 3, 0), False),
        ((11, 0, 0), False),
        ((9, 2, 0), True),
        ((8, 9, 9), True),
    ],
)
def test_a_circuitpython_that_is_too_old_is_told_with_the_version_needed(
    board: Board, capsys: pytest.CaptureFixture[str], version: tuple, old: bool
) -> None:
    world = board()
    world.version = version
    world.install()
    facts = world.wire().facts
    dotted = ".".join(str(number) for number in version)
    assert (facts.python, facts.too_old) == (dotted, dotted if old else "")
    told = capsys.readouterr().out
    assert ("9.2.1 is needed" in told) == old
    assert (dotted in told) == old


def test_without_circuitpython_there_is_no_version_to_be_too_old() -> None:
    from hw.facts import Facts, version_of

    assert version_of(None) is None
    assert Facts(object(), None).too_old == ""
