"""Boards beside the Pico, as data: what `board` names there, and what they lack.

From CircuitPython's own definitions of these boards. The wiring is the one of docs/build.md.
"""

_PICO = [f"GP{number}" for number in range(29) if number not in (23, 24, 25)]
_FEATHER = [f"D{number}" for number in (4, 5, 6, 9, 10, 11, 12, 13, 24, 25)]

# What World takes for a Raspberry Pi Pico 2 (RP2350): the reference wiring, no deep sleep.
PICO_2 = {
    "board_id": "raspberry_pi_pico2",
    "pins": _PICO + ["VOLTAGE_MONITOR", "LED"],
    "lacks": ("alarm",),
    "settings": {},
}

# The same for an Adafruit Feather RP2040: pins with names of their own.
FEATHER = {
    "board_id": "adafruit_feather_rp2040",
    "pins": _FEATHER + ["A0", "A1", "A2", "A3", "SDA", "SCL", "TX", "RX", "LED", "NEOPIXEL"],
    "lacks": (),
    "settings": {
        "KOSTKA_SDA": "SDA",
        "KOSTKA_SCL": "SCL",
        "KOSTKA_UP": "D5",
        "KOSTKA_DOWN": "D6",
        "KOSTKA_LEFT": "D9",
        "KOSTKA_RIGHT": "D10",
        "KOSTKA_A": "D11",
        "KOSTKA_B": "D12",
    },
}

OTHERS = (PICO_2, FEATHER)
