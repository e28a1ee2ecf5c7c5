from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
torch.tensor_split(m,2,dim=1), m.tensor_split(5), m.tensor_split([1,10]), m.tensor_split([-1])
m.tensor_split([2,1]), m.tensor_split(torch.tensor(2)), m.tensor_split(torch.tensor([1,2]))
m.tensor_split(indices=(1,)), m.tensor_split(sections=2), m.tensor_split(2,dim=1)
m.tensor_split(2,-1)
w.tensor_split(2)[0].grad_fn, w.tensor_split((1,2),1)[1].grad_fn, m.tensor_split(())
x=w*1; a,c=x.tensor_split(2); a.mul_(2); x
m.tensor_split(0)
m.tensor_split(2,3)
s.tensor_split(1)
m.hsplit(2), m.vsplit(3), torch.hsplit(m,[1]), f.hsplit(2), n.dsplit(2), torch.vsplit(m,(1,))
n.hsplit(3)
torch.dsplit(n.float().requires_grad_(),2)[0].grad_fn
m.hsplit(3)
m.vsplit(2)
m.dsplit(2)
s.hsplit(1)
f.vsplit(2)
m.hsplit(0)
""")
