"""What the screens of a turn share: the landscape, the tile in hand doubled beside it, the top
line, the supply, and in words what may be put on the tile."""

from micropython import const

from engine.tiles.scoring import measure
from engine.tiles.table import VARIANTS
from engine.tiles.terms import CLAIM, CONFIRM, CROWN, END, FIELD, TOKEN, VARIANT
from engine.tiles.wheel import CROWNS
from ui import signs, words
from ui.tiles.near import Near, draw_double
from ui.tiles.spots import spot
from ui.tiles.status import draw_status

HAND_X = const(96)  # of the column beside the landscape
HAND_Y = const(8)
LINE_Y = const(48)  # of the line over the landscape's lower edge

_SUPPLY_Y = const(40)
_TOKENS = ("token_shed", "token_house", "token_tower")


def view(app) -> Near:
    """The window on the landscape as it lies now, kept from one screen to the next."""
    match = app.match
    near = match.view
    if near is None or near.land is not match.game.land:
        near = match.view = Near(match.game.land)
    near.light()
    near.renew()
    return near


def kind_in_hand(game) -> int:
    """The kind of the tile that was drawn."""
    return VARIANTS[game.hand] & 63


def placed(game) -> tuple:
    """The square (x, y) of the tile placed last."""
    land = game.land
    tile = land.count - 1
    return land.xs[tile] - 128, land.ys[tile] - 128


def draw_table(canvas, match, near: Near, player: int) -> None:
    """Draw the top line, the landscape, and what the player has left; on a dark canvas."""
    game = match.game
    near.draw(canvas)
    canvas.vline(HAND_X - 2, HAND_Y, 48, False)
    canvas.vline(HAND_X - 1, HAND_Y, 48)
    draw_status(canvas, match, player)
    x = canvas.text(signs.FOLLOWER + str(game.supply[player]), HAND_X + 1, _SUPPLY_Y)
    if game.buildings:
        tokens = sum(game.tokens[3 * player : 3 * player + 3])
        canvas.text(signs.TOKEN + str(tokens), x + 2, _SUPPLY_Y)


def draw_hand(canvas, game, turn: int, local: int = -1, player: int = 0) -> None:
    """Draw the tile in hand doubled, with the player's follower on feature `local`, -1 for none."""
    draw_double(canvas, HAND_X, HAND_Y, kind_in_hand(game), turn, local, player)


def doubled(kind: int, turn: int, local: int) -> tuple:
    """The pixel (x, y) where a follower on this feature stands on the doubled tile."""
    at = spot(kind, turn, local)
    return HAND_X + 1 + 2 * (at >> 4), HAND_Y + 1 + 2 * (at & 15)


def draw_line(canvas, text: str) -> int:
    """Write a line over the landscape's lower edge; the x after it."""
    canvas.fill(0, LINE_Y - 1, 128, 9, False)
    return canvas.text(text, 0, LINE_Y)


def choice_text(game, action: int) -> str:
    """What an action of the follower step puts, and what that scores as things stand."""
    land = game.land
    if action == END:
        return words.t("follow_none")
    if action >= TOKEN:
        kind = action - TOKEN
        key = _TOKENS[kind] if game.buildings == VARIANT else "token_any"
        return "%s: +%d" % (words.t(key), land.worth[kind + 1])
    if action >= CROWN:
        sector = action - CROWN
        spaces = game.crowns[CROWNS[sector] : CROWNS[sector + 1]]
        # Alone where there are two crowns 6, otherwise 3 (W7)
        others = sum([1 for space in spaces if space]) - (game.phase == CONFIRM)
        points = 6 if len(spaces) > 1 and not others else 3
        return words.t("follow_crown", words.t("sector_%d" % sector), points)
    node = land.first[land.count - 1] + action - CLAIM
    kind = land.kind_of(node)
    done = kind != FIELD and not land.open[land.label[node]]
    key = "follow_scores" if done else "follow_now"
    return words.t(key, words.t("role_%d" % kind), measure(land, node, game.house)[3])
