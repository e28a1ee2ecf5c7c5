import itertools

from minigrad.course.x5.study import _studied
from minigrad.testing.registry import find
from tests.testing.tried import tried_once
from tests.together import all_pass

FAULTS = {"order": "bcs", "mean": "batches", "keep": "all", "modes": "stay"}
SUBSETS = [some for n in range(5) for some in itertools.combinations(FAULTS, n)]


def test_each_fault_costs_its_part_whatever_else_is_wrong():
    with tried_once():
        all_pass(each_costs_its_part, [(" ".join(names), names) for names in SUBSETS])


def each_costs_its_part(names):
    left = {name: FAULTS[name] for name in names}

    def study(*args):
        return _studied(*args, **left)

    assert find("x5-study").judge(study).score == 1 - len(names) / 4
