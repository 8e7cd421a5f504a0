"""The firmware on real parts without a microcontroller: on a Raspberry Pi, or on a PC with a USB
adapter, through adafruit-blinka. `python3 -m tools.blinka` is the command."""
