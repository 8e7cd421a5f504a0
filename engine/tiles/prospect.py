"""What features, crowns and tokens promise: the judgement behind the tile game's thinker.

Worths are in sixteenths of a point, for the player who thinks and against the others; chances are
in parts of 256. Guesses, quick ones: nothing is tried out here and nothing is changed. The
figures were found by games of the thinker against itself.
"""

from array import array

from micropython import const

from engine.tiles.landscape import STEPS
from engine.tiles.scoring import measure
from engine.tiles.state import CROWNS, State
from engine.tiles.table import COUNT, ROADS, ROW, SIDE, TABLE, VARIANTS, codes_of
from engine.tiles.terms import (
    CITY,
    CLOISTER,
    FAMINE,
    FIELD,
    INQUISITION,
    STORM,
    TAXES,
)

_POINT = const(16)
_SURE = const(256)
# The last follower of a supply while there is no end to the turns; of two each is worth half of it.
_LAST = const(300)
# Of a follower that is sure to come back some day, what that is worth now.
_BACK = const(150)
# A tile that fits is drawn by the right player and is not better placed elsewhere: one in three.
_USED = const(3)
# For every open edge of a feature: that nothing else goes wrong there.
_LUCK = const(195)


class Prospect:
    """Worths for the player who is to move; the game must not change meanwhile."""

    def __init__(self, game: State) -> None:
        self.game = game
        self.land = game.land
        self.player = game.to_move
        self.left = sum(game.left)
        # What one point by tokens is worth on all features judged since this was set to 0
        self.token = 0
        self._known: dict[int, int] = {}
        self._counts = bytearray(6)
        # The followers in the landscape: where, and whose
        self._stands = array("H")
        self._owners = bytearray()
        # By sector: how often the pig will stop there, and the chance that it does at all
        self._visits = [0] * 6
        self._stops = [0] * 6
        # Of every kind that is left, how many there are and what it is like under four turns
        self._many = bytearray()
        self._codes = bytearray()
        self._look()

    def _look(self) -> None:
        """Who stands where; what is still to be drawn, and where it will take the pig."""
        land = self.land
        for tile in range(land.count):
            stand = land.stands[tile]
            if stand:
                self._stands.append(land.first[tile] + (stand & 15))
                self._owners.append((stand >> 4) - 1)
        steps = bytearray(4)
        last = -1
        for at in range(COUNT):
            left = self.game.left[at]
            if left:
                steps[VARIANTS[at] >> 6] += left
                kind = VARIANTS[at] & 63
                if kind != last:
                    last = kind
                    self._many.append(0)
                    self._codes.extend(codes_of(kind))
                self._many[-1] += left
        number = steps[1] + steps[2] + steps[3]
        hits = [_SURE, 0, 0]
        for at in range(1, number + steps[2] + 2 * steps[3] + 1):
            # Lands here from one, two or three squares before.
            hit = (steps[1] * hits[0] + steps[2] * hits[1] + steps[3] * hits[2]) // number
            hits = [hit, hits[0], hits[1]]
            sector = (self.game.pig + at) % 6
            self._visits[sector] += hit
            self._stops[sector] += (_SURE - self._stops[sector]) * hit >> 8

    def cost(self, player: int, more: int = 0) -> int:
        """What the last follower of a supply, with so many more, may still bring."""
        supply = self.game.supply[player] + more
        turns = self.left // self.game.players
        out = self._visits[STORM] * _POINT >> 8
        if supply <= turns:
            out += _LAST * turns // ((turns + 12) * max(1, supply))
        return out

    def worth(self, node: int, extra: int = 0) -> int:
        """Of a feature, with `extra` followers of one's own on it in thought; -1: one is gone."""
        land = self.land
        label = land.label[node]
        if not land.held[label] + extra:
            return 0
        counts = self._counts
        counts[:] = bytes(6)
        labels = land.label
        at = 0
        for stand in self._stands:
            if labels[stand] == label:
                counts[self._owners[at]] += 1
            at += 1
        counts[self.player] += extra
        kind = land.kind_of(node)
        still = land.open[label]
        back = each = 0
        if kind == FIELD:
            points = self._farm(node)
            each = points * self._visits[FAMINE] // 48 >> 8
        else:
            tiles, shields, tokens, points = measure(land, node, self.game.house)
            points *= _POINT
            back = _SURE
            if still:
                if kind == CLOISTER:
                    back = _SURE * self.left // (self.left + still)
                    points += still * back * _POINT >> 8
                    back = back * back >> 8
                    each = self._visits[INQUISITION] * _POINT >> 8
                else:
                    full = tiles + shields
                    for need in self._needs(node):
                        full += 1
                        chance = self.chance(need)
                        points += chance >> 5
                        back = (back * chance >> 8) * _LUCK >> 8
                    if kind == CITY:
                        full *= 2
                        each = self._visits[TAXES] * (shields + 1) * 5 >> 8
                    points += ((full + tokens) * _POINT - points) * back >> 8
                back = back * _BACK >> 8
        if self.game.buildings and not extra:
            self.token += self._shares(_POINT, 0, 0, extra)
        return self._shares(points, back, each, extra)

    def _shares(self, points: int, back: int, each: int, extra: int) -> int:
        """So many points to the majority; to every follower his return, and what is `each`'s."""
        counts = self._counts
        most = max(counts)
        others = self.game.players - 1
        out = 0
        for player in range(others + 1):
            count = counts[player]
            if count:
                own = player == self.player
                cost = self.cost(player, 1 - extra if own else 1)
                count *= each + (cost * back >> 8)
                if counts[player] == most:
                    count += points
                out += count if own else -count // others
        return out

    def _farm(self, node: int) -> int:
        """Points of a farm at the end: its cities, those that may be completed, its growth."""
        land = self.land
        left = self.left
        points = tiles = 0
        known: list[int] = []
        owner = land.owner
        first = land.first
        for at in land.nodes(node):
            tile = owner[at]
            tiles += 1
            node = first[tile]
            row = land.kinds[tile] * ROW
            local = at - node - TABLE[row + ROADS + 2]
            touches = TABLE[row + 18 + (local >> 1)] >> (local & 1) * 4 & 15
            while touches:
                if touches & 1:
                    city = land.label[node]
                    if city not in known:
                        known.append(city)
                        still = land.open[city]
                        points += 48 * left // (left + 20 * still) if still else 48
                touches >>= 1
                node += 1
            if land.tokens[tile]:
                points += land.worth[land.tokens[tile]] * _POINT
        return points + (left * min(tiles, 6) * 3 >> 7)

    def _needs(self, node: int) -> list[int]:
        """Of every free square at which a road or city is open, what a tile there must meet."""
        land = self.land
        known: list[int] = []
        for at in land.nodes(node):
            tile = land.owner[at]
            local = at - land.first[tile]
            for side in range(4):
                if TABLE[land.kinds[tile] * ROW + SIDE + (side - land.turns[tile] & 3)] == local:
                    key = (land.ys[tile] << 8 | land.xs[tile]) + STEPS[side]
                    if key in land.frontier and key not in known:
                        known.append(key)
        return [land.frontier[key] for key in known]

    def chance(self, need: int) -> int:
        """That a tile comes which fits a free square, and that it is put there."""
        known = self._known
        if need not in known:
            # The square may as well be turned: the four are worked out once.
            least = same = need
            for _ in range(3):
                same = (same << 2 & 0xFCFC) | (same >> 6 & 0x0303)
                least = min(least, same)
            if least not in known:
                known[least] = self._find(least)
            known[need] = known[least]
        return known[need]

    def _find(self, need: int) -> int:
        codes = self._codes
        mask = need >> 8
        at = count = 0
        for many in self._many:
            if not (
                (codes[at] ^ need) & mask
                and (codes[at + 1] ^ need) & mask
                and (codes[at + 2] ^ need) & mask
                and (codes[at + 3] ^ need) & mask
            ):
                count += many
            at += 4
        out = _SURE * _POINT
        for _ in range(count):
            out -= out // (_USED * self.game.players)
        return _SURE - out // _POINT

    def crown(self, sector: int) -> int:
        """Of one's next follower on a crown of this sector, of which one must be free (W7)."""
        game = self.game
        points = 48
        start = CROWNS[sector]
        if CROWNS[sector + 1] - start > 1:
            other = game.crowns[start] | game.crowns[start + 1]
            if not other:
                points = 80  # 96, but somebody may come to it
            elif other == self.player + 1:
                points = 0
            else:
                points += 48 // (game.players - 1)
        cost = self.cost(self.player)
        return ((points + (cost * _BACK >> 8)) * self._stops[sector] >> 8) - cost
