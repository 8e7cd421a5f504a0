"""The bytes of the store's log: what counts as written, and what a reader makes of the rest."""

import itertools
from binascii import crc32

import pytest

from hw import journal
from hw.journal import BLOB, END, ENTRY, GAME, START
from hw.reader import Reader

BLANK = b"\xff"
ENTRIES = (b"\x05", b"\x3f", b"\x40\x00", b"\x7f\xff", b"\x81\x02\x03", b"\xbf\xff\xff")


def memory(*parts: bytes, size: int = 512) -> bytes:
    """A memory whose log has these parts."""
    data = journal.head(1) + b"\x00" + BLANK * 5 + b"".join(parts)
    return data + BLANK * (size - len(data))


def game(*entries: bytes, header: bytes = b"game") -> bytes:
    """A game's record and entries with their checks."""
    data = journal.record(GAME, header)
    chain = crc32(data[:-1])
    for entry in entries:
        chain = crc32(entry, chain)
        data += entry + bytes((journal.check(chain),))
    return data


def read(data: bytes) -> tuple[Reader, list[tuple[int, bytes]]]:
    reader = Reader(data)
    found = [(tag, reader.part(start, end)) for tag, start, end in reader.walk()]
    return reader, found


def torn(whole: bytes) -> set[bytes]:
    """What may stand there when the writing of these bytes was cut: a selection of all the ways
    in which some bits are programmed and others not."""
    out = set()
    masks = (0x00, 0x01, 0x80, 0x0F, 0xF0, 0x55, 0xAA, 0x3F, 0xC0, 0xFE, 0x7F, 0xFF)
    for chosen in itertools.product(masks, repeat=len(whole)):
        out.add(bytes(byte | mask for byte, mask in zip(whole, chosen, strict=True)))
    out.discard(whole)
    return out


def test_these_bytes_are_the_format() -> None:
    """Saves are kept over updates: what changes these bytes raises journal.VERSION."""
    assert journal.head(0x030201).hex() == "4b010102032fa040"
    assert journal.record(BLOB | 2, b"ab").hex() == "c20200" + "be" + "6162" + "f4c4b8" + "00"
    assert game(b"\x05", b"\x40\x07")[-5:].hex() == "05cf40073f"
    assert journal.mark(100, 7).hex() == "fe9b2a09"
    assert journal.VERSION == 1


def test_everything_whole_is_read_in_order() -> None:
    reader, found = read(memory(journal.record(BLOB, b"one"), game(*ENTRIES)))
    assert found == [(BLOB, b"one"), (GAME, b"game")] + [(ENTRY, e) for e in ENTRIES]
    assert (reader.report, reader.torn, reader.sure, reader.limit) == ([], False, True, 512)
    assert reader.chain >= 0
    reader, found = read(memory(game(b"\x01"), journal.record(END, b""), game(b"\x02")))
    assert [tag for tag, _ in found] == [GAME, ENTRY, END, GAME, ENTRY]


def test_a_check_is_never_blank() -> None:
    assert {journal.check(chain) for chain in range(512)} == set(range(255))


def test_F6_an_entry_counts_only_with_its_last_byte() -> None:
    """All ways of tearing it: first the entry, then its check."""
    before = game(b"\x11", b"\x52\x07")
    chain = read(memory(before))[0].chain
    for entry in ENTRIES:
        check = bytes((journal.check(crc32(entry, chain)),))
        ways = [(way, BLANK) for way in torn(entry) | {entry}]
        ways += [(entry, way) for way in torn(check)]
        for part, last in ways:
            data = memory(before, part, last)
            reader, found = read(data)
            assert [e for tag, e in found if tag == ENTRY] == [b"\x11", b"\x52\x07"]
            assert reader.sure and reader.chain == chain
            # It goes on behind a mark, which every later reader understands.
            at = reader.at
            assert data[at:] == BLANK * (512 - at)
            assert reader.torn == (
                data[START + len(before) :].count(0xFF) < 512 - START - len(before)
            )
            mark = journal.mark(at, chain) + b"\x00" if reader.torn else b""
            more = memory(data[START:at], mark, entry, check)
            assert [e for tag, e in read(more)[1] if tag == ENTRY][2:] == [entry]


