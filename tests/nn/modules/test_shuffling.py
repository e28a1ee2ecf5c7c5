from tests.nn.slopes import value
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "repr": "[str(m) for m in (nn.PixelShuffle(2), nn.PixelUnshuffle(3), nn.ChannelShuffle(2))]",
    "moved": "nn.PixelShuffle(2)(x), nn.PixelUnshuffle(2)(x), nn.ChannelShuffle(4)(x)",
}
case.all.update({name: value(code, (2, 8, 6, 4)) for name, code in GIVEN.items()})

test_as_in_torch = both(__name__, case)
