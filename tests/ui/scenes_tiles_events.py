"""Scenes of the tile game's events: wheel, plague, scores, final scoring, winners; and the screens
that tell of the game: standings, pad, tiles left, look-around, help."""

from __future__ import annotations

from engine.tiles.game import TileGame
from engine.tiles.terms import (
    BASE,
    CITY,
    CLAIM,
    CLOISTER,
    EV_FEATURE,
    FAMINE,
    FIELD,
    FINAL,
    FORTUNE,
    INQUISITION,
    MIX,
    NORMAL,
    OLD_FAMINE,
    PLAGUE,
    ROAD,
    SCORE,
    STORM,
    TAXES,
    TOKEN,
    VARIANT,
)
from tests.ui.scenes_tiles import NAMES, Scenes, at, draw, early, late, press, turn, variant, wander
from ui.app import App
from ui.keys import DOWN, HOLD_A, LEFT, MENU, RIGHT, UP, A, B
from ui.match import COMPUTER, PERSON, Match

SCENES: Scenes = {}


def scene(function):
    """Register a scene under the function's name."""
    SCENES[function.__name__] = function
    return function


def tell(app: App, made: TileGame, persons: str = "PPPPPP", i: int = 0) -> None:
    """Show what the last action of a game led to, the first of it or event number `i`."""
    from ui.tiles import flow

    count = made.players
    kinds = bytearray(PERSON if kind == "P" else COMPUTER for kind in persons[:count])
    app.use_area("tiles")
    app.match = Match(made, NAMES[:count], kinds, app.parts.entropy, flow.tell)
    flow.tell(app, i)


# -- the wheel ---------------------------------------------------------------------


def spin(made: TileGame, sector: int, text: str = "V1") -> TileGame:
    """The pig comes to a sector with a tile that bears a number, wherever it was before."""
    made.pig = (sector - int(text[-1])) % 6
    draw(made, text)
    return made


def wheel(app: App, made: TileGame, persons: str = "PPPPPP") -> None:
    """The wheel after the pig has stopped."""
    tell(app, made, persons)
    app.top().hops = 0


def claimed(players: int, *roles: tuple[str, int, int, int, int], **options: int) -> TileGame:
    """A game in which one turn after the other was played so."""
    made = TileGame(players, **options)
    for step in roles:
        turn(made, *step)
    return made


def knights() -> TileGame:
    """ANA has a knight in a city with a shield, BOB one in a city, EVA a monk."""
    return claimed(
        3,
        ("M", 0, -1, 3, CLAIM),
        ("R", 4, 2, 0, CLAIM),
        ("B", 1, -1, 0, CLAIM),
    )


@scene
def tiles_wheel_moving(app: App) -> None:
    tell(app, spin(TileGame(2), FAMINE, "U3"))
    app.top().hops = 2


@scene
def tiles_wheel_fortune(app: App) -> None:
    made = TileGame(3)
    made.crowns[0] = 2
    made.supply[1] -= 1
    wheel(app, spin(made, FORTUNE))


@scene
def tiles_wheel_taxes(app: App) -> None:
    made = knights()
    for crown, player in ((1, 0), (4, 1), (5, 1), (6, 2)):
        made.crowns[crown] = player + 1
        made.supply[player] -= 1
    wheel(app, spin(made, TAXES))


@scene
def tiles_wheel_famine_nobody(app: App) -> None:
    wheel(app, spin(TileGame(2), FAMINE))


@scene
def tiles_wheel_storm_six(app: App) -> None:
    made = late()
    for crown, player in ((4, 2), (5, 5)):
        made.crowns[crown] = player + 1
        made.supply[player] = max(made.supply[player], 2) - 1
    wheel(app, spin(made, STORM, _numbered(made)))


def _numbered(made: TileGame) -> str:
    """A tile with a number that is left."""
    for text in ("U1", "U2", "U3", "V1", "V2", "V3", "N1", "X1", "w61"):
        if made.left[variant(text)]:
            return text
    raise AssertionError("no number is left")


@scene
def tiles_wheel_inquisition(app: App) -> None:
    made = knights()
    made.crowns[6] = 3
    made.supply[2] -= 1
    wheel(app, spin(made, INQUISITION, "U2"), "CCC")


@scene
def tiles_wheel_plague(app: App) -> None:
    made = knights()
    made.crowns[7] = 3
    made.supply[2] -= 1
    wheel(app, spin(made, PLAGUE, "U2"))


@scene
def tiles_wheel_plague_crowns(app: App) -> None:
    """The last one has chosen: the crowns of the plague."""
    made = knights()
    made.crowns[7] = made.crowns[8] = 3
    made.supply[2] -= 2
    spin(made, PLAGUE, "U2")
    for _ in range(3):
        made.apply(made.legal_actions()[0])
    tell(app, made)


@scene
def tiles_wheel_why(app: App) -> None:
    tiles_wheel_taxes(app)
    press(app, B)


