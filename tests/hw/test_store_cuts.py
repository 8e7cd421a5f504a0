"""The power fails at every step of whole games: the bounded version of tools.power_cuts."""

import pytest

from tools import power_cuts


@pytest.fixture(scope="module")
def short() -> power_cuts.Recording:
    return power_cuts.record(2, 1)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_F3_no_cut_costs_more_than_the_action_that_was_written(players: int) -> None:
    """Every step, and every way of its being half done, of every 16th entry of a whole game;
    every fourth time the game is played to its end, and at times the next write is cut too."""
    recording = power_cuts.record(players, players)
    tally = power_cuts.cut_entries(recording, every=16, to_end=4, again=23)
    assert tally.messages == []
    assert tally.cuts >= 5 * len(recording.entries) // 16
    assert tally.again > 0
    assert (tally.games_lost, tally.states_wrong, tally.blobs_lost) == (0, 0, 0)


def test_F6_a_cut_while_a_setting_changes_keeps_the_old_one(short: power_cuts.Recording) -> None:
    tally = power_cuts.cut_settings(short)
    assert tally.messages == [] and tally.cuts > 50


def test_F37_a_cut_at_the_end_counts_the_game_once_or_not_yet(
    short: power_cuts.Recording,
) -> None:
    tally = power_cuts.cut_end(short)
    assert tally.messages == [] and tally.cuts > 500


def test_a_cut_between_games_never_brings_a_game_back(short: power_cuts.Recording) -> None:
    tally = power_cuts.cut_rewriting(short)
    assert tally.messages == [] and tally.cuts > 1000
    assert tally.games_lost == 0


def test_a_cut_in_the_rewriting_in_play_is_told(short: power_cuts.Recording) -> None:
    tally = power_cuts.cut_outgrown(short)
    assert tally.messages == []
    assert 0 < tally.games_lost < tally.cuts


def test_with_a_second_memory_even_that_costs_nothing(short: power_cuts.Recording) -> None:
    tally = power_cuts.cut_with_second(short)
    assert tally.messages == [] and tally.cuts > 1000
    assert (tally.games_lost, tally.blobs_lost) == (0, 0)


def test_a_store_that_forgets_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof can fail: a check that is written before the entry is enough."""
    from hw.writer import Writer

    write = Writer._write

    def early(self: Writer, at: int, data: bytes) -> bool:
        if len(data) == 2:  # an entry: its second byte first
            return write(self, at + 1, data[1:]) and write(self, at, data[:1])
        return write(self, at, data)

    recording = power_cuts.record(2, 1)
    monkeypatch.setattr(Writer, "_write", early)
    assert power_cuts.cut_entries(recording, every=64).messages == []

    def late(self: Writer, at: int, data: bytes) -> bool:
        if len(data) == 1 and at > 400:  # a check that is never there
            return True
        return write(self, at, data)

    monkeypatch.setattr(Writer, "_write", late)
    assert power_cuts.cut_entries(recording, every=8).messages != []


def test_a_sector_outlives_its_owner() -> None:
    games, erases = power_cuts.wear([power_cuts.record(2, seed) for seed in range(6)])
    assert erases <= games
    years = power_cuts.ENDURANCE * games / max(erases, 1) / power_cuts.GAMES_A_DAY / 365
    assert years > 25
