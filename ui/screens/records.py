"""Hall of fame, statistics and fairness, page by page (F24, F37)."""

from micropython import const

from ui import records, words
from ui.app import IDLE
from ui.keys import DOWN, LEFT, RIGHT, UP, A, B
from ui.screens.fairness import draw_fairness
from ui.screens.rows import draw_title
from ui.sprites import forget, load_sheet

_HALL = const(0)
_GAMES = const(1)
_TURNS = const(2)
_FAIRNESS = const(3)
_PAGES = const(4)
_TITLES = ("hall", "games", "turns", "fairness")

_EDGE = const(126)
_TOP = const(8)
_NOTE_Y = const(48)
_TEXT_X = const(40)
_ROWS = (10, 19, 28, 37)  # of a page of numbers
# Right edges of turns, points and players in the hall of fame.
_EDGES = (54, 82, 126)


class Records:
    """`page` 0 to 3. The words are in the heap only while this is on the stack."""

    def __init__(self, app) -> None:
        self.app = app
        self.page = _HALL

    def enter(self) -> None:
        self.app.use_area("records")

    def button(self, key: int) -> None:
        if key == B:
            self.app.pop()
        elif key in (A, RIGHT, DOWN):
            self.page = (self.page + 1) % _PAGES
        elif key in (LEFT, UP):
            self.page = (self.page - 1) % _PAGES

    def tick(self) -> int:
        return IDLE

    def leave(self) -> None:
        words.unload("records")
        forget("trophy")

    def hints(self):
        return ("hint_next", "hint_back")

    def draw(self, canvas) -> None:
        draw_title(canvas, words.t("records_" + _TITLES[self.page]))
        number = "%d/%d" % (self.page + 1, _PAGES)
        width = canvas.width(number)
        canvas.text_right(number, _EDGE, 0)
        canvas.invert(_EDGE - width, 0, width, 8)
        known = self.app.records
        values = known.values
        if self.page == _FAIRNESS:
            draw_fairness(canvas, values[records.FACES :], self.app.parts.entropy.seeded)
            return
        if self.page == _HALL:
            _draw_hall(canvas, known)
        elif self.page == _GAMES:
            _draw_row(canvas, 0, words.t("records_finished"), values[records.GAMES])
            _draw_row(canvas, 1, words.t("records_persons"), values[records.PERSONS])
            _draw_row(canvas, 2, words.t("records_computers"), values[records.COMPUTERS])
            _draw_row(canvas, 3, words.t("records_nine"), values[records.NINE])
        else:
            _draw_row(canvas, 0, words.t("records_played"), values[records.TURNS])
            _draw_row(canvas, 1, words.t("records_best"), values[records.BEST])
            _draw_row(canvas, 2, words.t("records_city"), values[records.CITY])
        if not known.kept:
            canvas.text(words.t("records_lost"), 0, _NOTE_Y)


def _draw_row(canvas, line: int, name: str, value: int) -> None:
    """A name at the left, its number at the right."""
    y = _ROWS[line]
    canvas.text(name, 0, y)
    canvas.text_right(str(value), _EDGE, y)


def _draw_hall(canvas, known) -> None:
    """The quickest wins as a table; one less where the last line is needed for the note."""
    wins = known.wins
    if not wins:
        canvas.sprite(load_sheet("trophy"), 0, 2, 12)
        y = 13
        for line in words.t("records_empty").split("\n"):
            canvas.text(line, _TEXT_X, y)
            y += 10
        return
    heads = words.t("records_heads").split(" ")
    for i in range(len(_EDGES)):
        canvas.text_right(heads[i], _EDGES[i], _TOP)
    for place in range(min(len(wins), records.BEST_OF if known.kept else records.BEST_OF - 1)):
        y = _TOP + 8 + 8 * place
        canvas.text("%d" % (place + 1), 0, y)
        canvas.text(wins[place][3], 9, y)
        for i in range(len(_EDGES)):
            canvas.text_right(str(wins[place][i]), _EDGES[i], y)
