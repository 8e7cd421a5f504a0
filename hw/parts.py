"""The device in one piece, as it is handed to the screens. How it is built is `hw.wiring`."""

from hw.buttons import Buttons
from hw.care import Care
from hw.chosen import Chosen
from hw.clock import Clock
from hw.entropy import Entropy
from hw.facts import Facts
from hw.host import Host
from hw.panel import Panel
from hw.power import Power
from hw.store import Store


class Parts:
    """What a device is made of. `led` is a digital output, or None on a board without one;
    `store.why` tells where nothing can be kept."""

    def __init__(
        self,
        panel: Panel,
        buttons: Buttons,
        entropy: Entropy,
        clock: Clock,
        settings: Chosen,
        led,
        power: Power,
        sound,
        facts: Facts,
        host: Host,
        store: Store,
    ) -> None:
        self.panel = panel
        self.buttons = buttons
        self.entropy = entropy
        self.clock = clock
        self.settings = settings
        self.led = led
        self.power = power
        self.sound = sound
        self.facts = facts
        self.host = host
        self.care = Care(panel, clock, led)
        self.started = clock.now()
        self.store = store
