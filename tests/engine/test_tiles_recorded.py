"""All recorded tile games and scenes, every field of them: rows T, W and B against other hands."""

import json
import re
from pathlib import Path

import pytest

from engine.contract import CHANCE, OVER
from engine.tiles.game import TileGame
from engine.tiles.landscape import place_action
from engine.tiles.terms import (
    BASE,
    CITY,
    CLAIM,
    CLOISTER,
    CROWN,
    END,
    EV_CROWNS,
    EV_FEATURE,
    EV_OUT,
    EV_TAKEN,
    EV_WHEEL,
    FIELD,
    FINAL,
    OLD_FAMINE,
    PLACE,
    ROAD,
    SCORE,
    SMALL_CITY,
    TAKE,
    TAKEN,
    TOKEN,
    WHEEL,
)
from tests.engine import tiles_hand as hand
from tests.engine import tiles_recorded as recorded
from tools import cases, tile_cases

FILES = ("tile_games.txt.gz", "wheel_games.txt.gz")
GAMES = [game for name in FILES for game in recorded.games(name)]
SCENES = recorded.blocks("tile_scenes.txt", "scene")
KINDS = (CITY, ROAD, CLOISTER, FIELD)
Told = tuple[int, str, list[int], str, str]  # label, kind, counts, winners, who went home
BUILDINGS = {"-": 0, "1/1/1": 1, "3/2/1": 2}


def who(bits: int) -> list[int]:
    """The players of a mask."""
    return [player for player in range(6) if bits >> player & 1]


def numbers(values: object) -> str:
    return tile_cases.numbers(values)  # type: ignore[arg-type]


