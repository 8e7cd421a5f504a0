"""The front without a display: a script presses the buttons, files take the pictures.

As fast as the computer allows. The language of the scripts lives in `sim.script`.
"""

from __future__ import annotations

from sim import script
from sim.camera import Camera
from sim.device import Device


class Headless:
    """Watches a device and does what the script says, with pictures where there is a camera;
    without a script it only lets a replay run."""

    def __init__(self, player: script.Player | None, camera: Camera | None = None) -> None:
        self._player = player
        self._camera = camera

    def look(self, device: Device) -> None:
        """Time has passed: whatever of the script is due. ScriptError ends the run."""
        if self._player is None:
            return
        for action in self._player.advance(device.now, device.picture()):
            if action[0] == "edge":
                device.edge(action[1], action[2], action[3])
            elif self._camera is not None:
                self._photograph(self._camera, device, action)
        if 0 <= self._player.done <= device.now:
            device.stop("done")

    @staticmethod
    def _photograph(camera: Camera, device: Device, action: tuple) -> None:
        if action[0] == "shot":
            camera.shot(device, action[1])
        elif action[0] == "film":
            camera.begin(device)
        elif action[0] == "cut":
            camera.cut(device)
