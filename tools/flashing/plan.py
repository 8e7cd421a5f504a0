"""What has to happen on a drive so that it holds the firmware. Nothing is written here."""

from dataclasses import dataclass, field
from pathlib import PurePosixPath

from tools.flashing import manifest
from tools.flashing.contents import MAIN, SETTINGS, Firmware, kilobytes
from tools.flashing.drive import Drive, folders_of
from tools.flashing.manifest import Manifest
from tools.flashing.trouble import Trouble
from tools.gates.files import BOARD_SCRIPTS

#: Stands in MAIN's place while the rest is copied, so that no half-copied program ever runs.
PLACEHOLDER = (
    b"# In the place of Kostka's code.py while its files are copied.\n"
    b'print("Kostka is only half copied. Run python3 -m tools.flash again.")\n'
)

# What CircuitPython itself puts on a new drive; nobody misses it.
_FACTORY = b'print("Hello World!")'
# Blocks kept free beyond what the files need: the list of files twice, and a folder that grows.
_MARGIN = 4


@dataclass
class Plan:
    """Steps for one drive.

    write     paths to make or overwrite, in order, MAIN last
    remove    paths to remove first, with their spelling on the drive
    aside     (path, new path): scripts of the owner's that would be overwritten
    settings  True where SETTINGS must be made
    mended    True where the last copy was broken off
    before    what the list on the drive said
    after     what it has to say at the end
    needed    bytes that the drive must have free
    warnings  sentences about files of the owner's that get in Kostka's way
    """

    firmware: Firmware
    write: list[str] = field(default_factory=list)
    remove: list[str] = field(default_factory=list)
    aside: list[tuple[str, str]] = field(default_factory=list)
    settings: bool = False
    mended: bool = False
    before: Manifest = field(default_factory=Manifest)
    after: Manifest = field(default_factory=Manifest)
    needed: int = 0
    free: int = 0
    warnings: list[str] = field(default_factory=list)

    def displaced(self) -> list[str]:
        """What is removed although it was not Kostka's."""
        ours = {path.lower() for path in self.before.prints}
        return [path for path in self.remove if path.lower() not in ours]

    @property
    def nothing(self) -> bool:
        """True where the drive holds the firmware already."""
        steps = self.write or self.remove or self.settings or self.mended
        return not steps and self.before == self.after

    def check_space(self) -> None:
        """Trouble where the files do not fit."""
        if self.needed > self.free:
            raise Trouble(
                f"The drive is too full: {kilobytes(self.needed)} more are needed and"
                f" {kilobytes(self.free)} are free; remove files of your own and try again."
            )

    def unfinished(self) -> Manifest:
        """The list while the copy runs: what was ours and what will be."""
        made = Manifest()
        made.merge(self.before)
        made.merge(self.after)
        return made


def make(drive: Drive, firmware: Firmware, clean: bool = False) -> Plan:
    """The plan for this drive. With `clean` every file of ours is removed and copied anew."""
    present = drive.files()
    return _Planner(drive, firmware, present, clean).plan()


