import numpy as np

from minigrad.ops.half import rounded_once
from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
x = torch.tensor([6e4, 3.14, -1e3, inf]).half(); x.lerp(-x, 0.5), x.lerp(-x, torch.tensor(0.5))
x = torch.tensor([6e4, 3.14, -1e3, inf]).half(); x.lerp_(-x, 0.7)
x = torch.tensor([6e4, 3.14]).half(); x.lerp(-x, torch.tensor([0.5, 0.25]).half())
torch.addcmul(-h * 4e4, h * 200, h * 200)
x = torch.tensor([6e4, 3.14, 65504., nan]).half(); [x.round(decimals=n) for n in (1, 5, -1, -6, 0)]
x = torch.tensor([6e4, 3.14, 65504., -0.]).half(); x.round_(decimals=2)
x = torch.tensor([3.14, 6e4]).half(); [x.div(3.14159, rounding_mode=n) for n in ("floor", "trunc")]
x = torch.tensor([3.14, inf, 0.]).half(); [x.div(1e5, rounding_mode=n) for n in ("floor", "trunc")]
torch.div(7, h, rounding_mode="floor")
x = torch.tensor([3.14]).half(); x.div_(3.14159, rounding_mode="floor")
x = torch.tensor([[6e4]]).half(); torch.addmm(x, x / 100, x / 100, beta=0.3, alpha=0.1)
x = torch.tensor([[6e4]]).half(); torch.addmm(-x, x / 200, x / 200), x.addmm_(-x / 200, x / 200)
torch.addmm(h, torch.ones(2, 2).half(), torch.ones(2, 2).half(), beta=1e6, alpha=2)
torch.addmm(h, torch.ones(2, 2), torch.ones(2, 2))
torch.addmm(h, torch.ones(2, 2).half(), torch.ones(2, 2).half(), beta=1e6).dtype
(torch.arange(-12., 12.) / 3).half().sigmoid(), torch.tensor([-6e4, 6e4]).half().sigmoid_()
F.silu((torch.arange(-12., 12.) / 3).half()), F.silu(torch.tensor([-6e4, 6e4]).half())
F.gelu((torch.arange(-6., 12.) / 3).half()), F.gelu(torch.tensor([-6e4, 6e4]).half())
F.gelu((torch.arange(-6., 12.) / 3).half(), approximate="tanh")
x = torch.tensor([-3e2, -1., 0., 2., 3e2, 6e4], dtype=torch.float16, requires_grad=True);
    torch.autograd.grad(F.gelu(x, approximate="tanh").sum(), x, create_graph=True)
x = torch.tensor([-3e2, -1., 0., 2., 3e2, 6e4], dtype=torch.float16, requires_grad=True);
    torch.autograd.grad(F.gelu(x).sum(), x)
h / 1e5, h * 1e-5, 1e-5 * h, 1e5 / h, h / torch.tensor(1e5), torch.tensor(0.1) * h, h * 1e300
h * torch.tensor(0.1, dtype=torch.float64), h * torch.tensor(3), h * True, h[0] * 0.1
h.clone().mul_(0.1), h.clone().div_(1e5), h.clone().mul_(torch.tensor(1e5)).div_(1e5)
x = torch.tensor([1., 3., 6e4], dtype=torch.float16, requires_grad=True);
    y = x / 1e5; y.sum().backward(); y, x.grad, y.grad_fn._saved_other, y.grad_fn._saved_self
x = torch.tensor([1., 3., 6e4], dtype=torch.float16, requires_grad=True);
    s = torch.tensor(2e5, requires_grad=True); y = x / s * x;
    g, = torch.autograd.grad(y.sum(), x, create_graph=True); g, torch.autograd.grad(g.sum(), [x, s])
x = torch.tensor([1., 3., 6e4], dtype=torch.float16, requires_grad=True);
    y = x.clone().mul_(1e-5).div_(torch.tensor(1e-5)); y.sum().backward(); y, x.grad
h / torch.tensor([100000]), h[0] / torch.tensor(100000), h / h[:1], h[:1] * torch.tensor([[1e5]])
h[:1] / torch.tensor(2**24 + 1)
torch.tensor([0.436]).half() / torch.tensor(-0.5614586230962241, dtype=torch.float64)
q = torch.tensor(0.7, requires_grad=True); y = h / q; torch.autograd.grad(y, q, y * 0 + .001)
q = torch.tensor(300., requires_grad=True); y = h[:1] / q; torch.autograd.grad(y, q, y * 0 + 1e3)
x = h.clone().requires_grad_(); y = x.div(1e5, rounding_mode=None); y.sum().backward(); y, x.grad
h.clone().div_(1e5, rounding_mode=None)
h // 0.1, h // torch.tensor(0.1), h.clone().floor_divide_(0.1), h[0] // torch.tensor(0.1)
x = torch.ones(70000, dtype=torch.float16, requires_grad=True); x.mean().backward(); x.grad[:2]
x = torch.ones(1, 70000, dtype=torch.float16, requires_grad=True);
    g, = torch.autograd.grad(x.mean(1), x, create_graph=True); g[0, :2].tolist()
""")


def test_only_float16_is_computed_in_another_type():
    seen = []

    @rounded_once
    def double(x, y=None):
        seen.append(x.dtype.name)
        return x + x

    for name in ("float16", "float32", "float64", "int16"):
        assert double(np.ones(2, name)).dtype == name
    assert seen == ["float32", "float32", "float64", "int16"]


def test_what_lies_between_may_be_larger_than_a_float16():
    halved = rounded_once(lambda x, y: (x + y) / 2)
    x = np.float16(60000)
    assert halved(x, x) == x
