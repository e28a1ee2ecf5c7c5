"""The code of seed 002: one small graph and its gradients."""


def toy_graph(torch):
    a = torch.tensor([2.0], requires_grad=True)
    b = torch.tensor([6.0], requires_grad=True)
    c = a + b
    d = b + 1
    e = c * d
    e.backward()
    print(a.grad)
    print(b.grad)
    return {"a": a, "b": b, "c": c, "d": d, "e": e}
