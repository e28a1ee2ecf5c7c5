"""The questions of exercise set X3, each in a file that has its grade id."""
