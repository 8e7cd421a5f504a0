"""The fonts: every sign is there, can be told from the others, and lies where it should."""

import pytest

from tools import fonts
from ui.font import Font

NAMES = tuple(fonts.FONTS)
ART = {
    name: fonts.read_art(fonts.ART / f"font_{name}.txt", height)
    for name, (height, _) in fonts.FONTS.items()
}
LETTERS = [sign for sign in fonts.ALPHABET if sign.isalpha() and sign not in fonts.SIGNS]


@pytest.fixture(params=NAMES)
def name(request):
    return request.param


@pytest.fixture
def font(name):
    return Font(name)


def columns(font, sign):
    """The column bytes of a sign, page after page."""
    i = font.index(sign)
    a, b = font.starts[i], font.starts[i + 1]
    pages = [bytes(font.bits[a + p : b + p]) for p in range(0, len(font.bits), font.plane)]
    return b"".join(pages)


def rows(name, sign):
    """The rows of a sign's art in which something is lit."""
    return [y for y, row in enumerate(ART[name][sign]) if "#" in row]


def test_the_files_are_what_the_art_gives(name):
    assert (fonts.OUT / f"{name}.bin").read_bytes() == fonts.build(name)


def test_F10_every_letter_of_all_three_languages_is_there(font):
    wanted = [chr(code) for code in range(32, 127)]
    wanted += "áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ" + "äöüßÄÖÜẞ" + "„“”‚‘’–…×·"
    assert [sign for sign in wanted if not font.has(sign)] == []


def test_F10_every_sign_of_our_own_is_there(font):
    assert [sign for sign in "◀▶▲▼ⒶⒷ✓⚄♞♜☄♛⚿♟⌂●○" if not font.has(sign)] == []


def test_F10_both_fonts_have_the_same_signs():
    assert set(Font("small").others) == set(Font("big").others)


def test_F10_no_sign_looks_like_another(font):
    seen: dict[bytes, list[str]] = {}
    for sign in fonts.ALPHABET:
        seen.setdefault(columns(font, sign), []).append(sign)
    same = [signs for signs in seen.values() if len(signs) > 1]
    # On purpose: the oval, and the comma that German uses as a quotation mark.
    assert same == [[",", "‚"], ["0", "O"]]


def test_F10_a_sign_that_is_missing_is_a_box_and_not_another_letter(font):
    assert not font.has("ą")
    assert columns(font, "ą") == columns(font, fonts.BOX)
    assert font.width("漢") == font.width(fonts.BOX)
    assert font.index("\n") == font.index("\x7f") == font.index(fonts.BOX)


def test_every_sign_but_the_blank_is_drawn(font):
    for sign in fonts.ALPHABET:
        assert any(columns(font, sign)) == (sign != " "), sign


