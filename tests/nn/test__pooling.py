from tests.nn.slopes import value
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "max": "F.max_pool2d(x, 2), F.max_pool2d(x[0], (2, 3), stride=(1, 2), padding=(1, 0))",
    "places": "F.max_pool2d(x, 3, 2, 1, return_indices=True)",
    "not_a_number": "F.max_pool2d(lib.tensor([[[1.0, float('nan')], [3.0, 4.0]]]), 1, 1, "
    "return_indices=True), F.max_pool2d(lib.tensor([[[float('nan'), 9.0]]]), (1, 2), "
    "return_indices=True)",
    "equals": "F.max_pool2d(lib.zeros(1, 2, 2), 2, return_indices=True)",
    "whole_numbers": "F.max_pool2d(lib.arange(16).view(1, 4, 4), 3, 1, 1)",
    "sequences": "F.max_pool1d(x[0], 2), F.max_pool1d(x[0, 0], 3, 1, 1), "
    "F.max_pool1d(x[0], (2,), stride=(1,), dilation=2, ceil_mode=True, return_indices=True)",
    "mean": "F.avg_pool2d(x, 2), F.avg_pool2d(x[0], (2, 3), (1, 2), (1, 0))",
    "adaptive": "F.adaptive_avg_pool2d(x.detach(), (2, None)), F.adaptive_avg_pool2d(x[0], 1)",
    "padding_too_large": "F.max_pool2d(x, 2, padding=2)",
    "two_dimensions": "F.max_pool2d(x[0, 0], 2)",
    "too_large": "F.max_pool2d(x, 9)",
    "mean_padding_too_large": "F.avg_pool2d(x, 2, padding=2)",
    "no_window": "F.max_pool2d(x, 0)",
    "no_stride": "F.max_pool2d(x, 2, 0)",
    "no_dilation": "F.max_pool2d(x, 2, dilation=0)",
    "negative_padding": "F.max_pool2d(x, 2, padding=-1)",
    "no_window_of_a_sequence": "F.max_pool1d(x[0], 0)",
    "no_stride_in_a_sequence": "F.max_pool1d(x[0], 2, 0)",
    "no_dilation_in_a_sequence": "F.max_pool1d(x[0], 2, dilation=0)",
    "mean_no_stride": "F.avg_pool2d(x, 2, 0)",
    "mean_negative_padding": "F.avg_pool2d(x, 2, padding=-1)",
    "means_of_sequences": "F.avg_pool1d(x[0], 2), F.avg_pool1d(x[0], (3,), 1, 1, True, False), "
    "F.avg_pool1d(x[0, 0], 2)",
    "means_not_of_sequences": "F.avg_pool1d(x, 2)",
    "means_of_sequences_too_large": "F.avg_pool1d(x[0], 9)",
    "means_of_sequences_no_stride": "F.avg_pool1d(x[0], 2, 0)",
    "means_of_sequences_padding_too_large": "F.avg_pool1d(x[0], 2, padding=2)",
    "adaptive_of_sequences": "F.adaptive_avg_pool1d(x[0].detach(), 3), "
    "F.adaptive_max_pool1d(x[0], 3), F.adaptive_max_pool1d(x[0, 0], 2, return_indices=True)",
    "adaptive_not_of_sequences": "F.adaptive_avg_pool1d(x, 2)",
    "adaptive_max_not_of_sequences": "F.adaptive_max_pool1d(x, 2)",
    "adaptive_max": "F.adaptive_max_pool2d(x, 2), F.adaptive_max_pool2d(x[0], (3, None), True)",
    "adaptive_max_two_dimensions": "F.adaptive_max_pool2d(x[0, 0], 2)",
    "adaptive_max_negative": "F.adaptive_max_pool2d(x, -2)",
    "mean_divided_by_nothing": "F.avg_pool2d(x, 2, divisor_override=0)",
    "mean_too_large": "F.avg_pool2d(x, 9)",
}
case.all.update({name: value(code, (2, 3, 5, 4)) for name, code in GIVEN.items()})

test_as_in_torch = both(__name__, case)
