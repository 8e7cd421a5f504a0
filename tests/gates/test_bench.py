"""The benchmark's own logic: budgets, waivers, the table and the exit status, without measuring."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.bench import cli, figures, heap, measure, report, sizes
from tools.bench.rows import (
    WAIVERS,
    Row,
    Waiver,
    WaiverError,
    idle,
    read_waivers,
    unexplained,
)
from tools.flashing import contents
from tools.flashing.contents import Firmware
from tools.gates.files import ROOT
from tools.gates.interpreter import Failed

FINE = Row("bytes", "bus.new.Menu", 900, "B", 1100)
MISSED = Row("bytes", "bus.move.Menu", 300, "B", 220)
SLOW = Row("speed", "speed.games", 10, "/s", 20, least=True)
FREE = Row("size", "size.source", 200, "KB")


def measured(*rows: Row) -> Callable[[], list[Row]]:
    return lambda: list(rows)


@pytest.fixture
def waivers(tmp_path: Path) -> Path:
    path = tmp_path / "waivers.txt"
    path.write_text("# none\n", encoding="utf-8")
    return path


def test_a_budget_is_missed_above_it_or_below_what_must_be_reached() -> None:
    assert [row.missed for row in (FINE, MISSED, SLOW, FREE)] == [False, True, True, False]
    assert not Row("a", "a", 1100, "B", 1100).missed
    assert not Row("a", "a", 20, "/s", 20, least=True).missed


def test_check_fails_for_a_missed_budget(waivers: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--check", "--waivers", str(waivers)], measured(FINE, MISSED)) == 1
    said = capsys.readouterr()
    assert "bus.move.Menu" in said.err
    assert "MISSED" in said.out


def test_without_check_a_missed_budget_is_only_shown(
    waivers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["--waivers", str(waivers)], measured(MISSED)) == 0
    assert "MISSED" in capsys.readouterr().out


def test_check_passes_where_every_budget_is_met(waivers: Path) -> None:
    assert cli.main(["--check", "--waivers", str(waivers)], measured(FINE, FREE)) == 0


def test_a_waiver_explains_a_missed_budget(
    waivers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    waivers.write_text("bus.move.*: the menu is drawn anew\n", encoding="utf-8")
    arguments = ["--check", "--waivers", str(waivers)]
    assert cli.main(arguments, measured(FINE, MISSED)) == 0
    said = capsys.readouterr().out
    assert "waived" in said
    assert "the menu is drawn anew" in said
    assert cli.main(arguments, measured(MISSED, SLOW)) == 1


def test_a_waiver_that_nothing_needs_is_shown(
    waivers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    waivers.write_text("bus.new.Menu: once it was slow\n", encoding="utf-8")
    assert cli.main(["--check", "--waivers", str(waivers)], measured(FINE)) == 0
    assert "no longer needed" in capsys.readouterr().out


def test_json_tells_the_same(waivers: Path, capsys: pytest.CaptureFixture[str]) -> None:
    waivers.write_text("speed.games: a slow day\n", encoding="utf-8")
    arguments = ["--check", "--json", "--waivers", str(waivers)]
    assert cli.main(arguments, measured(FINE, SLOW)) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["missed"] for row in rows] == [False, True]
    assert [row["waiver"] for row in rows] == [None, "a slow day"]


@pytest.mark.parametrize("text", ["bus.move.Menu\n", "bus.move.Menu:\n", ": no name\n"])
def test_a_waiver_without_name_or_reason_is_refused(text: str, waivers: Path) -> None:
    with pytest.raises(WaiverError):
        read_waivers(text)
    waivers.write_text(text, encoding="utf-8")
    assert cli.main(["--waivers", str(waivers)], measured(FINE)) == 2


def test_no_waiver_file_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--waivers", str(tmp_path / "none.txt")], measured(FINE)) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_measurement_that_fails_is_a_failure(
    waivers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> list[Row]:
        raise Failed("no heap left")

    assert cli.main(["--waivers", str(waivers)], broken) == 1
    assert "no heap left" in capsys.readouterr().err


def test_an_unknown_option_ends_with_2() -> None:
    with pytest.raises(SystemExit) as stopped:
        cli.main(["--fast"], measured(FINE))
    assert stopped.value.code == 2


def test_the_waivers_of_the_project_can_be_read() -> None:
    for waiver in read_waivers(WAIVERS.read_text(encoding="utf-8")):
        assert waiver.reason


def test_waivers_cover_by_name() -> None:
    named = [Waiver("bus.move.Menu", "a"), Waiver("speed.*", "b")]
    assert unexplained([MISSED, SLOW], named) == []
    assert unexplained([MISSED, SLOW], named[:1]) == [SLOW]
    assert idle([MISSED, FINE], named) == named[1:]


def test_the_table_shows_value_budget_and_note() -> None:
    row = Row("drawing", "draw.Menu", 0.25, "u", 0.5, note="CPython 0.2")
    line = report.as_text([row], []).splitlines()[-1]
    assert line.split() == ["draw.Menu", "0.25", "u", "<=", "0.5", "u", "ok", "CPython", "0.2"]


def _said(unit: int, **screens: tuple[str, int, int, int, int, int]) -> list[dict]:
    rows: list[dict] = [{"unit": unit, "still": 0, "compare": 1}]
    for name, (kind, sent, draw, step, work, edge) in screens.items():
        rows.append(
            {
                "screen": name,
                "kind": kind,
                "pictures": 3,
                "bytes": sent,
                "draw": draw,
                "step": step,
                "work": work,
                "edge": edge,
            }
        )
    return rows


def test_pictures_become_rows_with_their_budgets() -> None:
    here = _said(200, Menu=("move", 230, 50, 20, 1, 30000), Pad=("new", 800, 80, 30, 2, 60000))
    there = _said(300, Menu=("move", 230, 240, 120, 3, 41000), Pad=("new", 800, 180, 180, 6, 60000))
    rows = {row.name: row for row in measure.screen_rows(here, there)}
    assert rows["bus.move.Menu"].missed
    assert not rows["bus.new.Pad"].missed
    assert rows["draw.Menu"].value == 0.4
    assert rows["draw.Menu"].note == "the whole picture 0.80 u; CPython 0.100"
    assert rows["draw.Pad"].missed
    assert rows["edge.move.Menu"].value == 41
    assert rows["edge.move.Menu"].missed
    assert not rows["edge.new.Pad"].missed


def test_a_byte_sent_for_nothing_is_missed() -> None:
    here = _said(200)
    here[0]["still"] = 1
    (row,) = measure.screen_rows(here, [])
    assert row.missed


def test_what_a_screen_holds_is_the_interpreters() -> None:
    (row,) = heap.screen_rows({"Menu": 128 * 1024})
    assert row.value == 128 and not row.missed
    assert heap.screen_rows({"Menu": 257 * 1024})[0].missed


def test_the_rule_of_thumb_takes_a_share_for_a_share() -> None:
    said = [[{"heap": {"Winner": 64 * 1024}}], [{"heap": {"Winner": 128 * 1024, "Menu": 1}}]]
    assert heap.share_row(said).value == figures.HEAP_KB / 2


def test_names_lie_in_pools_that_double() -> None:
    pool = figures.FIRST_POOL * figures.NAME_BYTES
    assert heap.board_bytes(0, []) == 0
    assert heap.board_bytes(0, ["ab"]) == pool + 3
    full, more = [["a"] * count for count in (figures.FIRST_POOL, figures.FIRST_POOL + 1)]
    assert heap.board_bytes(0, full) == pool + 2 * len(full)
    assert heap.board_bytes(0, more) == 3 * pool + 2 * len(more)
    assert heap.board_bytes(0, ["…"]) == pool + 4
    assert heap.board_bytes(1000, []) == 1000 * figures.WORD_SHARE


def test_names_of_the_fakes_do_not_count_where_the_firmware_has_no_word_of_them() -> None:
    words = frozenset(["press", "menu"])
    assert heap.own_names(["press", "fake", "mine"], ["press", "fake"], words) == ["press", "mine"]


def _marks(names: list[str], live: int) -> list[dict]:
    fakes = {"at": "fakes", "live": 50_000, "pool": 10_000, "names": ["fake"]}
    start = {"at": "Start", "live": 90_000, "pool": 12_000, "names": ["fake", "mine"]}
    end = {"at": "Winner", "live": live, "pool": 20_000, "names": names}
    return [fakes, start, end, {"heap": {}, "free": 0}]


def test_the_board_has_free_what_is_neither_names_nor_the_rest() -> None:
    names = ["fake", "mine", "more"]
    rows = {row.name: row for row in heap.board_rows([_marks(names, 160_000)], frozenset())}
    held = figures.WORD_SHARE * 100_000 + figures.FIRST_POOL * figures.NAME_BYTES + 10
    assert rows["heap.board_end"].value == round(figures.HEAP_KB - held / 1024, 1)
    assert rows["heap.board_end"].budget == figures.FREE_KB
    assert not rows["heap.board_end"].missed
    assert rows["heap.board_start"].value > rows["heap.board_end"].value


def test_the_largest_game_counts() -> None:
    said = [_marks(["fake"], 100_000), _marks(["fake"], 260_000)]
    (end,) = [row for row in heap.board_rows(said, frozenset()) if row.name == "heap.board_end"]
    assert end.missed


def test_comments_and_documentation_cost_nothing() -> None:
    bare = "def f():\n    return 'a'\n"
    full = '"""What."""\n\n# why\ndef f():  # how\n    """What it does."""\n    return \'a\'\n'
    assert sizes.code_size(full) == sizes.code_size(bare) == len(bare.rstrip())
    assert sizes.code_size("def f():\n    'all there is'\n") > 0


def test_the_time_of_an_import_grows_with_the_code() -> None:
    small = sizes.import_ms(["engine.contract"])
    large = sizes.import_ms(["engine.contract", "engine.dice.layout"])
    assert 0 < small[0] < small[1] < large[1]


def test_the_drive_is_measured_as_it_is_written() -> None:
    small = Firmware({"a.py": b"x", "code.py": bytes(513)}, b"")
    assert sizes.on_the_drive(small) == 512 + 1024 + 512  # the list of files takes a cluster
    rows = {row.name: row for row in sizes.rows([], [])}
    written = sizes.on_the_drive(contents.read(ROOT))
    assert rows["size.drive"].value == round(written / 1024, 1)
    assert written < sizes.on_the_drive(contents.read(ROOT, contents.WHOLE))
    assert not rows["size.drive"].missed
