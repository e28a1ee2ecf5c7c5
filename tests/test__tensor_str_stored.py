"""Prints of torch that are stored here: `tensor_repr` gives the same, and so does torch today."""

import re

import numpy as np
import pytest

from tests.printing import PARAMETER, show, show_in_torch

# What torch 2.13.0 prints, with the package's name in place of torch's.
STORED = """
>>> show(np.float32(3.14159))
tensor(3.1416)
>>> show(np.float32(7))
tensor(7.)
>>> show(np.int64(-5))
tensor(-5)
>>> show(np.bool_(True))
tensor(True)
>>> show(np.float64(0.1))
tensor(0.1000, dtype=minigrad.float64)
>>> show(np.float32(1e10))
tensor(1.0000e+10)
>>> show(np.float32(np.nan))
tensor(nan)
>>> show(np.float32([1.5, -22.25, 3]))
tensor([  1.5000, -22.2500,   3.0000])
>>> show(np.float32([1, -20, 300]))
tensor([  1., -20., 300.])
>>> show(np.float32([0.5, 1000]))
tensor([5.0000e-01, 1.0000e+03])
>>> show(np.float64([0.5, 500]))
tensor([  0.5000, 500.0000], dtype=minigrad.float64)
>>> show(np.float32([1, 2e8]))
tensor([1.0000e+00, 2.0000e+08])
>>> show(np.float32([1e8, 1e8]))
tensor([100000000., 100000000.])
>>> show(np.float32([1e-5, -2e-5]))
tensor([ 1.0000e-05, -2.0000e-05])
>>> show(np.float64([1e-4, 2e-4]))
tensor([0.0001, 0.0002], dtype=minigrad.float64)
>>> show(np.float64([1e-300, 1e300, 0, np.nan]))
tensor([1.0000e-300, 1.0000e+300,  0.0000e+00,         nan],
       dtype=minigrad.float64)
>>> show(np.float32([1, np.nan, np.inf, -np.inf]))
tensor([1., nan, inf, -inf])
>>> show(np.float32([1.5, np.nan, np.inf, -np.inf]))
tensor([1.5000,    nan,    inf,   -inf])
>>> show(np.float32([1e9, np.nan, -np.inf]))
tensor([1.0000e+09,        nan,       -inf])
>>> show(np.float32([0, -0.0, 0]))
tensor([0., -0., 0.])
>>> show(np.float32([0, np.nan, -0.0]))
tensor([0., nan, -0.])
>>> show(np.float32([0, -0.0, 0.25]))
tensor([0.0000, -0.0000, 0.2500])
>>> show(np.float64([5e-324, 1]))
tensor([4.9407e-324,  1.0000e+00], dtype=minigrad.float64)
>>> show(np.float16([1.1, -65504]))
tensor([ 1.0996e+00, -6.5504e+04], dtype=minigrad.float16)
>>> show(np.float16([0.1, 2]), requires_grad=True)
tensor([0.1000, 2.0000], dtype=minigrad.float16, requires_grad=True)
>>> show(np.int8([-128, 5]))
tensor([-128,    5], dtype=minigrad.int8)
>>> show(np.int16([-1, 500]))
tensor([ -1, 500], dtype=minigrad.int16)
>>> show(np.int32([[1, -2], [30, 4]]))
tensor([[ 1, -2],
        [30,  4]], dtype=minigrad.int32)
>>> show(np.int64([-(2**63), 2**63 - 1]))
tensor([-9223372036854775808,  9223372036854775807])
>>> show(np.uint8([0, 255]))
tensor([  0, 255], dtype=minigrad.uint8)
>>> show(np.array([[True, False], [False, True]]))
tensor([[ True, False],
        [False,  True]])
>>> show(np.float32([]))
tensor([])
>>> show(np.zeros((0, 3), np.float32))
tensor([], size=(0, 3))
>>> show(np.zeros((2, 0), np.int64))
tensor([], size=(2, 0), dtype=minigrad.int64)
>>> show(np.zeros(0, bool))
tensor([], dtype=minigrad.bool)
>>> show(np.zeros(0), requires_grad=True)
tensor([], dtype=minigrad.float64, requires_grad=True)
>>> show(np.arange(30))
tensor([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16, 17,
        18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29])
>>> show(np.arange(14, dtype=np.float32) / 4, requires_grad=True, grad_fn_name="MulBackward0")
tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000, 1.2500, 1.5000, 1.7500, 2.0000,
        2.2500, 2.5000, 2.7500, 3.0000, 3.2500], grad_fn=<MulBackward0>)
>>> show(np.arange(44).reshape(2, 22) * 11)
tensor([[  0,  11,  22,  33,  44,  55,  66,  77,  88,  99, 110, 121, 132, 143,
         154, 165, 176, 187, 198, 209, 220, 231],
        [242, 253, 264, 275, 286, 297, 308, 319, 330, 341, 352, 363, 374, 385,
         396, 407, 418, 429, 440, 451, 462, 473]])
>>> show(np.float32([[1], [2.5]]))
tensor([[1.0000],
        [2.5000]])
>>> show(np.arange(8).reshape(2, 2, 2))
tensor([[[0, 1],
         [2, 3]],

        [[4, 5],
         [6, 7]]])
>>> show(np.arange(8).reshape(2, 2, 1, 2))
tensor([[[[0, 1]],

         [[2, 3]]],


        [[[4, 5]],

         [[6, 7]]]])
>>> show(np.arange(1001))
tensor([   0,    1,    2,  ...,  998,  999, 1000])
>>> show(np.arange(10_000).reshape(100, 100))
tensor([[   0,    1,    2,  ...,   97,   98,   99],
        [ 100,  101,  102,  ...,  197,  198,  199],
        [ 200,  201,  202,  ...,  297,  298,  299],
        ...,
        [9700, 9701, 9702,  ..., 9797, 9798, 9799],
        [9800, 9801, 9802,  ..., 9897, 9898, 9899],
        [9900, 9901, 9902,  ..., 9997, 9998, 9999]])
>>> show(np.arange(1200).reshape(400, 3))
tensor([[   0,    1,    2],
        [   3,    4,    5],
        [   6,    7,    8],
        ...,
        [1191, 1192, 1193],
        [1194, 1195, 1196],
        [1197, 1198, 1199]])
>>> show(np.arange(1200.0).reshape(2, 600) / 8)
tensor([[0.0000e+00, 1.2500e-01, 2.5000e-01,  ..., 7.4625e+01, 7.4750e+01,
         7.4875e+01],
        [7.5000e+01, 7.5125e+01, 7.5250e+01,  ..., 1.4962e+02, 1.4975e+02,
         1.4988e+02]], dtype=minigrad.float64)
>>> show(np.arange(1024).reshape(2, 8, 64))
tensor([[[   0,    1,    2,  ...,   61,   62,   63],
         [  64,   65,   66,  ...,  125,  126,  127],
         [ 128,  129,  130,  ...,  189,  190,  191],
         ...,
         [ 320,  321,  322,  ...,  381,  382,  383],
         [ 384,  385,  386,  ...,  445,  446,  447],
         [ 448,  449,  450,  ...,  509,  510,  511]],

        [[ 512,  513,  514,  ...,  573,  574,  575],
         [ 576,  577,  578,  ...,  637,  638,  639],
         [ 640,  641,  642,  ...,  701,  702,  703],
         ...,
         [ 832,  833,  834,  ...,  893,  894,  895],
         [ 896,  897,  898,  ...,  957,  958,  959],
         [ 960,  961,  962,  ..., 1021, 1022, 1023]]])
>>> show(np.where(np.arange(2000) == 1000, 1e9, 0.5).astype(np.float32))
tensor([0.5000, 0.5000, 0.5000,  ..., 0.5000, 0.5000, 0.5000])
>>> show(np.float32([1.5]), requires_grad=True)
tensor([1.5000], requires_grad=True)
>>> show(np.float64([1.5]), requires_grad=True)
tensor([1.5000], dtype=minigrad.float64, requires_grad=True)
>>> show(np.float32([6.6931]), requires_grad=True, grad_fn_name="AddBackward0")
tensor([6.6931], grad_fn=<AddBackward0>)
>>> show(np.float64([[1, 2], [3, 4]]), requires_grad=True, grad_fn_name="MulBackward0")
tensor([[1., 2.],
        [3., 4.]], dtype=minigrad.float64, grad_fn=<MulBackward0>)
>>> show(np.float32([[0.5, -1], [2, 0.25]]), requires_grad=True, prefix=PARAMETER)
Parameter containing:
tensor([[ 0.5000, -1.0000],
        [ 2.0000,  0.2500]], requires_grad=True)
>>> show(np.arange(9, dtype=np.float32) / 8, requires_grad=True)
tensor([0.0000, 0.1250, 0.2500, 0.3750, 0.5000, 0.6250, 0.7500, 0.8750, 1.0000],
       requires_grad=True)
>>> show(np.arange(9, dtype=np.float64) / 7, requires_grad=True, grad_fn_name="MulBackward0")
tensor([0.0000, 0.1429, 0.2857, 0.4286, 0.5714, 0.7143, 0.8571, 1.0000, 1.1429],
       dtype=minigrad.float64, grad_fn=<MulBackward0>)
>>> show(np.arange(5, dtype=np.float64) / 7, requires_grad=True, grad_fn_name="LeakyReluBackward0")
tensor([0.0000, 0.1429, 0.2857, 0.4286, 0.5714], dtype=minigrad.float64,
       grad_fn=<LeakyReluBackward0>)
>>> show(np.float64([1 / 3, 2 / 3]), precision=8)
tensor([0.33333333, 0.66666667], dtype=minigrad.float64)
>>> show(np.float32([0.5, 1.5, 2.5]), precision=0)
tensor([0, 2, 2])
>>> show(np.float32([1, 20, 0.5]), sci_mode=True)
tensor([1.0000e+00, 2.0000e+01, 5.0000e-01])
>>> show(np.float32([1, 20, 0]), sci_mode=True)
tensor([1.0000e+00, 2.0000e+01, 0.0000e+00])
>>> show(np.float32([1e-6, 1, 1e9]), sci_mode=False)
tensor([         0.0000,          1.0000, 1000000000.0000])
>>> show(np.arange(10), threshold=5)
tensor([0, 1, 2,  ..., 7, 8, 9])
>>> show(np.arange(25).reshape(5, 5), threshold=5, edgeitems=1)
tensor([[ 0,  ...,  4],
        ...,
        [20,  ..., 24]])
>>> show(np.arange(12), linewidth=20)
tensor([ 0,  1,  2,
         3,  4,  5,
         6,  7,  8,
         9, 10, 11])
>>> show(np.float32([1.5, 2.5]), requires_grad=True, linewidth=5)
tensor([1.5000,
        2.5000],
       requires_grad=True)
>>> show(np.float32([[1.234, 5.678]]), profile="short")
tensor([[1.23, 5.68]])
"""
BLOCKS = re.split("^>>> ", STORED.strip(), flags=re.MULTILINE)[1:]
EXAMPLES = [
    pytest.param(*block.rstrip().split("\n", 1), id=block.split("\n")[0]) for block in BLOCKS
]
NAMES = {"np": np, "PARAMETER": PARAMETER}  # what the calls use besides `show`


@pytest.mark.parametrize(("call", "wanted"), EXAMPLES)
def test_prints_as_torch_did(call: str, wanted: str) -> None:
    assert eval(call, NAMES | {"show": show}) == wanted


@pytest.mark.parametrize(("call", "wanted"), EXAMPLES)
def test_torch_still_prints_so(call: str, wanted: str) -> None:
    assert eval(call, NAMES | {"show": show_in_torch}) == wanted
