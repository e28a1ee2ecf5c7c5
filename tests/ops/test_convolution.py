from tests.nn.slopes import slopes
from tests.nn.twins import both, cases

case = cases()

PICTURE, KERNELS = (2, 4, 6, 5), (2, 2, 3, 2)
LAID = {
    "plain": "1, 0, 1, 2",
    "stride": "2, 0, 1, 2",
    "uneven": "(2, 1), (0, 1), (1, 2), 2",
    "all": "(3, 2), (2, 1), (2, 3), 2",
}

for name, laid in LAID.items():
    code = f"F.conv2d(x, w, b, {laid})"
    case.all[name] = slopes(code, PICTURE, KERNELS, (2,))
case.all["one_group"] = slopes("F.conv2d(x, w, b)", PICTURE, (3, 4, 3, 2), (3,))
case.all["each_channel_alone"] = slopes("F.conv2d(x, w, None, groups=4)", PICTURE, (4, 1, 3, 2))
case.all["no_pictures"] = slopes("F.conv2d(x, w, b)", (0, 4, 6, 5), (3, 4, 3, 2), (3,))
TURNED = {
    "turned": "1, 0, 0, 2, 1",
    "turned_stride": "(2, 3), 1, (0, 2), 2, 1",
    "turned_dilated": "2, 0, 1, 2, (2, 1)",
}
for name, laid in TURNED.items():
    code = f"F.conv_transpose2d(x, w, b, {laid})"
    case.all[name] = slopes(code, (2, 4, 3, 2), (4, 1, 3, 2), (2,))


test_as_in_torch = both(__name__, case)
