"""Which pins the parts hang on where no setting says so: by the names that the board offers."""

#: Part -> pin. The first table of which the board has every pin is taken. A + joins two pins that
#: a button pulls down together, see hw/shared.py.
TABLES = (
    # The header of a Raspberry Pi, as Adafruit's bonnet with a panel of 128 x 64 is wired.
    {
        "sda": "SDA", "scl": "SCL", "up": "D17", "down": "D22", "left": "D27", "right": "D23",
        "a": "D5", "b": "D6",
    },
    # FT232H: its pull-ups and those of the buttons are resistors of the owner's.
    {
        "sda": "SDA", "scl": "SCL", "up": "C0", "down": "C1", "left": "C2", "right": "C3",
        "a": "C4", "b": "C5",
    },
    # MCP2221: four pins, so A and B share those of the arrows.
    {
        "sda": "SDA", "scl": "SCL", "up": "G0", "down": "G1", "left": "G2", "right": "G3",
        "a": "G0+G1", "b": "G2+G3",
    },
)  # fmt: skip


def usual(board: object) -> dict[str, str]:
    """Part -> pin for this `board` module; empty where no table fits."""
    for table in TABLES:
        names = [pin for pins in table.values() for pin in pins.split("+")]
        # Blinka's board has SDA and SCL in any case, None where there is no such pin.
        if all(getattr(board, name, None) is not None for name in names):
            return dict(table)
    return {}
