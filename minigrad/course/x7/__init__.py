"""The questions of exercise set X7, each in a file that has its grade id."""
