"""The gates: what stands in for the board, which no package holds, when the tests run.

Here live the checks themselves, each usable from tests/gates, from
`python3 -m tools.board_check` and from `python3 -m tools.bench`. What counts as a
fault of a single game or screen does not live here.
"""
