"""The compact copies of the recorded tile cases: what `tools.cases` writes of the tile games.

Every field that a test compares is kept as it was recorded; nothing is worked out here, but that
fields which say the same twice are checked against each other and kept once.
`tests/engine/tiles_recorded.py` reads what this writes. A line begins with a word that says what
follows, a part that is empty is `-`:

    game NAME PLAYERS WAY BUILDINGS SMALL_CITY FAMINE
    tokens sheds, houses and towers dealt, one word a player
    turn PLAYER
    out TILE           drawn, fitted nowhere
    tile TILE          drawn, is placed now
    wheel NUMBER FROM TO / action / plague / crowns / returned / scores / supply
    legal a word for each square with the quarter turns that fit there: -1,0:023
    place x,y,turn
    may features that may be claimed / sectors with a free crown
    do what was put: a feature, `crown 2`, `shed`, `house`, `tower`
    scored FEATURE AT TILES SHIELDS CITIES TOKENS POINTS / winners / returned
    after scores / supply / the pig's sector / who stands on the crowns of each sector
    end scores before the final scoring, behind it `out`, `wheel` and `scored`
    points of the final scoring by player, for city, road, cloister and field
    final scores / winners

    scene NAME PLAYERS START SMALL_CITY BUILDINGS
    draw tiles in their order
    move TILE x,y,turn what was put
    final scores before the final scoring / scores

Features are their kind's letter and their first side in the tile's own frame: cN, rE, fSL; a
cloister is m. Who took back what, or whose follower went home, is `player@x,y,feature`.
"""

from collections.abc import Iterable
from typing import Any

Case = dict[str, Any]
KINDS = {"city": "c", "road": "r", "field": "f", "cloister": "m"}
SCORED = ("city", "road", "cloister", "field")
TOKENS = ("shed", "house", "tower")
SECTORS = ("fortune", "taxes", "famine", "storm", "inquisition", "plague")


def words(items: Iterable[str]) -> str:
    """The items with a blank between them, `-` for none."""
    return " ".join(items) or "-"


def numbers(values: Iterable[int] | None) -> str:
    """The numbers with commas, `-` for none."""
    return ",".join(str(value) for value in values or ()) or "-"


def feature(name: str) -> str:
    """`city:N` as cN, `cloister` as m."""
    kind, _, side = name.partition(":")
    return KINDS[kind] + side


def at(x: int, y: int, name: str) -> str:
    """A feature at a square."""
    return f"{x},{y},{feature(name)}"


def place(where: list[int]) -> str:
    """A placement, its turn in quarters."""
    x, y, turn = where
    return f"{x},{y},{turn // 90}"


