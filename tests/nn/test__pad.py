from tests.nn.slopes import slopes, value
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "constant": "F.pad(x, (1, 2)), F.pad(x, (1, 0, 0, 2), value=3), F.pad(x, (1, 2, 3, 4, 5, 6))",
    "cut_off": "F.pad(x, (-1, 0)), F.pad(x, (-1, 2, 1, -2)), F.pad(x, [0, -4])",
    "reflect": "F.pad(x, (3, 1), 'reflect')",
    "replicate": "F.pad(x, (5, 1), mode='replicate')",
    "circular": "F.pad(x, (4, 1), 'circular')",
    "reflect_cut": "F.pad(x, (3, -1), 'reflect')",
    "whole_numbers": "F.pad(lib.tensor([1, 2]), (1, 1), value=7)",
    "odd": "F.pad(x, (1,))",
    "too_many": "F.pad(x, (1,) * 8)",
    "cut_too_much": "F.pad(x, (-3, -3))",
    "another_mode": "F.pad(x, (1, 1), 'mirror')",
    "a_value_too_many": "F.pad(x, (1, 1), 'reflect', 2.0)",
}
case.all.update({name: value(code, (2, 3, 4)) for name, code in GIVEN.items()})
case.all["slopes"] = slopes("F.pad(x, (1, -2, 0, 1))", (2, 3, 4))
case.all["reflect_slopes"] = lambda lib: slopes("F.pad(x, (3, 2), 'reflect')", (2, 3, 4))(lib)[1:]
for name in ("reflect", "replicate", "circular", "reflect_cut"):  # nodes of another kind
    case.all[name] = value(GIVEN[name].replace("(x,", "(x.detach(),"), (2, 3, 4))

test_as_in_torch = both(__name__, case)
