"""The screens of the Dice Game."""
