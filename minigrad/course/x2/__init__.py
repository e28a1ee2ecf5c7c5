"""The questions of exercise set X2, each in a file that has its grade id."""