@scene
def tiles_wheel_why_older(app: App) -> None:
    wheel(app, spin(TileGame(2, house=OLD_FAMINE), FAMINE))
    press(app, B)


@scene
def tiles_crowns(app: App) -> None:
    """The wheel as it stands, from the pause."""
    from ui.tiles.crowns import Crowns

    made = late()
    for crown, player in ((1, 0), (4, 1), (5, 4)):
        made.crowns[crown] = player + 1
        made.supply[player] -= 1
    at(app, made)
    app.push(Crowns(app))


# -- the plague ----------------------------------------------------------------------


def plagued(app: App, persons: str) -> None:
    """ANA, who has a knight and a monk, is asked."""
    made = claimed(
        2,
        ("M", 0, -1, 3, CLAIM),
        ("R", 4, 2, 0, CLAIM),
        ("B", 1, -1, 0, CLAIM),
        ("E", -1, 0, 2, -1),
    )
    spin(made, PLAGUE, "V1")
    made.events = []
    at(app, made, persons)
    app.top().tick()


@scene
def tiles_plague(app: App) -> None:
    plagued(app, "PPP")


@scene
def tiles_plague_other(app: App) -> None:
    plagued(app, "PPP")
    press(app, RIGHT)
    app.top().tell()  # the cursor rests


@scene
def tiles_plague_computer(app: App) -> None:
    plagued(app, "CCC")


@scene
def tiles_out(app: App) -> None:
    """A tile that fits nowhere: four cities round it, and the landscape has no place for them."""
    made = wander(TileGame(2), 3)
    made.land.fits_somewhere = lambda kind: False  # type: ignore[method-assign]
    draw(made, "C")
    del made.land.fits_somewhere
    tell(app, made)


# -- scores ----------------------------------------------------------------------------


def lit(app: App) -> None:
    """The feature flashes: it is lit now."""
    app.top().flashes = 1


@scene
def tiles_score_city(app: App) -> None:
    """City P of the board, a tile with a shield, and a wall."""
    tell(app, claimed(2, ("M", 0, -1, 2, CLAIM), ("E", 1, -1, 3, -1)))
    lit(app)


@scene
def tiles_score_unlit(app: App) -> None:
    tiles_score_city(app)
    app.top().flashes = 2


def until(made: TileGame, wish, seed: int = 1) -> TileGame:
    """Play on until a turn's last action has scored a feature that is wished for."""
    while made.chance_count() > 1:
        wander(made, 1, seed + made.turn)
        if any(wish(*event[1:8]) for event in made.events if event[0] == EV_FEATURE):
            return made
    raise AssertionError("no such feature")


def scored(app: App, made: TileGame, wish, persons: str = "PPPPPP") -> None:
    """Show the first event that is wished for."""
    for i in range(len(made.events)):
        event = made.events[i]
        if event[0] == EV_FEATURE and wish(*event[1:8]):
            tell(app, made, persons, i)
            lit(app)
            return


def _scene_of(name: str, make, wish, seed: int = 1, persons: str = "PPPPPP") -> None:
    def show(app: App) -> None:
        scored(app, until(make(), wish, seed), wish, persons)

    SCENES[name] = show


def _is_road(kind, node, tiles, extra, tokens, points, winners) -> bool:
    return kind == ROAD and winners and tiles > 3


def _is_cloister(kind, node, tiles, extra, tokens, points, winners) -> bool:
    return kind == CLOISTER and winners


def _is_rich(kind, node, tiles, extra, tokens, points, winners) -> bool:
    return kind == CITY and winners and extra and tokens


def _is_shared(kind, node, tiles, extra, tokens, points, winners) -> bool:
    return winners & (winners - 1)


_scene_of("tiles_score_road", lambda: TileGame(2), _is_road)
_scene_of("tiles_score_cloister", lambda: TileGame(4), _is_cloister, 23)
_scene_of("tiles_score_buildings", lambda: TileGame(6, 0, MIX, VARIANT), _is_rich, 8)
_scene_of("tiles_score_together", lambda: TileGame(5), _is_shared, 48, "CCCCC")


def tie(app: App, bits: int) -> None:
    """A city which several players won together: the event alone is made up."""
    made = claimed(6, ("M", 0, -1, 2, CLAIM), ("E", 1, -1, 3, -1), buildings=VARIANT)
    event = made.events[0]
    made.events = [event[:5] + (6, event[6] + 6, bits) + event[8:]]
    tell(app, made)
    lit(app)


@scene
def tiles_score_three(app: App) -> None:
    tie(app, 0b11100)


@scene
def tiles_score_six(app: App) -> None:
    tie(app, 0b111111)


# -- the end ---------------------------------------------------------------------------


def ended(players: int = 3, seed: int = 4, **options: int) -> TileGame:
    """A game whose last tile lies."""
    made = TileGame(players, **options)
    while made.phase != FINAL:
        wander(made, 1, seed + made.turn) if made.chance_count() > 1 else last(made)
    return made


