from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
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
""")
