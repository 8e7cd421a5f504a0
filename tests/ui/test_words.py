"""The loader of words, and the words themselves: complete, alike and drawable in every language."""

import re

import pytest

from tools import words as tool
from ui import words
from ui.font import Font

ENGLISH = """# a comment=not a word

hello=Hello %s
plain=100 % sure
pairs=%d die|%d dice
twice=%d of %s|%d of all %s
lines=one\\ntwo
none=no dice|some dice
equals=a=b
"""
CZECH = """hello=Ahoj %s
pairs=%d kostka|%d kostky|%d kostek
"""
HELP = "Aim\nBe first.\n\nThen rest.\n---\nPoints\n2: 0\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Words of two languages of our own, none of them loaded."""
    for language, text in (("en", ENGLISH), ("cs", CZECH)):
        place = tmp_path / "words" / language
        place.mkdir(parents=True)
        (place / "test.txt").write_text(text, "utf-8")
        (place / "more.txt").write_text("more=More " + language, "utf-8")
    (tmp_path / "words" / "en" / "help_test.txt").write_text(HELP, "utf-8")
    monkeypatch.setattr(words, "path", lambda name: str(tmp_path / name))
    monkeypatch.setattr(words, "_areas", [])
    monkeypatch.setattr(words, "_state", {"language": "en"})
    return tmp_path / "words"


def test_a_text_is_found_by_its_key_and_filled_in(folder):
    words.load("test")
    assert words.t("hello", "Eva") == "Hello Eva"
    assert words.t("hello") == "Hello %s"
    assert words.t("plain") == "100 % sure"
    assert words.t("equals") == "a=b"
    assert words.t("lines") == "one\ntwo"


def test_a_missing_key_raises_with_its_name(folder):
    words.load("test")
    for key in ("nothing", "# a comment", "", "hell"):
        with pytest.raises(KeyError) as error:
            words.t(key)
        assert error.value.args == (key,)
    with pytest.raises(KeyError):
        words.tn("nothing", 1)


@pytest.mark.parametrize(
    ("language", "n", "text"),
    (
        ("en", 0, "0 dice"), ("en", 1, "1 die"), ("en", 2, "2 dice"), ("en", 5, "5 dice"),
        ("cs", 0, "0 kostek"), ("cs", 1, "1 kostka"), ("cs", 2, "2 kostky"),
        ("cs", 4, "4 kostky"), ("cs", 5, "5 kostek"), ("cs", 21, "21 kostek"),
        ("cs", 22, "22 kostek"),
    ),
)  # fmt: skip
def test_the_form_goes_with_the_number(folder, language, n, text):
    words.use(language)
    words.load("test")
    assert words.tn("pairs", n) == text


def test_a_counted_text_takes_more_arguments_or_none(folder):
    words.load("test")
    assert words.tn("twice", 1, "Bob") == "1 of Bob"
    assert words.tn("twice", 3, "Bob") == "3 of all Bob"
    assert words.tn("none", 1) == "no dice"
    assert words.tn("none", 2) == "some dice"


def test_areas_come_and_go(folder):
    words.load("test")
    words.load("more")
    words.load("more")
    assert words.areas() == ["test", "more"]
    assert words.t("more") == "More en"
    words.unload("more")
    words.unload("more")
    assert words.areas() == ["test"]
    with pytest.raises(KeyError):
        words.t("more")


def test_another_language_takes_the_place_of_the_first(folder):
    words.load("test")
    words.load("more")
    words.use("cs")
    assert words.language() == "cs"
    assert words.areas() == ["test", "more"]
    assert words.t("more") == "More cs"
    assert words.t("hello", "Evo") == "Ahoj Evo"
    with pytest.raises(KeyError):
        words.t("plain")


def test_a_language_that_is_not_there_changes_nothing(folder):
    words.load("test")
    with pytest.raises(OSError):
        words.use("xx")
    assert words.language() == "en"
    assert words.t("hello", "Eva") == "Hello Eva"
    with pytest.raises(OSError):
        words.load("nothing")
    assert words.areas() == ["test"]


def test_a_key_that_comes_twice_raises_with_its_name(folder):
    (folder / "en" / "test.txt").write_text("a=1\nb=2\na=3\n", "utf-8")
    with pytest.raises(ValueError, match="test: a comes twice"):
        words.load("test")


