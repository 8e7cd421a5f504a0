"""Six buttons: from edges on pins to the few events that the screens know.

Edges come from the board's background scanner (`keypad.Keys`) where it has one, otherwise the
pins are polled; both go through adafruit_debouncer. Times come from the scanner's stamps, so a
slow loop loses nothing and measures nothing wrong (field rows F7, F8, F18). What an event does is
decided by the screens.
"""

from adafruit_debouncer import Debouncer
from micropython import const

UP = const(0)
DOWN = const(1)
LEFT = const(2)
RIGHT = const(3)
A = const(4)
B = const(5)
HOLD_A = const(6)
HOLD_B = const(7)
MENU = const(8)

HOLD_MS = const(500)  # A or B held this long is a hold
REPEAT_FIRST_MS = const(400)  # an arrow held: the first repeat, then the others
REPEAT_NEXT_MS = const(120)
STUCK_MS = const(10000)  # an arrow held this long is not held by a person
SCAN_MS = const(5)  # the scanner's interval
BOUNCE_MS = const(10)  # after an edge the contact may bounce this long

_BUTTONS = const(6)
_ARROWS = const(4)
_PAIR = const(9)  # A + B: the other one of the two is _PAIR - key
_BOTH = const(0x30)
_TO_HOLD = const(2)  # A + 2 is HOLD_A, B + 2 is HOLD_B
_SETTLE_MS = const(15)  # a press reported this soon after the start was there before it
_ROOM = const(64)  # events that wait; as many as the scanner holds edges
_CHORD_MS = const(1000)  # a press so soon after the one that woke the device belongs to it


