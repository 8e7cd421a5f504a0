"""Soaking the firmware: random buttons over all screens, with faults thrown in.

hands     what is pressed
mischief  what goes wrong
shadow    the game as it must be, whatever happens
life      one device from power-on to the cut of its power, again and again
cli       the command line, several processes, the report
"""
