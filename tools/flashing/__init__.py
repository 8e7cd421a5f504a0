"""Putting the firmware on a board: what goes there, where the drive is, and how it is copied so
that a copy broken off anywhere is seen and mended. `tools.flash` is the command."""
