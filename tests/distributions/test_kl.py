"""How far distributions are apart, against PyTorch's."""

import pytest

import minigrad
from minigrad.distributions import Bernoulli, Independent, Normal, kl_divergence
from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
D.kl_divergence(D.Normal(f,s), D.Normal(0.,1.))
D.kl_divergence(D.Bernoulli(f/3), D.Bernoulli(logits=f))
D.kl_divergence(D.Categorical(m+1), D.Categorical(logits=m))
D.kl_divergence(D.Categorical(torch.tensor([.5,.5])), D.Categorical(torch.tensor([0.,1.])))
D.kl_divergence(D.Categorical(torch.tensor([0.,1.])), D.Categorical(torch.tensor([.5,.5])))
D.kl_divergence(D.Categorical(torch.eye(2)), D.Categorical(torch.eye(2)[:1]))
D.kl_divergence(D.Categorical(logits=torch.tensor([0.,-inf])), D.Categorical(logits=f))
D.kl_divergence(D.Categorical(logits=f), D.Categorical(logits=torch.tensor([0.,-inf])))
x=torch.tensor([0.,.5,1.]);D.kl_divergence(D.Bernoulli(x[:,None]), D.Bernoulli(x))
D.kl_divergence(D.Bernoulli(logits=torch.tensor([-inf,inf])), D.Bernoulli(logits=f))
D.kl_divergence(D.Bernoulli(w/5), D.Bernoulli(f/3)).sum().backward();w.grad
D.kl_divergence(D.Categorical(w), D.Categorical(torch.tensor([0.,1.]))).sum().backward();w.grad
D.kl_divergence(D.Uniform(f,4.), D.Uniform(1.,torch.tensor([[5.],[3.]])))
D.kl_divergence(D.Exponential(f), D.Exponential(s))
D.kl_divergence(D.Laplace(f,s), D.Laplace(0.,f))
D.kl_divergence(D.LogNormal(f,s), D.LogNormal(0.,f))
D.kl_divergence(D.Uniform(f,4.), D.Normal(f,s))
D.kl_divergence(D.Uniform(f-2,4.), D.Exponential(s))
D.kl_divergence(D.Exponential(f), D.Normal(f,s)), D.kl_divergence(D.Laplace(f,s), D.Normal(f+1,s))
D.kl_divergence(D.Normal(f,s), D.Laplace(f+1,s)), D.kl_divergence(D.Normal(f,s), D.Uniform(f,4.))
D.kl_divergence(D.Laplace(f,s), D.Exponential(f))
D.kl_divergence(D.Exponential(f), D.Uniform(f,4.))
D.kl_divergence(D.Independent(D.Normal(m,1.),1), D.Independent(D.Normal(0.,m+1),1))
D.kl_divergence(D.Normal(f,s), D.Exponential(f))
D.kl_divergence(D.Normal(w,w/4), D.Normal(0.,1.)).sum().backward();w.grad
""")


def test_two_of_different_classes():
    with pytest.raises(
        NotImplementedError, match=r"^No KL\(p \|\| q\) is implemented for p type B"
    ):
        kl_divergence(Bernoulli(0.3), Normal(0.0, 1.0))


def test_two_independent_of_different_dimensions():
    base = Normal(minigrad.zeros(2, 3), 1.0)
    with pytest.raises(NotImplementedError, match="as many dimensions in both"):
        kl_divergence(Independent(base, 1), Independent(base, 2))
