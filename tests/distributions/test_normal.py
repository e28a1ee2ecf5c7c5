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
""")


def test_what_is_refused():
    Normal = minigrad.distributions.Normal
    for wrong in (0.0, -1.0, float("nan")):
        with pytest.raises(ValueError, match=r"^Expected parameter scale of Normal to be positive"):
            Normal(0.0, wrong)
    with pytest.raises(ValueError, match=r"^Expected value of Normal to be real"):
        Normal(0.0, 1.0).log_prob(float("nan"))
