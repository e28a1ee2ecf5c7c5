from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
m.t_(); m, m.stride(), m._version
s.t_(); s, s._version
n.t_()
f.t_(); f, f._version
m.transpose_(0,1); m, m.stride()
n.transpose_(0,-1); n, n.stride(), n._version
n.transpose_(0,3)
m.swapdims_(0,1); m
n.swapaxes_(0,1).shape, n.squeeze(0,1).shape, w.squeeze((0,)).grad_fn, w.squeeze(0).grad_fn
n.transpose_(dim0=0, dim1=1); n
f.unsqueeze_(0); f
f.unsqueeze_(-1); f
f.unsqueeze_(3)
n.unsqueeze_(dim=1).squeeze_(dim=1); n, n._version
n.unsqueeze_(1).unsqueeze_(0).squeeze_(); n, n._version
n.unsqueeze_(1).unsqueeze_(0).squeeze_((0, 2)); n
n.unsqueeze_(1).unsqueeze_(0).squeeze_(0, 2); n
x = w * 1; x.unsqueeze_(0); x.unsqueeze_(0); x.squeeze_(0, 1); x
m.squeeze_(0); m, m._version
m.squeeze_(2)
e.t_(); e
b.unsqueeze_(0); b
m.t_() is m, m.squeeze_() is m, m.unsqueeze_(0) is m, m.transpose_(0, 1) is m
x = w * 1; x.t_(); x
x = w * 1; x.transpose_(0, 1); x
x = w * 1; x.unsqueeze_(0); x
x = w * 1; x.unsqueeze_(0); x.squeeze_(); x
x = w * 1; x.unsqueeze_(0); x.squeeze_(0); x
x = w * 1; x.unsqueeze_(0); x.squeeze_((0,)); x
w.t_()
w[0].unsqueeze_(0)
x = m[0]; x.unsqueeze_(1); m[0, 0] = 50; x, x._base is m
x = m.view(2, 6); m.t_(); x.mul_(2); m, x
x = w * 1; y = x * x; x.t_(); y.sum().backward()
v = w.detach(); v.unsqueeze_(0); v.shape, w.shape, w._version, v._version
w.data.unsqueeze_(0); w.shape, w._version
x = w * 1; x.mul_(2); v = x[0]; v.unsqueeze_(1); v.mul_(2); v, x
m.unbind(0)[0].unsqueeze_(0).shape
x = w * 1; x.unbind(0)[0].unsqueeze_(0)
m.reshape_as(torch.ones(4, 3)), w.reshape_as(torch.ones(4)).grad_fn, m.t().reshape_as(n[0].view(12))
m.reshape_as(n)
m.reshape_as(1)
grads(lambda x: (x * 1).t_()[0], [[1.0, 2.0], [3.0, 4.0]])
grads(lambda x: (x * 1).unsqueeze_(0).squeeze_().transpose_(0, 1) @ x, [[1.0, 2.0], [3.0, 4.0]])
""")
