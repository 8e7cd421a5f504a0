"""The games that the power is cut in, as data, and recordings of whole ones.

A new game is a row of GAMES. How the power is cut, and what must be there afterwards, knows none
of them.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.contract import CHANCE, OVER
from engine.dice import entry as writing
from engine.dice import log
from engine.dice.game import DiceGame
from engine.dice.thinker import Thinker
from engine.tiles import entry as tiles_writing
from engine.tiles import log as tiles_log
from engine.tiles.game import TileGame
from engine.tiles.terms import BASE, HOUSE, MIX, SHORT, SMALL_CITY, WHEEL
from ui.journal import pack_header

TAKEN_BACK = 0.1  # of the steps that can be


@dataclass
class Recording:
    """A whole game: its header, its entries, and the packed state before the first entry and
    after each."""

    kind: "Kind"
    players: int
    first: int
    header: bytes
    room: int  # bytes that the store is asked for when it begins
    entries: list[bytes] = field(default_factory=list)
    packs: list[bytes] = field(default_factory=list)
    turns: int = 0
    _states: dict[tuple[bytes, bytes], bytes] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """Bytes in the log: every entry and its check."""
        return sum(len(entry) + 1 for entry in self.entries)

    def state(self, snapshot: bytes, entries: list[bytes]) -> bytes:
        """The packed state that a snapshot (or none) and entries of the store lead to. A store
        that is in order leads to few of them, so each is worked out once."""
        key = snapshot, b"".join(entries)
        if key not in self._states:
            self._states[key] = self.kind.resume(self, *key)
        return self._states[key]


@dataclass(frozen=True)
class Kind:
    """A game of this device.

    name      as it is printed
    players   the numbers of players whose games are recorded
    play      plays a whole game of so many players into a recording, by a seed and the share of
              steps that are taken back
    resume    the packed state that a recording's snapshot and log lead to
    again     after so manieth a cut the next write is cut as well
    """

    name: str
    players: tuple[int, ...]
    play: Callable[[int, int, float], Recording]
    resume: Callable[[Recording, bytes, bytes], bytes]
    again: int = 7


def record(
    players: int, seed: int, taken_back: float = TAKEN_BACK, kind: "Kind | None" = None
) -> Recording:
    """A whole game of this kind, a Dice Game by default."""
    return (kind or DICE).play(players, seed, taken_back)


def names_of(players: int) -> list[str]:
    """Names of three letters, as long as they can be."""
    return ["ABC", "DEF", "GHI", "JKL", "MNO", "PQR"][:players]


# The Dice Game


def think(game: DiceGame) -> int:
    """What the computer player would do."""
    thinker = Thinker(game)
    action = thinker.step()
    while action is None:
        action = thinker.step()
    return action


def _play_dice(players: int, seed: int, taken_back: float) -> Recording:
    chance = random.Random(seed)
    game = DiceGame(players, seed % players)
    header = pack_header(0, names_of(players), bytearray(players), game.first)
    out = Recording(DICE, players, game.first, header, writing.ROOM, packs=[game.pack()])
    while game.to_move != OVER:
        if game.to_move == CHANCE:
            action = writing.settled(chance.randrange(game.chance_count()), game.to_roll())
        elif game.can_undo() and chance.random() < taken_back:
            action = writing.UNDO
        else:
            action = think(game)
        entry = writing.encode(game, action)
        if action == writing.UNDO and game.to_move >= 0:
            game.undo()
        else:
            game.apply(action)
        if entry:
            out.entries.append(entry)
            out.packs.append(game.pack())
    out.turns = len(game.turns)
    return out


def _resume_dice(recording: Recording, snapshot: bytes, data: bytes) -> bytes:
    new = DiceGame(recording.players, recording.first)
    game = DiceGame.unpack(snapshot) if snapshot else new
    log.resume(game, data)
    return game.pack()


DICE = Kind("Dice Game", (2, 3, 4, 5), _play_dice, _resume_dice)

# The tile game: a way to play, buildings and house rules for each number of players, so that all
# of them come.

_TILES = {2: (SHORT, 0, 0), 3: (WHEEL, 0, 1), 4: (HOUSE, 1, 2), 5: (BASE, 2, 1), 6: (MIX, 1, 0)}


def _play_tiles(players: int, seed: int, taken_back: float) -> Recording:
    """By chance among what is legal: thinkers would take minutes, and write nothing else."""
    chance = random.Random(seed)
    options = _TILES[players]
    way, buildings, house = options
    chosen = bytes((way, buildings, house & SMALL_CITY, house >> 1))
    game = TileGame(players, seed % players, way, buildings, house)
    header = pack_header(1, names_of(players), bytearray(players), game.first, chosen)
    room = tiles_writing.ROOM
    out = Recording(TILES, players, game.first, header, room, packs=[game.pack()])
    while game.to_move != OVER:
        if game.to_move == CHANCE:
            action = tiles_writing.settled(game.left, chance.randrange(game.chance_count()))
        elif game.can_undo() and chance.random() < taken_back:
            action = tiles_writing.UNDO
        else:
            action = chance.choice(game.legal_actions())
        out.entries.append(tiles_writing.encode(game, action))
        if action == tiles_writing.UNDO and game.to_move >= 0:
            game.undo()
        else:
            game.apply(action)
        out.packs.append(game.pack())
    out.turns = game.turn
    return out


def _resume_tiles(recording: Recording, snapshot: bytes, data: bytes) -> bytes:
    way, buildings, house = _TILES[recording.players]
    new = TileGame(recording.players, recording.first, way, buildings, house)
    game = TileGame.unpack(snapshot) if snapshot else new
    tiles_log.replay(game, data)
    return game.pack()


TILES = Kind("tile game", (2, 3, 4, 5, 6), _play_tiles, _resume_tiles, 35)

GAMES = (DICE, TILES)
