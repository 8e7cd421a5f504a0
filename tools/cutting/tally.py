"""What was tried and what came of it, in numbers."""

from dataclasses import dataclass, field, fields

#: What is wrong after a cut and counts as a lost game.
_LOST = ("game lost", "cannot go on", "erased in play")


@dataclass
class Tally:
    """steps: places at which the power was cut; cuts: times, each place being done whole and half
    in several ways; again: second cuts in the first write after a first one; starts: of the whole
    device on what was left; then what was lost, and a line for each fault."""

    steps: int = 0
    cuts: int = 0
    again: int = 0
    starts: int = 0
    games_lost: int = 0
    states_wrong: int = 0
    blobs_lost: int = 0
    messages: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Count another one in."""
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def note(self, wrong: str, where: str) -> None:
        """Count what went wrong, "" for nothing."""
        if wrong:
            self.messages.append(f"{wrong}: {where}")
            self.games_lost += wrong in _LOST
            self.blobs_lost += wrong == "blob lost"
            self.states_wrong += wrong not in (*_LOST, "blob lost")
