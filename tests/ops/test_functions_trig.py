from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.arctan(f), torch.arcsin(f/3), (f/3).arccos(), torch.arctan2(f,f+1), (f*1).arctan_()
torch.arctan(w)
torch.sin(torch.tensor(inf))
torch.tanh(torch.tensor([1000.,-1000.,nan]))
torch.tan(torch.tensor([0.0, inf, nan])), torch.tan(i)
torch.asin(torch.tensor([0.0, 1.0, -1.0, 1.5, nan])), torch.asin(b)
torch.acos(torch.tensor([0.0, 1.0, -1.0, 1.5, nan])), torch.acos(i)
torch.atan(torch.tensor([0.0, inf, -inf, nan])), torch.atan(u)
torch.sinh(torch.tensor([0.0, -0.0, inf, -inf, 1000.0])), torch.sinh(u)
torch.cosh(torch.tensor([0.0, inf, -inf, 1000.0])), torch.cosh(b)
torch.atan2(i,i)
torch.atan2(m,f)
i.atan2_(i)
torch.atan2(torch.tensor([0.,-0.,0.]),torch.tensor([-0.,-0.,-1.]))
i.tan_()
i.asin_()
# types
# edges
grads(torch.tanh, [0.0, 1000.0, -1000.0, nan])
grads(torch.tan, [0.0, 1.0])
grads(torch.asin, [0.0, 1.0, -1.0, 2.0])
grads(torch.acos, [0.0, 1.0, -1.0, 2.0])
grads(torch.atan, [0.0, inf, -inf])
grads(torch.sinh, [0.0, 1000.0])
grads(torch.cosh, [0.0, -1000.0])
grads(torch.atan2, [0.0, 1.0, -1.0, 0.0, inf], [0.0, 0.0, 0.0, -1.0, 1.0])
seconds(torch.atan2, [1.0, -1.0, 2.0], [0.0, 0.0, -1.0])
seconds(torch.tan, [0.0, 1.0])
seconds(torch.asin, [0.0, 0.5])
seconds(torch.acos, [0.0, 0.5])
x = w * 1; x.sin_().sum().backward(); w.grad
x = w * 1; x.tanh_().sum().backward(); w.grad
x = w * 1; x.atan2_(w).sum().backward(); w.grad
""")
