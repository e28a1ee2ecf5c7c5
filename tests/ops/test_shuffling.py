from tests.nn.slopes import slopes
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "larger": "F.pixel_shuffle(x, 2)",
    "smaller": "F.pixel_unshuffle(x, 2)",
    "channels": "F.channel_shuffle(x, 2)",
}
case.all.update({name: slopes(code, (2, 8, 2, 4)) for name, code in GIVEN.items()})

test_as_in_torch = both(__name__, case)
