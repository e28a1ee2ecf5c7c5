"""The questions of exercise set X8, each in a file that has its grade id."""
