"""What the look-around tells of a feature (F32) and of an empty square (F33)."""

from engine.tiles.scoring import measure
from engine.tiles.table import COUNT, VARIANTS, code_of
from engine.tiles.terms import CITY, CLOISTER, FIELD
from ui import signs, words


def told(game, node: int) -> list:
    """(text, number at the right) of what is to be said of a feature."""
    land = game.land
    kind = land.kind_of(node)
    still = land.open[land.label[node]]
    tiles, extra, tokens, points = measure(land, node, game.house)
    out = [(words.tn("tiles", tiles), "")]
    text = ""
    if extra or kind == FIELD:
        text = words.tn("shields" if kind == CITY else "cities", extra)
    mark = signs.TOKEN + str(tokens) if tokens else ""
    if text or mark:
        out.append((text, mark))
    if kind != FIELD:
        if not still:  # till the end of the turn it is not scored yet
            held = land.held[land.label[node]]
            out.append((words.t("look_closed"), str(points) if held else ""))
            return out
        out.append((words.t("look_missing" if kind == CLOISTER else "look_open", still), ""))
        full = 9 + tokens if kind == CLOISTER else points
        if kind == CITY:  # more than two tiles by then, or those of one
            full += points - tokens
        out.append((words.t("look_closed"), str(full)))
    out.append((words.t("look_end"), str(points)))
    return out


def fitting(game, key: int) -> list:
    """The same of an empty square: how many of the tiles left fit there."""
    need = game.land.frontier.get(key, 0)
    if not need:
        return []
    mask = need >> 8
    need &= 255
    count = 0
    for i in range(COUNT):
        if game.left[i]:
            for turn in range(4):
                if code_of(VARIANTS[i] & 63, turn) & mask == need:
                    count += game.left[i]
                    break
    text = words.t("look_fits", count, sum(game.left))
    return [(line, "") for line in text.split("\n")]
