"""The table of rows as text and as JSON."""

import json
from collections.abc import Sequence

from tools.bench.rows import Row, Waiver, idle, waiver_of

_OK = "ok"
_OVER = "MISSED"
_WAIVED = "waived"


def verdict(row: Row, waivers: Sequence[Waiver]) -> str:
    """What the table says of a row; "" where there is no budget."""
    if row.budget is None:
        return ""
    if not row.missed:
        return _OK
    return _WAIVED if waiver_of(row, waivers) else _OVER


def as_text(rows: Sequence[Row], waivers: Sequence[Waiver]) -> str:
    """The rows section by section, then the waivers that were needed and those that were not."""
    wide = max([len(row.name) for row in rows], default=0)
    lines: list[str] = []
    section = ""
    for row in rows:
        if row.section != section:
            section = row.section
            lines += ["", section]
        lines.append(_line(row, verdict(row, waivers), wide))
    lines += _waiver_lines(rows, waivers)
    return "\n".join(lines).strip("\n")


def _line(row: Row, said: str, wide: int) -> str:
    value = f"{row.value:g} {row.unit}".rstrip()
    budget = ""
    if row.budget is not None:
        sign = ">=" if row.least else "<="
        budget = f"{sign} {row.budget:g} {row.unit}".rstrip()
    return f"  {row.name:<{wide}}  {value:>10}  {budget:<12}  {said:<6}  {row.note}".rstrip()


def _waiver_lines(rows: Sequence[Row], waivers: Sequence[Waiver]) -> list[str]:
    unused = idle(rows, waivers)
    used = [waiver for waiver in waivers if waiver not in unused]
    lines = []
    if used:
        lines += ["", "waived"]
        lines += [f"  {waiver.pattern}: {waiver.reason}" for waiver in used]
    if unused:
        lines += ["", "no longer needed in bench_waivers.txt"]
        lines += [f"  {waiver.pattern}" for waiver in unused]
    return lines


def as_json(rows: Sequence[Row], waivers: Sequence[Waiver]) -> str:
    """The rows as a list of objects."""
    found = []
    for row in rows:
        waiver = waiver_of(row, waivers) if row.missed else None
        found.append(
            {
                "section": row.section,
                "name": row.name,
                "value": row.value,
                "unit": row.unit,
                "budget": row.budget,
                "least": row.least,
                "missed": row.missed,
                "waiver": waiver.reason if waiver else None,
                "note": row.note,
            }
        )
    return json.dumps(found, indent=2)
