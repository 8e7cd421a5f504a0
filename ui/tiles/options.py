"""What can be chosen when a tile game is set up; what goes together with what.

A byte for each of ROWS: the place of its value. Where a row is not offered it is 0.
"""

from micropython import const

from engine.tiles.terms import BASE, OLD_FAMINE, SMALL_CITY

WAY = const(0)
BUILDINGS = const(1)
CITY = const(2)
FAMINE = const(3)

AREA = "ways"  # of their words

# (word key of a row, word keys of its values)
ROWS = (
    # In the order of the engine's ways (W18 to W22) and buildings (W23)
    ("option_way", ("way_wheel", "way_short", "way_house", "way_base", "way_mix")),
    ("option_buildings", ("off", "buildings_normal", "buildings_variant")),
    ("option_city", ("city_four", "city_two")),  # T6
    ("option_famine", ("famine_all", "famine_majority")),  # W3
)

_MOST = const(5)  # players; one more with buildings (T1)


def offered(options, row: int) -> bool:
    """Is there anything to choose in this row? No famine without a wheel (W21)."""
    return row != FAMINE or options[WAY] != BASE


def most(options) -> int:
    """How many can play (T1)."""
    return _MOST + 1 if options[BUILDINGS] else _MOST


def house(options) -> int:
    """The house rules as the engine takes them."""
    return SMALL_CITY * options[CITY] | OLD_FAMINE * options[FAMINE]
