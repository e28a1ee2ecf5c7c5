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
""")


def test_what_is_refused():
    Bernoulli = minigrad.distributions.Bernoulli
    with pytest.raises(
        ValueError, match=r"^Expected parameter probs of Bernoulli to be in \[0, 1\]"
    ):
        Bernoulli(1.5)
    with pytest.raises(ValueError, match=r"^Expected value of Bernoulli to be 0 or 1"):
        Bernoulli(0.5).log_prob(0.5)
    with pytest.raises(NotImplementedError, match=r"^Bernoulli has no rsample"):
        Bernoulli(0.5).rsample()
