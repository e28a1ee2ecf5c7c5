from minigrad.testing.registry import find


def test_a_backward_that_does_nothing_earns_nothing():
    verdict = find("x2-backward").judge(lambda result, gradient: result.data)
    assert not verdict and verdict.score == 0.0


def untouched(result, gradient):
    """Add the gradients to the .grad of the leaves."""
    pending = {result: gradient}  # noqa: F841
    ...  # noqa: PIE790


def test_a_stub_is_not_attempted():
    assert find("x2-backward").judge(untouched).state == "not attempted yet"
