from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.abs(b)
torch.abs(i)
f.abs_()
abs(torch.tensor(-128,dtype=torch.int8))
torch.sign(b)
torch.sign(u)
torch.sign(True)
torch.sign(torch.tensor([nan,-0.0]))
b.sign_()
x = i * -3; x.sign_(); x
torch.floor(1.)
torch.floor(torch.tensor([-1.5, 0.5, -0.0, nan, inf])), torch.floor(i), torch.floor(h)
torch.ceil(torch.tensor([-1.5, 0.5, -0.5, nan, -inf])), torch.ceil(u)
torch.floor(b)
torch.ceil(b)
b.floor_()
torch.round(b)
torch.round(torch.tensor([0.5,1.5,2.5,-0.5,-1.5,nan,inf])), torch.round(i), torch.round(h)
torch.round(f, decimals=2), f.round(decimals=0), torch.round(w, decimals=0), torch.round(w)
torch.round(torch.tensor([12345.678, 0.125]), decimals=-2)
torch.round(torch.tensor([12345.678, 0.125, 2.345]), decimals=2)
torch.round(torch.tensor([0.125, 2.345, 1e308], dtype=torch.float64), decimals=2)
torch.round(torch.tensor([1234.0, 0.25], dtype=torch.float16), decimals=1)
i.round(decimals=0)
i.round(decimals=1)
i.round(decimals=-1)
torch.round(f, 1)
torch.round(f, decimals=1.5)
x = f.clone(); x.round_(decimals=1); x
x = i.clone(); x.round_(); x
i.round_(decimals=1)
round(torch.tensor(2.567), 1), round(f)
# edges
grads(torch.abs, [-1.0, 0.0, -0.0, 2.0, nan, inf])
grads(torch.sign, [-1.0, 0.0, nan])
grads(torch.round, [-1.5, 0.0, nan])
grads(torch.floor, [-1.5, 0.0, nan])
seconds(torch.abs, [-1.0, 0.0, 2.0])
seconds(torch.floor, [-1.0, 0.5])
x = w * 1; x.floor_().sum().backward(); w.grad
""")
