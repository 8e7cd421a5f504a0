"""Fakes of the parts at the level of the chip; the drivers in hw/ run over them unchanged."""
