from tests.nn.slopes import value
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "larger": "F.pixel_shuffle(x, 2), F.pixel_shuffle(x[0], 1)",
    "larger_no_picture": "F.pixel_shuffle(x[0, 0], 2)",
    "larger_uneven": "F.pixel_shuffle(x, 3)",
    "larger_by_nothing": "F.pixel_shuffle(x, 0)",
    "smaller": "F.pixel_unshuffle(x, 2), F.pixel_unshuffle(x[0], 2)",
    "smaller_no_picture": "F.pixel_unshuffle(x[0, 0], 2)",
    "smaller_uneven": "F.pixel_unshuffle(x, 3)",
    "smaller_uneven_height": "F.pixel_unshuffle(x, 4)",
    "smaller_by_nothing": "F.pixel_unshuffle(x, -1)",
    "channels": "F.channel_shuffle(x, 2), F.channel_shuffle(x[0], 3), F.channel_shuffle(x, 1)",
    "channels_uneven": "F.channel_shuffle(x, 3)",
    "channels_in_no_groups": "F.channel_shuffle(x, 0)",
    "channels_alone": "F.channel_shuffle(x[0, 0, 0], 2)",
}
case.all.update({name: value(code, (2, 8, 6, 4)) for name, code in GIVEN.items()})

test_as_in_torch = both(__name__, case)
