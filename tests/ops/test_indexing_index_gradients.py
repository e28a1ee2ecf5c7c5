"""What reading and writing a part record: nodes, what they save, and gradients."""

from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
w[0]=1.;w
w2=w*1;w2[0]=5.;w2
w2=w*1;w2[0]=torch.ones(2,requires_grad=True);w2
w2=w*1;w2[[0]]=5.;w2
w2=w*1;w2[w2>2]=5.;w2
w2=w*1;w2[0,0]=w[1,1];w2
w2=torch.zeros(2,2);w2[0]=w[0];w2
w2=torch.zeros(2,2);w2[[0]]=w[0];w2
w2=torch.zeros(2,2);w2[w2==0]=w[0,0];w2
w2=torch.zeros(2,2);w2[True]=w;w2
w2=torch.zeros(2,2);w2[...]=w;w2
w2=torch.zeros(2,2,dtype=torch.int64);w2[0]=w[0];w2
w[0]
w[0,1]
w[[0,0]]
w[w>2]
w[...]
w[:]
w[:,:]
w[None]
w[True]
w[0:1]
w[:,0]
w[[0],0]
grads(lambda x: x[[0, 0, 2]], [1.0, 2.0, 3.0])
grads(lambda x: x[torch.tensor([[0, 0], [0, 1]])], [1.0, 2.0, 3.0])
grads(lambda x: x[[1, 1], [0, 0]], [[1.0, 2.0], [3.0, 4.0]])
grads(lambda x: x[:, [1, 1, 0]], [[1.0, 2.0], [3.0, 4.0]])
grads(lambda x: x[x > 1], [1.0, 2.0, 3.0])
grads(lambda x: x[0] * x[1], [[1.0, 2.0], [3.0, 4.0]])
grads(lambda x: x[-1, 0] * x[0, -1], [[1.0, 2.0], [3.0, 4.0]])
grads(lambda x: x[::2][1:], [1.0, 2.0, 3.0, 4.0])
grads(lambda x: x[5:], [1.0, 2.0])
grads(lambda x: x[[]], [1.0, 2.0])
grads(lambda x: x[True], [1.0, 2.0])
grads(lambda x: x[False], [1.0, 2.0])
grads(lambda x: x[None, ..., None], [1.0, 2.0])
grads(lambda x: x[True], 3.0)
x = w * 1; x[0] = 0; x.sum().backward(); w.grad
x = w * 1; x[[0, 0]] = 0; x.sum().backward(); w.grad
x = w * 1; x[x > 2] = 0; x.sum().backward(); w.grad
x = w * 1; x[0, 0] = x[1, 1]; x.sum().backward(); w.grad
x = w * 1; x[:, 0] *= 3; x.sum().backward(); w.grad
x = w * 1; x[[0]] += x[[1]]; x.sum().backward(); w.grad
x = torch.zeros(3); x[1:] = w[0]; x.sum().backward(); w.grad
x = torch.zeros(3); x[[2, 0]] = w[0]; (x * x).sum().backward(); w.grad
x = w * 1; y = x * x; x[0] = 0; y.sum().backward()
k = torch.tensor([0, 1]); y = w[k]; k[0] = 1; k
w[[0, 1]].grad_fn._saved_indices, w[:, [1]].grad_fn._saved_indices, w[w > 2].grad_fn._saved_indices
w[0].grad_fn._saved_index, w[0].grad_fn._saved_dim, w[1:].grad_fn._saved_start,
    w[:, 1:].grad_fn._saved_dim
w[0]=1; w
w[0,0]=1.; w
w[w>1]=1.; w
y=w*1;y[0]=w[1];y.grad_fn
y=w*1;y[0]=w[1];y.sum().backward();w.grad
y=w*1;y[i]=w[1];y.sum().backward();w.grad
y=w*1;y[i]=w[1];y.grad_fn
y=w*1;y[i,i]=w[1];y.grad_fn,y.grad_fn.next_functions
y=w*1;y[0]=3.;y.grad_fn,y.grad_fn.next_functions
y=w*1;y[0]=w;y
y=w*1;y[0,:]=w[0,0];y.grad_fn.next_functions
y=w*1;y[0]=w[0,0];y.grad_fn.next_functions[1][0]
y=w*1;y[:]=w;y.grad_fn,y.grad_fn.next_functions
y=w*1;y[:]=w[0];y.grad_fn,y.grad_fn.next_functions
y=w*1;y[...]=w;y.grad_fn,y.grad_fn.next_functions
y=w*1;y[0]=w[0];y.grad_fn,y.grad_fn.next_functions
y=w*1;y[0]=w[:1];y.grad_fn,y.grad_fn.next_functions
y=w*1;y[0:1]=w[:1];y.grad_fn,y.grad_fn.next_functions
y=w*1;y[y>1]=0.;y.grad_fn,y.grad_fn.next_functions
y=w*1;y[b]=w[0];y.grad_fn,y.grad_fn.next_functions
y=w*1;y[i]=w[:1];y.grad_fn,y.grad_fn.next_functions
y=w*1;y[y>1]=w[1,0];y.grad_fn,y.grad_fn.next_functions
w[0].grad_fn,w[0,0].grad_fn,w[:1].grad_fn,w[i].grad_fn,w[None].grad_fn,w[...].grad_fn,w[b].grad_fn,
    w[:].grad_fn
w[i]._is_view(),w[0]._is_view(),w[b]._is_view(),w[w>0]._is_view()
w[i].grad_fn._saved_indices
w[:,i].grad_fn._saved_indices
w[b].grad_fn._saved_indices
w[0,i].grad_fn.next_functions[0][0]
w[i,0].grad_fn.next_functions[0][0]
w[torch.tensor(0)].grad_fn
w[torch.tensor(0),i].grad_fn
w[torch.tensor(0,dtype=torch.int32)].grad_fn
w[np.array(0)].grad_fn
w[torch.tensor([0])].grad_fn
""")
