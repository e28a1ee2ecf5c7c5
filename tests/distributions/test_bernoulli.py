"""Yes or no, against PyTorch's."""

import pytest

import minigrad
from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
D.Bernoulli(.3), D.Bernoulli(f/3), D.Bernoulli(logits=f), D.Bernoulli(.3).has_rsample
q=D.Bernoulli(f/3);q.probs, q.logits, q.mean, q.variance, q.stddev, q.entropy()
q=D.Bernoulli(logits=-f);q.probs, q.logits, q.entropy(), q.log_prob(torch.ones(2))
q=D.Bernoulli(torch.tensor([0.,1.]));q.log_prob(torch.ones(2)), q.entropy()
q=D.Bernoulli(f/3);q.log_prob(torch.tensor([0.,1.])), q.log_prob(torch.ones(3,2))
torch.manual_seed(0);q=D.Bernoulli(f/3);q.sample(), q.sample((5,)), q.sample((2,3))
D.Bernoulli(logits=w).log_prob(torch.ones(2,2)).sum().backward();w.grad
D.Bernoulli(w/5).entropy().sum().backward();w.grad
D.Bernoulli(f,f)
D.Bernoulli()
D.Bernoulli(torch.tensor([0.,.2,.5,.8,1.])).mode, D.Bernoulli(f/3).enumerate_support()
D.Bernoulli(m/20).param_shape, D.Bernoulli(m/20).enumerate_support(False)
D.Bernoulli(f/3).expand((3,2)).log_prob(f-f)
q=D.Bernoulli(logits=f);q.sample();q.probs, q.expand((2,2)), q.perplexity()
D.Bernoulli(1.5)
D.Bernoulli(torch.tensor([.5,nan]))
D.Bernoulli(.5).log_prob(torch.tensor(.5))
D.Bernoulli(.5).log_prob(1)
D.Bernoulli("a")
""")


def test_draws_jump():
    with pytest.raises(NotImplementedError, match=r"^Bernoulli has no rsample"):
        minigrad.distributions.Bernoulli(0.5).rsample()