class _Planner:
    def __init__(
        self, drive: Drive, firmware: Firmware, present: dict[str, int], clean: bool
    ) -> None:
        self.drive = drive
        self.present = present
        # FAT takes capitals and small letters for the same.
        self.spelled = {path.lower(): path for path in present}
        self.clean = clean
        self.made = Plan(firmware)
        self.files = firmware.files

    def plan(self) -> Plan:
        plan = self.made
        self._read_list()
        for path, data in self.files.items():
            plan.after.add(path, data)
            if self._lent(path):
                plan.after.lent.add(path)
        plan.after.complete = True
        plan.settings = SETTINGS not in self.spelled
        plan.remove = self._superfluous()
        self._check_ways()
        plan.write = [path for path in self.files if self._differs(path)]
        plan.aside = self._scripts_of_the_owner()
        plan.warnings = self._warnings()
        plan.free, block = self.drive.space()
        plan.needed = self._needed(block)
        return plan

    def _check_ways(self) -> None:
        """Trouble where a file of the owner's stands where a folder belongs, or a folder where a
        file does: that is found out before anything is changed."""
        removed = {path.lower() for path in self.made.remove}
        folders = {path.lower(): path for path in self.drive.folders()}
        found = []
        for path in [*self.files, SETTINGS, manifest.NAME, manifest.TEMPORARY]:
            if path.lower() in folders:
                found.append(f"folder {folders[path.lower()]} where the file {path}")
            for folder in folders_of(path):
                name = folder.lower()
                if name in self.spelled and name not in removed:
                    found.append(f"file {self.spelled[name]} where the folder {folder}/")
        if found:
            ways = " and a ".join(dict.fromkeys(found))
            raise Trouble(
                f"The drive {self.drive.name} has a {ways} of Kostka's belongs: move it away and"
                " try again; nothing was changed."
            )

    def _read_list(self) -> None:
        """What the list says, and the one that was about to take its place: some systems remove
        the old file before they rename the new one."""
        before = self.made.before
        for name in (manifest.NAME, manifest.TEMPORARY):
            if name in self.spelled:
                one = manifest.parse(self._read(name))
                before.merge(one)
                before.complete = one.complete and name == manifest.NAME
                self.made.mended = not before.complete

    def _read(self, path: str) -> bytes:
        """A file's bytes; none where it cannot be read though the drive is there, as after a
        broken-off write: it is then written anew."""
        try:
            return self.drive.read(self.spelled[path.lower()], fresh=True)
        except OSError:
            if self.drive.gone():
                raise
            return b""

    def _lent(self, path: str) -> bool:
        """True for a library that was there before Kostka, or that somebody else put there."""
        if path in self.made.before.prints:
            return path in self.made.before.lent
        return path.startswith("lib/") and path in self.spelled

    def _differs(self, path: str) -> bool:
        if path.lower() not in self.spelled:
            return True
        if self.clean and (path in self.made.remove or path == MAIN):
            return True
        if self.present[self.spelled[path.lower()]] != len(self.files[path]):
            return True
        return self._read(path) != self.files[path]

    def _superfluous(self) -> list[str]:
        """Files of ours that the firmware lacks, and the .py beside a .mpy or the reverse."""
        old = self.made.before.mine()
        names = {path for path in old if path not in self.files or self.clean and path != MAIN}
        names |= {twin for path in self.files for twin in _twins(path)}
        names -= {MAIN, SETTINGS}
        found = (self.spelled.get(path.lower()) for path in sorted(names))
        return [path for path in found if path is not None]

    def _scripts_of_the_owner(self) -> list[tuple[str, str]]:
        found = []
        for path in self.made.write:
            if path in BOARD_SCRIPTS and path in self.spelled:
                if not self._ours(path, self._read(path)):
                    found.append((self.spelled[path], self._free_name(path)))
        return found

    def _ours(self, path: str, data: bytes) -> bool:
        """True where nobody would miss the script: one of ours, of a broken-off copy, or empty."""
        if manifest.fingerprint(data) in self.made.before.prints.get(path, ()):
            return True
        if data.strip() in (b"", _FACTORY):
            return True
        return self.files[path].startswith(data) or PLACEHOLDER.startswith(data)

    def _free_name(self, path: str) -> str:
        stem = path[: -len(".py")]
        number = 1
        name = f"{stem}_before_kostka.py"
        while name in self.spelled:
            number += 1
            name = f"{stem}_before_kostka_{number}.py"
        return name

    def _warnings(self) -> list[str]:
        found = []
        if "code.txt" in self.spelled:
            found.append("CircuitPython runs your code.txt instead of code.py: rename it.")
        for path in self.files:
            name = PurePosixPath(path)
            if path.startswith("lib/") and len(name.parts) == 2:
                for other in (f"{name.stem}.py", f"{name.stem}.mpy"):
                    if other in self.spelled:
                        found.append(f"Your {other} hides {path}: move it away.")
            if name.suffix in (".py", ".mpy"):
                folder = str(name.with_suffix("")) + "/"
                if any(one.startswith(folder) for one in self.spelled):
                    found.append(f"Your folder {folder} hides {path}: move it away.")
        return found

    def _needed(self, block: int) -> int:
        """Bytes more than now, whole blocks, at the time when the most is taken."""
        plan = self.made

        def blocks(size: int) -> int:
            return (size + block - 1) // block

        count = sum(blocks(len(self.files[path])) for path in plan.write)
        count += blocks(len(plan.firmware.settings)) if plan.settings else 0
        moved = {path for path, _ in plan.aside}
        replaced = {self.spelled.get(path.lower()) for path in plan.write} - moved
        for path in replaced | set(plan.remove):
            count -= blocks(self.present[path]) if path else 0
        known = {folder for path in self.spelled for folder in folders_of(path)}
        new = {folder for path in plan.write for folder in folders_of(path)} - known
        lists = 2 * blocks(len(plan.unfinished().text()))
        count += len(new) + lists + _MARGIN
        return 0 if plan.nothing else count * block


def _twins(path: str) -> list[str]:
    """The same module in its other form. Both never stay, as one would hide the other."""
    if path in BOARD_SCRIPTS:
        return []
    if path.endswith(".py"):
        return [path[:-3] + ".mpy"]
    if path.endswith(".mpy"):
        return [path[:-4] + ".py"]
    return []
