from tests.nn.slopes import value
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "repr": "[str(m) for m in (nn.MaxPool2d(2), nn.MaxPool2d((2, 3), stride=1, padding=1), "
    "nn.AvgPool2d(2), nn.AvgPool2d(2, 1, 1, count_include_pad=False), nn.MaxPool1d(2), "
    "nn.AdaptiveAvgPool2d((1, None)), nn.AdaptiveAvgPool2d(1))]",
    "repr_of_more": "[str(m) for m in (nn.AvgPool1d(2), nn.AvgPool1d((3,), stride=1), "
    "nn.AdaptiveAvgPool1d(2), nn.AdaptiveMaxPool1d(2, True), nn.AdaptiveMaxPool2d((2, None)))]",
    "more": "nn.AvgPool1d(2)(x[0]), nn.AvgPool1d(3, 2, 1, True, False)(x[0]), "
    "nn.AdaptiveAvgPool1d(2)(x[0].detach()), nn.AdaptiveMaxPool1d(3)(x[0]), "
    "nn.AdaptiveMaxPool2d((2, 3), return_indices=True)(x)",
    "max": "nn.MaxPool2d(2)(x), nn.MaxPool2d(3, 1, 1, ceil_mode=True)(x)",
    "places": "nn.MaxPool2d(2, return_indices=True)(x)",
    "sequences": "nn.MaxPool1d(2)(x[0]), nn.MaxPool1d(3, stride=2, padding=1)(x[0])",
    "mean": "nn.AvgPool2d(2)(x), nn.AvgPool2d(3, 2, 1, True, False)(x), "
    "nn.AvgPool2d(2, divisor_override=1)(x)",
    "adaptive": "nn.AdaptiveAvgPool2d(2)(x.detach()), nn.AdaptiveAvgPool2d(1)(x)",
    "two_dimensions": "nn.MaxPool2d(2)(x[0, 0])",
    "too_large": "nn.AvgPool2d(6)(x)",
}
case.all.update({name: value(code, (2, 3, 5, 4)) for name, code in GIVEN.items()})

test_as_in_torch = both(__name__, case)
