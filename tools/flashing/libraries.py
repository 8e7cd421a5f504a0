"""The third-party files of the board: which packages they come from, and their bytes."""

from importlib import metadata
from pathlib import Path

from tools import bootstrap
from tools.flashing.trouble import Trouble

#: The pinned list, from the project's root.
LIST = "lib/requirements.txt"


def pins(root: Path) -> list[bootstrap.Requirement]:
    """The packages whose files go on the board."""
    return bootstrap.parse((root / LIST).read_text(encoding="utf-8"))


def sources(root: Path) -> dict[str, bytes]:
    """Path on the drive -> bytes of every .py file of the pinned packages.

    Trouble where one is missing here or has another version than the list says.
    """
    found = {}
    for pin in pins(root):
        if not pin.installed():
            raise Trouble(
                f"{pin.name} {pin.version} is not installed for this Python: delete the project's"
                " folder .venv and try again, which fetches it."
            )
        for path in metadata.distribution(pin.name).files or ():
            if path.suffix == ".py" and ".." not in path.parts:
                found[f"lib/{path.as_posix()}"] = Path(str(path.locate())).read_bytes()
    return found
