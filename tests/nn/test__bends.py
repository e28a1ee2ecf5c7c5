from tests.nn.slopes import numbers, slopes, value
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "mish": "F.mish(x * 3)",
    "hardswish": "F.hardswish(x * 3)",
    "hardtanh": "F.hardtanh(x)",
    "hardtanh_of_other_ends": "F.hardtanh(x, -0.5, 0.7)",
    "softsign": "F.softsign(x)",
    "softmin": "F.softmin(x, 1)",
    "prelu": "F.prelu(x, lib.tensor([0.25], dtype=lib.float64))",
    "mish_in_place": "F.mish(x * 1, True)",
    "hardswish_in_place": "F.hardswish(x * 1, inplace=True)",
    "hardtanh_in_place": "F.hardtanh(x * 1, -1.0, 1.0, True)",
}
case.all.update({name: slopes(code, (3, 4)) for name, code in GIVEN.items()})
case.all["logsigmoid"] = numbers(slopes("F.logsigmoid(x * 3)", (3, 4)))
case.all["prelu_learns"] = slopes("F.prelu(x * 1, w)", (2, 3, 2), (3,))
case.all["prelu_one_for_all"] = slopes("F.prelu(x * 1, w)", (2, 3), (1,))
case.all["prelu_of_a_vector"] = slopes("F.prelu(x, w)", (3,), (1,))
OTHERS = {
    "far_out": "[f(lib.tensor([-1000.0, -3.0, 0.0, 3.0, 1000.0])) for f in "
    "(F.logsigmoid, F.mish, F.hardswish, F.hardtanh, F.softsign)]",
    "in_place_on_a_leaf": "F.mish(x, True)",
    "softmin_no_dim": "F.softmin(x)",
}
case.all.update({name: value(code, (3, 4)) for name, code in OTHERS.items()})

test_as_in_torch = both(__name__, case)
