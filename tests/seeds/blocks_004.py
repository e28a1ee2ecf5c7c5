"""The code of seed 004: two outputs of one graph, and two losses."""


def four_backwards(torch, Variable):
    """Raises at the last call: the one before it did not keep the graph."""
    torch.manual_seed(0)  # ours
    a = Variable(torch.rand(1, 4), requires_grad=True)
    b = a**2
    c = b * 2
    d = c.mean()
    e = c.sum()
    print(a, d, e)  # ours
    d.backward(retain_graph=True)
    e.backward(retain_graph=True)
    d.backward()
    print(a.grad)  # ours
    e.backward()


def two_losses(torch, nn, optim):
    torch.manual_seed(0)
    # Ours: two heads on one body, and the first loss's call, which the text describes only.
    body, head1, head2 = nn.Linear(3, 4), nn.Linear(4, 1), nn.Linear(4, 1)
    parameters = [p for layer in (body, head1, head2) for p in layer.parameters()]
    optimizer = optim.SGD(parameters, lr=0.1)
    h = torch.tanh(body(torch.randn(5, 3)))
    loss1, loss2 = head1(h).sum(), (head2(h) ** 2).mean()
    loss1.backward(retain_graph=True)
    loss2.backward()
    optimizer.step()
    return {f"parameters[{i}]": parameter for i, parameter in enumerate(parameters)}
