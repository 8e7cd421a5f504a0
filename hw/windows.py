"""What has changed in a picture, as windows that are cheap to send.

Windows are (first page, first column, last page, last column); a page is eight lines, 128 column
bytes. How they are sent is `hw.panel`.
"""

from micropython import const

_WIDTH = const(128)
_PAGES = const(8)
_BLOCK = const(8)  # columns compared at a time: comparing two slices costs the board little more
# than comparing two bytes, so pages are compared whole, then in blocks, then at the blocks' ends
_WINDOW = const(10)  # bytes that a window costs by itself: a transfer of address, control byte
# and six command bytes, and address and control byte of its first piece
_MOST = const(16)  # windows; a picture with more changes than that is sent whole, since sorting
# them out would take longer than sending it
_WHOLE = (0, 0, 7, 127)


def changed(image, shown) -> list:
    """Where two pictures differ, in windows that together cost no more than a whole one."""
    windows: list = []
    for page in range(_PAGES):
        start = page * _WIDTH
        for left, right in runs(image, shown, start):
            _add(windows, page, left, right)
        if len(windows) > _MOST:
            return [_WHOLE]
    if len(windows) > 1:
        around = _around(windows)
        total = 0
        for window in windows:
            total += _cost(window)
        if _cost(around) <= total:
            return [around]
    return windows


def runs(image, shown, start: int) -> list:
    """Where the page whose bytes begin at `start` differs: (first, last column) pairs."""
    found: list = []
    end = start + _WIDTH
    if image[start:end] == shown[start:end]:
        return found
    block = start
    while block < end:
        first = block
        while block < end and image[block : block + _BLOCK] != shown[block : block + _BLOCK]:
            block += _BLOCK
        if block > first:
            # Without what is equal at the ends of the changed blocks.
            left = first
            while image[left] == shown[left]:
                left += 1
            right = block - 1
            while image[right] == shown[right]:
                right -= 1
            found.append((left - start, right - start))
        block += _BLOCK
    return found


def _cost(window) -> int:
    """Bytes of a window's data and of what it takes to open it."""
    return (window[2] - window[0] + 1) * (window[3] - window[1] + 1) + _WINDOW


def _add(windows: list, page: int, left: int, right: int) -> None:
    """Append a run of a page, or join it to a window just above where that costs no more."""
    alone = right - left + 1 + _WINDOW
    for index in range(len(windows)):
        top, first, bottom, last = windows[index]
        if bottom < page - 1 or left > last + _WINDOW or right < first - _WINDOW:
            continue
        joined = (top, min(first, left), page, max(last, right))
        if _cost(joined) <= _cost(windows[index]) + alone:
            windows[index] = joined
            return
    windows.append((page, left, page, right))


def _around(windows: list) -> tuple:
    """The smallest window around all of them, which are in the order of their first pages."""
    top, left, bottom, right = windows[0]
    for _top, first, low, last in windows:
        left = min(left, first)
        right = max(right, last)
        bottom = max(bottom, low)
    return (top, left, bottom, right)
