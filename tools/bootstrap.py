"""Makes a fresh clone ready to run: the packages, pinned, in a `.venv` inside the project.

`python3 -m sim`, `python3 -m tests` and the tools call `begin` before they import anything
that is not in the standard library. Where the running Python has the pinned packages, nothing
happens. Otherwise the first run fills `.venv` and the program starts again in it; later runs see
the stamp there and start again at once, without network.

Only the standard library is used, and the file keeps to what an old Python can at least read, so
that its owner gets a sentence and no traceback. What the packages are for stands in
requirements.txt and requirements-tests.txt.
"""

from __future__ import annotations

import errno
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import time
from importlib import metadata, util
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OLDEST = (3, 11)
NEWEST = (3, 13)
#: The simulator and the flasher need the first file; the tests and the other tools need both.
FILES = ("requirements.txt", "requirements-tests.txt")
#: What only `tools.blinka` needs, beside the first file.
BLINKA = "requirements-blinka.txt"
#: Free space asked for before anything is fetched, in bytes: both sets need 180 MB, and pip keeps
#: each package twice for a moment.
SPACE = 400_000_000
STAMP = "kostka-ready"
LOG = "kostka-install.log"

# What may lie in a `.venv` that was broken off before it got its pyvenv.cfg.
_HALF_MADE = {"bin", "include", "lib", "lib64", "scripts", STAMP, LOG}

_OFFLINE = re.compile(
    r"NewConnectionError|Failed to establish|Name or service not known|getaddrinfo failed"
    r"|Temporary failure in name resolution|nodename nor servname|Network is unreachable"
    r"|Max retries exceeded|ConnectTimeout|ReadTimeout|Read timed out|Connection refused"
    r"|Connection reset|ProxyError|Connection broken|NameResolutionError"
)
_FULL = re.compile(r"No space left|Errno 28|not enough space on the disk|Disk quota exceeded")
_DENIED = re.compile(r"Permission denied|Read-only file system|Errno 13|Errno 30|Access is denied")
_CERTIFICATE = re.compile(r"CERTIFICATE_VERIFY_FAILED|SSLError|SSLCertVerificationError")
_NO_PACKAGE = re.compile(r"(?:satisfies the requirement|distribution found for) ([^\s;]+)")
_NO_ENSUREPIP = re.compile(r"ensurepip is not|No module named '?(?:ensurepip|venv)|python3-venv")


class Trouble(Exception):
    """The project cannot be made ready; the text is one sentence that says what to do."""


class Requirement:
    """One pinned line of a requirements file: `name==version`, perhaps with a marker."""

    def __init__(self, name: str, version: str, marker: str) -> None:
        self.name = name
        self.version = version
        self.marker = marker

    def applies(self, system: str, machine: str) -> bool:
        """True where the marker holds. Known: `sys_platform` and `platform_machine` compared by
        `==`, joined by `and` and `or`; ValueError for anything else."""
        facts = {"sys_platform": system, "platform_machine": machine}
        if not self.marker:
            return True
        for either in self.marker.split(" or "):
            holds = True
            for clause in either.split(" and "):
                match = re.fullmatch(r'(\w+) == "([^"]*)"', clause.strip())
                if match is None or match.group(1) not in facts:
                    raise ValueError("marker not understood: " + clause)
                holds = holds and facts[match.group(1)] == match.group(2)
            if holds:
                return True
        return False

    def installed(self) -> bool:
        """True where this very version can be imported by the running Python."""
        try:
            return metadata.version(self.name) == self.version
        except metadata.PackageNotFoundError:
            return False


def parse(text: str) -> list[Requirement]:
    """The requirements in a file's text; ValueError for a line that is not pinned."""
    found = []
    for line in text.splitlines():
        line = line.split("#", 1)[0].strip()
        if not line:
            continue
        pin, _, marker = line.partition(";")
        name, equals, version = pin.strip().partition("==")
        if not equals or not re.fullmatch(r"[\w.]+", version):
            raise ValueError("not pinned to one version: " + line)
        found.append(Requirement(name.strip(), version, marker.strip()))
    return found


