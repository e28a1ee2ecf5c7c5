from tests.nn.slopes import value
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "constant": "F.pad(x, (1, 2)), F.pad(x, (1, 0, 0, 2), value=3), F.pad(x, (1, 2, 3, 4, 5, 6))",
    "cut_off": "F.pad(x, (-1, 0)), F.pad(x, (-1, 2, 1, -2)), F.pad(x, [0, -4])",
    "whole_numbers": "F.pad(lib.tensor([1, 2]), (1, 1), value=7)",
    "odd": "F.pad(x, (1,))",
}
case.all.update({name: value(code, (2, 3, 4)) for name, code in GIVEN.items()})

test_as_in_torch = both(__name__, case)
