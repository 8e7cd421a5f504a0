"""Which CircuitPython the firmware runs on. Nothing else: what is said to an owner whose board has
an older one stands with whoever says it."""

# Before 9.2.1 an RP2350 crashes into safe mode when its non-volatile memory is written, and the
# journal lives there; the settings for the stack and the heap are older than that.
OLDEST = (9, 2, 1)
# What the measurements were made with.
RECOMMENDED = (10, 3)
# The firmware's own.
KOSTKA = "0.2.0"
