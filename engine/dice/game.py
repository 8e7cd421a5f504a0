"""The Dice Game as a state machine: rows D7 to D26.

Knows what may be done and does it; draws nothing itself: a throw is an action of chance whose
outcome the caller brings. The state is `table`, its bytes are `saved`.
"""

from engine.contract import CHANCE, OVER
from engine.dice import saved
from engine.dice.faces import CATAPULT, DICE, FACES, KNIGHTS_TO_KEEP, ROLLS
from engine.dice.faces import KNIGHT as KNIGHT_FACE
from engine.dice.layout import BUILD, face_of
from engine.dice.table import Table
from engine.dice.terms import (
    ENDED_KEPT,
    ENDED_NINE,
    ENDED_NOTHING,
    ENDED_SHIFT,
    EVENT_PASSED,
    KEEP,
    KNIGHT,
    NOTHING,
    ROLL,
    SCORE,
)


class DiceGame(Table):
    """One game: what may be done now, and doing it."""

    # What may be done

    def legal_actions(self) -> list[int]:
        """The actions that may be applied now, in an order that depends on the state alone.

        Empty when the game is over, and for chance: its outcomes are 0 to chance_count() - 1.
        """
        out: list[int] = []
        for _ in self.scan(out):
            pass
        return out

    def scan(self, out: list[int]):  # type: ignore[no-untyped-def]
        """Generator: appends the legal actions to `out`, pauses between pieces under 0.5 u."""
        if self.to_move < 0:
            return
        for action in (ROLL, KNIGHT, SCORE, KEEP, NOTHING):
            if not self.why_not(action):
                out.append(action)
        if self.roll:
            faces = bytes([face for face in range(KNIGHT_FACE) if self.hand[face]])
            if faces:
                for _ in self.layout.scan(faces, out):
                    yield

    def why_not(self, action: int) -> str:
        """Why a player may not do this now, "" where he may."""
        if self.to_move < 0:
            return "no player is to move"
        if action == ROLL:
            if self.roll and not self.to_roll():
                return "no die is left to roll"
            return "three rolls are thrown" if self.roll >= ROLLS else ""
        if not self.roll:
            return "the turn begins with a roll"
        if action >= BUILD:
            if not self.hand[face_of(action)]:
                return "no such die in the hand"
            return self.layout.why_not(action)
        if action == SCORE:
            return ""
        if action == KNIGHT:
            return "" if self.hand[KNIGHT_FACE] else "no knight in the hand"
        if action == KEEP or action == NOTHING:
            if self.aside < KNIGHTS_TO_KEEP:
                return "%d knights aside, 3 needed" % self.aside
            if action == NOTHING and not self.layout.best_closed():
                return "no closed city to give up"
            return ""
        return "no such action"

    def apply(self, action: int) -> None:
        """One step, by a player or by chance. Raises ValueError with the reason where illegal."""
        if self.to_move == CHANCE:
            if not 0 <= action < self.chance_count():
                raise ValueError("outcome %d of %d" % (action, self.chance_count()))
            self._throw(action)
            return
        if self.to_move == OVER:
            raise ValueError("the game is over")
        wrong = self.why_not(action)
        if wrong:
            raise ValueError("action %d: %s" % (action, wrong))
        self.events = []
        if action >= BUILD:
            self._take(face_of(action))
            self.layout.build(action)
            self.steps.append(action)
        elif action == KNIGHT:
            self._take(KNIGHT_FACE)
            self.aside += 1
            self.steps.append(KNIGHT)
        elif action == ROLL:
            self._begin_roll()
        else:
            self._finish(action)

    def chance_count(self) -> int:
        """How many equally likely outcomes the throw has: 6 ** dice; 0 when chance is not to move.

        Outcome: a number in base 6, its digit i (least first) is the face of die i.
        """
        return FACES ** self.to_roll() if self.to_move == CHANCE else 0

    def can_undo(self) -> bool:
        """Whether a build or a knight aside since the last roll can be taken back (D15)."""
        return self.to_move >= 0 and self.roll > 0 and len(self.steps) > 0

    def undo(self) -> None:
        """Take back the last build or knight aside (D15). Raises ValueError where there is none."""
        if not self.can_undo():
            raise ValueError("nothing to take back since the last roll")
        self.events = []
        action = self.steps.pop()
        if action == KNIGHT:
            self.aside -= 1
            self.hand[KNIGHT_FACE] += 1
        else:
            self.layout.take_back()
            self.hand[face_of(action)] += 1

    def pack(self) -> bytes:
        """The state with what may be taken back, in a few hundred bytes at most."""
        return saved.pack(self)

    @classmethod
    def unpack(cls, data: bytes) -> "DiceGame":
        """The game that was packed. Raises ValueError where the bytes are not whole or not true."""
        body = saved.opened(data)
        game = cls(saved.players(body), saved.first(body))
        saved.fill(game, body)
        return game

    # Steps

    def _take(self, face: int) -> None:
        self.hand[face] -= 1

    def _begin_roll(self) -> None:
        if self.roll == 0:
            self.player = self.to_move
            self.own_knight_back()
            self.layout.clear()
            self.aside = 0
            self.passed = 0
        self.roll += 1
        self.to_move = CHANCE
        self.steps = []
        self.rolled = b""
        for face in range(FACES):
            self.hand[face] = 0

    def _throw(self, outcome: int) -> None:
        faces = bytearray(self.to_roll())
        for i in range(len(faces)):
            faces[i] = outcome % FACES
            outcome //= FACES
            self.hand[faces[i]] += 1
        self.rolled = bytes(faces)
        gone = self.hand[CATAPULT]
        self.hand[CATAPULT] = 0
        self.passed += gone
        self.to_move = self.player
        self.events = [(EVENT_PASSED, self.player, 0, gone)] if gone else []
        if self.passed == DICE:
            self._end(ENDED_NINE << ENDED_SHIFT)

    def _finish(self, action: int) -> None:
        if action == KEEP:
            self._end(ENDED_KEPT << ENDED_SHIFT)
        elif action == NOTHING:
            self._end(ENDED_NOTHING << ENDED_SHIFT)
        else:
            self._end(self.offer())

    def _end(self, turn: int) -> None:
        self.note(turn)
        self.events.append(self.last_event())
        if self._winner < 0:
            self.to_move = (self.player + 1) % self.players
            self.roll = 0
        else:
            self.to_move = OVER
