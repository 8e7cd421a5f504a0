"""Every screen in the states that matter, for the golden pictures and the contact sheets.

A scene is a function that brings a fresh App into a state; the states of games are
built from actions and chosen throws, so that they stay the same when the computer
player or the source of chance changes.
"""

from collections.abc import Callable
from types import SimpleNamespace

from engine.contract import OVER
from engine.dice.game import DiceGame
from engine.dice.layout import build_action
from engine.dice.terms import KEEP, KNIGHT, NOTHING, ROLL, SCORE
from tests.ui import scenes_tiles, scenes_tiles_events
from ui import crash
from ui.app import IDLE, App
from ui.canvas import Canvas
from ui.dice import flow
from ui.keys import A
from ui.match import COMPUTER, PERSON, Match
from ui.party import Party

NAMES = ["ANA", "BOB", "EVA", "IVO", "UDO"]

# faces
C, S, L, T, K, X = range(6)

# looks
CAP_N, CAP_E, CAP_S, CAP_W, NS, EW, NE, ES, SW, WN, NEW, NES, ESW, SWN = range(14)

Scene = Callable[[App], None]
SCENES: dict[str, Scene] = {}


def scene(function: Scene) -> Scene:
    """Register a scene under the function's name."""
    SCENES[function.__name__] = function
    return function


def outcome(*faces: int) -> int:
    """The chance outcome that throws these faces."""
    number = 0
    for face in reversed(faces):
        number = number * 6 + face
    return number


def game(players: int, *turns: tuple | int) -> DiceGame:
    """A game after these steps, or as far as it goes: tuples are throws, numbers are actions.

    A throw is cut to the dice that there are.
    """
    made = DiceGame(players)
    for step in turns:
        if made.to_move == OVER:
            break
        if isinstance(step, tuple):
            made.apply(ROLL)
            made.apply(outcome(*step[: made.to_roll()]))
        else:
            made.apply(step)
    return made


def build(look: int, x: int, y: int) -> int:
    return build_action(look, x, y)


NOTHING_TURN: tuple = ((L, L, L, L, K, K, X, T, T), SCORE)
FOUR_RING: tuple = (
    build(ES, 0, 0),
    build(SW, 1, 0),
    build(NE, 0, 1),
    build(WN, 1, 1),
)
RING_THROW = (L, L, L, L, K, K, X, C, T)
KEEP_TURN: tuple = ((K, K, K, L, L, X, X, C, C), KNIGHT, KNIGHT, KNIGHT, KEEP)
SIX_THROW = (C, C, T, T, L, L, K, X, S)
SIX_CITY: tuple = (
    build(ESW, 0, 0),
    build(CAP_E, -1, 0),
    build(SWN, 1, 0),
    build(CAP_S, 1, -1),
    build(NE, 0, 1),
    build(WN, 1, 1),
)


def at(app: App, made: DiceGame, persons: str = "PPPPP") -> None:
    """Show the screen which a game's state asks for; `persons` has P or C for every player."""
    count = made.players
    kinds = bytearray(PERSON if kind == "P" else COMPUTER for kind in persons[:count])
    app.use_area("dice")
    app.match = Match(made, NAMES[:count], kinds, app.parts.entropy, flow.go_on)
    flow.go_on(app)


def press(app: App, *keys: int) -> None:
    """Give keys to the screen on top."""
    for key in keys:
        app.top().button(key)


def scored(app: App, made: DiceGame, action: int, persons: str = "PPPPP") -> None:
    """Show what an action that ends the turn scores."""
    at(app, made, persons)
    flow.play(app, action)


# -- screens that know no game ------------------------------------------------


@scene
def start(app: App) -> None:
    from ui.screens.start import Start

    app.push(Start(app))


@scene
def problems(app: App) -> None:
    from ui.screens.problems import Problems

    app.options.problems = [("KOSTKA_SPEED", "quick"), ("KOSTKA_I2C_HZ", "9")]
    app.push(Problems(app))


