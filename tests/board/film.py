"""What is seen of Dice Games, press by press, to compare one copy of the firmware with another.

Arguments: presses by chance, seeds. Then the game is played to its end. Says for each seed the
screens with checks of their pictures, and a check of the state at the end.
"""

import start

start.prepare()

from binascii import crc32

import monkey
import table
from sim import person
from sim.driver import Driver


def film(seed: int, presses: int) -> dict:
    """What is seen in one game."""
    seen: list = []

    def see(driver: Driver) -> None:
        start.forget(driver.world)
        seen.append([driver.screen, crc32(driver.picture())])

    with Driver({"KOSTKA_SEED": seed}) as driver:
        table.sit_down(driver, "pcp")
        hand = monkey.Monkey(driver, seed, see)
        hand.go(presses)
        hand.back_to_the_game()
        person.play_on(driver, person.follow_advice, see)
        return {"seed": seed, "seen": seen, "state": crc32(driver.state())}


def main() -> None:
    for seed in start.arguments()[1:]:
        start.say(film(seed, start.arguments()[0]))


main()