class Replay:
    """One recorded game beside our own; `take` hands out its lines."""

    def __init__(self, head: recorded.Line, lines: recorded.Block) -> None:
        players, way, buildings, small, famine = head[1:]
        house = (SMALL_CITY if small == "2" else 0) | (OLD_FAMINE if famine == "majority" else 0)
        way_number = hand.WAYS.index(way)
        self.game = TileGame(int(players), 0, way_number, BUILDINGS[buildings], house)
        self.lines = lines
        self.at = 0
        if self.game.buildings == 1 and way_number == BASE and self.game.players == 4:
            # B1 deals four; whoever recorded this dealt three.
            for player in range(4):
                assert self.game.tokens[3 * player + 1] == 4
                self.game.tokens[3 * player + 1] = 3

    def take(self, word: str) -> list[str]:
        """The parts of the next line, which begins with this word."""
        line = self.lines[self.at]
        assert line[0] == word
        self.at += 1
        return line[1:]

    def next(self) -> str:
        """The first word of the line to come."""
        return self.lines[self.at][0]

    def run(self) -> None:
        game = self.game
        if self.next() == "tokens":
            self.tokens(self.take("tokens")[0])
        while self.next() == "turn":
            assert game.to_move == CHANCE
            assert game.player == int(self.take("turn")[0])
            self.turn()
        self.end()

    def tokens(self, dealt: str) -> None:
        """B1, B3: what each has at the start."""
        for player, text in enumerate(dealt.split()):
            own = list(self.game.tokens[3 * player : 3 * player + 3])
            told = recorded.numbers(text)
            assert own == told if self.game.buildings == 2 else sum(own) == sum(told)

    def draws(self) -> None:
        """Tiles that fit nowhere, with their events."""
        game = self.game
        while self.next() == "out":
            (tile,) = self.take("out")
            player = game.player
            events = self.drawn(tile)
            assert (EV_OUT, hand.variant(tile)) in events
            assert game.player == player
            assert game.to_move == CHANCE or not sum(game.left)

    def drawn(self, tile: str) -> list[tuple]:
        """Draw a tile, with the wheel's event where it brings one; what happened."""
        game = self.game
        hand.draw(game, tile)
        events = list(game.events)
        if self.next() != "wheel":
            assert not [event for event in events if event[0] in (EV_WHEEL, EV_CROWNS)]
            return events
        head, action, plague, crowns, returned, scores, supply = self.take("wheel")
        taken = [text.split("@") for text in recorded.words(plague)]
        for player, place in taken:
            if place != "-":
                assert (game.phase, game.to_move) == (TAKEN, int(player))
                tile_at = game.land.owner[hand.node_at(game.land, place)]
                assert TAKE + tile_at in game.legal_actions()
                game.apply(TAKE + tile_at)
                events += game.events
        (wheel,) = [event for event in events if event[0] == EV_WHEEL]
        number, before, sector = head.split()
        assert wheel[1:4] == (int(number), int(before), int(sector))
        assert numbers(wheel[4]) == action
        assert self.told_of_plague(events) == taken
        (crown,) = [event for event in events if event[0] == EV_CROWNS]
        assert crown[1] == int(sector) == game.pig
        assert numbers(crown[2]) == crowns
        assert numbers(sorted(crown[3])) == returned
        assert numbers(game.scores) == scores
        assert numbers(game.supply) == supply
        return events

    def told_of_plague(self, events: list[tuple]) -> list[list[str]]:
        land = self.game.land
        out = []
        for event in events:
            if event[0] == EV_TAKEN:
                place = hand.where(land, event[2], event[3]) if event[2] >= 0 else "-"
                out.append([str(event[1]), place])
        return out

    def turn(self) -> None:
        game = self.game
        player = game.player
        self.draws()
        (tile,) = self.take("tile")
        self.drawn(tile)
        assert (game.phase, game.to_move, game.player) == (PLACE, player, player)
        assert hand.places(game) == sorted(recorded.legal(self.take("legal")[0]))
        game.apply(place_action(*recorded.place(self.take("place")[0])))
        self.may()
        (what,) = self.take("do")
        if what != "-":
            game.apply(hand.put_action(game, what))
        self.compare(self.score(END))
        self.after()

    def may(self) -> None:
        """What may be put on the tile just placed."""
        game = self.game
        features, sectors = self.take("may")
        legal = game.legal_actions()
        kinds = hand.names(game.land.kinds[game.land.count - 1])
        claims = [kinds[action - CLAIM] for action in legal if CLAIM <= action < CROWN]
        assert sorted(claims) == recorded.words(features)
        crowns = [action - CROWN for action in legal if CROWN <= action < TOKEN]
        assert crowns == recorded.numbers(sectors)

    def score(self, action: int) -> list[Told]:
        """Apply a step that scores; each feature that did in the record's form."""
        land = self.game.land
        stood = bytes(land.stands)
        self.game.apply(action)
        out = []
        for event in self.game.events:
            if event[0] == EV_FEATURE:
                out.append(self.told(event, stood))
        return out

    def told(self, event: tuple, stood: bytes) -> Told:
        """An event of ours; `stood`: who stood where before it."""
        land = self.game.land
        _, kind, node, tiles, extra, tokens, points, winners, pairs = event
        home = []
        for i in range(0, len(pairs), 2):
            player, tile = pairs[i], pairs[i + 1]
            local = stood[tile] & 15
            assert stood[tile] >> 4 == player + 1
            assert land.label[land.first[tile] + local] == land.label[node]
            home.append((player, land.xs[tile], land.ys[tile], hand.where(land, tile, local)))
        back = tile_cases.words(f"{player}@{at}" for player, _, _, at in sorted(home))
        shields, cities = (extra, 0) if kind == CITY else (0, extra)
        if kind == FIELD:
            tiles = 0  # not recorded
        counts = [tiles, shields, cities, tokens, points]
        return land.label[node], hand.KINDS[kind], counts, numbers(who(winners)), back

    def compare(self, own: list[Told]) -> None:
        """The features that scored, in any order, each at the place that the record names."""
        land = self.game.land
        told = []
        while self.next() == "scored":
            first, winners, home = self.take("scored")
            kind, place, *counts = first.split()
            label = land.label[hand.node_at(land, place)]
            told.append((label, kind, [int(count) for count in counts], winners, home))
        if self.game.way != BASE:  # not recorded there
            assert sorted(own) == sorted(told)

    def after(self) -> None:
        game = self.game
        scores, supply, *rest = self.take("after")
        assert numbers(game.scores) == scores
        if supply != "-":
            assert numbers(game.supply) == supply
        if rest:
            assert game.pig == int(rest[0])
            stand = b"\0\1\3\4\6\7\x09"
            told = []
            for sector in range(6):
                own = game.crowns[stand[sector] : stand[sector + 1]]
                told.append(numbers(one - 1 for one in own if one))
            assert tile_cases.words(told) == rest[1]

    def end(self) -> None:
        game = self.game
        (before,) = self.take("end")
        last = numbers(game.scores)
        self.draws()
        if game.way == BASE:
            assert last == before
        assert game.to_move == OVER or game.phase == FINAL
        assert numbers(game.scores) == before
        tally = list(game.tally)
        own = []
        while game.to_move != OVER:
            assert game.legal_actions() == [SCORE]
            own += self.score(SCORE)
        self.compare(own)
        if self.next() == "points":
            for kind, told in zip(KINDS, self.take("points"), strict=True):
                places = range(kind, len(tally), 6)
                assert numbers(game.tally[at] - tally[at] for at in places) == told
        final, winners = self.take("final")
        assert numbers(game.scores) == final
        if winners != "-":
            assert numbers(who(game.winners())) == winners
        assert self.at == len(self.lines)


