"""The command's own parts: options, settings, the file in the place of the flash."""

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

import hw.settings
from hw.store import Store
from tests.blinka import adapters
from tools import bootstrap
from tools.blinka import cli, pins
from tools.blinka.memory import SIZE, FileMemory

# The file


def test_a_new_file_is_blank_and_made_by_the_first_write(tmp_path: Path) -> None:
    memory = FileMemory(tmp_path / "store")
    assert len(memory) == SIZE
    assert memory[0:SIZE] == b"\xff" * SIZE
    assert not memory.path.exists()
    memory[3] = 7
    assert memory.path.read_bytes() == b"\xff\xff\xff\x07" + b"\xff" * (SIZE - 4)


def test_what_was_written_is_there_after_a_new_start(tmp_path: Path) -> None:
    memory = FileMemory(tmp_path / "store")
    memory[10:13] = b"abc"
    memory[10:12] = b"xy"
    memory[-1] = 0
    again = FileMemory(tmp_path / "store")
    assert again[10:13] == b"xyc"
    assert again[SIZE - 1] == 0
    assert sorted(os.listdir(tmp_path)) == ["store"]


def test_F6_the_old_file_counts_until_the_new_one_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = FileMemory(tmp_path / "store")
    memory[0:4] = b"kept"

    def cut(_old: str, _new: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", cut)
    with pytest.raises(KeyboardInterrupt):
        memory[0:4] = b"lost"
    assert FileMemory(tmp_path / "store")[0:4] == b"kept"


def test_a_disk_that_takes_nothing_is_told_and_seen_by_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    store = Store(FileMemory(tmp_path / "store"))
    assert store.begin(b"game")

    def full(_number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert not store.append(b"\x01")
    assert store.why == "worn"
    assert "cannot be written: No space left on device" in capsys.readouterr().err


def test_a_game_comes_back_from_the_file(tmp_path: Path) -> None:
    store = Store(FileMemory(tmp_path / "store"))
    assert store.begin(b"header", 100)
    assert store.append(b"\x05") and store.append(b"\x41\x02")
    again = Store(FileMemory(tmp_path / "store"))
    assert again.alive
    assert again.game() == (b"header", b"")
    assert list(again.entries()) == [b"\x05", b"\x41\x02"]
    assert again.report == []


@pytest.mark.parametrize("size", [0, 512, SIZE + 1])
def test_a_file_of_another_size_is_refused(tmp_path: Path, size: int) -> None:
    (tmp_path / "store").write_bytes(bytes(size))
    with pytest.raises(ValueError, match=f"it has {size} bytes and not 4096"):
        FileMemory(tmp_path / "store")


def test_it_takes_what_nvm_takes_and_nothing_else(tmp_path: Path) -> None:
    memory = FileMemory(tmp_path / "store")
    with pytest.raises(ValueError, match="different lengths"):
        memory[0:4] = b"abc"
    with pytest.raises(IndexError):
        memory[SIZE] = 1
    with pytest.raises(ValueError):
        memory[0] = 256
    assert not memory.path.exists()


# Pins, settings, options


@pytest.mark.parametrize("wiring", [adapters.PI, adapters.FT232H, adapters.MCP2221])
def test_each_adapter_has_its_table_of_pins(wiring: dict[str, str]) -> None:
    names = {pin for both in wiring.values() for pin in both.split("+")} | {"SDA", "SCL"}
    board = SimpleNamespace(**dict.fromkeys(names, 1))
    assert pins.usual(board) == {"sda": "SDA", "scl": "SCL", **wiring}
    assert pins.usual(SimpleNamespace(SDA=None, SCL=None)) == {}


def test_every_part_but_the_led_has_a_pin_in_every_table() -> None:
    parts = {part for part, _pin in hw.settings.PINS} - {"led"}
    for table in pins.TABLES:
        assert set(table) == parts
        assert len(set(table.values())) == len(table)


def test_the_environment_goes_before_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("KOSTKA_SPEED", "KOSTKA_TURNED", "CIRCUITPY_PYSTACK_SIZE"):
        monkeypatch.setenv(name, "0")  # so that it is put back at the end
        monkeypatch.delenv(name)
    monkeypatch.setenv("KOSTKA_LANGUAGE", "de")
    file = tmp_path / "settings.toml"
    file.write_text('KOSTKA_LANGUAGE = "cs"\nKOSTKA_SPEED = 1\nCIRCUITPY_PYSTACK_SIZE = 4096\n')
    cli.take_settings(file)
    assert os.environ["KOSTKA_LANGUAGE"] == "de"
    assert os.environ["KOSTKA_SPEED"] == "1"
    assert "CIRCUITPY_PYSTACK_SIZE" not in os.environ


@pytest.mark.parametrize(
    ("arguments", "status", "text"),
    [
        (["--adapter", "toaster"], 2, "invalid choice"),
        (["--store"], 2, "expected one argument"),
        (["--settings", "nowhere/settings.toml"], 1, "settings.toml cannot be used"),
    ],
)
def test_complaints_are_one_sentence(
    arguments: list[str], status: int, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(arguments) == status
    said = capsys.readouterr()
    assert said.out == ""
    assert text in said.err
    assert len(said.err.splitlines()) == 1


def test_the_program_begins_anew_where_a_board_would(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[tuple[str, ...]] = []
    monkeypatch.setattr(bootstrap, "start_again", lambda *what: started.append(what))
    monkeypatch.setattr(cli, "ROOT", tmp_path)
    monkeypatch.setattr(hw.settings, "FILE", "")
    (tmp_path / "code.py").write_text("assert __name__ == '__main__'\n")
    assert cli.run(tmp_path / "settings.toml") == 0
    assert [what[1] for what in started] == ["tools.blinka"]
    assert str(tmp_path / "settings.toml") == hw.settings.FILE
    (tmp_path / "code.py").write_text("raise KeyboardInterrupt\n")
    assert cli.run(tmp_path / "settings.toml") == 0
    (tmp_path / "code.py").write_text("raise ValueError('no such pin')\n")
    with pytest.raises(cli.Complaint, match="cannot run here: no such pin"):
        cli.run(tmp_path / "settings.toml")
    assert len(started) == 1
