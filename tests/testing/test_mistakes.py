import numpy as np

from minigrad.testing.mistakes import Trial, facts, worst


def trial(right, yours, **args):
    return Trial({k: np.asarray(v) for k, v in args.items()}, np.asarray(right), np.asarray(yours))


def test_the_smallest_failing_input_is_shown():
    good = trial([1.0], [1.0], x=[1.0])
    large = trial([1.0, 2.0], [1.0, 3.0], x=[1.0, 2.0])
    small = trial([1.0], [5.0], x=[1.0])
    assert worst([good, large, small]) is small


def test_facts_admit_ignorance_and_say_where():
    good = trial([1.0, 2.0], [1.0, 2.0], x=[1.0])
    bad = trial([[1.0, 2.0]], [[1.5, 7.0]], x=[1.0])
    assert facts([good, bad]) == (
        "I do not recognise this mistake. What is known: 1 of 2 inputs come out right; here the "
        "largest difference is at index [0, 1]."
    )
    assert facts([trial(1.0, 5.0)]).endswith("What is known: no input comes out right.")


def test_facts_about_shapes():
    assert facts([trial([1.0], [[1.0]])]).endswith("The shape is (1, 1), it should be (1,).")
