"""What CircuitPython's Python has, and what it lacks, as data for the language gate.

Where the board's list is short it is a list of what is there, so that anything new to the
desktop's Python is refused from the start; where it is long it is a list of what is missing.
"""

# Modules of the board's firmware and of the pinned libraries. Missing ones need no list:
# whatever is neither here nor one of the project's own is refused.
MODULES = frozenset(
    """
    adafruit_bus_device adafruit_debouncer adafruit_fram adafruit_ssd1306 adafruit_ticks
    alarm analogio array binascii board busio collections digitalio errno gc io json keypad math
    microcontroller micropython nvm os pwmio storage struct supervisor sys time traceback
    usb_cdc watchdog
    """.split()
)

OWN_PACKAGES = frozenset(["engine", "hw", "ui", "sim"])

# Names in the modules of the board that are worth a check. A module that is not listed here is
# left to mypy and the CircuitPython stubs.
MODULE_NAMES = {
    "array": frozenset(["array"]),
    "binascii": frozenset(["a2b_base64", "b2a_base64", "crc32", "hexlify", "unhexlify"]),
    "collections": frozenset(["OrderedDict", "deque", "namedtuple"]),
    "gc": frozenset(
        ["collect", "disable", "enable", "isenabled", "mem_alloc", "mem_free", "threshold"]
    ),
    "io": frozenset(["BytesIO", "FileIO", "StringIO", "TextIOWrapper", "open"]),
    "json": frozenset(["dump", "dumps", "load", "loads"]),
    "os": frozenset(
        """
        chdir getcwd getenv ilistdir listdir mkdir remove rename rmdir sep stat statvfs sync
        uname unlink urandom utime
        """.split()
    ),
    "struct": frozenset(["calcsize", "pack", "pack_into", "unpack", "unpack_from"]),
    "sys": frozenset(
        """
        argv byteorder exit implementation maxsize modules path platform stdin stdout stderr
        print_exception version version_info
        """.split()
    ),
    "time": frozenset(["localtime", "mktime", "monotonic_ns", "sleep", "struct_time", "time"]),
    "traceback": frozenset(["format_exception", "print_exception"]),
}

# There, and still never to be used: with what to use in its place.
FORBIDDEN_NAMES = {
    ("time", "monotonic"): "a float that loses milliseconds after hours: use hw.clock's ticks",
    ("time", "monotonic_ns"): "use hw.clock's ticks",
    ("time", "time"): "the board's clock is not set: use hw.clock's ticks",
}
FORBIDDEN_MODULES = {
    "random": "is seeded with 32 bits: chance comes from the entropy part",
}

# Built-in names of the desktop's Python that the board has too.
BUILTINS = frozenset(
    """
    abs all any bin bool bytearray bytes callable chr classmethod dict dir divmod enumerate eval
    exec filter float frozenset getattr globals hasattr hash hex id input int isinstance
    issubclass iter len list locals map max memoryview min next object oct open ord pow print
    property range repr reversed round set setattr slice sorted staticmethod str sum super tuple
    type zip
    True False None NotImplemented Ellipsis __debug__ __import__ __name__ __file__
    ArithmeticError AssertionError AttributeError BaseException ConnectionError EOFError
    Exception GeneratorExit ImportError IndexError KeyError KeyboardInterrupt LookupError
    MemoryError NameError NotImplementedError OSError OverflowError RuntimeError StopIteration
    SyntaxError SystemExit TimeoutError TypeError UnicodeError ValueError ZeroDivisionError
    """.split()
)

# What desktop files that run under MicroPython too may use beside all that.
PLAIN_NAMES = frozenset(["compile"])
PLAIN_MODULES = frozenset(  # of tests/board itself
    ["bare", "meter", "monkey", "start", "table", "ticks", "tile_table", "tile_tour", "worst"]
)

# Methods of built-in types that the board lacks. A call of such a name is refused unless the
# object is known to be one of the project's own.
MISSING_METHODS = frozenset(
    """
    capitalize casefold expandtabs format_map isalnum isascii isdecimal isidentifier isnumeric
    isprintable istitle ljust maketrans removeprefix removesuffix rjust swapcase title translate
    zfill
    bit_length bit_count as_integer_ratio is_integer
    tobytes tolist cast
    most_common move_to_end
    """.split()
)

# What bytearrays lack; told apart from lists by where the name was assigned.
BYTEARRAY_MISSING = frozenset(["clear", "copy", "insert", "pop", "remove", "reverse"])

# Keyword arguments that the board's built-in functions take. The rest take none.
KEYWORDS = {
    "dict": None,  # any
    "enumerate": frozenset(["start"]),
    "map": frozenset(),
    "max": frozenset(["default", "key"]),
    "min": frozenset(["default", "key"]),
    "open": frozenset(["encoding", "mode"]),
    "print": frozenset(["end", "sep"]),
    "property": frozenset(),
    "sorted": frozenset(["key", "reverse"]),
    "zip": frozenset(),
    "filter": frozenset(),
    "int": frozenset(),
    "str": frozenset(),
    "bytes": frozenset(),
    "bytearray": frozenset(),
    "sum": frozenset(),
    "pow": frozenset(),
    "round": frozenset(),
    "iter": frozenset(),
    "next": frozenset(),
    "getattr": frozenset(),
    "range": frozenset(),
}

# The same for methods of built-in types and functions of modules, by the last name.
METHOD_KEYWORDS = {
    "decode": frozenset(),
    "deque": frozenset(),
    "dumps": frozenset(["separators"]),
    "encode": frozenset(),
    "from_bytes": frozenset(),
    "join": frozenset(),
    "namedtuple": frozenset(),
    "rsplit": frozenset(),
    "sort": frozenset(["key", "reverse"]),
    "split": frozenset(),
    "splitlines": frozenset(),
    "to_bytes": frozenset(),
}

# Attributes of functions and classes that the board lacks.
MISSING_ATTRIBUTES = frozenset(
    """
    __annotations__ __bases__ __closure__ __code__ __defaults__ __dict__ __doc__ __kwdefaults__
    __module__ __mro__ __qualname__ __subclasses__ __wrapped__ __cause__ __context__
    __traceback__
    """.split()
)

# Special methods a class may define: the call graph knows where these are called. All others are
# called without a call being written, or are not called by the board at all.
SPECIAL_METHODS = frozenset(["__init__", "__enter__", "__exit__", "__len__"])

# Decorators that the board has.
DECORATORS = frozenset(["classmethod", "property", "staticmethod"])

# Built-in types that do not work as a base on the board as they do on the desktop.
UNSAFE_BASES = frozenset(
    "bool bytearray bytes dict float frozenset int list set str tuple type".split()
)

# Calls that look at all of a set or dict but cannot show its order.
ORDERLESS_CALLS = frozenset(
    "all any bool dict frozenset len set sorted sum isinstance id hash".split()
)
# ... and calls that pass an order on.
ORDERED_CALLS = frozenset(
    "bytearray bytes enumerate filter iter list map max min reversed tuple zip".split()
)
