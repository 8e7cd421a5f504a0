"""The screens and what they draw with. Nothing here knows a pin, a bus or a rule.

`path` finds the files that lie beside these modules (art, words), on the board and elsewhere.
"""

_HERE = __file__.replace("\\", "/").rsplit("/", 1)[0]


def path(name: str) -> str:
    """Give the path of the file `name`, itself given from this folder on ("art/small.bin")."""
    return _HERE + "/" + name
