"""A Dice Game played by chance into the store over the simulated flash, as far as it fits.

Arguments: players, seed, tenths of the log after which it is opened anew. Says how many turns
fitted, and what saving an action, opening the store and coming back to the game cost in
thousandths of a unit; AssertionError where the game does not come back as it was.
"""

import start

start.prepare()

from engine.contract import CHANCE
from engine.dice import entry as writing
from engine.dice import log
from engine.dice.game import DiceGame
from hw.store import Store
from sim.chips.flash import Flash


def pick(game: DiceGame, chance: start.Chance) -> int:
    """Chance alone, but builds most of the time, so that the turns are full ones."""
    if game.to_move == CHANCE:
        return writing.settled(chance.below(game.chance_count()), game.to_roll())
    if game.roll:
        faces = [face for face in range(4) if game.hand[face]]
        if faces and chance.below(4):
            builds = game.layout.placements(faces[chance.below(len(faces))])
            return builds[chance.below(min(len(builds), 40))]
    if game.can_undo() and not chance.below(12):
        return writing.UNDO
    for action in (1, 0, 2, 3):
        if not game.why_not(action):
            return action
    raise AssertionError("nothing to do")


def play(game: DiceGame, store: Store, chance: start.Chance) -> tuple:
    """Play until the store is full; mean (microseconds to encode, to append)."""
    coding = 0
    saving = 0
    count = 1
    while game.winner() < 0:
        action = pick(game, chance)
        began = start.microseconds()
        entry = writing.encode(game, action)
        coded = start.microseconds()
        if entry and not store.append(entry):
            break
        saving += start.microseconds() - coded
        coding += coded - began
        count += 1
        if action == writing.UNDO and game.to_move >= 0:
            game.undo()
        else:
            game.apply(action)
    return coding // count, saving // count


def main() -> None:
    players, seed = start.arguments()
    chance = start.Chance(seed)
    flash = Flash()
    store = Store(flash)
    for number in range(3):
        store.put(number, bytes(100))
    store.begin(b"header", writing.ROOM)
    game = DiceGame(players, seed % players)
    coding, saving = play(game, store, chance)
    unit = start.unit()
    before = start.live()
    began = start.microseconds()
    again = Store(flash)
    opened = start.microseconds()
    data = again.history()
    told = start.microseconds()
    back = DiceGame(players, seed % players)
    log.resume(back, data)
    resumed = start.microseconds()
    if game.to_move != CHANCE:
        assert back.pack() == game.pack()
    assert again.alive and not again.report and flash.erases == 0
    start.say(
        {
            "turns": len(game.turns),
            "bytes": len(data),
            "live": start.live() - before,
            "coding": coding * 1000 // unit,
            "saving": saving * 1000 // unit,
            "opening": (opened - began) * 1000 // unit,
            "reading": (told - opened) * 1000 // unit,
            "resuming": (resumed - told) * 1000 // unit,
        }
    )


main()