def files_of(module: str) -> tuple[str, ...]:
    """The requirements files that a command of the project needs."""
    if module == "tools.blinka":
        return FILES[:1] + (BLINKA,)
    return FILES[:1] if module in ("sim", "tools.flash") else FILES


def needed(root: str, module: str) -> list[Requirement]:
    """The requirements of a command that apply to this machine."""
    machine = platform.machine()
    found: list[Requirement] = []
    for name in files_of(module):
        found += parse(_read(os.path.join(root, name)))
    return [one for one in found if one.applies(sys.platform, machine)]


def check_python(version: tuple[int, ...]) -> None:
    """Trouble unless a Python of this version can run the project."""
    if not OLDEST <= tuple(version[:2]) <= NEWEST:
        oldest, newest, this = (".".join(map(str, one)) for one in (OLDEST, NEWEST, version[:2]))
        raise Trouble(
            f"Kostka runs on Python {oldest} to {newest} and this is Python {this}: install one of"
            f" those and start the command with it, for example `python{newest} -m sim`."
        )


def begin(module: str) -> None:
    """Return when the packages of `python3 -m MODULE` are at hand.

    Otherwise make or mend `.venv` and start the program again in it; then this does not return.
    Ends the process with status 2 and one sentence on stderr where that cannot be done.
    """
    try:
        check_python(sys.version_info[:2])
        wanted = needed(ROOT, module)
        if all(one.installed() for one in wanted):
            return
        python = Setup(ROOT, module, wanted).python()
    except Trouble as trouble:
        sys.stderr.write(f"{trouble}\n")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped; the next run goes on from here.\n")
        sys.exit(130)
    if same_folder(sys.prefix, os.path.join(ROOT, ".venv")):
        return
    start_again(python, module)


def start_again(python: str, module: str) -> None:
    """Run the same command in another Python; does not return.

    The program is named by its file, so that neither the folder the command was typed in nor
    PYTHONSAFEPATH matters.
    """
    parts = module.split(".")
    path = os.path.join(ROOT, *parts)
    path = os.path.join(path, "__main__.py") if os.path.isdir(path) else path + ".py"
    command = [python, path] + sys.argv[1:]
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name != "nt":
        os.execv(python, command)
    else:
        _run_and_exit(command)


def _run_and_exit(command: list[str]) -> None:
    """Windows has no exec that keeps the console waiting: stay, and hand the status on."""
    child = subprocess.Popen(command)
    while True:
        try:
            sys.exit(child.wait())
        except KeyboardInterrupt:
            continue  # the child has been told too, and ends by itself


def same_folder(one: str, other: str) -> bool:
    """True where both paths lead to the same folder."""
    return os.path.realpath(one) == os.path.realpath(other)


def run(command: list[str], line_seen: Callable[[str], object]) -> int:
    """Run a command, give `line_seen` each line it prints, and return its exit status."""
    environment = dict(os.environ)
    environment["PIP_USER"] = "0"  # an owner's `user = true` has no place in a .venv
    environment.pop("PIP_REQUIRE_HASHES", None)
    try:
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
            encoding="utf-8",
            errors="replace",
        )
    except OSError as error:
        line_seen(str(error))
        return 1
    assert child.stdout is not None
    try:
        for line in child.stdout:
            line_seen(line.rstrip())
        return child.wait()
    except KeyboardInterrupt:
        child.kill()
        child.wait()
        raise


class Progress:
    """pip's many lines as few: what is being fetched, and how far along it is."""

    def __init__(self, total: int, out: TextIO | None = None) -> None:
        self.out = sys.stderr if out is None else out
        self.total = total
        self.count = 0
        self.lines: list[str] = []
        self._alive = bool(getattr(self.out, "isatty", lambda: False)())
        self._width = 0

    def line(self, line: str) -> None:
        """Take one line of pip's output."""
        self.lines.append(line)
        match = re.match(r"Collecting ([\w.-]+)==(\S+)", line)
        if match:
            self.count += 1
            name, version = match.groups()
            self.say(f"fetching {self.count:2} of {self.total}: {name} {version}")
        elif line.startswith("Requirement already satisfied"):
            self.count += 1
        elif line.startswith("Installing collected packages"):
            count = line.count(",") + 1
            self.say(f"unpacking {count} packages")

    def say(self, text: str) -> None:
        """Show where things are: in place on a terminal, line by line elsewhere."""
        if not self._alive:
            self.out.write(f"kostka: {text}\n")
        else:
            text = "kostka: " + text
            self.out.write("\r" + text + " " * max(0, self._width - len(text)))
            self._width = len(text)
        self.out.flush()

    def end(self) -> None:
        """Close the line that was written in place."""
        if self._alive and self._width:
            self.out.write("\n")
            self._width = 0
            self.out.flush()