def last(made: TileGame) -> None:
    """The last turn."""
    made.apply(0)
    while made.phase != FINAL:
        made.apply(made.legal_actions()[0])


@scene
def tiles_final(app: App) -> None:
    at(app, ended())


def _final(name: str, kind: int) -> None:
    def show(app: App) -> None:
        at(app, ended())
        while True:
            press(app, A)
            if app.top().event[1] == kind:
                break
        lit(app)

    SCENES[name] = show


_final("tiles_final_road", ROAD)
_final("tiles_final_city", CITY)
_final("tiles_final_farm", FIELD)


def over(players: int, *scores: int) -> TileGame:
    """A game that is over with these scores."""
    made = ended(players, buildings=NORMAL)
    while made.to_move >= 0:
        made.apply(SCORE)
    made.events = []
    if scores:
        made.scores = list(scores)
    return made


@scene
def tiles_winner(app: App) -> None:
    at(app, over(3))


@scene
def tiles_winner_high(app: App) -> None:
    at(app, over(2, 188, 64))


@scene
def tiles_winner_shared(app: App) -> None:
    at(app, over(4, 71, 98, 98, 12))


@scene
def tiles_winner_all(app: App) -> None:
    at(app, over(6, 101, 101, 101, 101, 101, 101))


# -- what can be looked at ---------------------------------------------------------------


@scene
def tiles_pause(app: App) -> None:
    at(app, early())
    press(app, MENU)


@scene
def tiles_standings(app: App) -> None:
    from ui.tiles import status

    at(app, early())
    status.standings(app)


@scene
def tiles_standings_six(app: App) -> None:
    from ui.tiles import status

    at(app, late())
    status.standings(app)


@scene
def tiles_pad(app: App) -> None:
    from ui.tiles import status

    at(app, over(4))
    status.pad(app)


@scene
def tiles_pad_chosen(app: App) -> None:
    tiles_pad(app)
    press(app, RIGHT, RIGHT)


@scene
def tiles_pad_six(app: App) -> None:
    from ui.tiles import status

    at(app, over(6))
    status.pad(app)


@scene
def tiles_pad_six_chosen(app: App) -> None:
    tiles_pad_six(app)
    press(app, LEFT)


def _left(app: App, made: TileGame, *keys: int) -> None:
    from ui.tiles.left import Left

    at(app, made)
    app.push(Left(app))
    press(app, *keys)


@scene
def tiles_left(app: App) -> None:
    _left(app, early())


@scene
def tiles_left_last(app: App) -> None:
    _left(app, TileGame(6, 0, MIX, VARIANT), UP)


@scene
def tiles_left_few(app: App) -> None:
    _left(app, wander(TileGame(2, way=BASE), 64, 3))


def look(app: App, made: TileGame, x: int, y: int, *keys: int) -> None:
    """Look around, beginning at a square."""
    from ui.tiles.look import Look

    at(app, made)
    app.push(Look(app, x, y))
    press(app, *keys)
    if keys and keys[-1] not in (A, HOLD_A):
        app.top().tell()  # the cursor rests


@scene
def tiles_look_city(app: App) -> None:
    look(app, knights(), 0, -1)


@scene
def tiles_look_farm(app: App) -> None:
    look(app, knights(), 0, -1, A)


@scene
def tiles_look_cloister(app: App) -> None:
    look(app, knights(), 1, -1)


@scene
def tiles_look_road(app: App) -> None:
    look(app, late(), 2, 0, DOWN, UP)


@scene
def tiles_look_empty(app: App) -> None:
    look(app, knights(), 0, -1, UP)


@scene
def tiles_look_away(app: App) -> None:
    look(app, knights(), 0, -1, UP, LEFT)


@scene
def tiles_look_board(app: App) -> None:
    look(app, knights(), 1, 1)


@scene
def tiles_look_complete(app: App) -> None:
    look(app, claimed(2, ("M", 0, -1, 2, CLAIM), ("E", 1, -1, 3, -1)), 0, 0)


@scene
def tiles_look_buildings(app: App) -> None:
    made = claimed(6, ("M", 0, -1, 3, TOKEN + 2), ("C", -1, -1, 0, CLAIM), buildings=VARIANT)
    look(app, made, -1, -1)


@scene
def tiles_far(app: App) -> None:
    look(app, knights(), 0, -1, HOLD_A)


@scene
def tiles_far_late(app: App) -> None:
    look(app, late(), 0, 0, HOLD_A)


@scene
def tiles_far_bare(app: App) -> None:
    tiles_far_late(app)
    app.top().marks = False


def _help(topic: str, page: int):
    def show(app: App) -> None:
        from ui.screens.help import Help

        shown = Help(app, topic)
        shown.page = page
        app.push(shown)

    return show


# The fullest of them; tiles_wheel_why shows one of the other topic.
for _page in (2, 7, 8, 9):
    SCENES[f"tiles_help_{_page + 1}"] = _help("tiles", _page)
