"""What the owner may change while the device is on."""

from ui import words
from ui.app import IDLE
from ui.keys import LEFT, RIGHT, A, B
from ui.preferences import save_options
from ui.room import forget
from ui.screens.rows import Rows, draw_title

_ROWS = ("option_language", "option_speed", "option_handover", "option_contrast")
_LANGUAGES = ("en", "cs", "de")
_SPEEDS = ("speed_off", "speed_fast", "speed_normal")
_SWITCH = ("off", "on")
_SOUNDS = ("off", "on", "sound_clicks")
_CONTRASTS = (16, 80, 160, 255)


class Options:
    """Language, speed of animations, hand-over screen, contrast; sounds where there is a buzzer.

    They are kept in the store; until one is changed, what stands in settings.toml counts.
    """

    def __init__(self, app) -> None:
        self.app = app
        self.names: tuple = _ROWS
        if app.sound.fitted:
            self.names += ("option_sound",)
        self.rows = Rows(len(self.names))

    def enter(self) -> None:
        pass

    def button(self, key: int) -> None:
        if key == B:
            self.app.pop()
        elif key in (A, RIGHT):
            self._change(1)
        elif key == LEFT:
            self._change(-1)
        else:
            self.rows.move(key)

    def tick(self) -> int:
        return IDLE

    def draw(self, canvas) -> None:
        draw_title(canvas, words.t("menu_options"))
        self.rows.draw(canvas, lambda i: words.t(self.names[i]), self._value)

    def leave(self) -> None:
        save_options(self.app)
        forget(__name__)

    def hints(self):
        return ("hint_change", "hint_back")

    def _value(self, i: int):
        options = self.app.options
        if i == 0:
            text = words.t("language")
        elif i == 1:
            text = words.t(_SPEEDS[options.speed])
        elif i == 2:
            text = words.t(_SWITCH[options.handover])
        elif i == 3:
            text = str(_CONTRASTS.index(_nearest(self.app.contrast)) + 1)
        else:
            text = words.t(_SOUNDS[self.app.sound.level])
        return (text, True)

    def _change(self, by: int) -> None:
        options = self.app.options
        at = self.rows.at
        if at == 0:
            self.app.use_language(_next(_LANGUAGES, options.language, by))
        elif at == 1:
            options.speed = (options.speed + by) % len(_SPEEDS)
        elif at == 2:
            options.handover = 1 - options.handover
        elif at == 4:
            self.app.sound.level = (self.app.sound.level + by) % len(_SOUNDS)
        else:
            self.app.contrast = _next(_CONTRASTS, _nearest(self.app.contrast), by)
            self.app.parts.panel.contrast(self.app.contrast)


def _next(table: tuple, value, by: int):
    return table[(table.index(value) + by) % len(table)]


def _nearest(contrast: int) -> int:
    best = _CONTRASTS[0]
    for value in _CONTRASTS:
        if abs(value - contrast) < abs(best - contrast):
            best = value
    return best
