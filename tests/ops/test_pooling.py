import itertools

from tests.nn.slopes import numbers, slopes
from tests.nn.twins import both, cases

case = cases()

LAID = itertools.product(("2", "(3, 2)"), ("None", "1", "3"), (0, 1), (False, True))
for kernel, stride, padding, ceil in LAID:
    laid = f"{kernel}, {stride}, {padding}, ceil_mode={ceil}"
    case.all[f"max {laid}"] = slopes(f"F.max_pool2d(x, {laid})", (2, 4, 5))
    if stride == "3" or ceil:
        case.all[f"mean {laid}"] = slopes(f"F.avg_pool2d(x, {laid})", (2, 4, 5))
        code = f"F.avg_pool2d(x, {laid}, count_include_pad=False)"
        case.all[f"mean {laid} without padding"] = slopes(code, (2, 4, 5))
GIVEN = {
    "dilated": "F.max_pool2d(x, 2, dilation=2)",
    "of_a_column": "F.max_pool2d(x[:, :, :, :1], 3, 1, 1)",
    "divisor": "F.avg_pool2d(x, 2, divisor_override=3)",
    "most": "F.adaptive_max_pool2d(x, (3, 2))",
    "most_of_all": "F.adaptive_max_pool2d(x, (4, 7))",
    "one": "F.adaptive_avg_pool2d(x, 1)",
}
case.all.update({name: slopes(code, (2, 1, 4, 5)) for name, code in GIVEN.items()})
for name, size in {"some": (3, 2), "more_than_there_are": (None, 7)}.items():
    code = f"F.adaptive_avg_pool2d(x, {size})"
    case.all[name] = numbers(slopes(code, (2, 1, 4, 5)))

test_as_in_torch = both(__name__, case)
