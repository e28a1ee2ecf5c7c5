"""The code of seed 003: who requires a gradient, and a graph of four leaves."""


def requires_grad_spreads(torch):
    torch.manual_seed(0)  # ours
    x = torch.randn(3, 3)
    y = torch.randn(3, 3)
    z = torch.randn((3, 3), requires_grad=True)
    a = x + y
    print(a.requires_grad)
    b = a + z
    print(b.requires_grad)
    return {"x": x, "y": y, "z": z, "b": b}


def four_leaves(torch, display, Math):
    a = torch.tensor([2.0], requires_grad=True)
    b = torch.tensor([3.0], requires_grad=True)
    c = torch.tensor([5.0], requires_grad=True)
    d = torch.tensor([10.0], requires_grad=True)
    u = a * b
    t = torch.log(d)
    v = t * c
    e = u + v
    e.backward()  # ours: the text shows its results but not the call
    display(Math(rf"\frac{{\partial e}}{{\partial a}} = {a.grad.item()}"))
    display(Math(rf"\frac{{\partial e}}{{\partial b}} = {b.grad.item()}"))
    display(Math(rf"\frac{{\partial e}}{{\partial c}} = {c.grad.item()}"))
    display(Math(rf"\frac{{\partial e}}{{\partial d}} = {d.grad.item()}"))
    return {"a": a, "b": b, "c": c, "d": d, "e": e}
