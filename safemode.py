"""Runs when CircuitPython is in safe mode. What it does and why stands in hw/safe.py."""

if __name__ == "__main__":
    from hw.safe import recover

    recover()
