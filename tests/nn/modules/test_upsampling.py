from tests.nn.slopes import numbers, value
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "repr": "[str(m) for m in (nn.Upsample(scale_factor=2), nn.Upsample(4), "
    "nn.Upsample((3, 4), mode='bilinear'), nn.Upsample(scale_factor=(2, 3)))]",
    "repr_of_two": "str(nn.UpsamplingNearest2d(scale_factor=2)), "
    "str(nn.UpsamplingBilinear2d((3, 4)))",
    "two": "nn.UpsamplingNearest2d(scale_factor=2)(x), nn.UpsamplingBilinear2d((5, 5))(x)",
    "larger": "nn.Upsample(scale_factor=2)(x), nn.Upsample((5, 5), mode='bilinear')(x)",
}
case.all.update({name: numbers(value(code, (1, 2, 3, 4))) for name, code in GIVEN.items()})

test_as_in_torch = both(__name__, case)
