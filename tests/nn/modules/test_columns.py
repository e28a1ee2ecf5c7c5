from tests.nn.slopes import value
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "repr": "[str(m) for m in (nn.Unfold(2), nn.Unfold((2, 3), 1, 0, (2, 1)), "
    "nn.Fold((4, 5), 2), nn.Fold(4, 2, stride=2))]",
    "there_and_back": "nn.Fold((5, 4), 2)(nn.Unfold(2)(x))",
}
case.all.update({name: value(code, (2, 3, 5, 4)) for name, code in GIVEN.items()})

test_as_in_torch = both(__name__, case)
