"""What the owner has chosen on the device, as small blobs in the store.

What stands in settings.toml counts where nothing was chosen. A blob that makes no sense counts
as none.
"""

from micropython import const

from ui.party import MOST

_OPTIONS = const(0)  # numbers of the blobs
_PARTY = const(3)
_GAME = const(4)  # the options of a game; its place in ui.games.GAMES is added
_FORMAT = const(1)
_SIZE = const(6)
_LANGUAGES = ("en", "cs", "de")


def load(app) -> None:
    """Take up what was chosen before the power went off."""
    store = app.parts.store
    data = store.get(_OPTIONS)
    if data:
        _take_options(app, data)
    data = store.get(_PARTY)
    if data:
        _take_party(app.party, data)


def save_options(app) -> None:
    """Keep language, speed, hand-over, contrast and sounds."""
    options = app.options
    app.parts.store.put(
        _OPTIONS,
        bytes(
            (
                _FORMAT,
                _LANGUAGES.index(options.language),
                options.speed,
                options.handover,
                app.contrast,
                app.sound.level,
            )
        ),
    )


def save_party(app) -> None:
    """Keep who plays: number, who begins, kinds and initials."""
    party = app.party
    head = bytes((_FORMAT, party.count, party.begins + 1)) + bytes(party.kinds)
    app.parts.store.put(_PARTY, head + ",".join(party.names).encode())


def load_choice(app, number: int, rows: tuple) -> bytearray:
    """What was chosen for the options of game `number`, a byte for each of `rows` (a word key, the
    word keys of its values); 0 where nothing was."""
    options = bytearray(len(rows))
    data = app.parts.store.get(_GAME + number) or b""
    if len(data) == 1 + len(rows) and data[0] == _FORMAT:
        for i in range(len(rows)):
            if data[1 + i] < len(rows[i][1]):
                options[i] = data[1 + i]
    return options


def save_choice(app, number: int, options: bytearray) -> None:
    """Keep the options of a game."""
    app.parts.store.put(_GAME + number, bytes((_FORMAT,)) + bytes(options))


def _take_options(app, data: bytes) -> None:
    if len(data) != _SIZE or data[0] != _FORMAT or data[1] >= len(_LANGUAGES):
        return
    if data[2] > 2 or data[3] > 1 or data[5] > 2:
        return
    app.use_language(_LANGUAGES[data[1]])
    app.options.speed = data[2]
    app.options.handover = data[3]
    app.contrast = data[4]
    app.parts.panel.contrast(data[4])
    if app.sound.level:  # not where Down was held at power-on, which mutes
        app.sound.level = data[5]


def _take_party(party, data: bytes) -> None:
    if len(data) < 3 + MOST or data[0] != _FORMAT:
        return
    kinds = data[3 : 3 + MOST]
    names = _names(data[3 + MOST :])
    if not 2 <= data[1] <= MOST or data[2] > data[1] or max(kinds) > 1 or len(names) != MOST:
        return
    party.count = data[1]
    party.begins = data[2] - 1
    party.kinds = bytearray(kinds)
    party.names = names


def _names(data: bytes) -> list:
    try:
        names = str(bytes(data), "utf-8").split(",")
    except UnicodeError:
        return []
    return [name for name in names if 1 <= len(name) <= 3]
