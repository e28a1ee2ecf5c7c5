"""Random programs of operations, writes, views, hooks and modes: on "cuda" as on the CPU."""

import random
from collections import Counter

from tests.autograd import steps
from tests.autograd.programs import Difference, run
from tests.device.compare import Library, check, origin

NAME, PROGRAMS, STEPS = "250 random programs", 250, 8


def first_difference(device, seeds):
    """What of the programs goes another way, if any does; and how often what occurred."""
    occurred = Counter()
    for seed in seeds:
        choose = random.Random(seed)
        program = [(steps.draw, choose.randbytes(16)) for _ in range(STEPS)]
        try:
            occurred += run((Library("cpu"), Library(device)), [*program, (steps.last, bytes(16))])
        except Difference as found:
            return f"program {seed}: {found}", occurred
        except Exception as error:
            return f"program {seed}: {type(error).__name__}: {error} ({origin(error)})", occurred
    return None, occurred


def test_random_programs_on_the_gpu(device):
    found, occurred = first_difference(device, range(PROGRAMS))
    check(NAME, found)
    assert found or sum(occurred.values()) > PROGRAMS * STEPS / 2
