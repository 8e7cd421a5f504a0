"""Looks after the words of the screens: `python3 -m tools.words` says what is wrong with them.

Every language must have the same keys with the same places for numbers and names and the right
plural forms; every sign must be in both fonts (F10); every key must be used, and every key that
the screens use must be there. Ends with 1 if one of this is not so. The texts are never changed.

A key counts as used if it stands as a string in the sources that go on the board, or begins or
fits a string from which a key is made there ("fault_" + reason, "speed_%d" % n).
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tools import fonts, pipe

ROOT = Path(__file__).resolve().parent.parent
WORDS = ROOT / "ui" / "words"

FORMS = {"en": 2, "de": 2, "cs": 3}  # plural forms, as ui/words chooses them
PAGES = "help_"  # files with this name have pages of text instead of keys

Texts = dict[str, str]  # key -> text

_PLACE = re.compile(r"%[-0-9.]*([a-z%])")
_KEY = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+")


def places(text: str) -> list[str]:
    """Give the letters of the places for numbers and names in a text, in order."""
    return [kind for kind in _PLACE.findall(text) if kind != "%"]


def read_area(path: Path) -> tuple[Texts, list[str]]:
    """Give the texts of an area and the faults of the file itself."""
    texts: Texts = {}
    faults = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        key, split, text = line.partition("=")
        where = f"{path.parent.name}/{path.name}:{number}"
        if not split or not re.fullmatch(r"[a-z0-9_]+", key):
            faults.append(f"{where}: not key=text")
        elif key in texts:
            faults.append(f"{where}: {key} comes twice")
        elif not text or text != text.strip():
            faults.append(f"{where}: {key} is empty or has blanks at an end")
        elif len(text.encode()) > 1023:
            faults.append(f"{where}: {key} is longer than 1023 bytes")
        texts[key] = text
    return texts, faults


@dataclass
class Language:
    """All that one language's folder holds."""

    name: str
    areas: dict[str, Texts] = field(default_factory=dict)
    pages: dict[str, list[str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def texts(self) -> Texts:
        """Give the texts of all areas."""
        return {key: text for area in self.areas.values() for key, text in area.items()}


def read_language(folder: Path) -> Language:
    """Read every file of a language."""
    language = Language(folder.name)
    for path in sorted(folder.glob("*.txt")):
        if path.stem.startswith(PAGES):
            language.pages[path.stem] = path.read_text("utf-8").split("\n---\n")
            continue
        texts, faults = read_area(path)
        for area, others in language.areas.items():
            both = sorted(texts.keys() & others.keys())
            faults += [f"{folder.name}: {key} is in {area} and in {path.stem}" for key in both]
        language.areas[path.stem] = texts
        language.faults += faults
    return language


def read_all(folder: Path = WORDS) -> list[Language]:
    """Read every language there is, English first."""
    names = sorted(path.name for path in folder.iterdir() if path.name in FORMS)
    return [read_language(folder / name) for name in sorted(names, key=lambda name: name != "en")]


@dataclass
class Call:
    """One place in the sources where a word is asked for."""

    where: str
    key: str
    counted: bool  # tn, not t
    arguments: int  # how many are filled in, n of tn included; -1 if that cannot be seen


@dataclass
class Uses:
    """What the sources say about keys."""

    calls: list[Call] = field(default_factory=list)
    hints: list[tuple[str, str]] = field(default_factory=list)  # where, key
    strings: dict[str, str] = field(default_factory=dict)  # every string -> where first
    patterns: list[tuple[str, re.Pattern[str]]] = field(default_factory=list)

    def used(self, key: str) -> bool:
        """Tell whether a key is used anywhere."""
        return key in self.strings or any(shape.fullmatch(key) for _, shape in self.patterns)


def constants(node: ast.expr) -> list[str]:
    """Give the strings that an expression may be, as far as that can be seen."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return constants(node.body) + constants(node.orelse)
    if isinstance(node, ast.BoolOp):
        return [text for value in node.values for text in constants(value)]
    return []


def pattern(node: ast.expr) -> re.Pattern[str] | None:
    """Give the shape of the keys that a sum or a formatted string makes."""
    if not isinstance(node, ast.BinOp):
        return None
    if isinstance(node.op, ast.Add):
        ends = [constants(side) for side in (node.left, node.right)]
        shapes = [re.escape(texts[0]) if len(texts) == 1 else "[a-z0-9_]+" for texts in ends]
        return re.compile("".join(shapes)) if any(ends) else None
    if isinstance(node.op, ast.Mod) and (texts := constants(node.left)):
        return re.compile(re.sub(r"%[ds]", "[a-z0-9_]+", re.escape(texts[0]).replace(r"\%", "%")))
    return None


def called(node: ast.Call) -> str:
    """Give "t" or "tn" if a call asks for a word."""
    function = node.func
    name = ""
    if isinstance(function, ast.Name):
        name = function.id
    elif isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
        name = function.attr if function.value.id == "words" else ""
    return name if name in ("t", "tn") and node.args else ""


def scan(source: str, where: str, uses: Uses) -> None:
    """Add to `uses` what one source says."""
    tree = ast.parse(source)
    prose = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            uses.strings.setdefault(node.value, f"{where}:{node.lineno}")
        elif isinstance(node, ast.Call) and (name := called(node)):
            spot = f"{where}:{node.lineno}"
            seen = not any(isinstance(argument, ast.Starred) for argument in node.args)
            count = len(node.args) - 1 if seen else -1
            uses.calls += [Call(spot, key, name == "tn", count) for key in constants(node.args[0])]
            if shape := pattern(node.args[0]):
                uses.patterns.append((spot, shape))
        elif isinstance(node, ast.FunctionDef) and node.name == "hints":
            uses.hints += hint_keys(node, where)


def hint_keys(function: ast.FunctionDef, where: str) -> Iterator[tuple[str, str]]:
    """Give the keys that a screen's hints() returns, as far as that can be seen."""
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
            for element in node.value.elts:
                for key in constants(element):
                    yield f"{where}:{element.lineno}", key


def scan_sources(root: Path = ROOT) -> Uses:
    """Give what all sources that go on the board say about keys."""
    uses = Uses()
    for folder in ("ui", "hw", "engine"):
        for path in sorted((root / folder).rglob("*.py")):
            scan(path.read_text("utf-8"), path.relative_to(root).as_posix(), uses)
    return uses


def check_same(languages: list[Language]) -> Iterator[str]:
    """Say where the languages have not the same files, keys, places or pages."""
    first = languages[0]
    for other in languages[1:]:
        for kind, ours, theirs in (
            ("area", set(first.areas), set(other.areas)),
            ("help", set(first.pages), set(other.pages)),
            ("key", set(first.texts()), set(other.texts())),
        ):
            for name in sorted(ours - theirs):
                yield f"{other.name}: {kind} {name} is missing"
            for name in sorted(theirs - ours):
                yield f"{first.name}: {kind} {name} is missing, {other.name} has it"
        for name in sorted(first.areas.keys() & other.areas.keys()):
            for key in first.areas[name].keys() & other.texts().keys():
                if key not in other.areas[name]:
                    yield f"{other.name}: {key} is not in area {name}"
        for name in sorted(first.pages.keys() & other.pages.keys()):
            if len(first.pages[name]) != len(other.pages[name]):
                yield f"{other.name}: {name} has not as many pages as in {first.name}"


def check_places(languages: list[Language], uses: Uses) -> Iterator[str]:
    """Say where forms or the places for numbers and names are not what they must be."""
    counted = {call.key for call in uses.calls if call.counted}
    wanted = languages[0].texts()
    for language in languages:
        for key, text in language.texts().items():
            forms = text.split("|")
            number = FORMS[language.name] if key in counted else 1
            if len(forms) != number:
                yield f"{language.name}: {key} has {len(forms)} forms, not {number}"
            same = places(wanted.get(key, text).split("|")[0])
            if any(places(form) != same for form in forms):
                yield f"{language.name}: {key} has not the places {same}"


def check_uses(languages: list[Language], uses: Uses) -> Iterator[str]:
    """Say which keys are missing, unused, or asked for with too few or many arguments."""
    texts = languages[0].texts()
    for call in uses.calls:
        if call.key not in texts:
            yield f"{call.where}: no such key: {call.key}"
        elif call.arguments >= 0:
            there = len(places(texts[call.key].split("|")[0]))
            if there != call.arguments and not (call.counted and not there):
                yield f"{call.where}: {call.key} has {there} places for {call.arguments} arguments"
    for where, key in uses.hints:
        if key not in texts:
            yield f"{where}: no such key for a hint: {key}"
    for where, shape in uses.patterns:
        if not any(shape.fullmatch(key) for key in texts):
            yield f"{where}: no key fits {shape.pattern}"
    families = {key.split("_")[0] for key in texts if "_" in key}
    pages = set(languages[0].pages)
    for text, where in uses.strings.items():
        alike = where.startswith("ui/") and _KEY.fullmatch(text) and text.split("_")[0] in families
        if alike and text not in texts and text not in pages:
            yield f"{where}: looks like a key and is none: {text}"
    for key in texts:
        if not uses.used(key):
            yield f"{key} is not used"


def check_signs(languages: list[Language], uses: Uses) -> Iterator[str]:
    """Say which texts need a sign that the fonts lack (F10)."""
    known = set(fonts.ALPHABET) - {fonts.BOX}
    for language in languages:
        texts = {**language.texts()}
        for name, pages in language.pages.items():
            texts[name] = "".join(pages).replace("\n", "")
        for key, text in texts.items():
            if missing := "".join(sorted(set(text) - known)):
                yield f"{language.name}: {key} needs {missing!r}, which the fonts lack"
    for text, where in uses.strings.items():
        if where.startswith("ui/") and (strange := set(text) - known - set("\n\r\t\\")):
            yield f"{where}: {''.join(sorted(strange))!r} is not in the fonts"


def check() -> list[str]:
    """Give everything that is wrong, a line each."""
    languages = read_all()
    if {language.name for language in languages} != set(FORMS):
        return [f"the languages are not {', '.join(FORMS)}"]
    uses = scan_sources()
    faults = [fault for language in languages for fault in language.faults]
    faults += check_same(languages)
    faults += check_places(languages, uses)
    faults += check_uses(languages, uses)
    faults += check_signs(languages, uses)
    return faults


def main(arguments: list[str]) -> int:
    """Print what is wrong; 1 if anything is."""
    parser = argparse.ArgumentParser(
        prog="python3 -m tools.words", description="Look for faults in the words of the screens."
    )
    parser.parse_args(arguments)
    faults = check()
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(pipe.quietly(main, sys.argv[1:]))
