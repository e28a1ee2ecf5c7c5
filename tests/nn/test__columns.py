from tests.nn.slopes import numbers, value
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "one_picture": "F.unfold(x[0], 2), F.fold(F.unfold(x[0], 2), 5, 2)",
    "too_large": "F.unfold(x, 9)",
    "no_kernel": "F.unfold(x, 0)",
    "no_stride": "F.unfold(x, 2, stride=0)",
    "no_dilation": "F.unfold(x, 2, dilation=0)",
    "negative_padding": "F.unfold(x, 2, padding=-1)",
    "whole_numbers": "F.unfold(lib.ones(1, 1, 2, 2).long(), 2)",
    "columns_of_another_kernel": "F.fold(lib.ones(1, 7, 4), 3, 2)",
    "columns_of_another_picture": "F.fold(lib.ones(1, 8, 5), 3, 2)",
    "no_columns": "F.fold(lib.ones(8), 3, 2)",
    "no_stride_back": "F.fold(lib.ones(1, 4, 4), 3, 2, stride=0)",
}
case.all.update({name: numbers(value(code, (2, 3, 5, 5))) for name, code in GIVEN.items()})

test_as_in_torch = both(__name__, case)
