"""The Dice Game: rows D of the rules.

`faces` and `terms` are data; `layout` is the grid of built dice; `table` is the state, `game` the
rules on it, `saved` its bytes; `thinker` plays, by what `prospect` and the table `odds` promise.
"""