def test_every_sign_is_what_its_art_shows(name, font):
    height, gap = fonts.FONTS[name]
    assert (font.height, font.gap) == (height, gap)
    for sign in fonts.ALPHABET:
        art = [row + "." * gap for row in ART[name][sign]]
        got = columns(font, sign)
        width = len(art[0])
        assert len(got) == width * height // 8, sign
        for y, row in enumerate(art):
            for x, pixel in enumerate(row):
                assert (got[y // 8 * width + x] >> y % 8 & 1) == (pixel == "#"), sign


def test_every_sign_but_the_figures_has_ink_in_its_first_and_last_column(name):
    loose = [
        sign
        for sign in fonts.ALPHABET
        if sign not in " 1"
        and not all(any(row[x] == "#" for row in ART[name][sign]) for x in (0, -1))
    ]
    assert loose == []


def test_figures_are_all_of_one_width(name, font):
    assert {font.advance(figure) for figure in "0123456789"} == {
        {"small": 6, "big": 10}[name],
    }


def test_capitals_stand_on_one_line_and_are_of_one_height(name):
    top, base = {"small": (0, 6), "big": (3, 13)}[name]
    for sign in "ABCDEFGHIJKLMNOPRSTUVWXYZ0123456789":
        assert (rows(name, sign)[0], rows(name, sign)[-1]) == (top, base), sign


def test_accents_stay_above_and_do_not_move_the_letter(name):
    base = {"small": 6, "big": 13}[name]
    for sign in fonts.CZECH + "äöüÄÖÜ":
        lowest = rows(name, sign)[-1]
        assert lowest == (base if sign != "ý" else rows(name, "y")[-1]), sign
        assert rows(name, sign)[0] < {"small": 2, "big": 5}[name], sign


def test_letters_differ_in_two_pixels_at_least(name):
    for i, one in enumerate(LETTERS):
        for other in LETTERS[:i]:
            a, b = ART[name][one], ART[name][other]
            width = max(len(a[0]), len(b[0]))
            apart = sum(
                p != q
                for ra, rb in zip(a, b, strict=True)
                for p, q in zip(ra.ljust(width, "."), rb.ljust(width, "."), strict=True)
            )
            assert apart >= 2, one + other


def test_the_big_font_is_twice_as_high_and_its_strokes_two_pixels_wide():
    assert Font("big").height == 2 * Font("small").height
    for sign in "IlHTEFL1":
        for y in rows("big", sign):
            runs = ART["big"][sign][y].split(".")
            assert all(len(run) != 1 for run in runs) or sign == "1", sign


def test_fit_keeps_what_fits_and_cuts_the_rest(font):
    text = "Příliš žluťoučký kůň"
    whole = font.width(text)
    assert font.fit(text, whole) == text
    for width in range(whole):
        cut = font.fit(text, width)
        assert font.width(cut) <= width
        assert cut == "" or (cut[-1] == "…" and text.startswith(cut[:-1]))
    assert font.fit("", 0) == ""
    assert font.fit("Hi  there", font.width("Hi …")) == "Hi…"


def test_wrap_breaks_at_blanks_and_line_feeds_only(font):
    text = "Kdo první dosáhne\n42 bodů, vítězí hned."
    for width in range(font.width("dosáhne"), font.width(text)):
        lines = font.wrap(text, width)
        assert all(font.width(line) <= width for line in lines)
        assert " ".join(lines).split() == text.split()
    assert font.wrap(text, 10**6) == text.split("\n")
    assert font.wrap("", 50) == [""]


def test_wrap_fills_every_line_as_far_as_it_goes(font):
    lines = font.wrap("a bb ccc dddd eeeee ffffff", font.width("a bb ccc"))
    for line, following in zip(lines, lines[1:], strict=False):
        first = following.split(" ")[0]
        assert font.width(line + " " + first) > font.width("a bb ccc")


def test_wrap_cuts_a_word_that_is_wider_than_a_line(font):
    assert font.wrap("a Donaudampfschiff b", font.width("Donau…"))[1] == "Donau…"


def test_the_tool_tells_a_stale_file(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(fonts, "OUT", tmp_path)
    monkeypatch.setattr(fonts, "ROOT", tmp_path)
    assert fonts.main(["--check"]) == 1
    assert fonts.main([]) == 0
    assert fonts.main(["--check"]) == 0
    data = (tmp_path / "big.bin").read_bytes()
    (tmp_path / "big.bin").write_bytes(data[:-1] + b"\x55")
    capsys.readouterr()
    assert fonts.main(["--check"]) == 1
    assert "big.bin" in capsys.readouterr().out


def test_the_tool_draws_a_sheet(tmp_path):
    assert fonts.main(["--sheet", str(tmp_path / "sheet.png")]) == 0
    assert (tmp_path / "sheet.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("art", "fault"),
    (
        (": A B\n#\n", "1 drawings for 2 signs"),
        (": A\n##\n#\n", "crooked"),
        (": A\n#\n\n: A\n#\n", "drawn twice"),
        (": A @7\n#\n#\n", "9 rows"),
        ("= Á A acute 0 0\n", "KeyError"),
    ),
)
def test_art_that_cannot_be_read_says_what_is_wrong(tmp_path, art, fault):
    path = tmp_path / "font.txt"
    path.write_text(art, "utf-8")
    with pytest.raises(fonts.ArtError, match=fault):
        fonts.read_art(path, 8)


def test_places_are_bytes_that_tell_the_sign(font):
    for text in ("", "Hi there", "".join(fonts.ALPHABET), "Ⓐ žluťoučký 漢\n\x00\x7f", "\t", "😀x"):
        places = font.places(text)
        assert len(places) == len(text)
        assert [place - 32 for place in places] == [font.index(sign) for sign in text]
