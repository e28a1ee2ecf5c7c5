from tests.nn.slopes import numbers, slopes, value
from tests.nn.twins import both, cases

case = cases()

LAID = ("scale_factor=2", "(3, 7)", "scale_factor=(0.5, 1.7)", "5")
for laid in LAID:
    case.all[f"nearest {laid}"] = numbers(slopes(f"F.interpolate(x, {laid})", (1, 2, 4, 3)))
    for aligned in (True, False):
        code = f"F.interpolate(x, {laid}, mode='bilinear', align_corners={aligned})"
        case.all[f"bilinear {laid} {aligned}"] = numbers(slopes(code, (1, 2, 4, 3)))
linear = "F.interpolate(x, 7, mode='linear'), F.interpolate(x, scale_factor=3)"
case.all["sequences"] = numbers(value(linear, (2, 3, 4)))
for name, code in {
    "neither": "F.interpolate(x)",
    "both": "F.interpolate(x, 3, 2)",
    "nearest_aligned": "F.interpolate(x, 3, align_corners=True)",
}.items():
    case.all[name] = value(code, (1, 2, 4, 3))

test_as_in_torch = both(__name__, case)
