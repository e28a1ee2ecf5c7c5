"""Whole trainings, each a short script that one command runs."""