def test_lines_as_windows_ends_them_are_read_alike(folder):
    (folder / "en" / "test.txt").write_bytes(b"a=one\r\n\r\n# b=no\r\nc=three\r\nd=\r\ne=five")
    words.load("test")
    assert [words.t(key) for key in "acde"] == ["one", "three", "", "five"]


def test_help_is_read_a_page_at_a_time(folder):
    assert words.page("test", 0) == (["Aim", "Be first.", "", "Then rest."], 2)
    assert words.page("test", 1) == (["Points", "2: 0"], 2)
    for number in (-1, 2):
        with pytest.raises(IndexError):
            words.page("test", number)
    with pytest.raises(OSError):
        words.page("nothing", 0)


# The words themselves.


def test_F10_every_word_of_every_language_is_there_alike_and_in_both_fonts():
    assert tool.check() == []


def test_every_key_is_found_by_the_loader_in_every_language(monkeypatch):
    monkeypatch.setattr(words, "_areas", [])
    monkeypatch.setattr(words, "_state", {"language": "en"})
    for language in tool.read_all():
        words.use(language.name)
        for area, texts in language.areas.items():
            words.load(area)
            for key, text in texts.items():
                assert words.t(key) == text.replace("\\n", "\n")
        for topic, pages in language.pages.items():
            lines, count = words.page(topic[len(tool.PAGES) :], len(pages) - 1)
            assert count == len(pages)
            assert "\n".join(lines).rstrip() == pages[-1].rstrip()


def test_F10_every_line_of_the_help_fits_on_the_screen():
    """The lines are broken in the file; six of them lie between the title and the hints, one row
    below the title's bar: so no letter of the sixth may reach below its line."""
    font = Font("small")
    number = font.width(" 9/9") + 4
    for language in tool.read_all():
        for topic, pages in language.pages.items():
            for page in pages:
                lines = page.rstrip().split("\n")
                assert len(lines) <= 7, (language.name, topic, lines[0])
                assert font.width(lines[0]) <= 128 - number, (language.name, topic, lines[0])
                for line in lines:
                    assert font.width(line) <= 128, (language.name, topic, line)
                if len(lines) == 7 and topic != "help_wheel":  # the wheel shows those otherwise
                    assert not reaches_down(font, lines[6]), (language.name, topic, lines[6])


def reaches_down(font: Font, text: str) -> bool:
    """Has a sign of this text something in its lowest row?"""
    places = [font.index(sign) for sign in text]
    return any(
        column & 0x80
        for place in places
        for column in font.bits[font.starts[place] : font.starts[place + 1]]
    )


# The check finds what it is there for.


def languages(**texts):
    """Languages with one area each; what is not given is as in English."""
    base = texts.pop("en")
    found = []
    for name in ("en", "cs", "de"):
        language = tool.Language(name)
        language.areas["test"] = dict(texts.get(name, base))
        found.append(language)
    return found


def uses(source):
    found = tool.Uses()
    tool.scan(source, "ui/x.py", found)
    return found


def test_F10_a_sign_that_a_font_lacks_is_found():
    found = languages(en={"a": "Hello"}, cs={"a": "Ahoję"})
    assert list(tool.check_signs(found, uses(""))) == ["cs: a needs 'ę', which the fonts lack"]
    found[2].pages["help_x"] = ["ok\n漢"]
    assert "de: help_x needs '漢', which the fonts lack" in tool.check_signs(found, uses(""))
    found = languages(en={"a": "Hello"})
    assert list(tool.check_signs(found, uses("x = 'ę'"))) == ["ui/x.py:1: 'ę' is not in the fonts"]
    assert list(tool.check_signs(found, uses("'''Docs: ę'''"))) == []


def test_a_missing_and_a_further_key_are_found():
    found = languages(en={"a": "1", "b": "2"}, cs={"a": "1"}, de={"a": "1", "b": "2", "c": "3"})
    assert list(tool.check_same(found)) == [
        "cs: key b is missing",
        "en: key c is missing, de has it",
    ]
    found = languages(en={"a": "1"})
    found[1].areas["more"] = {}
    found[1].pages["help_x"] = ["1"]
    found[0].pages["help_x"] = found[2].pages["help_x"] = ["1", "2"]
    assert list(tool.check_same(found)) == [
        "en: area more is missing, cs has it",
        "cs: help_x has not as many pages as in en",
    ]


