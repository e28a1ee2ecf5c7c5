import math

import pytest

import minigrad
from minigrad.nn.functional import scaled_dot_product_attention
from tests.nn.slopes import numbers, slopes, value
from tests.nn.twins import both, cases

case = cases()

MASK = "lib.tensor([[True, False, True], [True, True, True], [False, True, False]])"
GIVEN = {
    "plain": "",
    "masked": f", {MASK}",
    "nothing_to_see": f", {MASK} & lib.tensor([[True], [False], [True]])",
    "added": ", lib.tensor([[0.0, 1.0, -1.0]]).double()",
    "added_infinity": ", lib.tensor([[0.0, -1.0, float('-inf')]]).double()",
    "causal": ", is_causal=True",
    "scaled": ", scale=2.0",
    "some_left_out": ", None, 0.4",
}
for name, options in GIVEN.items():
    code = f"F.scaled_dot_product_attention(x, w, b{options})"
    case.all[name] = numbers(slopes(code, (2, 2, 3, 4), (2, 2, 3, 4), (2, 2, 3, 5)))
for name, code in {
    "heads_that_share": "F.scaled_dot_product_attention(x, w, w, enable_gqa=True)",
    "two_masks": "F.scaled_dot_product_attention(x, w, w, lib.ones(3, 3).bool(), is_causal=True)",
    "mask_of_whole_numbers": "F.scaled_dot_product_attention(x, w, w, lib.ones(3, 3).long())",
    "mask_of_another_type": "F.scaled_dot_product_attention(x, w, w, lib.ones(3, 3).double())",
    "other_types": "F.scaled_dot_product_attention(x, w.double(), w)",
    "a_vector": "F.scaled_dot_product_attention(x[0, 0, 0], w, w)",
}.items():
    case.all[name] = numbers(value(code, (2, 4, 3, 4), (2, 2, 3, 4)))
cross = "F.scaled_dot_product_attention(x, w, w, is_causal=True)"
case.all["causal_of_two_lengths"] = numbers(slopes(cross, (2, 3, 4), (2, 5, 4)))

test_as_in_torch = both(__name__, case)


def test_a_query_gets_the_value_of_the_key_that_it_is_like():
    keys, values = minigrad.eye(3) * 50, minigrad.arange(3.0)[:, None]
    assert scaled_dot_product_attention(keys[1:2], keys, values).tolist() == [[1.0]]
    assert scaled_dot_product_attention(keys, keys, values, scale=0).tolist() == [[1.0]] * 3
    mask = minigrad.full((3, 3), -math.inf)
    assert scaled_dot_product_attention(keys, keys, values, mask).tolist() == [[0.0]] * 3


def laid(lib, mask=None, dropout=0.0, width=4):
    x = lib.ones(2, 5, 3, 4).transpose(1, 2)
    v = lib.ones(2, 5, 3, width).transpose(1, 2)
    return scaled(lib)(x, x, v, mask, dropout).stride(), scaled(lib)(x[0], x[0], v[0]).stride()


def scaled(lib):
    return lib.nn.functional.scaled_dot_product_attention


def test_as_torch_the_result_lies_in_memory_as_the_query_does():
    torch = pytest.importorskip("torch")
    assert laid(minigrad) == laid(torch) == ((60, 4, 12, 1), (20, 4, 1))
    assert laid(minigrad, minigrad.ones(5, 5).bool()) == laid(torch, torch.ones(5, 5).bool())
    assert laid(minigrad, dropout=0.5) == laid(torch, dropout=0.5)
    assert laid(minigrad, width=2) == laid(torch, width=2)
