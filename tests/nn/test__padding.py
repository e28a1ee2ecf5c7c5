from tests.nn.slopes import value
from tests.nn.twins import both, cases
from tests.ops.expressions import as_torch

case = cases()

GIVEN = {
    "constant": "F.pad(x, (1, 2)), F.pad(x, (1, 0, 0, 2), value=3), F.pad(x, (1, 2, 3, 4, 5, 6))",
    "cut_off": "F.pad(x, (-1, 0)), F.pad(x, (-1, 2, 1, -2)), F.pad(x, [0, -4])",
    "whole_numbers": "F.pad(lib.tensor([1, 2]), (1, 1), value=7)",
    "odd": "F.pad(x, (1,))",
    "odd_in_another_mode": "F.pad(x, (1, 2, 3), 'reflect')",
    "more_pairs_than_dimensions": "F.pad(x[0, 0], (1, 2, 3, 4))",
    "another_mode": "F.pad(x, (1, 1), 'mirror')",
    "value_of_a_mode": "F.pad(x, (1, 1), 'reflect', 5)",
    "zero_of_a_mode": "F.pad(x, (1, 1), 'replicate', value=0)",
    "a_mirror_too_small": "F.pad(x, (4, 0), 'reflect')",
    "more_than_once_around": "F.pad(x, (5, 0), 'circular')",
    "whole_numbers_in_modes": "[F.pad(lib.tensor([[1, 2, 3]]), (2, 1), mode) for mode in "
    "('reflect', 'replicate', 'circular')]",
}
case.all.update({name: value(code, (2, 3, 4)) for name, code in GIVEN.items()})

test_as_torch = as_torch("""
F.pad(f, (1, 1), 'reflect')
F.pad(m[None, None], (1, 1), 'replicate')
F.pad(m, (1, 1, 1, 1), 'circular')
torch.nn.ReflectionPad2d(1)(m)
F.pad(w, (1, 1), 'circular').grad_fn
""")

test_as_in_torch = both(__name__, case)
