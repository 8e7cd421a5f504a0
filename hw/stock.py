"""The stock driver of the panel, with a frame buffer under it that holds bytes and draws nothing.

The driver asks for `framebuf`, and draws with it where it is told to; nobody tells it to, as
drawing is the canvas's work. The library that it falls back upon lies on the drive, and would cost
a twentieth of the heap and a quarter of a second at every start; so what the driver needs is here.
"""

import sys

MONO_VLSB = 0  # bytes of eight pixels one below the other, which is all there is


class FrameBuffer:
    """The bytes of a picture. Takes what the driver says and needs none of it but `buf`."""

    def __init__(self, buf, width: int, height: int, buf_format: int) -> None:
        self.buf = buf

    def fill(self, color: int) -> None:
        """Make every pixel dark (0) or light."""
        self.buf[:] = (b"\xff" if color else b"\0") * len(self.buf)


sys.modules["framebuf"] = sys.modules[__name__]

from adafruit_ssd1306 import SSD1306_I2C  # noqa: E402, F401
