"""The tile game: rows T, W and B of the rules.

`table` and `terms` are data; `landscape` is what lies on the table and how features join, `scoring`
what a feature is worth, `wheel` what the pig brings, `state` and `game` the rules on it. Its bytes
are `saved`, `restored` and `checked`, the entries of its log `entry` and `log`.
"""
