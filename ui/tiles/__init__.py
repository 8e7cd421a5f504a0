"""The screens of the tile game."""
