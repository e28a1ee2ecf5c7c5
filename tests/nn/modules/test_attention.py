import pytest

from minigrad import nn
from tests.nn.slopes import numbers
from tests.nn.twins import both, cases

case = cases()

# Calls of a layer m on x (5, 2, 8) and keys k (5, 3, 8), which is a batch of five or of two.
GIVEN = {
    "self": ("nn.MultiheadAttention(8, 2)", "m(x, x, x)"),
    "cross": ("nn.MultiheadAttention(8, 4, batch_first=True)", "m(x, k, k * 2)"),
    "without_bias": ("nn.MultiheadAttention(8, 2, bias=False)", "m(x, x, x, need_weights=False)"),
    "each_head": ("nn.MultiheadAttention(8, 2)", "m(x, x, x, average_attn_weights=False)"),
    "some_left_out": ("nn.MultiheadAttention(8, 2, 0.5)", "m(x, x, x)"),
    "some_left_out_batch_first": (
        "nn.MultiheadAttention(8, 2, dropout=0.5, batch_first=True)",
        "m(x, k, k, need_weights=False)",
    ),
    "padded": ("nn.MultiheadAttention(8, 2, batch_first=True)", "m(x, k, k, padding)"),
    "masked": ("nn.MultiheadAttention(8, 2, batch_first=True)", "m(x, k, k, attn_mask=mask)"),
    "both": ("nn.MultiheadAttention(8, 2, batch_first=True)", "m(x, k, k, padding, True, mask)"),
    "mask_of_each_head": (
        "nn.MultiheadAttention(8, 2, batch_first=True)",
        "m(x, k, k, attn_mask=lib.randn(10, 2, 3).double())",
    ),
    "one_sequence": ("nn.MultiheadAttention(8, 2)", "m(x[0], k[0], k[0], padding[0])"),
    "one_sequence_masked": ("nn.MultiheadAttention(8, 2)", "m(x[0], k[0], k[0], attn_mask=mask)"),
    "other_widths": (
        "nn.MultiheadAttention(8, 2, kdim=3, vdim=5, batch_first=True)",
        "m(x, k[..., :3], k[..., :5])",
    ),
    "keys_of_another_width": (
        "nn.MultiheadAttention(8, 2, kdim=3, bias=False)",
        "m(x, x[..., :3], x, need_weights=False)",
    ),
    "padded_by_floats": (
        "nn.MultiheadAttention(8, 2, batch_first=True)",
        "m(x, k, k, lib.zeros(5, 3).double().masked_fill(padding, -2.0))",
    ),
    "may_look_at_nothing": (
        "nn.MultiheadAttention(8, 2, batch_first=True)",
        "m(x, k, k, attn_mask=nothing)",
    ),
    "may_look_at_nothing_without_weights": (
        "nn.MultiheadAttention(8, 2, batch_first=True)",
        "m(x, k, k, attn_mask=nothing, need_weights=False)",
    ),
    "nothing_but_padding": (
        "nn.MultiheadAttention(8, 2, batch_first=True)",
        "m(x, k, k, lib.ones(5, 3).bool())",
    ),
    "causal": (
        "nn.MultiheadAttention(8, 2, batch_first=True)",
        "m(x, x, x, attn_mask=lib.ones(2, 2).triu(1).bool(), is_causal=True)",
    ),
    "causal_without_a_mask": ("nn.MultiheadAttention(8, 2)", "m(x, x, x, is_causal=True)"),
    "masks_of_two_types": (
        "nn.MultiheadAttention(8, 2, batch_first=True)",
        "m(x, k, k, padding, attn_mask=lib.zeros(2, 3).double())",
    ),
    "a_mask_of_integers": (
        "nn.MultiheadAttention(8, 2)",
        "m(x, x, x, attn_mask=lib.ones(5).int())",
    ),
    "a_mask_of_another_size": ("nn.MultiheadAttention(8, 2)", "m(x, x, x, attn_mask=mask)"),
    "a_mask_of_four": ("nn.MultiheadAttention(8, 2)", "m(x, x, x, attn_mask=mask[None, None])"),
    "padding_of_another_size": ("nn.MultiheadAttention(8, 2)", "m(x, x, x, padding)"),
    "padding_of_one_sequence": ("nn.MultiheadAttention(8, 2)", "m(x, x, x, padding[0])"),
    "queries_of_another_width": ("nn.MultiheadAttention(8, 2)", "m(x[..., :4], x, x)"),
    "keys_unlike_values": ("nn.MultiheadAttention(8, 2)", "m(x, x[:2], x)"),
    "keys_of_one_sequence": ("nn.MultiheadAttention(8, 2)", "m(x, x[0], x[0])"),
    "queries_of_one_sequence": ("nn.MultiheadAttention(8, 2)", "m(x[0], x, x)"),
    "a_query_alone": ("nn.MultiheadAttention(8, 2)", "m(x[0, 0], x, x)"),
    "heads_of_nothing": ("nn.MultiheadAttention(0, 2)", "m"),
    "heads_that_do_not_divide": ("nn.MultiheadAttention(8, 3)", "m(x, x, x)"),
}
OTHERS = {
    "repr": "str(nn.MultiheadAttention(8, 2)), str(nn.MultiheadAttention(4, 1, bias=False))",
    "state": "nn.MultiheadAttention(4, 2).state_dict(), "
    "nn.MultiheadAttention(4, 2, bias=False, dtype=lib.float64).state_dict()",
    "state_of_other_widths": "nn.MultiheadAttention(4, 2, kdim=3, vdim=2).state_dict()",
    "attributes": "[(m.kdim, m.vdim, m.head_dim, m.batch_first, m.in_proj_weight is None) for m in "
    "(nn.MultiheadAttention(4, 2), nn.MultiheadAttention(4, 1, vdim=3, batch_first=True))]",
}


def trained(made, code):
    """Result and weights, and the gradients of everything."""

    def one(lib):
        x, k = (lib.randn(5, n, 8, dtype=lib.float64, requires_grad=True) for n in (2, 3))
        m = eval(made, {"nn": lib.nn}).double()
        padding = lib.tensor([[False, False, True]] * 3 + [[False, True, True]] * 2)
        mask = lib.tensor([[False, True, False], [False, False, False]])
        nothing = lib.tensor([[True, True, True], [False, True, False]])
        names = {
            "nothing": nothing,
            "lib": lib,
            "m": m,
            "x": x,
            "k": k,
            "padding": padding,
            "mask": mask,
        }
        out, weights = eval(code, names)
        (out**3).sum().backward()
        return out, weights, x.grad, k.grad, {n: p.grad for n, p in m.named_parameters()}

    return numbers(one)


case.all.update({name: trained(*codes) for name, codes in GIVEN.items()})
case.all.update(
    {n: lambda lib, code=c: eval(code, {"nn": lib.nn, "lib": lib}) for n, c in OTHERS.items()}
)

test_as_in_torch = both(__name__, case)


@pytest.mark.parametrize("option", [{"add_bias_kv": True}, {"add_zero_attn": True}])
def test_what_is_left_out_is_refused(option):
    with pytest.raises(NotImplementedError, match="nothing is added to keys"):
        nn.MultiheadAttention(8, 2, **option)
