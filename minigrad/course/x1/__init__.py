"""The questions of exercise set X1, each in a file that has its grade id."""
