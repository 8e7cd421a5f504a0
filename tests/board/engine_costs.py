"""What the rules and the thinker cost, step by step, in microseconds, beside the unit.

Arguments: games, repeats. The same games are played each time, and for every step the shortest
time counts, so that the numbers are those of the work and not of the machine's other business.
Says for each kind of step how many there were, the longest and the middle one.
"""

import start

start.prepare()

import gc
from array import array

from engine.contract import CHANCE, OVER
from engine.dice.game import DiceGame
from engine.dice.thinker import Thinker

_END = -1
KINDS = ("list", "list_all", "apply", "throw", "undo", "pack", "think", "decide")


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

    def of(self, kind: str, function, *arguments) -> None:
        """Call a function and note how long it took."""
        begin = start.microseconds()
        function(*arguments)
        self.note(kind, start.microseconds() - begin)


def decide(times: Times, game: DiceGame) -> int:
    """What the thinker would do; its steps and the whole of it are noted."""
    total = 0
    begin = start.microseconds()
    thinker = Thinker(game)
    action = None
    while action is None:
        action = thinker.step()
        took = start.microseconds() - begin
        times.note("think", took)
        total += took
        begin = start.microseconds()
    times.note("decide", total)
    return action


def list_all(times: Times, game: DiceGame) -> None:
    """List the legal actions; the pieces and the whole of it are noted."""
    total = 0
    piece: list = []
    pieces = game.scan(piece)
    more = 0
    while more != _END:
        begin = start.microseconds()
        more = next(pieces, _END)
        took = start.microseconds() - begin
        piece.clear()
        times.note("list", took)
        total += took
    times.note("list_all", total)


def play(times: Times, seed: int) -> int:
    """One game between thinkers, with a look at everything that the screens may ask for."""
    chance = start.Chance(seed)
    game = DiceGame(2 + seed % 4, 0)
    while game.to_move != OVER:
        if game.roll == 0:
            gc.collect()  # between turns, so that it strikes within no step
        if game.to_move == CHANCE:
            times.of("throw", game.apply, chance.below(game.chance_count()))
            continue
        list_all(times, game)
        action = decide(times, game)
        times.of("apply", game.apply, action)
        if game.can_undo():
            times.of("undo", game.undo)
            game.apply(action)
        times.of("pack", game.pack)
    return len(game.turns)


def main() -> None:
    games, repeats = start.arguments()
    gc.disable()
    times = Times()
    turns = 0
    for _ in range(repeats):
        times.again()
        turns = 0
        for seed in range(games):
            turns += play(times, seed + 1)
    found: dict = {"unit": start.unit(), "turns": turns}
    for kind in KINDS:
        ordered = sorted(times.best[kind])
        found[kind] = [len(ordered), ordered[-1], ordered[len(ordered) // 2]]
    start.say(found)


main()
