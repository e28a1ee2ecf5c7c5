from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.manual_seed(0);torch.zeros(3).random_(), torch.zeros(3,dtype=torch.float64).random_()
torch.manual_seed(0);torch.zeros(3,dtype=torch.int64).random_(), i8.random_(), u.random_()
torch.manual_seed(0);b.random_(), h.random_(), i.int().random_(), torch.zeros(20).random_()
torch.manual_seed(0);m.random_(10), m.random_(-5,5), u.random_(0,200), i.random_(2**40)
torch.manual_seed(0);torch.tensor([1,2,3]).random_(0,1), b.random_(0,2), m.random_(to=3)
torch.manual_seed(0);m.random_(3,to=7), i8.random_(3,None), i.random_(5,None), f.random_(5,None)
g=torch.Generator().manual_seed(3);f.random_(generator=g), f.random_(9,generator=g)
m.random_(0)
m.random_(5,5)
u.random_(0,300)
u.random_(-1,3)
b.random_(0,3)
i8.random_(0,200)
w.random_()
x=torch.zeros(2);x.random_(3);x._version
torch.manual_seed(0);torch.zeros(5).exponential_(), d.exponential_()
torch.manual_seed(0);m.exponential_(2.), torch.zeros(20).exponential_(lambd=.5), h.exponential_()
g=torch.Generator().manual_seed(3);f.exponential_(generator=g), f.exponential_(generator=g)
m.exponential_(0.)
m.exponential_(-1)
i.exponential_()
w.exponential_()
x=torch.zeros(2);x.exponential_() is x, x._version
""")