@pytest.mark.parametrize("game", GAMES, ids=[head[0] for head, _ in GAMES])
def test_T2_W10_B4_recorded_game(game: tuple[recorded.Line, recorded.Block]) -> None:
    Replay(*game).run()


@pytest.mark.parametrize("scene", SCENES, ids=[scene[0][1].split()[0] for scene in SCENES])
def test_T14_W16_W17_recorded_scene(scene: recorded.Block) -> None:
    (_, head), (_, order), *moves, (_, before, final) = scene
    _, players, start, small, buildings = head.split()
    way = BASE if start == "D" else WHEEL
    house = SMALL_CITY if small == "2" else 0
    game = TileGame(int(players), 0, way, BUILDINGS[buildings], house)
    tiles = order.split()
    hand.only(game, tiles)
    for number, (_, move) in enumerate(moves):
        tile, place, what = move.split()
        assert game.player == number % game.players
        while tiles[0] != tile:
            hand.draw(game, tiles.pop(0))
            assert game.events[-1][0] == EV_OUT
        hand.draw(game, tiles.pop(0))
        game.apply(place_action(*recorded.place(place)))
        if what != "-":
            game.apply(hand.put_action(game, what))
        game.apply(END)
    while tiles:
        hand.draw(game, tiles.pop(0))
        assert game.events[0][0] == EV_OUT
    assert numbers(game.scores) == before
    while game.to_move != OVER:
        game.apply(SCORE)
    assert numbers(game.scores) == final


def test_all_recorded_games_are_here() -> None:
    assert len(GAMES) == 52 + 31
    assert len(SCENES) == 22 + 10
    count = dict.fromkeys(("turn", "out", "wheel", "scored"), 0)
    places = 0
    for _, lines in GAMES:
        for line in lines:
            if line[0] in count:
                count[line[0]] += 1
            elif line[0] == "legal":
                places += len(recorded.legal(line[1]))
    assert count == {"turn": 5690, "out": 19, "wheel": 589, "scored": 907}
    assert places == 152090


# The maker of the compact copies

RAW_WHEEL = {
    "number": 2,
    "from": 3,
    "sector": 5,
    "name": "plague",
    "action_points": [0, 0],
    "plague": [[1, [-2, 5, "city:N"]], [0, None]],
    "crown_points": [6, 0],
    "crowns_returned": [0],
    "scores": [6, 0],
    "supply": [7, 5],
}
RAW_EVENT = {
    "kind": "city",
    "at": [4, -1, "city:N"],
    "tiles": 3,
    "shields": 1,
    "tokens": 2,
    "points": 10,
    "winners": [0, 1],
    "returned": [[0, 4, 0, "city:E"], [1, 4, -1, "city:N"]],
}
RAW_TURN = {
    "player": 1,
    "discarded": [{"tile": "C", "wheel": None}],
    "tile": "U2",
    "kind": "U",
    "number": 2,
    "wheel": RAW_WHEEL,
    "legal": [[-1, 0, 90], [-1, 0, 270], [4, 1, 0]],
    "place": [-1, 0, 270],
    "claimable": ["road:E", "field:EL"],
    "free_crowns": [0, 5],
    "claim": None,
    "crown": 5,
    "building": None,
    "events": [RAW_EVENT],
    "scores": [16, 10],
    "supply": [7, 5],
    "pig": 5,
    "crowns": [[], [0, 1], [], [], [], [1]],
}
TURN_LINES = """turn 1
out C
tile U2
wheel 2 3 5 / 0,0 / 1@-2,5,cN 0@- / 6,0 / 0 / 6,0 / 7,5
legal -1,0:13 4,1:0
place -1,0,3
may fEL rE / 0,5
do crown 5
scored c 4,-1,cN 3 1 0 2 10 / 0,1 / 0@4,0,cE 1@4,-1,cN
after 16,10 / 7,5 / 5 / - 0,1 - - - 1"""


