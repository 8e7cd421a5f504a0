"""What the tile game's rules cost, step by step, in microseconds, beside the unit.

Arguments: games, repeats. The largest games: W22 with six players and tokens. The same games are
played each time, and for every step the shortest time counts, so that the numbers are those of the
work and not of the machine's other business. Says for each kind of step how many there were, the
longest and the middle one, and the sum of all steps in which the last game came back from its log.
"""

import start

start.prepare()

import gc
from array import array

from engine.contract import CHANCE, OVER
from engine.tiles import entry as writing
from engine.tiles import log
from engine.tiles.game import TileGame
from engine.tiles.table import VARIANTS
from engine.tiles.terms import END, FINAL, MIX, PLACE, PLACE_AT, TAKEN

_END = -1
KINDS = (
    "list",  # a piece of listing what may be done
    "list_all",  # all placements of a tile
    "claims",  # what may be put on the tile
    "draw",
    "draw_wheel",  # with the wheel's event
    "plague",  # a follower is taken
    "place",
    "put",
    "end",  # the turn: what is complete scores
    "place_end",  # both: one placement with its scoring
    "final",  # a feature scores at the end
    "undo",
    "code",  # encode an entry
    "pack",
    "unpack",
    "replay",  # an entry of the log is read and applied
)


class Times:
    """Of each kind of step, the shortest time of every single one over all repeats."""

    def __init__(self) -> None:
        self.best: dict = {}
        self.at: dict = {}
        for kind in KINDS:
            self.best[kind] = array("L")

    def again(self) -> None:
        for kind in KINDS:
            self.at[kind] = 0

    def note(self, kind: str, time: int) -> None:
        best = self.best[kind]
        at = self.at[kind]
        self.at[kind] = at + 1
        if at == len(best):
            best.append(time)
        elif time < best[at]:
            best[at] = time

    def of(self, kind: str, function, *arguments) -> int:
        """Call a function and note how long it took; microseconds."""
        begin = start.microseconds()
        function(*arguments)
        took = start.microseconds() - begin
        self.note(kind, took)
        return took


def list_all(times: Times, game: TileGame) -> list:
    """The legal actions; the pieces and the whole of it are noted."""
    total = 0
    out: list = []
    pieces = game.scan(out)
    more = 0
    while more != _END:
        begin = start.microseconds()
        more = next(pieces, _END)
        took = start.microseconds() - begin
        times.note("list", took)
        total += took
    times.note("list_all" if game.phase == PLACE else "claims", total)
    return out


def kind_of(game: TileGame, action: int) -> str:
    """The name of a step."""
    if game.to_move == CHANCE:
        at = writing.drawn(game.left, action)
        return "draw_wheel" if VARIANTS[at] >> 6 else "draw"
    if game.phase == TAKEN:
        return "plague"
    if game.phase == FINAL:
        return "final"
    if action >= PLACE_AT:
        return "place"
    return "end" if action == END else "put"


def play(times: Times, seed: int) -> tuple:
    """One game by chance, with a look at everything that the screens may ask for."""
    chance = start.Chance(seed)
    game = TileGame(6, 0, MIX, 2, 0)
    data = bytearray()
    placed = 0
    while game.to_move != OVER:
        if game.to_move == CHANCE:
            gc.collect()  # between turns, so that it strikes within no step
            action = writing.settled(game.left, chance.below(game.chance_count()))
        else:
            legal = list_all(times, game)
            action = legal[chance.below(len(legal))]
            if legal[0] == END and len(legal) > 1 and chance.below(4):
                action = legal[1 + chance.below(len(legal) - 1)]
        times.of("code", writing.encode, game, action)
        data.extend(writing.encode(game, action))
        kind = kind_of(game, action)
        took = times.of(kind, game.apply, action)
        if game.can_undo():
            times.of("undo", game.undo)
            game.apply(action)
        if kind == "place":
            placed = took
        elif kind == "end":
            times.note("place_end", placed + took)
            times.of("pack", game.pack)
            if game.turn % 20 == 0:
                packed = game.pack()
                gc.collect()
                times.of("unpack", TileGame.unpack, packed)
    return bytes(data), game.pack()


def replay(times: Times, data: bytes, packed: bytes) -> int:
    """The game out of its log, entry by entry; how many there were."""
    game = TileGame(6, 0, MIX, 2, 0)
    gc.collect()
    entries = log.resuming(game, data)
    more = 0
    count = 0
    while more != _END:
        begin = start.microseconds()
        more = next(entries, _END)
        times.note("replay", start.microseconds() - begin)
        count += 1
        if count % 64 == 0:
            gc.collect()
    assert game.pack() == packed
    return count - 1


def main() -> None:
    games, repeats = start.arguments()
    gc.disable()
    times = Times()
    last = 0
    for _ in range(repeats):
        times.again()
        for seed in range(games):
            data, packed = play(times, seed + 1)
            last = replay(times, data, packed)
    found: dict = {"unit": start.unit(), "entries": last, "log": len(data), "packed": len(packed)}
    found["replay_all"] = sum(times.best["replay"][-last:])
    for kind in KINDS:
        ordered = sorted(times.best[kind])
        found[kind] = [len(ordered), ordered[-1], ordered[len(ordered) // 2]]
    start.say(found)


main()
