"""The rules of the games: no pixels, no pins, no clock and no randomness in here."""
