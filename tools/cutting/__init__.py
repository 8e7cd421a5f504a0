"""Cutting the power: whole games over a simulated flash whose power fails at every step, what the
store makes of what is left, and the whole device started on it. `tools.power_cuts` is the
command."""
