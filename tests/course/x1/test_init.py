import minigrad as torch
from minigrad.testing.registry import find


def test_the_graphs_of_the_statements():
    x, y = (torch.tensor(value, requires_grad=True) for value in (2.0, 3.0))
    uses = find("x1-uses").reference
    assert uses(x * y + torch.log(x), x) == uses(x * x, x) == 2
    assert uses(find("x1-shared").reference(x, y), x) == 1
