"""The tile game as a state machine: rows T1 to T15, W9 to W23, B1 to B5, B13.

Knows what may be done and does it; draws nothing itself: which tile comes is an action of chance
whose outcome the caller brings. Its bytes are `saved`, imported when they are asked for.
"""

from micropython import const

from engine.contract import CHANCE, OVER
from engine.tiles import wheel
from engine.tiles.landscape import split_place
from engine.tiles.scoring import complete, next_feature, score
from engine.tiles.state import CROWNS, State
from engine.tiles.table import COUNT, VARIANTS, codes_of
from engine.tiles.terms import (
    CLAIM,
    CONFIRM,
    CROWN,
    DRAW,
    END,
    EV_OUT,
    EV_OVER,
    EV_TAKEN,
    FINAL,
    FOLLOW,
    PLACE,
    PLACE_AT,
    PLAGUE,
    SCORE,
    TAKE,
    TAKEN,
    TOKEN,
)

_PIECE = const(200)  # looks at a square in one piece of a listing
# All actions that are neither a placement nor the plague's; no tile has more than eight features.
_OTHERS = bytes((END, SCORE)) + bytes(range(CLAIM, CLAIM + 8)) + bytes(range(CROWN, TOKEN + 3))


class TileGame(State):
    """One game: what may be done now, and doing it."""

    # What only pack() and unpack() need: whoever called them may let go of it again
    spare = ("engine.tiles.saved", "engine.tiles.restored", "engine.tiles.checked")

    # What may be done

    def legal_actions(self) -> list[int]:
        """The actions that may be applied now, rising.

        Empty when the game is over, and for chance: its outcomes are 0 to chance_count() - 1.
        """
        out: list[int] = []
        for _ in self.scan(out):
            pass
        return out

    def scan(self, out: list[int]):  # type: ignore[no-untyped-def]
        """Generator: appends the legal actions to `out`, pauses between pieces under 0.5 u."""
        if self.to_move >= 0 and self.phase == PLACE:
            yield from self._squares(out)
        else:
            actions = range(TAKE, TAKE + self.land.count) if self.phase == TAKEN else _OTHERS
            for action in actions:
                if not self.why_not(action):
                    out.append(action)

    def _squares(self, out: list[int]):  # type: ignore[no-untyped-def]
        """Generator: every placement of the tile in hand."""
        codes = codes_of(VARIANTS[self.hand] & 63)
        frontier = self.land.frontier
        piece = _PIECE
        for key in sorted(frontier):
            need = frontier[key]
            mask = need >> 8
            action = PLACE_AT + (key << 2)
            for code in codes:
                if not (code ^ need) & mask:
                    out.append(action)
                action += 1
            piece -= 4
            if piece < 0:
                piece = _PIECE
                yield

    def dead(self, out: list[int]):  # type: ignore[no-untyped-def]
        """Generator: appends to `out` the keys of free squares that no tile left fits (F33).

        The tile in hand counts as left. Pauses between pieces under 0.5 u.
        """
        codes: list[int] = []
        seen = bytearray(256)
        piece = 0
        for at in range(COUNT):
            if self.left[at] or (at == self.hand and self.phase == PLACE):
                for code in codes_of(VARIANTS[at] & 63):
                    if not seen[code]:
                        seen[code] = 1
                        codes.append(code)
        for key in sorted(self.land.frontier):
            if piece <= 0:
                piece = _PIECE
                yield
            need = self.land.frontier[key]
            for code in codes:
                piece -= 1
                if not (code ^ need) & need >> 8:
                    break
            else:
                out.append(key)

    def claimable(self) -> bytes:
        """Features of the tile just placed on which the player may put a follower (T2)."""
        return bytes([at for at in range(8) if not self.why_not(CLAIM + at)])

    def why_not(self, action: int) -> str:
        """Why a player may not do this now, "" where he may."""
        phase = self.phase
        land = self.land
        wrong = "not now"
        if self.to_move < 0:
            return wrong
        if phase == PLACE:
            if action >= PLACE_AT:
                x, y, turn = split_place(action)
                if land.fits(VARIANTS[self.hand] & 63, turn, x, y):
                    return ""
                wrong = "it does not fit there"
        elif phase == TAKEN:
            tile = action - TAKE
            if 0 <= tile < land.count:
                if land.stands[tile] >> 4 == self.to_move + 1:
                    return ""
                wrong = "no follower of this player"
        elif phase == FINAL:
            if action == SCORE:
                return ""
        elif action == END:
            return ""
        elif phase == FOLLOW and CLAIM <= action < TOKEN + 3:
            wrong = "none left"
            if action >= TOKEN:
                if self.tokens[3 * self.player + action - TOKEN]:
                    return ""
            elif self.supply[self.player]:
                wrong = "taken"
                if action >= CROWN:
                    if action < CROWN + 6 and self.free_crown(action - CROWN) >= 0:
                        return ""
                else:
                    node = land.first[land.count - 1] + action - CLAIM
                    if node < land.first[land.count] and not land.held[land.label[node]]:
                        return ""
        return wrong

    # Doing it

    def apply(self, action: int) -> None:
        """One step, by a player or by chance. Raises ValueError with the reason where illegal."""
        if self.to_move == CHANCE:
            if not 0 <= action < self.chance_count():
                raise ValueError("outcome %d of %d" % (action, self.chance_count()))
            self.events = []
            self._draw(action)
            return
        wrong = self.why_not(action)
        if wrong:
            raise ValueError("action %d: %s" % (action, wrong))
        self.events = []
        if action >= PLACE_AT:
            x, y, turn = split_place(action)
            self.land.place(VARIANTS[self.hand] & 63, turn, x, y)
            self.phase = FOLLOW
            self.steps.append(action)
        elif action >= TAKE:
            self._take(action - TAKE)
        elif action >= CLAIM:
            self._put(action, 1)
            self.phase = CONFIRM
            self.steps.append(action)
        elif action == SCORE:
            score(self, next_feature(self.land))
            self._finish()
        else:
            complete(self)
            self.turn += 1
            self.steps = []
            self.player = (self.player + 1) % self.players
            self._wait()

    def can_undo(self) -> bool:
        """Whether something was done since the draw that can be taken back."""
        return self.to_move >= 0 and len(self.steps) > 0

    def undo(self) -> None:
        """Take back the last step since the draw. Raises ValueError where there is none."""
        if not self.can_undo():
            raise ValueError("nothing to take back since the draw")
        self.events = []
        action = self.steps.pop()
        if action >= PLACE_AT:
            self.land.unplace()
            self.phase = PLACE
        else:
            self._put(action, -1)
            self.phase = FOLLOW

    def pack(self) -> bytes:
        """The state with what may be taken back, in a few hundred bytes."""
        from engine.tiles.saved import pack

        return pack(self)

    @classmethod
    def unpack(cls, data: bytes) -> "TileGame":
        """The game that was packed. Raises ValueError where the bytes are not whole or not true."""
        from engine.tiles.restored import fill, opened, options

        body = opened(data)
        game = cls(*options(body))
        fill(game, body)
        return game

    # Steps

    def _draw(self, outcome: int) -> None:
        at = 0
        while outcome >= self.left[at]:
            outcome -= self.left[at]
            at += 1
        self.left[at] -= 1
        self.hand = at
        number = VARIANTS[at] >> 6
        if number:
            wheel.spin(self, number)
            if self.pig == PLAGUE:
                self.phase = TAKEN
                if wheel.plague(self, 0):
                    return
            wheel.crowns(self)
        self._look()

    def _take(self, tile: int) -> None:
        """The plague takes a follower (W6) and goes on to the next player."""
        player = self.to_move
        self.events.append((EV_TAKEN, player, tile, self.land.stands[tile] & 15))
        self.supply[self.land.leave(tile)] += 1
        if not wheel.plague(self, (player - self.player) % self.players + 1):
            wheel.crowns(self)
            self._look()

    def _look(self) -> None:
        """The tile is to be placed, or put out where it fits nowhere (T3)."""
        if self.land.fits_somewhere(VARIANTS[self.hand] & 63):
            self.phase = PLACE
            self.to_move = self.player
            return
        self.out.append(self.hand)
        self.events.append((EV_OUT, self.hand))
        self._wait()

    def _wait(self) -> None:
        """Chance is to draw, or the game is to be scored where nothing is left (T14)."""
        self.hand = -1
        self.phase = DRAW
        self.to_move = CHANCE
        if not sum(self.left):
            self.phase = FINAL
            self.to_move = self.player
            self._finish()

    def _put(self, action: int, one: int) -> None:
        """Put a follower or a token, or take it back where `one` is -1."""
        player = self.player
        land = self.land
        tile = land.count - 1
        if action >= TOKEN:
            self.tokens[3 * player + action - TOKEN] -= one
            land.tokens[tile] = action - TOKEN + 1 if one > 0 else 0
            return
        self.supply[player] -= one
        if action >= CROWN:
            at = self.free_crown(action - CROWN)
            if one < 0:
                # The one put last is the last that is not free.
                at = (at if at >= 0 else CROWNS[action - CROWN + 1]) - 1
            self.crowns[at] = player + 1 if one > 0 else 0
        elif one > 0:
            land.stand(tile, player, action - CLAIM)
        else:
            land.leave(tile)

    def _finish(self) -> None:
        if next_feature(self.land) < 0:
            self.to_move = OVER
            self.events.append((EV_OVER,))
