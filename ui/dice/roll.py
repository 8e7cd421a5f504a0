"""The throw: dice tumble, come to rest one after the other, and lie in the tray.

The result was fixed before the first picture; any button skips to the next screen (F28).
Meanwhile it is thought out where a person's cursor will begin.
"""

from micropython import const

from engine.contract import OVER
from engine.dice.faces import CATAPULT
from engine.dice.thinker import Thinker
from ui import words
from ui.app import DRAW, IDLE, WORK
from ui.dice import flow
from ui.dice.faces import face_sprite, tumble_sprite
from ui.dice.status import dice_text, draw_status, load_marks, open_pause
from ui.keys import MENU
from ui.sprites import load_sheet

_FRAME_MS = const(70)
_FRAMES = (0, 4, 10)  # of tumbling, by the option "speed"
_REST_MS = (300, 500, 900)  # the tray is looked at, by the option "speed"
_ROW = const(5)
_WIDE = const(128)
_GAP = const(6)  # between two dice
_Y = const(10)
_ONE_ROW_Y = const(20)
_PITCH_X = const(22)
_PITCH_Y = const(19)
_TEXT_Y = const(48)


class Roll:
    """Shows game.rolled, sorted by face, catapults last."""

    def __init__(self, app) -> None:
        self.app = app
        self.marks = load_marks()
        self.dice = load_sheet("dice16")
        self.faces = sorted(app.match.game.rolled)
        self.frames = 0 if app.match.hurry else _FRAMES[app.options.speed]
        self.frame = 0
        self.since = 0
        game = app.match.game
        self.thinks = game.to_move >= 0 and app.match.is_person(game.to_move)
        self.thinker: Thinker | None = None

    def enter(self) -> None:
        if self.frame == 0 and not self.app.match.hurry:
            self.app.sound.play("roll")
        clock = self.app.parts.clock
        self.since = clock.now()
        if self.frame < self.frames:  # after a pause it goes on where it was
            self.since = clock.after(self.since, -_FRAME_MS * self.frame)

    def button(self, key: int) -> None:
        if key == MENU:
            open_pause(self.app)
        else:
            flow.go_on(self.app, self.thinker)

    def tick(self) -> int:
        clock = self.app.parts.clock
        elapsed = clock.since(self.since)
        if self.frame < self.frames:
            frame = min(elapsed // _FRAME_MS, self.frames)
            if frame == self.frame:
                return self._think()
            self.frame = frame
            if frame == self.frames:
                self.since = clock.now()
            return DRAW
        if elapsed < _REST_MS[self.app.options.speed] and not self.app.match.hurry:
            return self._think()
        flow.go_on(self.app, self.thinker)
        return WORK

    def _think(self) -> int:
        """A step of the thought, between two pictures."""
        if not self.thinks:
            return IDLE
        if self.thinker is None:
            self.thinker = Thinker(self.app.match.game)
        self.thinks = self.thinker.step() is None
        return WORK

    def draw(self, canvas) -> None:
        match = self.app.match
        game = match.game
        draw_status(canvas, match, self.marks, game.player)
        count = len(self.faces)
        settled = count if self.frames == 0 else self.frame * count // self.frames
        for i in range(count):
            sprite = face_sprite(self.faces[i]) if i < settled else tumble_sprite(self.frame + i)
            row = i // _ROW
            wide = _PITCH_X * min(_ROW, count - _ROW * row) - _GAP
            x = (_WIDE - wide) // 2 + _PITCH_X * (i - _ROW * row)
            y = _Y + _PITCH_Y * row if count > _ROW else _ONE_ROW_Y
            canvas.sprite(self.dice, sprite, x, y)
        if settled == count:
            canvas.text_center(self._verdict(), _TEXT_Y)

    def leave(self) -> None:
        pass

    def hints(self):
        return ("hint_skip", "hint_skip")

    def _verdict(self) -> str:
        """What happens to the catapults of this throw (D9, D25)."""
        match = self.app.match
        game = match.game
        passed = self.faces.count(CATAPULT)
        if game.to_move == OVER:
            return words.t("roll_nine")
        if passed == 0:
            return words.t("roll_none")
        heir = match.names[(game.player + 1) % game.players]
        return words.t("roll_passed", dice_text(passed), heir)
