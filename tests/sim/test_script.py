"""The scripts: what a line means, when it happens, and what is said of a line that is wrong."""

import pytest

from sim import script
from sim.script import Player, ScriptError, parse

DARK = bytes(1024)
LIGHT = bytes([255] * 1024)


def edges(text, now=1):
    """What a script without waiting does to the buttons: (button, down, at)."""
    return [action[1:] for action in Player(parse(text)).advance(now, DARK)]


def test_a_tap_is_a_press_and_a_release():
    assert edges("+300 a") == [("A", True, 300), ("A", False, 360)]


def test_times_count_from_the_end_of_the_line_above():
    assert edges("+100 up\n+100 down") == [
        ("UP", True, 100),
        ("UP", False, 160),
        ("DOWN", True, 260),
        ("DOWN", False, 320),
    ]


def test_times_without_plus_count_from_power_on():
    assert edges("+100 up\n2000 b")[2:] == [("B", True, 2000), ("B", False, 2060)]


def test_several_taps_have_pauses():
    assert [at for _button, _down, at in edges("+0 right x3")] == [0, 60, 160, 220, 320, 380]


def test_hold_press_release_and_menu():
    assert edges("+0 hold b") == [("B", True, 0), ("B", False, 600)]
    assert edges("+0 hold B 900") == [("B", True, 0), ("B", False, 900)]
    assert edges("+0 press left\n+400 release left") == [("LEFT", True, 0), ("LEFT", False, 400)]
    assert edges("+10 menu") == [
        ("A", True, 10),
        ("B", True, 10),
        ("A", False, 70),
        ("B", False, 70),
    ]
    assert edges("+0 hold menu 700")[2:] == [("A", False, 700), ("B", False, 700)]


def test_comments_capitals_and_empty_lines_do_not_matter():
    assert edges("# only words\n\n  +300   A   # to begin\n") == edges("+300 a")


def test_every_button_can_be_named():
    for name in script.BUTTONS:
        assert edges(f"+0 {name.lower()}")[0] == (name, True, 0)


def test_a_picture_is_taken_at_its_time():
    player = Player(parse("+500 shot pad\n+100 shot"))
    assert list(player.advance(499, DARK)) == []
    assert list(player.advance(503, DARK)) == [("shot", "pad")]
    assert player.done == -1
    assert list(player.advance(600, DARK)) == [("shot", "002")]
    assert player.done == 600


def test_film_and_cut():
    player = Player(parse("+100 film\n+100 cut"))
    assert list(player.advance(100, DARK)) == [("film",)]
    assert list(player.advance(200, DARK)) == [("cut",)]


def test_until_still_waits_for_a_picture_that_stays():
    player = Player(parse("+0 until still 300\n+0 a"))
    assert list(player.advance(1, DARK)) == []
    assert list(player.advance(200, LIGHT)) == []
    assert list(player.advance(450, DARK)) == []
    assert list(player.advance(700, DARK)) == []
    assert list(player.advance(755, DARK)) == [("edge", "A", True, 755), ("edge", "A", False, 815)]


def test_until_moving_waits_for_a_change():
    player = Player(parse("+100 until moving\n+0 shot"))
    assert list(player.advance(50, DARK)) == []
    assert list(player.advance(60, LIGHT)) == []
    assert list(player.advance(150, LIGHT)) == []
    assert list(player.advance(160, DARK)) == [("shot", "001")]


def test_until_does_not_wait_for_ever():
    player = Player(parse("\n+0 until moving"), "play.txt")
    list(player.advance(1, DARK))
    with pytest.raises(ScriptError, match=r"^play\.txt, line 2: waited 120 s"):
        list(player.advance(121_000, DARK))


def test_a_time_before_the_line_above_is_an_error():
    with pytest.raises(ScriptError, match="line 2: 100 ms lies before"):
        edges("+200 a\n100 b")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("a", "is no time"),
        ("+ a", "is no time"),
        ("+1.5 a", "is no time"),
        ("-3 a", "is no time"),
        ("+99999999999 a", "is no time"),
        ("+٣ a", "is no time"),
        ("+10", "nothing to do"),
        ("+10 c", "'c' is none of"),
        ("+10 a b", "'b' is no number of taps"),
        ("+10 a x0", "no number of taps"),
        ("+10 a x2 x2", "too much"),
        ("+10 hold", "which button"),
        ("+10 hold c", "'c' is no button"),
        ("+10 hold a long", "no number of milliseconds"),
        ("+10 hold a 0", "no number of milliseconds"),
        ("+10 press a 3", "too much"),
        ("+10 until", "until what"),
        ("+10 until done", "until what"),
        ("+10 until moving 3", "too much"),
        ("+10 shot ../../etc", "no name for a picture"),
        ("+10 shot a b", "too much"),
        ("+10 film now", "too much"),
    ],
)
def test_a_wrong_line_is_named_by_its_number(line, complaint):
    with pytest.raises(ScriptError) as caught:
        parse(f"+1 a\n{line}\n+1 b", "play.txt")
    text = str(caught.value)
    assert text.startswith("play.txt, line 2: ")
    assert complaint in text and "\n" not in text


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("+10 release left", "left is not pressed"),
        ("+10 release menu", "a is not pressed"),
        ("+10 press down", "down is pressed since line 1"),
        ("+10 down", "down is pressed since line 1"),
        ("+10 hold down", "down is pressed since line 1"),
        ("+0 wait", "waits for nothing"),
        ("+10 film", "a film is being made since line 2"),
        ("+10 press menu\n+10 a", "a is pressed since line 4"),
        ("+10 cut\n+10 cut", "no film is being made since line 4"),
    ],
)
def test_a_line_that_does_nothing_is_refused(line, complaint):
    with pytest.raises(ScriptError) as caught:
        parse(f"+1 press down\n+0 film\n# now\n{line}\n+1 b", "play.txt")
    number = 4 + line.count("\n")
    assert str(caught.value) == f"play.txt, line {number}: {complaint}"


def test_what_looks_alike_and_does_something_is_taken():
    text = "+1 cut\n+1 film\n+0 cut\n+0 press a\n+5 release a\n+5 a\n+1 press a\n900 wait"
    assert len(parse(text)) == 8


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n"])
def test_an_empty_script_is_refused(text):
    with pytest.raises(ScriptError, match="no line"):
        parse(text)


def test_the_help_of_the_scripts_is_a_script():
    """Every example in the module's docstring can be carried out."""
    lines = [line.strip() for line in script.__doc__.splitlines() if line.startswith("    ")]
    examples = [line.split("  ")[0] for line in lines if line[0] in "+0123456789."]
    examples = [line.removeprefix("... ") for line in examples]
    assert len(examples) >= 12
    assert len(parse("\n".join(examples))) == len(examples)