@scene
def menu(app: App) -> None:
    from ui.screens.menu import Menu

    app.push(Menu(app))


@scene
def menu_seeded(app: App) -> None:
    app.parts.entropy.seeded = True
    menu(app)


@scene
def menu_with_game(app: App) -> None:
    from ui.screens.menu import Menu

    at(app, game(2))
    app.restart(Menu(app))


def _set_up(app: App) -> None:
    from ui import games

    menu(app)
    games.open_set_up(app, "game_dice")


@scene
def setup(app: App) -> None:
    _set_up(app)


@scene
def setup_five(app: App) -> None:
    from ui.keys import DOWN, RIGHT

    _set_up(app)
    press(app, DOWN, RIGHT, RIGHT, RIGHT, DOWN, DOWN, DOWN, RIGHT, DOWN, DOWN, DOWN)


@scene
def setup_begins(app: App) -> None:
    from ui.keys import DOWN, RIGHT

    _set_up(app)
    press(app, DOWN, DOWN, RIGHT)


@scene
def initials(app: App) -> None:
    from ui.screens.initials import Initials

    app.party = Party()
    app.party.names[0] = "ŽŮÄ"
    app.push(Initials(app, 0))


@scene
def options(app: App) -> None:
    from ui.screens.options import Options

    app.push(Options(app))


@scene
def question_leave(app: App) -> None:
    from ui.screens.question import Question

    app.push(Question(app, "ask_leave", app.pop))


@scene
def question_new_game(app: App) -> None:
    from ui.screens.question import Question

    app.push(Question(app, "ask_new_game", app.pop))


@scene
def pause(app: App) -> None:
    from ui.keys import MENU

    at(app, game(3))
    press(app, MENU)


def _help(page: int) -> Scene:
    def show(app: App) -> None:
        from ui.screens.help import Help

        shown = Help(app, "dice")
        shown.page = page
        app.push(shown)

    return show


HELP_PAGES = 8
for _page in range(HELP_PAGES):
    SCENES[f"help_{_page + 1}"] = _help(_page)


def _fault(reason: str) -> Scene:
    def show(app: App) -> None:
        from ui.screens.fault import Fault

        app.parts.entropy.fault = reason
        app.push(Fault(app))

    return show


for _reason in ("stuck", "biased", "dead"):
    SCENES["fault_" + _reason] = _fault(_reason)


class _Crashed:
    """The picture after an error, as far as it can be shown in an app that has had none."""

    def __init__(self, app: App, restarts: int, lines: tuple[str, str, str], kept: bool) -> None:
        self.app = app
        parts = SimpleNamespace(store=SimpleNamespace(alive=kept))
        self.guard = SimpleNamespace(
            restarts=restarts, last=restarts == 3, lines=lines, parts=parts
        )

    def enter(self) -> None:
        pass

    def button(self, key: int) -> None:
        if key == A:
            menu(self.app)

    def tick(self) -> int:
        return IDLE

    def draw(self, canvas: Canvas) -> None:
        crash.draw(canvas, self.guard)

    def leave(self) -> None:
        pass

    def hints(self) -> tuple[str, None]:
        return ("hint_again", None)


@scene
def crash_again(app: App) -> None:
    app.push(_Crashed(app, 0, ("KeyError", "table.py:145", "7"), True))


@scene
def crash_last(app: App) -> None:
    why = "memory allocation failed, allocating 1932 bytes"
    app.push(_Crashed(app, 3, ("MemoryError", "canvas.py:72", why), False))


@scene
def stuck(app: App) -> None:
    from ui.screens.stuck import Stuck

    app.parts.buttons.held = 0b110011
    app.push(Stuck(app, app.pop))


# -- the Dice Game ------------------------------------------------------------


@scene
def ready_one_person(app: App) -> None:
    at(app, game(2), "PC")


@scene
def ready_hand_over(app: App) -> None:
    at(app, game(5, *KEEP_TURN, *KEEP_TURN, RING_THROW, *FOUR_RING, SCORE, *NOTHING_TURN))


