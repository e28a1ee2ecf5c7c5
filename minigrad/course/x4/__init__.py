"""The questions of exercise set X4, each in a file that has its grade id."""