def legal(places: list[list[int]]) -> str:
    """Placements, those of one square together."""
    squares: dict[str, str] = {}
    for x, y, turn in places:
        square = f"{x},{y}"
        squares[square] = squares.get(square, "") + str(turn // 90)
    return words(f"{square}:{turns}" for square, turns in squares.items())


def wheel(event: Case) -> str:
    """A wheel event."""
    if SECTORS[event["sector"]] != event["name"]:
        raise ValueError(f"sector {event['sector']} is not {event['name']}")
    taken = []
    for player, follower in event["plague"]:
        taken.append(f"{player}@" + (at(*follower) if follower else "-"))
    parts = [
        f"wheel {event['number']} {event['from']} {event['sector']}",
        numbers(event["action_points"]),
        words(taken),
        numbers(event["crown_points"]),
        numbers(event["crowns_returned"]),
        numbers(event["scores"]),
        numbers(event["supply"]),
    ]
    return " / ".join(parts)


def out_lines(drawn: list[Case] | str) -> list[str]:
    """Tiles that were put out of the game, with their events."""
    lines = []
    for one in drawn:
        if isinstance(one, str):
            lines.append("out " + one)
            continue
        lines.append("out " + one["tile"])
        if one["wheel"]:
            lines.append(wheel(one["wheel"]))
    return lines


def scored(event: Case) -> str:
    """What a feature scored."""
    counts = [event.get(key, 0) for key in ("tiles", "shields", "cities", "tokens", "points")]
    home = [f"{player}@{at(x, y, name)}" for player, x, y, name in event["returned"]]
    first = f"scored {KINDS[event['kind']]} {at(*event['at'])} " + " ".join(map(str, counts))
    return " / ".join([first, numbers(event["winners"]), words(home)])


def put(move: Case) -> str:
    """What was put on the tile or the wheel."""
    chosen = [value for key, value in _puts(move) if value is not None]
    if len(chosen) > 1:
        raise ValueError(f"put {chosen} at once")
    return chosen[0] if chosen else "-"


def _puts(move: Case) -> list[tuple[str, str | None]]:
    claim = move.get("claim")
    crown = move.get("crown")
    return [
        ("claim", None if claim is None else feature(claim)),
        ("crown", None if crown is None else f"crown {crown}"),
        ("building", move.get("building")),
    ]


def turn_lines(turn: Case) -> list[str]:
    """One turn."""
    lines = [f"turn {turn['player']}", *out_lines(turn["discarded"]), "tile " + turn["tile"]]
    if turn.get("number"):
        if turn["tile"] != turn["kind"] + str(turn["number"]):
            raise ValueError(f"tile {turn['tile']} is not {turn['kind']} {turn['number']}")
        lines.append(wheel(turn["wheel"]))
    claimable = words(sorted(feature(name) for name in turn["claimable"]))
    lines += [
        "legal " + legal(turn["legal"]),
        "place " + place(turn["place"]),
        f"may {claimable} / {numbers(turn.get('free_crowns'))}",
        "do " + put(turn),
        *map(scored, turn.get("events", ())),
    ]
    after = [numbers(turn["scores"]), numbers(turn["supply"])]
    if "pig" in turn:
        after += [str(turn["pig"]), words(map(numbers, turn["crowns"]))]
    lines.append("after " + " / ".join(after))
    return lines


def _names(drawn: list[Case] | str) -> list[str]:
    return [one if isinstance(one, str) else one["tile"] for one in drawn]


def _check_order(game: Case) -> None:
    """The tiles of the turns are those of the order of drawing."""
    order = []
    for turn in game["turns"]:
        order += [*_names(turn["discarded"]), turn["tile"]]
    order += _names(game["discarded_at_end"])
    if order != list(game["draw_order"]):
        raise ValueError("the turns are not in the order of drawing")


def game_lines(game: Case, name: str) -> list[str]:
    """One game."""
    _check_order(game)
    buildings = game["buildings"] or "-"
    way = game.get("way", "base")
    head = [name, str(game["players"]), way, buildings, str(game.get("small_city", 4))]
    lines = [" ".join(["game", *head, game.get("famine", "all")])]
    if game.get("tokens"):
        lines.append("tokens " + words(_dealt(one) for one in game["tokens"]))
    for turn in game["turns"]:
        lines += turn_lines(turn)
    lines.append("end " + numbers(game.get("scores_before_end", game["turns"][-1]["scores"])))
    lines += out_lines(game["discarded_at_end"])
    lines += map(scored, game.get("end_events", ()))
    if "end_points" in game:
        by_kind = [numbers(game["end_points"][kind]) for kind in SCORED]
        lines.append("points " + " / ".join(by_kind))
    lines.append(f"final {numbers(game['final'])} / {numbers(game.get('winners'))}")
    return lines


def _dealt(tokens: Case) -> str:
    return numbers(tokens[kind] for kind in TOKENS)


def scene_lines(scene: Case) -> list[str]:
    """One small position."""
    head = [scene["name"], str(scene["players"]), scene["start"], str(scene["small_city"])]
    lines = [" ".join(["scene", *head, scene["buildings"] or "-"])]
    lines.append("draw " + words(scene["draw_order"]))
    for move in scene["moves"]:
        lines.append(f"move {move['tile']} {place(move['place'])} {put(move)}")
    before = numbers(scene["scores_before_end"])
    lines.append(f"final {before} / {numbers(scene['final'])}")
    return lines