def test_a_mark_may_be_torn_as_often_as_the_power_fails() -> None:
    before = game(b"\x11")
    data = memory(before, b"\x7f")
    for half in (b"\xfe\xff\xff\xff\xff", b"\xff\xf7\xff\xff\xff", None, b"\xfe\xff\x7f\xff\xff"):
        reader, found = read(data)
        assert [tag for tag, _ in found] == [GAME, ENTRY]
        assert reader.torn and reader.sure
        # None: all of the mark but half of its last byte.
        part = half or journal.mark(reader.at, reader.chain) + b"\x0f"
        data = memory(data[START : reader.at], part)
    reader, _ = read(data)
    entry = b"\x22"
    end = journal.mark(reader.at, reader.chain) + b"\x00" + entry
    end += bytes((journal.check(crc32(entry, reader.chain)),))
    assert read(memory(data[START : reader.at], end))[1][-1] == (ENTRY, entry)


@pytest.mark.parametrize("entry", ENTRIES)
def test_one_or_two_changed_bits_of_an_entry_show(entry: bytes) -> None:
    for chain in (0, 1, 0xFF, 0x12345678, 0xFFFFFFFF):
        right = journal.check(crc32(entry, chain))
        bits = range(len(entry) * 8)
        for count in (1, 2):
            for flipped in itertools.combinations(bits, count):
                wrong = bytearray(entry)
                for bit in flipped:
                    wrong[bit // 8] ^= 1 << bit % 8
                assert journal.check(crc32(bytes(wrong), chain)) != right


def test_a_torn_record_is_passed_over() -> None:
    record = journal.record(BLOB | 1, b"\xffnew value\xff")
    for size in range(5, len(record)):
        reader, found = read(memory(game(b"\x11"), record[:size]))
        assert [tag for tag, _ in found] == [GAME, ENTRY]
        assert reader.at == START + len(game(b"\x11")) + len(record)
        assert reader.report == [("torn", START + len(game(b"\x11")))]
        assert not reader.torn and reader.sure


def test_damage_in_a_game_ends_it_and_spares_the_rest() -> None:
    """What is behind the damage is found again, a later game too."""
    first = bytearray(game(*[b"\x05"] * 20))
    first[30] ^= 4
    blob = journal.record(BLOB | 3, b"kept")
    reader, found = read(memory(bytes(first), blob))
    assert (BLOB | 3, b"kept") in found
    assert reader.chain == -1
    assert [word for word, _ in reader.report] == ["damaged", "game"]
    reader, found = read(memory(bytes(first), journal.record(END, b""), blob, game(b"\x07")))
    assert found[-3:] == [(BLOB | 3, b"kept"), (GAME, b"game"), (ENTRY, b"\x07")]
    assert [word for word, _ in reader.report] == ["damaged"]


def test_a_damaged_record_in_a_game_is_passed_over() -> None:
    blob = bytearray(journal.record(BLOB | 3, b"kept"))
    blob[5] ^= 1
    before = game(b"\x05")
    chain = read(memory(before))[0].chain
    entry = b"\x06" + bytes((journal.check(crc32(b"\x06", chain)),))
    reader, found = read(memory(before, bytes(blob), entry))
    assert found[-1] == (ENTRY, b"\x06")
    assert [word for word, _ in reader.report] == ["damaged"]


def test_a_stray_byte_limits_the_room() -> None:
    data = bytearray(memory(game(b"\x05")))
    data[300] = 0xFE
    reader, found = read(bytes(data))
    assert found[-1] == (ENTRY, b"\x05")
    assert reader.limit == 300
    assert reader.report == [("stray", 300)]


def test_a_log_that_fills_the_memory() -> None:
    count = (512 - START - len(game())) // 2
    data = memory(game(*[b"\x05"] * count), size=START + len(game()) + 2 * count)
    reader, found = read(data)
    assert len(found) == 1 + count
    assert reader.at == reader.limit == len(data)
    for size in range(len(data) - 12, len(data)):
        cut = data[:size]
        assert len(read(cut)[1]) <= 1 + count
