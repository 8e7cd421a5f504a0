"""The numbers by which the tile game is spoken to and speaks: options, phases, actions, events.

Data only.
"""

from micropython import const

# Kinds of features, in the order in which a tile lists them
CITY = const(0)
ROAD = const(1)
CLOISTER = const(2)
FIELD = const(3)
# Columns of the tally beside these four
BY_WHEEL = const(4)
BY_CROWN = const(5)

# Ways to play
WHEEL = const(0)  # W18
SHORT = const(1)  # W19
HOUSE = const(2)  # W20
BASE = const(3)  # W21
MIX = const(4)  # W22

# Buildings (W23)
NONE = const(0)
NORMAL = const(1)  # B2
VARIANT = const(2)  # B3

# House rules, bits
SMALL_CITY = const(1)  # T6: a complete city of two tiles scores 2
OLD_FAMINE = const(2)  # W3: only the majority of a farm scores

# Sectors of the wheel, clockwise (W1 to W6)
FORTUNE = const(0)
TAXES = const(1)
FAMINE = const(2)
STORM = const(3)
INQUISITION = const(4)
PLAGUE = const(5)

# Phases
DRAW = const(0)  # chance draws a tile
TAKEN = const(1)  # the plague: a player chooses the follower that it takes
PLACE = const(2)  # the tile in hand is to be placed
FOLLOW = const(3)  # it lies; a follower or a token may be put
CONFIRM = const(4)  # one is put; the turn is to be ended
FINAL = const(5)  # no tile is left; feature after feature is scored

# Actions of players
END = const(0)  # end the turn and score
SCORE = const(1)  # in the phase FINAL: score the next feature
CLAIM = const(16)  # + local feature of the tile just placed
CROWN = const(32)  # + sector
TOKEN = const(40)  # + kind: 0 shed, 1 house, 2 tower; in the normal game they are all houses
TAKE = const(64)  # + tile: the plague takes the follower there
PLACE_AT = const(256)  # + ((y + 128) << 8 | x + 128) << 2 | quarter turns clockwise

# Events are tuples that begin with one of these
# node: any of the feature; extra: shields of a city, completed cities at a field; points: what
# each of the winners (bits) gets, tokens included; returned: player, tile, player, tile ...
EV_FEATURE = const(0)  # feature kind, node, tiles, extra, token points, points, winners, returned
EV_WHEEL = const(1)  # number, sector before, sector, points of its action by player
EV_CROWNS = const(2)  # sector, points by player, players whose followers return
EV_TAKEN = const(3)  # player, tile, local feature; -1, -1 where he has none in the landscape
EV_OUT = const(4)  # variant that fits nowhere (T3)
EV_OVER = const(5)
