"""A game that is being played, with the people and computers who play it.

Every action of a game goes through here: chance is drawn from the entropy
part, recorded by the game, and only then shown. No screen draws dice itself.
"""

from micropython import const

from ui.journal import Journal
from ui.room import tidy

PERSON = const(0)
COMPUTER = const(1)


class Match:
    """One game and its players.

    `names` are the players' initials (1 to 3 letters), `kinds` a bytearray of
    PERSON or COMPUTER, both in the order of the players' numbers; `show` is the
    game's function that puts the screen on top which its state asks for.
    """

    def __init__(self, game, names: list, kinds: bytearray, entropy, show) -> None:
        self.game = game
        self.names = names
        self.kinds = kinds
        self.entropy = entropy
        self.show = show
        self.journal: Journal | None = None  # None where nothing is saved
        self.torn = False  # an action was begun and not finished: only the store knows the state
        self.hurry = False  # a computer's turn is being skipped through
        self.counted = False  # its end is in the records
        self.seeded = getattr(entropy, "seeded", False)  # some of its dice can be had again at will
        self.view: object = None  # what the game's screens keep from one to the next

    def play(self, action: int) -> None:
        """Write a player's action down, then apply it; ValueError where it is illegal."""
        wrong = self.game.why_not(action)
        if wrong:
            raise ValueError("action %d: %s" % (action, wrong))
        self._apply(action)

    def throw(self) -> None:
        """Draw the outcome of the chance step and apply it: from here on it is fixed (F24).

        The entropy part's fault passes through, and the game still waits for its chance step.
        """
        outcome = self.entropy.draw(self.game.chance_count())
        if self.journal:
            outcome = self.journal.settled(self.game, outcome)
        self._apply(outcome)

    def heal(self) -> None:
        """Make the game anew from its bytes, so that nothing stays that was left half-done.

        Raises ValueError where the bytes are no state of a game.
        """
        self.game = type(self.game).unpack(self.game.pack())
        tidy(self.game)

    def _apply(self, action: int) -> None:
        self.torn = True
        if self.journal:
            self.journal.note(self.game, action)
        self.game.apply(action)
        self.torn = False

    def take_back(self) -> int:
        """Take back one step since the last roll (D15); the step, -1 where there is none."""
        game = self.game
        if not game.can_undo():
            return -1
        action = game.steps[-1]
        self.torn = True
        if self.journal:
            self.journal.note_undo(game)
        game.undo()
        self.torn = False
        return action

    def is_person(self, player: int) -> bool:
        return self.kinds[player] == PERSON

    def people(self) -> int:
        """How many of the players are persons."""
        return sum(1 for kind in self.kinds if kind == PERSON)
