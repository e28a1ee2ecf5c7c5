from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.abs(i)
f.abs_()
abs(torch.tensor(-128,dtype=torch.int8))
torch.sign(u)
torch.sign(torch.tensor([nan,-0.0]))
x = i * -3; x.sign_(); x
torch.floor(torch.tensor([-1.5, 0.5, -0.0, nan, inf])), torch.floor(i), torch.floor(h)
torch.ceil(torch.tensor([-1.5, 0.5, -0.5, nan, -inf])), torch.ceil(u)
torch.round(torch.tensor([0.5,1.5,2.5,-0.5,-1.5,nan,inf])), torch.round(i), torch.round(h)
torch.round(torch.tensor([12345.678, 0.125]), decimals=-2)
torch.round(torch.tensor([12345.678, 0.125, 2.345]), decimals=2)
torch.round(torch.tensor([0.125, 2.345, 1e308], dtype=torch.float64), decimals=2)
torch.round(torch.tensor([1234.0, 0.25], dtype=torch.float16), decimals=1)
x = f.clone(); x.round_(decimals=1); x
x = i.clone(); x.round_(); x
# edges
grads(torch.abs, [-1.0, 0.0, -0.0, 2.0, nan, inf])
grads(torch.sign, [-1.0, 0.0, nan])
grads(torch.round, [-1.5, 0.0, nan])
grads(torch.floor, [-1.5, 0.0, nan])
seconds(torch.abs, [-1.0, 0.0, 2.0])
seconds(torch.floor, [-1.0, 0.5])
x = w * 1; x.floor_().sum().backward(); w.grad
f.round(decimals=torch.tensor(0)), torch.round(f, decimals=np.int32(1)), f.round_(decimals=z), f
torch.round(f, decimals=2), f.round(decimals=0), torch.round(w)
""")
