"""The questions of exercise set X5, each in a file that has its grade id."""
