"""The default generator: its seeds, and its state."""

import subprocess
import sys

import numpy as np

import minigrad
from minigrad import random


def test_the_default_generator_starts_anew_in_every_process():
    command = [sys.executable, "-c", "from minigrad import random; print(random.initial_seed())"]
    seeds = {subprocess.check_output(command, text=True) for _ in range(2)}
    assert len(seeds) == 2


def test_seed_chooses_reports_and_uses_another():
    before = random.initial_seed()
    chosen = random.seed()
    assert chosen == random.initial_seed() != before
    drawn = minigrad.rand(5)
    random.manual_seed(chosen)
    assert minigrad.equal(minigrad.rand(5), drawn)


def test_manual_seed_takes_what_int_takes():
    assert random.manual_seed(1.7).initial_seed() == 1
    assert random.manual_seed(np.int64(4)) is random.default_generator


def test_from_a_state_the_same_numbers_follow():
    state = random.get_rng_state()
    drawn = minigrad.randn(3)  # leaves the second of a pair waiting
    following = minigrad.randn(17)
    random.set_rng_state(state)
    assert minigrad.equal(minigrad.randn(3), drawn)
    assert minigrad.equal(minigrad.randn(17), following)