@scene
def ready_doubled(app: App) -> None:
    at(app, game(2, *KEEP_TURN, *NOTHING_TURN))


def _roll(app: App, made: DiceGame, frame: int) -> None:
    from ui.dice.roll import Roll

    at(app, made)
    shown = Roll(app)
    shown.frame = frame
    app.restart(shown)


@scene
def roll_tumbling(app: App) -> None:
    _roll(app, game(2, (C, S, L, T, K, X, C, S, L)), 4)


@scene
def roll_rest(app: App) -> None:
    _roll(app, game(2, (C, S, L, T, K, X, X, S, L)), 10)


@scene
def roll_no_catapult(app: App) -> None:
    _roll(app, game(3, (C, S, L, T, K, C, S, T, L)), 10)


@scene
def roll_nine(app: App) -> None:
    _roll(app, game(2, (X,) * 9), 10)


def _table(app: App, made: DiceGame, action: int) -> None:
    from ui.dice.table import Table

    at(app, made)
    app.restart(Table(app, action))


@scene
def table_first(app: App) -> None:
    _table(app, game(2, (C, S, L, L, T, K, K, X, L)), build(ES, 0, 0))


@scene
def table_city(app: App) -> None:
    made = game(2, RING_THROW, *FOUR_RING[:2])
    _table(app, made, build(WN, 1, 1))


@scene
def table_closing(app: App) -> None:
    _table(app, game(2, RING_THROW, *FOUR_RING[:3]), FOUR_RING[3])


@scene
def table_doubled(app: App) -> None:
    made = game(2, *KEEP_TURN, *KEEP_TURN, SIX_THROW, *SIX_CITY[:5])
    _table(app, made, SIX_CITY[5])


@scene
def table_tray(app: App) -> None:
    from ui.keys import RIGHT

    table_city(app)
    press(app, *[RIGHT] * 6)


@scene
def table_tray_knight(app: App) -> None:
    _table(app, game(2, RING_THROW, *FOUR_RING), KNIGHT)


@scene
def table_tray_apart(app: App) -> None:
    from ui.dice import tray

    table_tray(app)
    app.top().item = tray.APART


@scene
def table_tray_decide(app: App) -> None:
    from ui.dice import tray

    table_tray(app)
    app.top().item = tray.DECIDE


@scene
def table_apart(app: App) -> None:
    from ui.keys import A

    table_tray_apart(app)
    press(app, A)


def _decide(app: App, made: DiceGame, action: int) -> None:
    from ui.dice.decide import Decide

    at(app, made)
    app.restart(Decide(app, action))


@scene
def decide_roll(app: App) -> None:
    _decide(app, game(2, (C, S, L, T, K, X, X, S, L), build(SW, 0, 0), build(NS, 0, 1)), ROLL)


@scene
def decide_score(app: App) -> None:
    _decide(app, game(2, RING_THROW, *FOUR_RING), SCORE)


@scene
def decide_knights(app: App) -> None:
    made = game(2, (L, L, L, L, K, K, K, C, X), *FOUR_RING, KNIGHT, KNIGHT, KNIGHT)
    _decide(app, made, KEEP)


@scene
def decide_nothing(app: App) -> None:
    made = game(2, (L, L, L, L, K, K, K, C, X), *FOUR_RING, KNIGHT, KNIGHT, KNIGHT)
    _decide(app, made, NOTHING)


@scene
def decide_aside(app: App) -> None:
    _decide(app, game(2, RING_THROW, *FOUR_RING, KNIGHT), KNIGHT)


@scene
def decide_only_stop(app: App) -> None:
    _decide(app, game(2, (X,) * 7 + (K, C), KNIGHT, build(CAP_N, 0, 0)), SCORE)


@scene
def look(app: App) -> None:
    from ui.dice.look import Look

    at(app, game(2, SIX_THROW, *SIX_CITY[:4]))
    app.push(Look(app))


