from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.zeros(3,0).median(0)
torch.zeros(3,0).max(0)
f.softmax(0,dtype=torch.float64), torch.softmax(i,0,torch.float32), f.log_softmax(0,torch.float64)
F.softmax(f,dim=0,dtype=torch.float64), F.log_softmax(f,0,dtype=torch.float64)
F.softmax(f,0,3,torch.float64)
F.softmin(f,0,dtype=torch.float64)
F.gumbel_softmax(f).shape
torch.cumsum(i,0,dtype=torch.float32), i.cumprod(0,dtype=torch.float64),
    torch.cumsum(f,0,dtype=torch.long)
torch.prod(i,dtype=torch.float32), i.prod(0,dtype=torch.float32),
    torch.prod(f,0,True,dtype=torch.int)
torch.mean(i,dtype=torch.float32), i.mean(0,dtype=torch.float64), i.sum(dtype=torch.float32),
    b.sum(dtype=torch.float32)
w.softmax(1,dtype=torch.float64)
w.cumsum(0,dtype=torch.float64)
w.prod(dtype=torch.float64)
w.prod(0,dtype=torch.float64)
torch.softmax(i,0)
torch.softmax(f,-2)
grads(lambda x: x.float().cumsum(0,dtype=torch.float64), [1.,2.])
""")