def test_the_maker_writes_what_the_reader_reads() -> None:
    lines = tile_cases.turn_lines(json.loads(json.dumps(RAW_TURN)))
    assert "\n".join(lines) == TURN_LINES
    assert recorded.legal("-1,0:13 4,1:0") == [(-1, 0, 1), (-1, 0, 3), (4, 1, 0)]
    assert recorded.place("-1,0,3") == (-1, 0, 3)


@pytest.mark.parametrize(
    "change",
    [
        {"claim": "road:E"},
        {"number": 1},
        {"wheel": {**RAW_WHEEL, "name": "storm"}},
    ],
)
def test_the_maker_refuses_a_turn_that_contradicts_itself(change: dict) -> None:
    with pytest.raises(ValueError):
        tile_cases.turn_lines({**RAW_TURN, **change})


def test_the_maker_refuses_turns_in_another_order_than_the_tiles() -> None:
    game = {"turns": [RAW_TURN], "discarded_at_end": [], "draw_order": ["U2", "C"]}
    with pytest.raises(ValueError, match="order"):
        tile_cases.game_lines(game, "x")


NUMBERS = r"-?\d+(,-?\d+)*"
FEATURE = r"([cr][NESW]|f[NESW][LR]|m)"
SQUARE = rf"-?\d+,-?\d+,{FEATURE}"
TILE = r"([A-X]|w[1-9])[123]?"
PUT = rf"(-|{FEATURE}|crown [0-5]|shed|house|tower)"
HOME = rf"(-|\d@{SQUARE}( \d@{SQUARE})*)"
SHAPES = {
    "game": r"[\w-]+ [2-5] (wheel|short|house|base) (-|1/1/1|3/2/1) [42] (all|majority)",
    "tokens": r"\d,\d,\d( \d,\d,\d)*",
    "turn": "[0-4]",
    "out": TILE,
    "tile": TILE,
    "wheel": rf"[123] [0-5] [0-5] / {NUMBERS} / (-|\d@(-|{SQUARE})( \d@(-|{SQUARE}))*) / "
    rf"{NUMBERS} / (-|{NUMBERS}) / {NUMBERS} / {NUMBERS}",
    "legal": r"-?\d+,-?\d+:[0-3]+( -?\d+,-?\d+:[0-3]+)*",
    "place": r"-?\d+,-?\d+,[0-3]",
    "may": rf"(-|{FEATURE}( {FEATURE})*) / (-|{NUMBERS})",
    "do": PUT,
    "scored": rf"[crfm] {SQUARE}( \d+){{5}} / (-|{NUMBERS}) / {HOME}",
    "after": rf"{NUMBERS} / (-|{NUMBERS})( / [0-5] / (-|{NUMBERS})( (-|{NUMBERS})){{5}})?",
    "end": NUMBERS,
    "points": rf"{NUMBERS}( / {NUMBERS}){{3}}",
    "final": rf"{NUMBERS} / (-|{NUMBERS})",
    "scene": r"\w+ [2-5] (D|board) [42] (-|1/1/1|3/2/1)",
    "draw": rf"{TILE}( {TILE})*",
    "move": rf"{TILE} -?\d+,-?\d+,[0-3] {PUT}",
}


@pytest.mark.parametrize("name", [*FILES, "tile_scenes.txt"])
def test_the_data_has_the_makers_shape(name: str) -> None:
    shapes = {word: re.compile(shape) for word, shape in SHAPES.items()}
    for word, *parts in recorded.lines(name):
        text = " / ".join(parts)
        assert shapes[word].fullmatch(text), (word, text)


def test_the_maker_needs_all_the_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cases.main([str(tmp_path)]) == 2
    assert "cannot be read" in capsys.readouterr().err
