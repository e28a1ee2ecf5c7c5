import minigrad as torch
from minigrad.course.x7.halves import halves


def test_two_formulas_are_an_operation():
    """What is no tensor stands last, and has no gradient."""
    scaled = halves(lambda x, n: x * n, lambda g, result, x, n: g * n)
    x = torch.tensor([1.0, -2.0], requires_grad=True)
    result, found = scaled(x, 3, torch.tensor([1.0, 10.0]))
    assert result.tolist() == [3.0, -6.0]
    assert found[0].tolist() == [3.0, 30.0] and found[1] is None
