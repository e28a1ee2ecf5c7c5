from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
m.amax(), m.amin(), m.amax(0), m.amin((0, 1)), m.amax([1], True)
torch.amin(m, dim=-1, keepdim=True), torch.amax(input=m, dim=0)
m.amax(()), m.amax((), True), torch.amax(m, None), s.amax(0), s.amin(()), n.amax((0, -1))
b.amax(), u.amin(0), i8.amax(), h.amin(), z.amax(), yes.amin()
torch.tensor([1., nan, 3.]).amax(0), torch.tensor([nan, nan]).amin()
e.amax(1), torch.zeros(2, 0).amin(0), torch.zeros(2, 0).amax(0, True)
m.amax(2)
m.amin((0, -2))
torch.amin([1.0])
# ties
grads(torch.amax, [1.0, 3.0, 3.0, 2.0])
grads(lambda x: x.amin((0, 1)), [[2.0, 5.0], [2.0, 2.0]])
grads(lambda x: x.amax(1), [[3.0, 3.0, 1.0], [1.0, 2.0, 0.0]])
grads(lambda x: x.amax((0, 2), keepdim=True), [[[1.0, 4.0], [2.0, 2.0]], [[4.0, 4.0], [0.0, 1.0]]])
grads(lambda x: x.amax(0), [[nan, 1.0], [2.0, 1.0]])
grads(torch.amax, [inf, inf, 1.0])
grads(torch.amin, 4.0)
curves(lambda x: x.amax(1) ** 2, [[3.0, 3.0, 1.0], [1.0, 2.0, 0.0]])
w.amax(1).grad_fn._saved_result, w.amax(1).grad_fn._saved_self, w.amin((0, 1)).grad_fn
w.amax(0).sum().backward(); w.grad.dtype
torch.ones(2, dtype=torch.float16, requires_grad=True).amax()
""")