def test_places_of_another_kind_or_order_are_found():
    found = languages(en={"a": "%d of %s, 100 %%"}, cs={"a": "%s z %d"}, de={"a": "%d von %s"})
    assert list(tool.check_places(found, uses(""))) == ["cs: a has not the places ['d', 's']"]


def test_wrong_plural_forms_are_found():
    source = "words.tn('a', 2)"
    right = {"en": {"a": "%d x|%d y"}, "cs": {"a": "%d x|%d y|%d z"}}
    assert list(tool.check_places(languages(**right), uses(source))) == []
    assert list(tool.check_places(languages(en=right["en"]), uses(source))) == [
        "cs: a has 2 forms, not 3"
    ]
    assert list(tool.check_places(languages(en={"a": "x|y"}), uses("")))[0] == (
        "en: a has 2 forms, not 1"
    )
    odd = languages(**{**right, "de": {"a": "%d x|y"}})
    assert list(tool.check_places(odd, uses(source))) == ["de: a has not the places ['d']"]


@pytest.mark.parametrize(
    ("source", "fault"),
    (
        ("words.t('b_x')", "no such key: b_x"),
        ("words.t('a_x' if q else 'b_x')", "no such key: b_x"),
        ("t('b')", "no such key: b"),
        ("words.tn('b', 3)", "no such key: b"),
        ("words.t('b_' + name)", "no key fits b_[a-z0-9_]+"),
        ("words.t('b_%d' % n)", "no key fits b_[a-z0-9_]+"),
        ("words.t('a_one')", "a_one has 1 places for 0 arguments"),
        ("words.t('a_x', 1)", "a_x has 0 places for 1 arguments"),
        ("def hints(self):\n    return ('a_x', 'b')", "no such key for a hint: b"),
        ("def hints(self):\n    return ('b' if q else None, None)", "no such key for a hint: b"),
        ("ITEMS = ('a_x', 'a_y')", "looks like a key and is none: a_y"),
    ),
)
def test_keys_that_are_not_there_are_found_in_the_sources(source, fault):
    faults = list(tool.check_uses(languages(en={"a_x": "x", "a_one": "%d x"}), uses(source)))
    assert any(re.fullmatch(r"ui/x\.py:\d: " + re.escape(fault), line) for line in faults)


@pytest.mark.parametrize(
    "source",
    (
        "words.t('a_x')\nwords.t('a_one', 5)",
        "words.t('a_x' if q else 'a_one', *values)",
        "words.t('a_' + name)",
        "words.t('a_%s' % name)",
        "ITEMS = ('a_x', 'a_one')",
        "def hints(self):\n    return ('a_x', 'a_one')",
    ),
)
def test_keys_that_are_used_in_any_way_pass(source):
    assert list(tool.check_uses(languages(en={"a_x": "x", "a_one": "%d x"}), uses(source))) == []


def test_a_key_that_nobody_uses_is_found():
    found = languages(en={"a": "x", "b": "y"})
    assert list(tool.check_uses(found, uses("'''b'''\nwords.t('a')"))) == ["b is not used"]


def test_a_file_that_is_no_list_of_words_is_found(tmp_path):
    (tmp_path / "one.txt").write_text("a=1\nA b=2\nno\na=3\nc=\nd= x\ne=" + "x" * 1024, "utf-8")
    (tmp_path / "two.txt").write_text("a=1\n", "utf-8")
    found = [fault.split(": ", 1)[1] for fault in tool.read_language(tmp_path).faults]
    assert found == [
        "not key=text",
        "not key=text",
        "a comes twice",
        "c is empty or has blanks at an end",
        "d is empty or has blanks at an end",
        "e is longer than 1023 bytes",
        "a is in one and in two",
    ]


def test_the_tool_prints_its_findings(monkeypatch, capsys):
    monkeypatch.setattr(tool, "check", lambda: ["a fault"])
    assert tool.main([]) == 1
    assert capsys.readouterr().out == "a fault\n"
    monkeypatch.setattr(tool, "check", lambda: [])
    assert tool.main([]) == 0
