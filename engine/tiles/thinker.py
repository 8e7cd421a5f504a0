"""The computer player of the tile game, and the advice behind the screens.

It reads a game and names one action; it draws nothing and answers the same for the same state.
Within a step a placement is tried out in the landscape, between two steps nothing is changed. It
looks at what the tile changes at once, and at the best that can be put on it; it does not know
what others plan. What things promise is `prospect`'s.
"""

from micropython import const

from engine.tiles.game import TileGame
from engine.tiles.landscape import AROUND, STEPS, split_place
from engine.tiles.prospect import Prospect
from engine.tiles.table import HALF, PARTS, ROW, SIDE, TABLE, VARIANTS, codes_of
from engine.tiles.terms import (
    CLAIM,
    CROWN,
    END,
    FINAL,
    FOLLOW,
    PLACE,
    PLACE_AT,
    SCORE,
    TAKE,
    TAKEN,
    TOKEN,
)

# What a token must bring while there are turns enough to put them all: points by its points.
_TOKEN = const(6)
# Features of the tile that are judged in one step.
_AT_ONCE = const(3)


class Thinker:
    """One decision, thought out in steps; the game must not change meanwhile.

    `plan`: what it means to put on the tile that it places, when that is decided.
    """

    def __init__(self, game: TileGame) -> None:
        """Raises ValueError where no player is to move."""
        if game.to_move < 0:
            raise ValueError("no player is to move")
        self.plan = END
        self._game = game
        self._land = game.land
        self._prospect = Prospect(game)
        self._kind = VARIANTS[game.hand] & 63
        self._parts = range(TABLE[self._kind * ROW + PARTS])
        # The crown that promises most
        self._crown = END
        self._gain = 0
        # The best to put on the tile that is tried
        self._best = END
        self._top = 0
        self._known: dict[int, int] = {}  # label -> worth, before the tile lies
        self._answer = -1
        self._work = self._think()

    def step(self) -> int | None:
        """Think for at most 0.5 u: None while thinking, then the action, for good."""
        if self._answer < 0:
            self._answer = next(self._work)
            if self._answer < 0:
                return None
        return self._answer

    def _think(self):  # type: ignore[no-untyped-def]
        """Generator of -1 while there is more to think, then of the action."""
        game = self._game
        phase = game.phase
        best = SCORE if phase == FINAL else END
        if phase == PLACE or phase == FOLLOW:
            for sector in range(6):
                if game.supply[game.player] and game.free_crown(sector) >= 0:
                    worth = self._prospect.crown(sector)
                    if worth > self._gain:
                        self._gain = worth
                        self._crown = CROWN + sector
            yield -1
        if phase == FOLLOW:
            self._cloisters((game.steps[0] - PLACE_AT) >> 2)
            for local in self._parts:
                self._judge(local)
                yield -1
            self._put()
            best = self._best
        elif phase == PLACE or phase == TAKEN:
            actions: list[int] = []
            for _ in game.scan(actions):
                yield -1
            for need in self._land.frontier.values():  # order: all are looked up
                self._prospect.chance(need)
                yield -1
            top = -1 << 30
            codes = codes_of(self._kind)
            for action in actions:
                turn = action & 3
                if phase == TAKEN:
                    worth = -self._loss(action - TAKE)
                elif turn > 1 and codes[turn] == codes[turn - 2]:
                    continue  # it looks as it did two quarters before
                else:
                    for promise in self._try(action):
                        worth = promise
                        yield -1
                if worth > top:
                    top = worth
                    best = action
                    self.plan = self._best
                yield -1
        yield best

    def _loss(self, tile: int) -> int:
        """What the follower on a tile is worth there."""
        node = self._land.first[tile] + (self._land.stands[tile] & 15)
        return self._prospect.worth(node) - self._prospect.worth(node, -1)

    def _before(self, key: int) -> int:
        """What the features promise which a tile on this free square will change."""
        land = self._land
        done: list[int] = []
        for side in range(4):
            other = land.grid.get(key + STEPS[side], -1)
            if other >= 0:
                far = (side ^ 2) - land.turns[other] & 3
                row = land.kinds[other] * ROW
                half = row + HALF + 2 * far
                for local in (TABLE[row + SIDE + far], TABLE[half], TABLE[half + 1]):
                    if local < TABLE[row + PARTS]:
                        label = land.label[land.first[other] + local]
                        if label not in done:
                            done.append(label)
        out = self._cloisters(key)
        for label in done:
            if label not in self._known:
                self._known[label] = self._prospect.worth(label)
            out += self._known[label]
        return out

    def _try(self, action: int):  # type: ignore[no-untyped-def]
        """Generator: what a placement promises is the last that it gives."""
        land = self._land
        key = (action - PLACE_AT) >> 2
        x, y, turn = split_place(action)
        worth = -self._before(key)
        yield worth
        land.place(self._kind, turn, x, y)
        self._prospect.token = 0
        worth += self._cloisters(key)
        for local in self._parts:
            if local and local % _AT_ONCE == 0:
                # Too much for one step: the tile is taken off for the pause.
                land.unplace()
                yield worth
                land.place(self._kind, turn, x, y)
            worth += self._judge(local)
        land.unplace()
        yield worth + self._put()

    def _judge(self, local: int) -> int:
        """What this feature of the tile placed last promises. Where nobody stands on it, 0; then
        a follower may be put there."""
        game = self._game
        land = self._land
        prospect = self._prospect
        first = land.first[land.count - 1]
        label = land.label[first + local]
        if not local:
            self._top = 0
            self._best = END
        for node in range(first, first + local):
            if land.label[node] == label:
                return 0  # it has been judged
        if not land.held[label] and game.supply[game.player]:
            self._offer(CLAIM + local, prospect.worth(label, 1) - prospect.cost(game.player))
        return prospect.worth(label)

    def _cloisters(self, key: int) -> int:
        """What the cloisters on the eight squares round one promise."""
        land = self._land
        out = 0
        for step in AROUND:
            if key + step in land.grid:
                node = land.cloister(land.grid[key + step])
                if node >= 0:
                    out += self._prospect.worth(node)
        return out

    def _put(self) -> int:
        """Better a crown or a token? What the best promises that can be put on the tile."""
        game = self._game
        point = self._prospect.token
        tokens = game.tokens[3 * game.player : 3 * game.player + 3]
        if sum(tokens) <= self._prospect.left // game.players:
            point -= _TOKEN
        for kind in range(3):
            if tokens[kind]:
                self._offer(TOKEN + kind, point * self._land.worth[kind + 1])
        self._offer(self._crown, self._gain)
        return self._top

    def _offer(self, action: int, worth: int) -> None:
        """Take it where it is better than the best so far."""
        if worth > self._top:
            self._top = worth
            self._best = action
