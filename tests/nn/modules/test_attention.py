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
    "heads_that_do_not_divide": ("nn.MultiheadAttention(8, 3)", "m(x, x, x)"),
}
OTHERS = {
    "repr": "str(nn.MultiheadAttention(8, 2)), str(nn.MultiheadAttention(4, 1, bias=False))",
    "state": "nn.MultiheadAttention(4, 2).state_dict(), "
    "nn.MultiheadAttention(4, 2, bias=False, dtype=lib.float64).state_dict()",
}


def trained(made, code):
    """Result and weights, and the gradients of everything."""

    def one(lib):
        x, k = (lib.randn(5, n, 8, dtype=lib.float64, requires_grad=True) for n in (2, 3))
        m = eval(made, {"nn": lib.nn}).double()
        padding = lib.tensor([[False, False, True]] * 3 + [[False, True, True]] * 2)
        mask = lib.tensor([[False, True, False], [False, False, False]])
        names = {"lib": lib, "m": m, "x": x, "k": k, "padding": padding, "mask": mask}
        out, weights = eval(code, names)
        (out**3).sum().backward()
        return out, weights, x.grad, k.grad, {n: p.grad for n, p in m.named_parameters()}

    return numbers(one)


case.all.update({name: trained(*codes) for name, codes in GIVEN.items()})
case.all.update(
    {n: lambda lib, code=c: eval(code, {"nn": lib.nn, "lib": lib}) for n, c in OTHERS.items()}
)

test_as_in_torch = both(__name__, case)


@pytest.mark.parametrize("option", [{"kdim": 4}, {"add_bias_kv": True}, {"add_zero_attn": True}])
def test_what_is_left_out_is_refused(option):
    with pytest.raises(NotImplementedError, match="as wide as queries"):
        nn.MultiheadAttention(8, 2, **option)
