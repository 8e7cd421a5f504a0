"""Sealing a state into bytes and opening it again."""

import pytest

from engine.contract import CHANCE, OVER, seal, unseal


def test_chance_and_over_are_no_players() -> None:
    assert (CHANCE, OVER) == (-1, -2)


@pytest.mark.parametrize("body", [b"", b"\0", b"abc" * 100])
def test_a_body_comes_back(body: bytes) -> None:
    data = seal(3, 7, body)
    assert len(data) == len(body) + 9
    assert unseal(3, 7, data) == body


def test_another_kind_or_version_is_refused() -> None:
    data = seal(3, 7, b"body")
    with pytest.raises(ValueError, match="kind 3, 4 expected"):
        unseal(4, 7, data)
    with pytest.raises(ValueError, match="version 7, 8 expected"):
        unseal(3, 8, data)


def test_cut_bytes_are_refused() -> None:
    data = seal(3, 7, b"body")
    for end in range(len(data)):
        with pytest.raises(ValueError):
            unseal(3, 7, data[:end])
    with pytest.raises(ValueError):
        unseal(3, 7, data + b"\0")


def test_every_flipped_bit_is_noticed() -> None:
    data = seal(3, 7, b"body")
    for bit in range(len(data) * 8):
        bad = bytearray(data)
        bad[bit // 8] ^= 1 << bit % 8
        with pytest.raises(ValueError):
            unseal(3, 7, bytes(bad))
