"""`python3 -m tools.bench`: the device's budgets beside what was measured.

Here live the measurements, the table and the waivers. The scripts that do the measuring inside
an interpreter are in tests/board.
"""
