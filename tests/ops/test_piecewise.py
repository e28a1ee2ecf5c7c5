import minigrad
from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.relu(i)
torch.relu(b)
b.relu_()
torch.relu([1.0])
torch.relu(torch.tensor([nan,0.0]))
torch.relu(torch.tensor(-2.0)), torch.relu(torch.tensor(nan)), torch.relu(torch.tensor(-3))
F.leaky_relu(i)
F.leaky_relu(torch.tensor([nan, -0., -inf, inf])), F.leaky_relu(f, 2), F.leaky_relu(s, 0)
grads(torch.relu, [-1.0, 0.0, -0.0, 2.0, nan, inf, -inf])
grads(F.leaky_relu, [-1.0, 0.0, -0.0, 2.0, nan, inf, -inf])
curves(torch.relu, [-1.0, 0.0, 2.0])
curves(F.leaky_relu, [-1.0, 0.0, 2.0])
torch.autograd.grad(torch.relu(w).sum(), w, create_graph=True)[0].sum().backward(); w.grad
torch.autograd.grad(torch.relu(w), w, torch.full((2, 2), inf))
torch.autograd.grad(torch.relu(-w), w, torch.full((2, 2), inf))
x = w * 1; x.relu_().sum().backward(); w.grad
x = (w - 2) * 1; F.leaky_relu(x, 0.5, True).sum().backward(); w.grad
F.leaky_relu(w * 1, -1).sum().backward(); w.grad
w.relu_()
m.t().relu().stride(), n.permute(2, 0, 1).relu().stride(), f.expand(3, 2).relu().stride(),
    m[:, ::2].relu().stride(), (m.t() - 5).relu()
""")


def test_one_number_stays_one():
    x = minigrad.tensor(3.0, requires_grad=True)
    for y, slope in ((minigrad.relu(x), 1.0), (minigrad.relu(-x), 0.0)):
        (g,) = minigrad.autograd.grad(y, x)
        assert abs(g.item()) == slope
        assert g.dtype is minigrad.float32
