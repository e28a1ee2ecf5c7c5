"""How far distributions are apart, against PyTorch's."""

import pytest

from minigrad.distributions import Bernoulli, Normal, kl_divergence
from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
D.kl_divergence(D.Normal(f,s), D.Normal(0.,1.))
D.kl_divergence(D.Bernoulli(f/3), D.Bernoulli(logits=f))
D.kl_divergence(D.Categorical(m+1), D.Categorical(logits=m))
D.kl_divergence(D.Normal(w,w/4), D.Normal(0.,1.)).sum().backward();w.grad
""")


def test_two_of_different_classes():
    with pytest.raises(
        NotImplementedError, match=r"^No KL\(p \|\| q\) is implemented for p type B"
    ):
        kl_divergence(Bernoulli(0.3), Normal(0.0, 1.0))
