"""Where CircuitPython begins: build the parts, hand them to the screens; tell of an error."""

if __name__ == "__main__":
    from hw.guard import Guard

    guard = Guard()
    try:
        # The parts first: their buffers want large blocks of the heap, the screens only small
        # ones (field row F15).
        from hw.start import build

        guard.parts = build()
        del build

        from ui.room import load

        load(("ui.canvas", "ui.words", "ui.app"))

        from ui.app import run

        run(guard.parts)
    except Exception as error:
        guard.caught(error)
        try:
            from ui.crash import show

            show(guard)
        except Exception as another:
            guard.caught(another)
            guard.wait()
        guard.restart()
