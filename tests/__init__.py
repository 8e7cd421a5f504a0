"""All tests of the project. Run them with `python3 -m tests`."""
