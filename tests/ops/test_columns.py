from tests.nn.slopes import slopes
from tests.nn.twins import both, cases

case = cases()

GIVEN = {"plain": "2", "laid": "(2, 3), (1, 2), (1, 0), (2, 1)", "far": "(1, 2), 1, 1, 2"}
for name, laid in GIVEN.items():
    case.all[f"unfold {name}"] = slopes(f"F.unfold(x, {laid})", (2, 2, 4, 7))
    folded = f"F.fold(F.unfold(x, {laid}), (4, 7), {laid})"
    case.all[f"fold {name}"] = slopes(folded, (2, 2, 4, 7))

test_as_in_torch = both(__name__, case)