class Buttons:
    """Give either `keys`, a scanner of the six pins in the order of the events, or `pins`, six
    inputs with a `value` that is False while pressed.

    `down`: mask (1 << UP and so on) of the buttons that are down now. `held`: mask of those down
    since power-on (or since a scanner overflow), and of arrows that seem to be stuck; they give no
    event until they have been let go.
    `presses`: how often any button went down, an integer that only grows.
    `turned`: the device is held upside down, the arrows mean the opposite (F20).
    """

    def __init__(self, clock, keys=None, pins=None, turned: bool = False) -> None:
        """Takes 15 ms with a scanner, which needs them to report what is held at power-on."""
        self._clock = clock
        self._turn = 1 if turned else 0
        self._queue = bytearray(_ROOM)
        self._first = 0
        self._waiting = 0
        self._up = bytearray(b"\x01" * _BUTTONS)  # levels that the debouncers read
        self._stamp = [0] * _BUTTONS  # when the last edge counted
        self._pressed = [0] * _BUTTONS  # when the button went down
        self._raw_stamp = [0] * _BUTTONS  # when the last edge came, counted or not
        self._next = [0] * _ARROWS  # when an arrow repeats
        self._woke = 0  # when the press came that woke the device
        self._polled = 0  # when the pins were read last, and how many ms that took
        self._toil = 0
        self.presses = 0
        self._starting = True
        self._started = clock.now()
        self.take_up(keys, pins)

    def take_up(self, keys, pins) -> None:
        """Begin anew with a scanner or inputs, after let_go(); as at power-on."""
        self._keys = keys
        self._pins = pins
        self.clear()
        self._debouncers: list = []
        for key in range(_BUTTONS):
            self._up[key] = 1
            self._debouncers.append(self._debouncer(key, pins))
        self._restart()
        if keys:
            self._clock.sleep(_SETTLE_MS)
            self.sample()
        else:
            self._start_polling()

    def sample(self) -> None:
        """Take in what happened since the last call. Cheap; call it at least every 5 ms where
        pins are polled, with a scanner whenever convenient."""
        if self._keys:
            self._replay()
        else:
            self._poll()
        now = self._clock.now()
        if self._starting and self._clock.diff(now, self._started) > _SETTLE_MS:
            self._starting = False
        self._settle(now, SCAN_MS)

    def get(self) -> int:
        """The next event, or -1 when there is none."""
        if not self._waiting:
            return -1
        event = self._queue[self._first]
        self._first = (self._first + 1) % _ROOM
        self._waiting -= 1
        return event

    def clear(self) -> None:
        """Forget the events that wait."""
        self._waiting = 0

    def swallow(self) -> None:
        """Forget what is pressed now: it gives no event until it has been let go, and neither
        does what is pressed with it in the next second (F19)."""
        self.clear()
        self._waking = 0
        self._woke = self._clock.now()
        for key in range(_BUTTONS):
            bit = 1 << key
            if self.down & bit and not self.held & bit:
                self._waking |= bit
                self._hold_back(key)

    def as_held(self, mask: int) -> int:
        """A mask of buttons, such as `down`, by what the buttons mean to whoever holds the
        device: where it is turned the arrows have changed places (F20)."""
        if self._turn:
            return mask & _BOTH | (mask & 0x05) << 1 | (mask & 0x0A) >> 1
        return mask

    def let_go(self) -> None:
        """Release the pins, for whatever else wants them; nothing can be read any more."""
        if self._keys:
            self._keys.deinit()
        else:
            for pin in self._pins:
                pin.deinit()

    # Where edges come from

    def _debouncer(self, key: int, pins):
        if pins:
            return Debouncer(pins[key], interval=BOUNCE_MS / 1000)
        # The queue is replayed faster than it was filled, so an interval would see no time pass.
        return Debouncer(lambda: self._up[key], interval=0)

    def _restart(self) -> None:
        """Everything counts as released; what proves to be down already is `held`."""
        self.down = 0
        self.held = 0
        self._raw = 0
        self._spent = 0  # presses that have had their event
        self._waking = 0  # those that woke the device, and what was pressed with them
        self._bouncing = 0
        self._starting = True
        self._started = self._clock.now()

    def _start_polling(self) -> None:
        self._starting = False
        for key in range(_BUTTONS):
            if not self._debouncers[key].value:
                self._hold_back(key)

    def _hold_back(self, key: int) -> None:
        bit = 1 << key
        self.down |= bit
        self.held |= bit
        self._spent |= bit

    def _poll(self) -> None:
        clock = self._clock
        now = clock.now()
        # Pins behind a cable take milliseconds to read: at most half of the time goes there.
        if 0 <= clock.diff(now, self._polled) < self._toil:
            return
        for key in range(_BUTTONS):
            debouncer = self._debouncers[key]
            debouncer.update()
            if debouncer.fell:
                self._press(key, now)
            elif debouncer.rose:
                self._release(key)
        self._polled = clock.now()
        self._toil = clock.diff(self._polled, now)

    def _replay(self) -> None:
        events = self._keys.events
        lost = events.overflowed
        event = events.get()
        while event:
            self._edge(event.key_number, event.pressed, event.timestamp)
            event = events.get()
        if lost:
            self._overflow()

    def _overflow(self) -> None:
        """Edges are missing, so nobody knows what is down: begin again from the pins."""
        self._keys.events.clear()
        self._keys.reset()
        for key in range(_BUTTONS):
            if self.down & (1 << key):
                self._debounce(key, False)
        self._restart()

    # The bounce filter: an edge counts at once, then the button is deaf for BOUNCE_MS; if it
    # then is not where the last edge left it, that edge counts after all.

    def _edge(self, key: int, pressed: bool, stamp: int) -> None:
        self._settle(stamp)
        bit = 1 << key
        if pressed:
            self._raw |= bit
        else:
            self._raw &= ~bit
        self._raw_stamp[key] = stamp
        if not self._bouncing & bit:
            self._count(key, stamp)

    def _count(self, key: int, stamp: int) -> None:
        """The button's last edge is real, if it changes anything."""
        bit = 1 << key
        if not (self._raw ^ self.down) & bit:
            return
        self._bouncing |= bit
        self._stamp[key] = stamp
        self._debounce(key, bool(self._raw & bit))
        if self._debouncers[key].fell:
            self._press(key, stamp)
        else:
            self._release(key)

    def _debounce(self, key: int, pressed: bool) -> None:
        self._up[key] = 0 if pressed else 1
        debouncer = self._debouncers[key]
        debouncer.update()
        debouncer.update()

    def _settle(self, now: int, unseen: int = 0) -> None:
        """What is due by `now` through the mere passing of time; of the last `unseen` ms the
        scanner may still have an edge to tell."""
        if self._bouncing:
            seen = self._clock.after(now, -unseen)
            for key in range(_BUTTONS):
                self._end_bounce(key, seen)
        if self.down & ~self._spent:
            for key in range(_BUTTONS):
                if self.down & ~self._spent & (1 << key):
                    self._grow(key, now)

    def _end_bounce(self, key: int, now: int) -> None:
        bit = 1 << key
        while self._bouncing & bit:
            if self._clock.diff(now, self._stamp[key]) <= BOUNCE_MS:
                return
            self._bouncing &= ~bit
            self._count(key, self._raw_stamp[key])

    # What edges mean

    def _press(self, key: int, stamp: int) -> None:
        self.presses += 1
        if self._waking and self._clock.diff(stamp, self._woke) <= _CHORD_MS:
            self._waking |= 1 << key
            self._hold_back(key)
            return
        if self._starting and self._clock.diff(stamp, self._started) <= _SETTLE_MS:
            self._hold_back(key)
            return
        self.down |= 1 << key
        self._pressed[key] = stamp
        if key < _ARROWS:
            self._put(key ^ self._turn)
            self._next[key] = self._clock.after(stamp, REPEAT_FIRST_MS)
        elif self.down & ~self._spent & (1 << (_PAIR - key)):
            self._spent |= _BOTH
            self._put(MENU)

    def _release(self, key: int) -> None:
        bit = 1 << key
        if key >= _ARROWS and not self._spent & bit:
            self._put(key)
        self.down &= ~bit
        self.held &= ~bit
        self._spent &= ~bit
        self._waking &= ~bit

    def _grow(self, key: int, now: int) -> None:
        """A button goes on being down: an arrow repeats, A and B become a hold."""
        clock = self._clock
        if key >= _ARROWS:
            if clock.diff(now, self._pressed[key]) >= HOLD_MS:
                self._spent |= 1 << key
                self._put(key + _TO_HOLD)
            return
        if clock.diff(now, self._pressed[key]) >= STUCK_MS:
            self._hold_back(key)
            return
        late = clock.diff(now, self._next[key])
        if late >= 0:
            missed = late - late % REPEAT_NEXT_MS  # repeats that nobody could see are left out
            self._next[key] = clock.after(self._next[key], missed + REPEAT_NEXT_MS)
            if not self._waiting:  # and none piles up behind a slow picture
                self._put(key ^ self._turn)

    def _put(self, event: int) -> None:
        if self._waiting < _ROOM:
            self._queue[(self._first + self._waiting) % _ROOM] = event
            self._waiting += 1
