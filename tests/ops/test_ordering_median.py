from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
m.median(), torch.median(f), s.median(), h.median(), i8.median(), u.median()
torch.tensor([4., 1., 3., 2.]).median(), torch.tensor([4., 1., 3.]).median()
m.median(0), m.median(1, True), m.median(dim=-1, keepdim=True), torch.median(m, 1), s.median(0)
n.median(1), i8.median(0), z.median(-1, True)
m.median(0).values, m.median(0).indices
torch.tensor([3., 1., 3., 3.]).median(0), torch.tensor([3., 1., 1., 3.]).median(0)
torch.tensor([2., 2., 1., 2., 1., 3., 2., 1., 2., 2.]).median(0)
torch.tensor([1., nan, 3.]).median(), torch.tensor([1., nan, 3.]).median(0)
torch.tensor([[1., nan], [nan, nan], [2., 1.]]).median(1), torch.tensor([inf, -inf, 1.]).median()
e.median(1)
m.median(2)
s.median(1)
torch.median([1.0])
# ties
grads(torch.median, [2.0, 1.0, 2.0, 3.0])
grads(torch.median, [nan, 1.0, nan])
grads(torch.median, [[5.0, 5.0], [5.0, 1.0]])
grads(torch.median, 3.0)
grads(lambda x: x.median(0)[0], [3.0, 1.0, 1.0, 3.0])
grads(lambda x: x.median(1, True).values, [[3.0, 1.0, 2.0], [1.0, nan, 0.0]])
grads(lambda x: x.median(0)[0], 3.0)
curves(lambda x: x.median() ** 2, [2.0, 1.0, 2.0])
w.median(), w.median(1), w.median(0).indices.requires_grad, w.median().grad_fn._saved_result
w.median(1)[0].grad_fn._saved_indices
""")
