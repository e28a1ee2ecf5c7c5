"""Uniform numbers, against PyTorch's."""

from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
D.Uniform(0.,1.), D.Uniform(f,f+2), D.Uniform(0.,f).batch_shape, D.Uniform(0.,1.).has_rsample
q=D.Uniform(f,4.);q.mean, q.stddev, q.variance, q.mode, q.entropy()
q=D.Uniform(f,4.);q.log_prob(f+1), q.cdf(f+1), q.icdf(f/3), q.log_prob(s+1)
D.Uniform(0.,1.).log_prob(torch.tensor(1.)), D.Uniform(0.,1.).log_prob(torch.tensor(.5))
q=D.Uniform(0.,1.,validate_args=False);q.log_prob(f), q.cdf(f), q.cdf(-f)
q=D.Uniform(f,4.);torch.manual_seed(0);q.sample(), q.sample((3,)), q.rsample((2,2))
q=D.Uniform(d,4.);torch.manual_seed(0);q.sample((20,)), q.low.dtype, q.high.dtype
torch.manual_seed(0);D.Uniform(w,w.exp()+1).rsample((2,)).sum().backward();w.grad
D.Uniform(w,w.exp()+1).log_prob(w+.5).sum().backward();w.grad
D.Uniform(f,4.).expand((3,2)).log_prob(f+1), D.Uniform(f,4.).expand((3,2))
D.Uniform(1.,1.)
D.Uniform(f,2.)
D.Uniform(0.,1.).log_prob(f)
D.Uniform(0.,1.).cdf(s)
""")
