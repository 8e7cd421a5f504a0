"""Runs once after a hard reset, before USB starts. What it does and why stands in hw/boot.py."""

if __name__ == "__main__":
    from hw.boot import prepare

    prepare()
