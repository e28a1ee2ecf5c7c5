from tests.nn.slopes import numbers, slopes, value
from tests.nn.twins import both, cases

case = cases()

SHAPE = (1, 2, 4, 3)
LAID = ("scale_factor=2", "(3, 7)", "scale_factor=(0.5, 1.7)", "5")
for laid in LAID:
    case.all[f"nearest {laid}"] = numbers(slopes(f"F.interpolate(x, {laid})", (1, 2, 4, 3)))
    for aligned in (True, False):
        code = f"F.interpolate(x, {laid}, mode='bilinear', align_corners={aligned})"
        case.all[f"bilinear {laid} {aligned}"] = numbers(slopes(code, (1, 2, 4, 3)))
    for mode in ("area", "nearest-exact"):
        case.all[f"{mode} {laid}"] = numbers(
            slopes(f"F.interpolate(x, {laid}, mode='{mode}')", SHAPE)
        )
for aligned in (True, False):
    for laid in LAID:
        code = f"F.interpolate(x, {laid}, mode='bicubic', align_corners={aligned})"
        case.all[f"bicubic {laid} {aligned}"] = numbers(slopes(code, SHAPE))
again = "F.interpolate(x, scale_factor=1.7, mode='bilinear', recompute_scale_factor=True)"
case.all["recomputed"] = numbers(slopes(again, SHAPE))
old = "F.upsample(x, 3), F.upsample_nearest(x, scale_factor=2), F.upsample_bilinear(x, (2, 7))"
case.all["old_names"] = numbers(value(old, SHAPE))
linear = "F.interpolate(x, 7, mode='linear'), F.interpolate(x, scale_factor=3)"
case.all["sequences"] = numbers(value(linear, (2, 3, 4)))
for name, code in {
    "area_aligned": "F.interpolate(x, 3, mode='area', align_corners=True)",
    "size_recomputed": "F.interpolate(x, 3, recompute_scale_factor=True)",
    "neither": "F.interpolate(x)",
    "both": "F.interpolate(x, 3, 2)",
    "nearest_aligned": "F.interpolate(x, 3, align_corners=True)",
}.items():
    case.all[name] = value(code, (1, 2, 4, 3))

test_as_in_torch = both(__name__, case)
