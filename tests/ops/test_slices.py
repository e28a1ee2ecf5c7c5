from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
m.repeat_interleave(2).tolist(), s.repeat_interleave(3).tolist()
f.repeat_interleave(torch.tensor([2,0]))
torch.repeat_interleave(m,2,dim=0).tolist(), m.repeat_interleave(2,-1).tolist()
torch.repeat_interleave(m,torch.tensor([1,0,2]),dim=0), m.repeat_interleave(torch.tensor([2]),1)
m.repeat_interleave(torch.tensor([1,0,2]),dim=0,output_size=3), m.repeat_interleave(z,axis=1)
w.repeat_interleave(torch.tensor([1,2]),dim=0).grad_fn
m.repeat_interleave(2,dim=2)
torch.masked_select(m,m>5), m.masked_select(torch.tensor([True,False,True,False]))
s.masked_select(yes)
f.masked_select(torch.tensor([[True,False],[True,True]])), i.masked_select(mask=b)
torch.index_select(m,0,i)
torch.index_select(m,1,i.int())
torch.index_select(m,1,p)
torch.index_select(m,1,i-1)
torch.index_select(m,2,i)
torch.index_select(m,0,torch.tensor(1))
torch.index_select(m,0,torch.zeros(0,dtype=torch.int64))
torch.index_select(w,0,i-1).grad_fn
grads(lambda x: x.index_select(0, torch.tensor([1, 1, 0])), [1.0, 2.0, 3.0])
torch.index_select(f,0,i-1)
torch.index_select(m,7,i.float())
torch.index_select(m,7,p)
m.index_select(1, i).stride(), m.index_select(0, i).stride(), m.t().index_select(1, i).stride()
n.index_select(2, i).view(-1), n.permute(2, 0, 1).index_select(1, i - 1).stride()
m.t().index_select(0, i), m[:, ::2].index_select(1, i - 1), n.index_select(1, torch.tensor(2))
""")
