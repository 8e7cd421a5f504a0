"""Going to deep sleep, and up again where the board will not have it."""

from hw.lines import Lines


def lie_down(alarm, board, names: dict, buttons) -> None:
    """As Power.retire. A button that is down all the time cannot wake it, so it is left out."""
    lines = Lines(board, names)
    pins = _pins(lines.contacts, buttons.down)
    buttons.let_go()  # a pin has only one user
    alarms = []
    try:
        for pin in pins:
            alarms.append(alarm.pin.PinAlarm(pin, value=False, pull=True))
        alarm.exit_and_deep_sleep_until_alarms(*alarms)
    except Exception as error:  # whatever a board has against it, the game goes on
        print("Kostka: no deep sleep:", error)
    keys, inputs = lines.open()
    buttons.take_up(keys, inputs)


def _pins(contacts: list, down: int) -> list:
    """The pins of the buttons that are up, each once: some buttons share theirs."""
    pins: list = []
    for key in range(len(contacts)):
        contact = contacts[key]
        for pin in contact if isinstance(contact, list) else [contact]:
            if not down & (1 << key) and pin not in pins:
                pins.append(pin)
    return pins
