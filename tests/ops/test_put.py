from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
m.clone().index_put_([i],torch.tensor(1.),accumulate=True), m.index_put((i,i),torch.tensor(7.))
m.index_put((i,),m[:2]), m.index_put((i,),torch.ones(4),True), torch.index_put(m,[i],torch.ones(4))
m.index_put([m>5],torch.tensor(9.)), m.index_put([m>5],torch.tensor(9.),accumulate=True)
m.index_put([torch.tensor([0,0])],torch.ones(2,4),accumulate=True)
m.index_put(indices=(i,),values=torch.tensor(0.)), m.index_put((torch.tensor(1),),torch.tensor(0.))
x=m.clone(); torch.index_put_(x,(i,),torch.tensor(0.)) is x, x, x._version
x=w*1; x.index_put_((i-1,),m[:2,:2]); x.grad_fn, x.grad_fn._saved_indices
(w*1).index_put_((i-1,),s,True).grad_fn, w.index_put((i-1,),s).grad_fn
m.index_put_(i,torch.tensor(1.))
m.index_put_([i],1.)
m.index_put_([i],torch.tensor(1))
m.index_put_([i,i,i],torch.tensor(1.))
m.index_put_([i+7],torch.tensor(1.))
m.index_put_([i],torch.ones(3))
m.index_put((i,i.float()),torch.tensor(0.))
m.index_put((None,i),torch.tensor(0.))
m.index_put(((1,2),),torch.tensor(0.))
w.index_put_((i-1,),torch.ones(2))
grads(lambda x,y: x.index_put((torch.tensor([1, 1]),), y, True), [1.0, 2.0, 3.0], [4.0, 5.0])
m.take(i), torch.take(w,torch.tensor([[0,-1],[1,1]])), m.take(torch.tensor(3)), w.take(i).grad_fn
m.take(i+20)
m.take(i-20)
m.take(i.float())
grads(lambda x: x.take(torch.tensor([0, 0, 2])), [1.0, 2.0, 3.0])
m.masked_scatter(m>5,-m), m.masked_scatter(m[0]>1,-m), torch.masked_scatter(m,m>5,m)
m[0].masked_scatter(m>5,m), s.masked_scatter(torch.tensor([True,False]),m)
x=m.clone(); x.masked_scatter_(m[0]>1,-m) is x, x, x._version
w.masked_scatter(w>1,w).grad_fn
m.masked_scatter(m>5,m[0])
m.masked_scatter(m,m)
m.masked_scatter(m>5,m.long())
m.masked_scatter(m>5,1.)
m.masked_scatter(b,m)
w.masked_scatter_(w>1,w)
grads(lambda x,y: x.masked_scatter(x > 1, y), [1.0, 2.0, 3.0], [4.0, 5.0, 6.0])
""")
