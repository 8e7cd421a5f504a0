"""The wheel: its six sectors, the pig, the crowns, who gets what, and why."""

from micropython import const

from engine.tiles.terms import FAMINE, OLD_FAMINE, PLAGUE
from engine.tiles.wheel import CROWNS
from ui import signs, words
from ui.sprites import load_sheet
from ui.tiles.status import load_marks

_WIDE = const(20)  # of a box
_HIGH = const(24)
_TOP = const(8)
_X = const(64)  # of the text
_HALF = const(33)
_CROWN_Y = const(48)
_CROWNS = const(15)  # below the edge of a box
_PIG = const(6)  # sprite
_OLDER = const(6)  # page of help_wheel on W3's option


def draw_points(canvas, match, points) -> None:
    """What the sector gives: a line a player; where it is more than three, two on a line."""
    who = [player for player in range(len(points)) if points[player]]
    if not who:
        plague = match.game.pig == PLAGUE
        y = 2 * _TOP
        for line in words.t("wheel_plague" if plague else "wheel_nobody").split("\n"):
            canvas.text(line, _X, y)
            y += _TOP
    marks = load_marks()
    few = len(who) < 4
    for i in range(len(who)):
        x = _X if few else _X + (i & 1) * _HALF
        y = 2 * _TOP + _TOP * (i if few else i >> 1)
        canvas.sprite(marks, who[i], x, y)
        text = "+%d" % points[who[i]]
        if few:
            canvas.text(match.names[who[i]], x + 10, y)
            canvas.text_right(text, 128, y)
        else:  # close to its mark: the next one is near
            canvas.text(text, x + 10, y)


def draw_crowns(canvas, points) -> None:
    """Who gets what for the crowns of the sector."""
    x = _X
    for player in range(len(points)):
        if points[player]:
            if x == _X:
                x = canvas.text(signs.CROWN, x, _CROWN_Y) + 4
            canvas.sprite(load_marks(), player, x, _CROWN_Y)
            x = canvas.text("+%d" % points[player], x + 9, _CROWN_Y) + 5


def draw_boxes(canvas, crowns, pig: int) -> None:
    """The six sectors clockwise, each with its crowns or with who stands on them."""
    icons = load_sheet("wheel")
    for y in (_TOP, _TOP + _HIGH, _TOP + 2 * _HIGH - 1):
        canvas.hline(0, y, 3 * _WIDE + 1)
    for x in range(0, 3 * _WIDE + 1, _WIDE):
        canvas.vline(x, _TOP, 2 * _HIGH)
    for sector in range(6):
        x = _WIDE * (sector if sector < 3 else 5 - sector)
        y = _TOP if sector < 3 else _TOP + _HIGH
        canvas.sprite(icons, _PIG if sector == pig else sector, x + 4, y + 2)
        one = CROWNS[sector + 1] - CROWNS[sector] == 1
        _draw_spaces(canvas, crowns, sector, x + (7 if one else 2), y + _CROWNS)
        if sector == pig:
            canvas.invert(x + 1, y + 1, _WIDE - 1, _HIGH - (1 if sector < 3 else 2))


def explain(app) -> None:
    """Show the rule of the sector where the pig is."""
    from ui.screens.help import Help

    game = app.match.game
    page = Help(app, "wheel")
    page.page = _OLDER if game.pig == FAMINE and game.house & OLD_FAMINE else game.pig
    app.push(page)


def draw_sector(canvas, game, sector: int, x: int, y: int) -> None:
    """Draw one sector with its crowns, 32 x 32, and how many steps away the pig is."""
    icons = load_sheet("wheel")
    canvas.sprite(icons, sector, x + 1, y + 1)
    _draw_spaces(canvas, game.crowns, sector, x + 14, y + 3)
    canvas.sprite(icons, _PIG, x + 1, y + 15)
    steps = (sector - game.pig - 1) % 6 + 1
    canvas.text(signs.RIGHT + " %d" % steps, x + 15, y + 16)


def _draw_spaces(canvas, crowns, sector: int, x: int, y: int) -> None:
    """Draw the crowns of a sector, or who stands on them."""
    for at in range(CROWNS[sector], CROWNS[sector + 1]):
        if crowns[at]:
            canvas.sprite(load_marks(), crowns[at] - 1, x, y)
        else:
            canvas.text(signs.CROWN, x, y)
        x += 9
