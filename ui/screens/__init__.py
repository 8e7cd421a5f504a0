"""Screens that know no game: start, menus, set-up, options, help, questions."""