@scene
def watch_begin(app: App) -> None:
    at(app, game(2, *KEEP_TURN, *KEEP_TURN), "CC")


@scene
def watch_thinking(app: App) -> None:
    at(app, game(2, SIX_THROW), "CC")


@scene
def watch_building(app: App) -> None:
    at(app, game(2, SIX_THROW, *SIX_CITY[:4]), "CC")
    app.top().last = SIX_CITY[3]


@scene
def watch_aside(app: App) -> None:
    at(app, game(2, RING_THROW, *FOUR_RING, KNIGHT), "CC")
    app.top().last = KNIGHT


@scene
def score_city(app: App) -> None:
    scored(app, game(2, SIX_THROW, *SIX_CITY), SCORE)


@scene
def score_doubled(app: App) -> None:
    scored(app, game(2, *KEEP_TURN, *NOTHING_TURN, SIX_THROW, *SIX_CITY), SCORE)


@scene
def score_kept(app: App) -> None:
    scored(app, game(2, KEEP_TURN[0], KNIGHT, KNIGHT, KNIGHT), KEEP)


@scene
def score_nothing(app: App) -> None:
    made = game(2, (L, L, L, L, K, K, K, C, X), *FOUR_RING, KNIGHT, KNIGHT, KNIGHT)
    scored(app, made, NOTHING)


@scene
def score_open(app: App) -> None:
    scored(app, game(2, RING_THROW, *FOUR_RING[:3]), SCORE)


@scene
def standings(app: App) -> None:
    from ui.dice import status

    ready_hand_over(app)
    status.standings(app)


@scene
def pad(app: App) -> None:
    from ui.dice.pad import Pad

    ring = (RING_THROW, *FOUR_RING, SCORE)
    six = (SIX_THROW, *SIX_CITY, SCORE)
    made = game(5, *ring, *six, *KEEP_TURN, *ring, *NOTHING_TURN, *ring, *six, *six, *ring, *ring)
    at(app, made)
    app.push(Pad(app))


@scene
def winner_points(app: App) -> None:
    ring = (RING_THROW, *FOUR_RING, SCORE)
    at(app, game(3, *ring * 40))


@scene
def winner_nine(app: App) -> None:
    at(app, game(2, (X,) * 9))


# -- power-on ------------------------------------------------------------------


@scene
def problems_with_lines(app: App) -> None:
    problems(app)
    app.options.problems = [("KOSTKA_SPEED", "quick"), ("KOSTKA_LANGAUGE", ""), ("KOSTKA_A", "D5")]
    lines = {"KOSTKA_SPEED": 17, "KOSTKA_LANGAUGE": 112}
    app.options.line_of = lambda name: lines.get(name, 0)


@scene
def outdated(app: App) -> None:
    from ui.screens.outdated import Outdated

    app.parts.facts.too_old = "8.2.10"
    app.push(Outdated(app))


@scene
def options_with_sound(app: App) -> None:
    from ui.keys import UP

    app.sound.fitted = False  # nothing is heard, whatever is chosen
    app.sound.level = 2
    options(app)
    app.top().names += ("option_sound",)
    app.top().rows.count = 5
    press(app, UP)


def _selftest(app: App, page: int):
    from ui.screens.selftest import SelfTest

    app.push(SelfTest(app))
    app.top().page = page
    app.top().bare = page == 0
    return app.top()


@scene
def selftest_pixels(app: App) -> None:
    _selftest(app, 0)


@scene
def selftest_pixels_checker(app: App) -> None:
    _selftest(app, 0).pattern = 3


@scene
def selftest_buttons(app: App) -> None:
    _selftest(app, 1)


@scene
def selftest_buttons_tried(app: App) -> None:
    screen = _selftest(app, 1)
    screen.seen = 0b010101
    screen.down = 0b100101
    screen.held = 0b100000
    screen.ready = True


@scene
def selftest_sound(app: App) -> None:
    _selftest(app, 2)


