from tests.nn.slopes import numbers, slopes, value
from tests.nn.twins import both, cases
from tests.ops.expressions import as_torch

# Torch itself is not of one mind at nan: a long row goes through other code than its last elements.
EDGES = "nan, inf, -inf, 0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 3.0, -3.0, 6.0, -6.0, 20.5, -20.0, 1000.0"
FUNCTIONS = """
torch.sigmoid torch.tanh F.relu F.relu6 F.leaky_relu F.elu F.selu F.celu F.silu F.softplus F.gelu
F.mish F.hardswish F.hardtanh F.logsigmoid F.softsign F.softshrink F.hardshrink F.tanhshrink
""".split()
at_edges = "\n".join(f"[grads({name}, [x]) for x in ({EDGES})]" for name in FUNCTIONS)

test_as_torch = as_torch(
    at_edges
    + """
F.relu(1.0)
F.relu(f, inplace=True) is f, F.relu_(f) is f, F.relu(f) is f
F.leaky_relu(1.0)
F.leaky_relu()
F.leaky_relu(-f, s), F.leaky_relu(-f, negative_slope=0.5, inplace=True)
x = -f; F.leaky_relu(x, 0.5, True) is x, x
F.elu(1.0)
F.elu(-f, s), F.elu(-f, alpha=0.5, inplace=True)
x = -f; F.elu(x, 1, True) is x, x
F.gelu(1.0)
F.gelu(f, approximate='tanh'), F.gelu(w, approximate='none').grad_fn
F.gelu(f, approximate='erf')
F.silu(1.0)
x = -f; F.silu(x, True) is x, x, F.silu(x)
F.silu(i, True)
F.softplus(1.0)
F.softplus(f, 2), F.softplus(f, beta=s, threshold=torch.tensor(1))
F.softplus(w, 2.0, 5.0).grad_fn._saved_beta, F.elu(w, 3.0).grad_fn._saved_alpha
F.leaky_relu(w, 3.0).grad_fn._saved_negative_slope
F.tanh(f), F.sigmoid(f), F.tanh(w).grad_fn, F.sigmoid(w).grad_fn
F.leaky_relu(w, inplace=True)
F.elu(w, 1.0, True)
F.silu(w[0], inplace=True)
x = F.leaky_relu(w - 2, np.float64(0.5)); x.sum().backward(); x, w.grad
x = F.elu(w - 2, np.float64(0.5)); x.sum().backward(); x.dtype, w.grad
x = F.softplus(w, np.float64(0.5), np.float32(3)); x.sum().backward(); x, w.grad
[torch.nn.LeakyReLU(np.float64(.5))(-f), torch.nn.ELU(np.float64(.5))(-f)]
torch.nn.Softplus(np.float64(0.5), np.float64(3))(f).dtype, F.elu(-f, True), F.elu(-f, yes)
torch.relu(b)
F.relu(b, True)
F.relu6(b)
F.relu6(i), F.hardtanh(i), F.hardtanh(i, -.5, .5)
F.hardtanh(u)
F.hardtanh(u, 0, 6)
F.hardtanh(f, 1., -1.)
torch.nn.Hardtanh(1., 1.)
F.selu(i)
F.celu(i)
F.celu(f, 0.)
F.glu(i)
F.glu(s)
F.glu(torch.ones(3))
F.glu(f, 5)
F.hardsigmoid(i)
F.hardswish(i)
F.hardshrink(i)
F.softshrink(i)
F.softshrink(f, -1)
F.softshrink(d, -0.5)
F.threshold(i, 1, 5), F.threshold(i, 1.5, 5.5)
F.threshold(b, 1, 5)
F.tanhshrink(i), F.softsign(i)
F.logsigmoid(i)
F.mish(i)
F.prelu(i, f)
F.prelu(i, i)
F.prelu(f, f)
F.prelu(s, torch.tensor([.5])), F.prelu(s, torch.tensor(.5))
F.prelu(m, f)
F.prelu(m, m)
F.softmax(i, 0)
F.softmax(i, 0, dtype=torch.float32), F.log_softmax(i, 0, 3, torch.float64)
F.softmin(f, 0, dtype=torch.float64), F.softmax(f, 0, _stacklevel=5)
"""
)

case = cases()

GIVEN = {
    "mish": "F.mish(x * 3)",
    "hardswish": "F.hardswish(x * 3)",
    "hardtanh": "F.hardtanh(x)",
    "hardtanh_of_other_ends": "F.hardtanh(x, -0.5, 0.7)",
    "softsign": "F.softsign(x)",
    "softmin": "F.softmin(x, 1)",
    "prelu": "F.prelu(x, lib.tensor([0.25], dtype=lib.float64))",
    "mish_in_place": "F.mish(x * 1, True)",
    "hardswish_in_place": "F.hardswish(x * 1, inplace=True)",
    "hardtanh_in_place": "F.hardtanh(x * 1, -1.0, 1.0, True)",
    "selu": "F.selu(x)",
    "celu": "F.celu(x, 0.5)",
    "glu": "F.glu(x)",
    "glu_along_rows": "F.glu(x[:2], 0)",
    "relu6": "F.relu6(x * 5)",
    "relu6_in_place": "F.relu6(x * 5, True)",
    "hardshrink": "F.hardshrink(x)",
    "softshrink": "F.softshrink(x, 0.3)",
    "tanhshrink": "F.tanhshrink(x)",
    "threshold": "F.threshold(x, 0.1, 20.0)",
}
case.all.update({name: slopes(code, (3, 4)) for name, code in GIVEN.items()})
case.all["selu_in_place"] = numbers(slopes("F.selu(x * 1, True)", (3, 4)))
case.all["celu_in_place"] = numbers(slopes("F.celu(x * 1, inplace=True)", (3, 4)))
case.all["threshold_in_place"] = numbers(
    slopes("F.threshold(x * 1, 0.1, 20.0, inplace=True)", (3, 4))
)
case.all["logsigmoid"] = slopes("F.logsigmoid(x * 3)", (3, 4))
case.all["prelu_learns"] = slopes("F.prelu(x * 1, w)", (2, 3, 2), (3,))
case.all["prelu_one_for_all"] = slopes("F.prelu(x * 1, w)", (2, 3), (1,))
case.all["prelu_of_a_vector"] = slopes("F.prelu(x, w)", (3,), (1,))
OTHERS = {
    "far_out": "[f(lib.tensor([-1000.0, -3.0, 0.0, 3.0, 1000.0])) for f in "
    "(F.logsigmoid, F.mish, F.hardswish, F.hardtanh, F.softsign)]",
    "in_place_on_a_leaf": "F.mish(x, True)",
    "softmin_no_dim": "F.softmin(x)",
    "hardsigmoid": "F.hardsigmoid(x * 4), F.hardsigmoid(x * 4, True)",
}
case.all.update({name: value(code, (3, 4)) for name, code in OTHERS.items()})

test_as_in_torch = both(__name__, case)