class Setup:
    """Makes, mends or just finds the `.venv` of one project.

    `runner` and `out` are for the tests: they stand for `run` and stderr.
    """

    def __init__(
        self,
        root: str,
        module: str,
        wanted: list[Requirement],
        runner: Callable[[list[str], Callable[[str], object]], int] = run,
        out: TextIO | None = None,
    ) -> None:
        self.root = root
        self.module = module
        self.runner = runner
        self.folder = os.path.join(root, ".venv")
        self.progress = Progress(len(wanted), out)

    def python(self) -> str:
        """The path of a Python that has the packages; makes it where it is missing."""
        python = self.interpreter()
        here = same_folder(sys.prefix, self.folder)
        if not here and self.stamped() and os.path.exists(python) and self.supported():
            return python
        began = time.monotonic()
        self.check_folder()
        if not here:
            self.make(python)
        self.install(python)
        self.progress.say(f"ready after {time.monotonic() - began:.0f} s")
        self.progress.end()
        return python

    def interpreter(self) -> str:
        """Where the Python of `.venv` lies or will lie."""
        if os.name == "nt":
            return os.path.join(self.folder, "Scripts", "python.exe")
        return os.path.join(self.folder, "bin", "python")

    def prints(self) -> list[str]:
        """One fingerprint for each requirements file of this command."""
        return [self._print(name) for name in files_of(self.module)]

    def _print(self, name: str) -> str:
        text = _read(os.path.join(self.root, name))
        return hashlib.sha256(text.encode()).hexdigest()

    def _stamp(self) -> list[str]:
        """The fingerprints in the stamp; none where there is no stamp."""
        try:
            return _read(os.path.join(self.folder, STAMP)).split()
        except (OSError, ValueError):
            return []

    def _others(self) -> list[str]:
        """The fingerprints of what other commands have put in and what is still asked for, so that
        they need not begin anew."""
        stamp = self._stamp()
        names = [name for name in FILES + (BLINKA,) if name not in files_of(self.module)]
        there = [name for name in names if os.path.exists(os.path.join(self.root, name))]
        return [one for one in map(self._print, there) if one in stamp]

    def stamped(self) -> bool:
        """True where `.venv` was filled, to the end, from the requirements as they are now."""
        stamp = self._stamp()
        return all(one in stamp for one in self.prints())

    def supported(self) -> bool:
        """True where the Python that `.venv` was made with is one that the project runs on."""
        try:
            text = _read(os.path.join(self.folder, "pyvenv.cfg"))
        except (OSError, ValueError):
            return False
        match = re.search(r"^version\w*\s*=\s*(\d+)\.(\d+)", text, re.MULTILINE)
        return match is not None and OLDEST <= (int(match.group(1)), int(match.group(2))) <= NEWEST

    def check_folder(self) -> None:
        """Trouble where `.venv` is somebody else's, cannot be written, or has no room."""
        if os.path.lexists(self.folder) and not os.path.isdir(self.folder):
            raise Trouble(
                f"{self.folder} is in the way, as Kostka keeps its packages in a folder of that"
                " name: move it away and try again."
            )
        if os.path.isdir(self.folder) and not os.path.exists(self._path("pyvenv.cfg")):
            strange = {name.lower() for name in os.listdir(self.folder)} - _HALF_MADE
            if strange:
                raise Trouble(
                    f"{self.folder} holds something else than a Python environment"
                    f" ({min(strange)}): move it away and try again."
                )
        try:
            os.makedirs(self.folder, exist_ok=True)
            with open(self._path(LOG), "a", encoding="utf-8"):
                pass
        except OSError as error:
            raise (self._full() if error.errno == errno.ENOSPC else self._denied()) from None
        if shutil.disk_usage(self.folder).free < SPACE:
            raise self._full()

    def make(self, python: str) -> None:
        """A `.venv` with a pip that works, be it new, half-made or broken."""
        if self.supported() and self._works(python, "import pip"):
            return
        # Made by a tool that leaves pip out: the environment is good, only pip is missing.
        if self.supported() and self._works(python, "import ensurepip; ensurepip.bootstrap()"):
            return
        for name in ("venv", "ensurepip"):
            if util.find_spec(name) is None:
                raise self._no_venv()
        this = ".".join(map(str, sys.version_info[:2]))
        self.progress.say(f"first run: making .venv with Python {this}")
        if self._call([sys.executable, "-I", "-m", "venv", "--clear", self.folder]) != 0:
            raise self.explain("Python's venv")

    def install(self, python: str) -> None:
        """Put the pinned packages in, and stamp `.venv` when all of them are there."""
        command = [python, "-I", "-u", "-m", "pip", "install", "--no-deps", "--no-input"]
        command += ["--only-binary", ":all:", "--disable-pip-version-check", "--retries", "2"]
        command += ["--progress-bar", "off", "--no-color"]
        for name in files_of(self.module):
            command += ["-r", os.path.join(self.root, name)]
        status = self._call(command)
        self._keep_log()
        if status != 0:
            raise self.explain("pip")
        stamp = self._path(STAMP)
        prints = self.prints() + self._others()
        try:
            with open(stamp + ".new", "w", encoding="utf-8") as file:
                file.write("\n".join(prints) + "\n")
            os.replace(stamp + ".new", stamp)
        except OSError:
            raise self._denied() from None

    def explain(self, who: str) -> Trouble:
        """What went wrong, read off what `who` printed, as one sentence that says what to do."""
        lines = [line for line in self.progress.lines if line.strip()]
        text = "\n".join(lines)
        if _FULL.search(text):
            return self._full()
        if _DENIED.search(text):
            return self._denied()
        if _NO_ENSUREPIP.search(text):
            return self._no_venv()
        if _CERTIFICATE.search(text):
            return Trouble(
                "The package registry's certificate was not accepted: set this machine's date,"
                " or tell pip of your network's certificate (`pip config set global.cert FILE`),"
                " and try again."
            )
        if _OFFLINE.search(text):
            return Trouble(
                "The first run fetches packages and the package registry cannot be reached:"
                " connect this machine to the internet (or set HTTPS_PROXY) and try again."
            )
        match = _NO_PACKAGE.search(text)
        if match:
            return Trouble(
                f"No ready-made {match.group(1)} for Python {platform.python_version()} on"
                f" {sys.platform} {platform.machine()} was found: check pip's settings, or use"
                " another Python from 3.11 to 3.13 or another kind of machine."
            )
        return Trouble(
            f"{who} could not fill .venv ({(lines or ['it said nothing'])[-1].strip()}): look into"
            f" {self._path(LOG)}, or delete the folder {self.folder} and try again."
        )

    def _full(self) -> Trouble:
        return Trouble(
            f"The disk of {self.root} is too full for Kostka's packages: make"
            f" {SPACE // 1_000_000} MB free and try again."
        )

    def _denied(self) -> Trouble:
        return Trouble(
            f"Kostka keeps its packages in {self.folder} and may not write there: make the"
            " project's folder writable, or copy the project to a folder of your own."
        )

    def _no_venv(self) -> Trouble:
        return Trouble(
            "This Python comes without `venv` and `ensurepip`, which the first run needs: install"
            " them (Debian and Ubuntu: `sudo apt install python3-venv`) or use a Python from"
            " python.org, and try again."
        )

    def _path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def _works(self, python: str, code: str) -> bool:
        lines: list[str] = []
        return os.path.exists(python) and self.runner([python, "-I", "-c", code], lines.append) == 0

    def _call(self, command: list[str]) -> int:
        return self.runner(command, self.progress.line)

    def _keep_log(self) -> None:
        try:
            with open(self._path(LOG), "w", encoding="utf-8") as file:
                file.write("\n".join(self.progress.lines) + "\n")
        except OSError:
            pass  # the log is a convenience; a full disk is told of by pip itself


def _read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()
