import math

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
