from tests.nn.slopes import numbers, slopes
from tests.nn.twins import both, cases

case = cases()

case.all["constant"] = slopes("F.pad(x, (1, -2, 0, 1))", (2, 3, 4))
for mode in ("reflect", "replicate"):
    case.all[f"{mode} a sequence"] = slopes(f"F.pad(x, (1, 2), '{mode}')", (2, 4))
    case.all[f"{mode} and cut off"] = slopes(f"F.pad(x, (3, -1), '{mode}')", (1, 2, 4))
    case.all[f"{mode} a picture"] = slopes(f"F.pad(x, (1, 2, 0, 2), '{mode}')", (1, 2, 3, 4))
    case.all[f"{mode} a volume"] = slopes(f"F.pad(x, (1, 0, 0, 1, 1, 1), '{mode}')", (1, 2, 2, 3))
case.all["replicate far"] = slopes("F.pad(x, (7, 5), 'replicate')", (2, 3))
CIRCULAR = {"(1, 2)": (2, 4), "(3, -1)": (1, 2, 4), "(1, 2, 0, 3)": (1, 2, 3, 4), "(4, 4)": (2, 4)}
for around, shape in CIRCULAR.items():
    case.all[f"circular {around}"] = numbers(slopes(f"F.pad(x, {around}, 'circular')", shape))

test_as_in_torch = both(__name__, case)
