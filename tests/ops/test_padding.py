from tests.nn.slopes import slopes
from tests.nn.twins import both, cases

case = cases()

case.all["constant"] = slopes("F.pad(x, (1, -2, 0, 1))", (2, 3, 4))

test_as_in_torch = both(__name__, case)
