"""The bell curve, against PyTorch's."""

import pytest

import minigrad
from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
D.Normal(0.,1.), D.Normal(f,2), D.Normal(f,f).batch_shape, D.Normal(0.,1.).has_rsample
q=D.Normal(f,2.);q.mean+0, q.stddev+0, q.variance, q.mode+0, q.entropy()
q=D.Normal(f,s);q.log_prob(f+1), q.log_prob(m[:,:2]), q.log_prob(s), q.cdf(f)
q=D.Normal(0.,1.);torch.manual_seed(0);q.sample(), q.sample((3,)), q.rsample((2,2))
q=D.Normal(d,1.);torch.manual_seed(0);q.sample((20,)), q.rsample()
torch.manual_seed(0);D.Normal(w,w.exp()).rsample((2,)).sum().backward();w.grad
D.Normal(w,w).sample().requires_grad
D.Normal(w,w.exp()).log_prob(m[:2,:2]).sum().backward();w.grad
D.Normal(f,s,validate_args=False).log_prob(torch.tensor(nan))
D.Normal(0.,1.).icdf(f/3), D.Normal(f,s).icdf(torch.tensor([0.,.25,.5,1.,2.])[:,None])
q=D.Normal(f,s).expand((3,2));q, q.batch_shape, q.log_prob(f), q.sample().shape, q.mean
D.Normal(d,.1).scale, D.Normal(.1,d).loc, D.Normal(1,2).loc, D.Normal(0.,1.).perplexity()
D.Normal(torch.tensor(0.),.1).icdf(w/5).sum().backward();w.grad
D.Normal(0.,0.)
D.Normal(0.,-1.)
D.Normal(0.,nan)
D.Normal(f,-f)
D.Normal(nan,1.)
D.Normal(0.,1.).log_prob(torch.tensor([1.,nan]))
D.Normal(0.,1.).log_prob(1.)
D.Normal(f,1.).log_prob(torch.ones(3))
D.Normal("a",1.)
D.Normal(0.,-1.,validate_args=False).scale
""")


def test_checks_can_be_switched_off():
    D = minigrad.distributions
    D.Distribution.set_default_validate_args(False)
    try:
        assert D.Normal(0.0, -1.0).scale == -1
    finally:
        D.Distribution.set_default_validate_args(True)
    with pytest.raises(ValueError, match="Expected parameter scale"):
        D.Normal(0.0, -1.0)
