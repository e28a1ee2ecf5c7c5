"""Two slopes back to back, against PyTorch's."""

from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
D.Laplace(0.,1.), D.Laplace(f,2), D.Laplace(f,f).batch_shape, D.Laplace(0.,1.).has_rsample
q=D.Laplace(f,2.);q.mean, q.stddev, q.variance, q.mode, q.entropy()
q=D.Laplace(f,s);q.log_prob(f+1), q.log_prob(m[:,:2]), q.cdf(f-1), q.icdf(f/3)
q=D.Laplace(f,1.);torch.manual_seed(0);q.sample(), q.sample((3,)), q.rsample((2,2))
q=D.Laplace(d,1.);torch.manual_seed(0);q.sample((20,))
torch.manual_seed(0);D.Laplace(w,w.exp()).rsample((2,)).sum().backward();w.grad
D.Laplace(w,w.exp()).log_prob(m[:2,:2]).sum().backward();w.grad
D.Laplace(f,s).expand((3,2)).sample().shape
D.Laplace(0.,-1.)
""")
