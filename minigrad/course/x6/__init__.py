"""The questions of exercise set X6, each in a file that has its grade id."""
