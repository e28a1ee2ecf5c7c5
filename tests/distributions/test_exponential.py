"""Waiting times, against PyTorch's."""

from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
D.Exponential(2.), D.Exponential(f), D.Exponential(f).batch_shape, D.Exponential(f).has_rsample
q=D.Exponential(f);q.mean, q.stddev, q.variance, q.mode, q.entropy()
q=D.Exponential(f);q.log_prob(f+1), q.cdf(f+1), q.icdf(f/3), q.log_prob(s)
q=D.Exponential(f);torch.manual_seed(0);q.sample(), q.sample((3,)), q.rsample((2,2))
q=D.Exponential(d);torch.manual_seed(0);q.sample((20,))
torch.manual_seed(0);D.Exponential(w).rsample((2,)).sum().backward();w.grad
D.Exponential(w).log_prob(w+.5).sum().backward();w.grad
D.Exponential(f).expand((3,2)).sample().shape, D.Exponential(f).expand((3,2))
D.Exponential(0.)
D.Exponential(f).log_prob(-f)
""")
