"""A drive in an image of a FAT file system, laid out as CircuitPython formats its own.

folder2uf2 makes the image, pyfatfs's core reads and writes it, so the names, the sizes in
clusters, the lack of space and the state after a cut are a real file system's. The order of writes
is an operating system's: data and table first, then the directory entry.
"""

import contextlib
import errno
import io
import posixpath
import warnings
from datetime import UTC

import folder2uf2
from pyfatfs import FAT_OEM_ENCODING
from pyfatfs._exceptions import PyFATException
from pyfatfs.EightDotThree import EightDotThree
from pyfatfs.FATDirectoryEntry import FATDirectoryEntry, make_lfn_entry
from pyfatfs.PyFat import PyFat


def image(folder, size):
    """The bytes of a new drive of `size` bytes with a folder's files."""
    builder = folder2uf2.FatBuilder(folder2uf2.Geometry(size // 512), volume_id=1, build_ts=1e9)
    builder.layout(folder2uf2.build_tree(str(folder), build_ts=1e9))
    return bytes(builder.image)


class Chip(io.BytesIO):
    """The flash memory: counts writes, and takes no more after `limit` of them."""

    def __init__(self, data):
        super().__init__(data)
        self.limit = None
        self.writes = 0

    def write(self, data):
        if self.limit is not None and self.writes >= self.limit:
            raise OSError(errno.EIO, "Input/output error")
        self.writes += 1
        return super().write(data)


def _as_oserror(method):
    """pyfatfs's exceptions as those of an operating system."""

    def call(self, *arguments, **options):
        try:
            return method(self, *arguments, **options)
        except PyFATException as error:
            raise OSError(error.errno or errno.EIO, str(error)) from error

    return call


class FatDrive:
    """Keeps to the Drive protocol of tools.flashing.drive."""

    name = "FAT"

    def __init__(self, chip):
        self.chip = chip
        self.fat = PyFat()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it was not unmounted: that is the point
            self.fat.set_fp(chip)

    def close(self):
        """Unmount, and return what is on the chip."""
        self.fat._mark_clean()
        return self.drop()

    def drop(self):
        """Pull the plug, and return what is on the chip."""
        self.fat.is_read_only = True  # so that nothing is written when it is thrown away
        return self.chip.getvalue()

    def _entry(self, path):
        try:
            return self.fat.root_dir.get_entry(path) if path else self.fat.root_dir
        except PyFATException as error:
            raise FileNotFoundError(errno.ENOENT, "No such file", path) from error

    @_as_oserror
    def files(self):
        found: dict[str, int] = {}
        self._walk(self.fat.root_dir, "", found)
        return found

    @_as_oserror
    def folders(self):
        paths = {posixpath.dirname(path) for path in self.files()}
        return sorted(path for path in paths if path)

    def _walk(self, folder, path, found):
        folders, files, _ = folder.get_entries()
        for file in files:
            found[posixpath.join(path, str(file))] = file.filesize
        for one in folders:
            if not str(one).startswith("."):
                self._walk(one, posixpath.join(path, str(one)), found)

    @_as_oserror
    def read(self, path, fresh=False):
        entry = self._entry(path)
        if not entry.get_cluster():
            return b""
        chain = self.fat.get_cluster_chain(entry.get_cluster())
        data = b"".join(self.fat.read_cluster_contents(cluster) for cluster in chain)
        return data[: entry.filesize]

    @_as_oserror
    def write(self, path, data):
        folder = self._folder(posixpath.dirname(path))
        try:
            entry = self._entry(path)
        except FileNotFoundError:
            entry = self._new(folder, posixpath.basename(path), 0)
        else:
            self._empty(folder, entry)
        if data:
            first = self.fat.allocate_bytes(len(data))[0]
            self.fat.write_data_to_cluster(data, first, extend_cluster=False)
            self.fat.flush_fat()
            entry.set_cluster(first)
            entry.filesize = len(data)
        self.fat.update_directory_entry(folder)

    def _empty(self, folder, entry):
        """The entry first, then the table: a cut loses clusters, and no file shares them."""
        first = entry.get_cluster()
        entry.set_cluster(0)
        entry.filesize = 0
        self.fat.update_directory_entry(folder)
        if first:
            self.fat.free_cluster_chain(first)
            self.fat.flush_fat()

    def _folder(self, path):
        if not path:
            return self.fat.root_dir
        try:
            return self._entry(path)
        except FileNotFoundError:
            parent = self._folder(posixpath.dirname(path))
        entry = self._new(parent, posixpath.basename(path), FATDirectoryEntry.ATTR_DIRECTORY)
        entry.set_cluster(self.fat.allocate_bytes(64, erase=True)[0])
        for name, cluster in ((b".", entry.get_cluster()), (b"..", parent.get_cluster())):
            short = EightDotThree()
            short.set_byte_name(name.ljust(11))
            dot = FATDirectoryEntry.new(
                name=short,
                tz=UTC,
                encoding=FAT_OEM_ENCODING,
                attr=FATDirectoryEntry.ATTR_DIRECTORY,
            )
            dot.set_cluster(0 if parent is self.fat.root_dir and name == b".." else cluster)
            entry.add_subdirectory(dot)
        self.fat.flush_fat()
        self.fat.update_directory_entry(entry)
        self.fat.update_directory_entry(parent)
        return entry

    def _new(self, folder, name, attributes):
        short = EightDotThree(encoding=FAT_OEM_ENCODING)
        short.set_str_name(short.make_8dot3_name(name, folder))
        entry = FATDirectoryEntry.new(
            name=short, tz=UTC, encoding=FAT_OEM_ENCODING, attr=attributes
        )
        if short.get_unpadded_filename() != name:
            entry.set_lfn_entry(make_lfn_entry(name, short))
        folder.add_subdirectory(entry)
        return entry

    @_as_oserror
    def move(self, path, to):
        """As the systems do it that remove the old file before they rename the new one."""
        entry = self._entry(path)
        folder = self._entry(posixpath.dirname(path))
        with contextlib.suppress(FileNotFoundError):
            self.remove(to)
        new = self._new(folder, posixpath.basename(to), 0)
        new.set_cluster(entry.get_cluster())
        new.filesize = entry.filesize
        folder.remove_dir_entry(str(entry))
        self.fat.update_directory_entry(folder)

    @_as_oserror
    def remove(self, path):
        entry = self._entry(path)
        folder = self._entry(posixpath.dirname(path))
        folder.remove_dir_entry(str(entry))
        self.fat.update_directory_entry(folder)
        if entry.get_cluster():
            self.fat.free_cluster_chain(entry.get_cluster())
            self.fat.flush_fat()

    @_as_oserror
    def remove_folder(self, path):
        if self._entry(path).is_empty():
            self.remove(path)

    def space(self):
        header = self.fat.bpb_header
        clusters = (header["BPB_TotSec16"] or header["BPB_TotSec32"]) - self.fat.first_data_sector
        clusters //= header["BPB_SecPerClus"]
        free = sum(one == 0 for one in self.fat.fat[2 : clusters + 2])
        return free * self.fat.bytes_per_cluster, self.fat.bytes_per_cluster

    def sync(self):
        pass

    def gone(self):
        return self.chip.limit is not None and self.chip.writes >= self.chip.limit
