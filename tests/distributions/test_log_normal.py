"""Numbers whose logarithm is normal, against PyTorch's."""

from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
D.LogNormal(f,2).batch_shape, D.LogNormal(0.,1.).has_rsample, D.LogNormal(f,s).loc
q=D.LogNormal(f,.5);q.mean, q.stddev, q.variance, q.mode, q.entropy()
q=D.LogNormal(f,s);q.log_prob(f+1), q.log_prob(m[:,:2]+1), q.cdf(f), q.icdf(f/3)
q=D.LogNormal(f,1.);torch.manual_seed(0);q.sample(), q.sample((3,)), q.rsample((2,2))
torch.manual_seed(0);D.LogNormal(w,w).rsample((2,)).sum().backward();w.grad
D.LogNormal(w,w.exp()).log_prob(m[:2,:2]+1).sum().backward();w.grad
D.LogNormal(f,s).expand((3,2)).log_prob(f)
D.LogNormal(0.,-1.)
D.LogNormal(0.,1.).log_prob(-f)
""")
