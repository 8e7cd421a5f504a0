"""The documents agree with the tree: links lead somewhere, files and version are the real ones."""

import re
from pathlib import Path

import pytest

from hw.version import KOSTKA

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
NAMES = [str(path.relative_to(ROOT)) for path in DOCUMENTS]


def anchors(path: Path) -> set[str]:
    """What a link into a document may name: its headings, as a browser is given them."""
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    heads = [re.sub(r"[^\w\- ]", "", head.lower()) for head in re.findall(r"^#+ (.*)$", text, re.M)]
    return {head.strip().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("name", NAMES)
def test_every_link_leads_somewhere(name: str) -> None:
    path = ROOT / name
    for link in re.findall(r"\]\(([^)]+)\)", path.read_text(encoding="utf-8")):
        if link.startswith(("http://", "https://")):
            continue
        file, _, anchor = link.partition("#")
        target = (path.parent / file) if file else path
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_the_changes_begin_with_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## ([\d.]+),", text, re.M)[0] == KOSTKA


def test_the_tree_in_the_readme_is_there() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    tree = text.split("## The tree\n\n")[1].split("\n\n")[0]
    for line in tree.split("\n"):
        assert (ROOT / line.split()[0]).exists(), line


@pytest.mark.parametrize("folder", ["engine/tiles", "ui/tiles"])
def test_every_file_of_the_tile_game_has_its_line(folder: str) -> None:
    text = (ROOT / "docs" / "change.md").read_text(encoding="utf-8")
    part = text.split(f"| in `{folder}/` |")[1].split("\n\n")[0]
    there = {path.name for path in (ROOT / folder).iterdir() if path.suffix in (".py", ".bin")}
    assert set(re.findall(r"`([\w.]+)`", part)) == there - {"__init__.py"}
