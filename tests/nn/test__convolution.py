import pytest

import minigrad
from minigrad.nn import functional as F
from tests.nn.slopes import slopes, value
from tests.nn.twins import both, cases

case = cases()

X, W, B = (2, 3, 5, 4), (4, 3, 3, 2), (4,)
GIVEN = {
    "plain": "F.conv2d(x, w, b)",
    "without_bias": "F.conv2d(x, w)",
    "one_picture": "F.conv2d(x[0], w, b)",
    "numbers_for_each": "F.conv2d(x, w, b, stride=(2, 1), padding=(1, 0), dilation=(1, 2))",
    "a_list": "F.conv2d(x, w, b, stride=[2])",
    "same": "F.conv2d(x, w[:, :, :, :1], b, padding='same')",
    "valid": "F.conv2d(x, w, b, padding='valid')",
    "sequences": "F.conv1d(x[:, 0], w[:, :, :, 0].transpose(1, 2)[:, :, :1].repeat(1, 1, 2)"
    "[:, :1].repeat(1, 5, 1), b)",
    "groups_too_many": "F.conv2d(x, w, groups=2)",
    "two_dimensions": "F.conv2d(x[0, 0], w)",
    "five_dimensions": "F.conv2d(x[None], w)",
    "one_channel": "F.conv2d(x[:, :1], w)",
    "channels_last": "F.conv2d(x.permute(0, 2, 3, 1), w)",
    "kernel_too_large": "F.conv2d(x[:, :, :2], w)",
    "types_differ": "F.conv2d(x.double(), w)",
    "padding_of_another_name": "F.conv2d(x, w, padding='full')",
    "same_with_a_stride": "F.conv2d(x, w, padding='same', stride=2)",
    "sequences_of_pictures": "F.conv1d(x, w)",
    "no_stride": "F.conv2d(x, w, stride=0)",
    "a_stride_backwards": "F.conv2d(x, w, stride=(1, -1))",
    "negative_padding": "F.conv2d(x, w, padding=-1)",
    "no_groups": "F.conv2d(x, w, groups=0)",
    "bias_of_another_size": "F.conv2d(x, w, b[:2])",
    "kernels_that_do_not_fall_into_groups": "F.conv2d(x[:, :2], w[:3, :1], groups=2)",
    "turned_no_stride": "F.conv_transpose2d(x, w[:3], stride=0)",
    "turned_negative_output_padding": "F.conv_transpose2d(x, w[:3], output_padding=-1)",
    "turned_bias": "F.conv_transpose2d(x, w[:3], b)",
    "turned_sequences": "F.conv_transpose1d(x[:, :, 0], w[:3, :, 0], b[:3], 2)",
    "turned_sequence": "F.conv_transpose1d(x[0, :, 0], w[:3, :, 0])",
    "turned_sequences_of_pictures": "F.conv_transpose1d(x, w)",
    "turned_two_dimensions": "F.conv_transpose2d(x[0, 0], w)",
    "turned_one_picture": "F.conv_transpose2d(x[0], w[:3], b[:3])",
    "turned_channels": "F.conv_transpose2d(x, w)",
}
case.all.update({name: value(code, X, W, B) for name, code in GIVEN.items()})
case.all["sequences_slopes"] = slopes("F.conv1d(x, w, b, 2, 1)", (2, 3, 7), (4, 3, 3), B)
turned = "F.conv_transpose1d(x, w, b, 2, 1, 1, 1, 2)"
case.all["turned_sequences_slopes"] = slopes(turned, (2, 3, 7), (3, 4, 3), B)
case.all["same_slopes"] = slopes("F.conv2d(x, w, b, 1, 'same', (1, 2))", X, W, B)

test_as_in_torch = both(__name__, case)


def test_where_the_same_is_uneven_the_rest_goes_to_the_right():
    x, w = minigrad.randn(1, 2, 4, 5, requires_grad=True), minigrad.randn(3, 2, 3, 2)
    y = F.conv2d(x, w, padding="same")
    assert y.tolist() == F.conv2d(F.pad(x, (0, 1, 1, 1)), w).tolist()
    assert y.grad_fn.next_functions[0][0].name() == "ConstantPadNdBackward0"


def test_elements_of_a_kernel_lie_apart():  # torch has two texts, which one depends on the sizes
    with pytest.raises(RuntimeError, match=r"dilation should be greater than zero, .* \[0, 0\]"):
        F.conv2d(minigrad.ones(1, 2, 5, 5), minigrad.ones(2, 2, 3, 3), dilation=0)