@scene
def selftest_dice(app: App) -> None:
    screen = _selftest(app, 3)
    while screen.dice.step():
        pass


@scene
def selftest_dice_thrown(app: App) -> None:
    screen = _selftest(app, 3)
    for _throw in range(17):
        screen.dice.step()


@scene
def selftest_dice_fault(app: App) -> None:
    _selftest(app, 3)
    app.parts.entropy.fault = "stuck"


@scene
def selftest_board(app: App) -> None:
    app.parts.facts.memory = lambda: 98765
    _selftest(app, 4)


class _Kept:
    """A store that works."""

    why = ""
    alive = False

    def free(self) -> int:
        return 3960


@scene
def selftest_parts(app: App) -> None:
    app.parts.facts.battery = lambda: 3874
    app.parts.store = _Kept()
    _selftest(app, 5)


@scene
def selftest_parts_missing(app: App) -> None:
    app.parts.store = None
    _selftest(app, 5)


@scene
def back(app: App) -> None:
    from ui.screens.back import Back

    app.push(Back(app))


def _notice(key: str) -> Scene:
    def show(app: App) -> None:
        from ui.screens.notice import Notice

        app.push(Notice(app, key, app.pop))

    return show


for _word in (
    "none",
    "small",
    "version",
    "worn",
    "gone",
    "away",
    "damaged",
    "unreadable",
    "other",
    "files",
    "grown",
    "lost",
):
    SCENES["notice_" + _word] = _notice(_word)


# -- hall of fame, statistics, fairness ----------------------------------------

WINS = [
    (3, 44, 5, "ŽŮÄ"),
    (7, 58, 2, "EVA"),
    (7, 43, 2, "ANA"),
    (12, 42, 3, "BO"),
    (104, 97, 5, "WWW"),
]
VALUES = [51, 38, 13, 2, 1840, 56, 9]
FAIR = [1040, 998, 1013, 970, 1001, 1021]


def _records(app: App, page: int, counts: list[int], values: list[int] | None = None) -> None:
    from ui.screens.records import Records

    app.records.wins = list(WINS)
    app.records.values = [*(values or VALUES), *counts]
    app.push(Records(app))
    app.top().page = page


@scene
def records_empty(app: App) -> None:
    _records(app, 0, [0] * 6)
    app.records.wins = []


@scene
def records_hall(app: App) -> None:
    _records(app, 0, FAIR)


@scene
def records_hall_not_kept(app: App) -> None:
    app.records = type(app.records)(None)
    _records(app, 0, FAIR)


@scene
def records_games_not_kept(app: App) -> None:
    app.records = type(app.records)(None)
    _records(app, 1, FAIR)


@scene
def records_games(app: App) -> None:
    _records(app, 1, FAIR, [65535, 65535, 65535, 65535, 1 << 24, 56, 9])


@scene
def records_turns(app: App) -> None:
    _records(app, 2, FAIR)


@scene
def records_turns_full(app: App) -> None:
    _records(app, 2, FAIR, [65535, 65535, 65535, 65535, (1 << 24) - 1, 56, 9])


@scene
def records_fairness_few(app: App) -> None:
    _records(app, 3, [3, 1, 0, 5, 2, 4])


@scene
def records_fairness_none_seeded(app: App) -> None:
    app.parts.entropy.seeded = True
    _records(app, 3, [0] * 6)


@scene
def records_fairness_usual(app: App) -> None:
    _records(app, 3, FAIR)


@scene
def records_fairness_unusual(app: App) -> None:
    _records(app, 3, [60, 30, 41, 38, 45, 39])


@scene
def records_fairness_very(app: App) -> None:
    _records(app, 3, [16_700_000, 9_000, 990_000, 12_345, 1_000_000, 0])


# -- the tile game: see scenes_tiles.py and scenes_tiles_events.py ---------------

SCENES.update(scenes_tiles.SCENES)
SCENES.update(scenes_tiles_events.SCENES)
