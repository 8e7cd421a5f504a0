"""What the tile game's computer player costs, and how long a late game takes to come back.

Arguments: games, repeats. The largest games: W22, six computers, buildings of three sizes. The
same games are played each time, and for every step the shortest time counts. Says microseconds
beside the unit: for each kind of time how many there were, the longest and the middle one.
"""

import start

start.prepare()

import gc
from array import array

from engine.contract import CHANCE, OVER
from engine.tiles import entry, log
from engine.tiles.game import TileGame
from engine.tiles.terms import FINAL, MIX, VARIANT
from engine.tiles.thinker import Thinker

_END = -1
KINDS = (
    "think",  # one step
    "replay",  # an entry of the log is read and applied
)


class Times:
    """Of each kind, the shortest time of every single step over all repeats."""

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


def new_game() -> TileGame:
    return TileGame(6, 0, MIX, VARIANT, 0)


def decide(times: Times, game: TileGame) -> int:
    """What the thinker would do; its steps are noted."""
    action = None
    begin = start.microseconds()
    thinker = Thinker(game)
    while action is None:
        action = thinker.step()
        times.note("think", start.microseconds() - begin)
        begin = start.microseconds()
    return action


def play(times: Times, seed: int, ends: list) -> bytes:
    """A game between thinkers, to the last tile; its log. `ends`: steps by the end of each
    decision."""
    chance = start.Chance(seed)
    game = new_game()
    data = bytearray()
    while game.to_move != OVER and game.phase != FINAL:
        if game.to_move == CHANCE:
            gc.collect()  # between turns, so that it strikes within no step
            action = entry.settled(game.left, chance.below(game.chance_count()))
        else:
            action = decide(times, game)
            ends.append(times.at["think"])
        data.extend(entry.encode(game, action))
        game.apply(action)
    return bytes(data)


def replay(times: Times, data: bytes) -> int:
    """Bring a game back; how many entries that took."""
    gc.collect()
    entries = log.resuming(new_game(), data)
    count = 0
    while True:
        begin = start.microseconds()
        if next(entries, _END) == _END:
            return count
        times.note("replay", start.microseconds() - begin)
        count += 1


def sums(times, ends: list) -> list:
    """The sums of the times up to each of the ends."""
    found = []
    at = 0
    for end in ends:
        found.append(sum(times[at:end]))
        at = end
    return found


def main() -> None:
    games, repeats = start.arguments()
    gc.disable()
    times = Times()
    for _ in range(repeats):
        times.again()
        ends: list = []
        backs: list = []
        for seed in range(games):
            data = play(times, seed + 1, ends)
            replay(times, data)
            backs.append(times.at["replay"])
    best = times.best
    found: dict = {"unit": start.unit()}
    for kind, values in (
        ("think", best["think"]),
        ("decide", sums(best["think"], ends)),
        ("resume", sums(best["replay"], backs)),
    ):
        ordered = sorted(values)
        found[kind] = [len(ordered), ordered[-1], ordered[len(ordered) // 2]]
    start.say(found)


main()
