"""The questions of the lessons."""
