"""What is remembered of all games: statistics, counts of the dice, the quickest wins of persons.

Two blobs of the store, written at the very end of a game (F37), and before its log is written
anew. How they are shown is decided by ui/screens/records.py; what a game's turns tell, by the
game.
"""

from micropython import const

# The store's numbers of the two blobs.
HALL = const(1)
STATISTICS = const(2)

# Places in `Records.values`
GAMES = const(0)  # finished
PERSONS = const(1)  # won by persons
COMPUTERS = const(2)
NINE = const(3)  # won with nine catapults
TURNS = const(4)  # of all players
BEST = const(5)  # most points in a turn
CITY = const(6)  # most dice in a closed city that was scored
FACES = const(7)  # the first of six counts

BEST_OF = const(5)  # wins that are remembered

_FORMAT = const(1)
_SIZES = bytes((2, 2, 2, 2, 3, 1, 1, 3, 3, 3, 3, 3, 3))  # bytes of each value
_STATISTICS_SIZE = const(32)
_COUNT_LIMIT = const(0xFFFFFF)
_MOST_IN_TURN = const(56)
_MOST_DICE = const(9)
_MOST_POINTS = const(97)  # of a winner: 41, and the best turn upon that
_WIN_SIZE = const(9)  # turns, points, players, name
_NAME = const(6)  # bytes of three letters, the rest is 0


class Records:
    """`values`: the numbers by the places above. `wins`: up to five tuples (turns, points,
    players, name), the best one first. `complete`: the dice of the running game are counted in;
    after power-on they are in its log alone."""

    def __init__(self, store) -> None:
        """`store`: the parts' store or None. Bytes that are none of ours count as none."""
        self._store = store
        self.values = [0] * len(_SIZES)
        self.wins: list = []
        self.complete = False
        if store is not None:
            _unpack_values(self.values, store.get(STATISTICS) or b"")
            self.wins = _unpack_wins(store.get(HALL) or b"")

    @property
    def kept(self) -> bool:
        """All this outlasts the power."""
        store = self._store
        return store is not None and store.everything and not store.why

    def count(self, faces: bytes) -> None:
        """Count the faces (0 to 5) of a throw of real dice, never of seeded ones (F24).

        In memory, until the log of the game goes. Where one is full all stay as they are.
        """
        if max(self.values[FACES:]) + len(faces) <= _COUNT_LIMIT:
            for face in faces:
                self.values[FACES + face] += 1

    def count_all(self, counts: list) -> None:
        """Count so many of each face in the same way."""
        if max(self.values[FACES:]) + max(counts) <= _COUNT_LIMIT:
            for face in range(len(counts)):
                self.values[FACES + face] += counts[face]

    def blobs(self) -> tuple:
        """(number, data) of what must be kept at the very instant when a log goes."""
        return ((STATISTICS, _pack_values(self.values)),)

    def finish(self, match) -> tuple:
        """Count a match whose game is over, once; (number, data) of the blobs, to be kept."""
        if not match.counted:
            self._count_in(match)
            match.counted = True
        return ((HALL, _pack_wins(self.wins)),) + self.blobs()

    def _count_in(self, match) -> None:
        """A win with seeded dice can be had again at will: it gets no place in the hall."""
        game = match.game
        self._add(GAMES, 1)
        if hasattr(game, "winners"):  # the tile game: who is the quickest is no question there
            winners = game.winners()
            person = any(winners >> i & 1 and match.is_person(i) for i in range(game.players))
            self._add(PERSONS if person else COMPUTERS, 1)
            self._add(TURNS, game.turn)
            return
        from ui.dice.tally import tally

        winner, turns, nine, best, city = tally(game)
        person = match.is_person(winner)
        values = self.values
        self._add(PERSONS if person else COMPUTERS, 1)
        self._add(NINE, 1 if nine else 0)
        self._add(TURNS, len(game.turns))
        values[BEST] = max(values[BEST], best)
        values[CITY] = max(values[CITY], city)
        if person and not match.seeded:
            points = game.scores[winner]
            self._enter((min(turns, 255), points, game.players, match.names[winner][:3]))

    def _add(self, place: int, count: int) -> None:
        full = (1 << 8 * _SIZES[place]) - 1
        self.values[place] = min(self.values[place] + count, full)

    def _enter(self, win: tuple) -> None:
        """Give a win its place, behind those that are as good."""
        place = 0
        while place < len(self.wins) and _rank(self.wins[place]) <= _rank(win):
            place += 1
        self.wins.insert(place, win)
        if len(self.wins) > BEST_OF:
            self.wins.pop()


def _rank(win: tuple) -> int:
    """The lower the better: fewer turns, then more points, then more players."""
    return win[0] << 16 | (255 - win[1]) << 8 | (255 - win[2])


def _pack_values(values: list) -> bytes:
    """32 bytes: format, then each value, its low byte first."""
    data = bytearray(_STATISTICS_SIZE)
    data[0] = _FORMAT
    at = 1
    for i in range(len(_SIZES)):
        data[at : at + _SIZES[i]] = values[i].to_bytes(_SIZES[i], "little")
        at += _SIZES[i]
    return bytes(data)


def _unpack_values(values: list, data: bytes) -> None:
    """Read a blob into `values`."""
    if len(data) != _STATISTICS_SIZE or data[0] != _FORMAT:
        return
    found = []
    at = 1
    for size in _SIZES:
        found.append(int.from_bytes(data[at : at + size], "little"))
        at += size
    if max(found[PERSONS], found[COMPUTERS], found[NINE]) > found[GAMES]:
        return
    if found[BEST] > _MOST_IN_TURN or found[CITY] > _MOST_DICE or found[TURNS] < found[GAMES]:
        return
    values[:] = found


def _pack_wins(wins: list) -> bytes:
    """1 to 46 bytes: format, then nine bytes each."""
    data = bytes((_FORMAT,))
    for turns, points, players, name in wins:
        letters = name.encode()
        data += bytes((turns, points, players)) + letters + bytes(_NAME - len(letters))
    return data


def _unpack_wins(data: bytes) -> list:
    """The wins of a blob of ours, otherwise none."""
    count = len(data) // _WIN_SIZE
    if count > BEST_OF or len(data) != 1 + count * _WIN_SIZE or data[0] != _FORMAT:
        return []
    wins: list = []
    for i in range(count):
        win = _win(data[1 + i * _WIN_SIZE : 1 + (i + 1) * _WIN_SIZE])
        if win is None or (wins and _rank(wins[-1]) > _rank(win)):
            return []
        wins.append(win)
    return wins


def _win(data: bytes):
    """One win of nine bytes, None where there is no such win."""
    turns, points, players = data[0], data[1], data[2]
    try:
        name = str(data[3:].rstrip(b"\0"), "utf-8")
    except ValueError:  # no UTF-8
        return None
    if not 1 <= len(name) <= 3 or min(name) < " ":
        return None
    if turns == 0 or points > _MOST_POINTS or not 2 <= players <= 5:
        return None
    return turns, points, players, name
