"""The desktop: fakes of the parts, the world that joins them, and the fronts that show it."""
