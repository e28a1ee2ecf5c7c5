"""Vectors whose numbers vary together, against PyTorch's."""

import pytest

import minigrad
from minigrad.distributions import MultivariateNormal, kl_divergence
from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
M=D.MultivariateNormal;c=torch.eye(2)*2+1;M(f,c), M(f,precision_matrix=c), M(f,scale_tril=c.tril())
M=D.MultivariateNormal;c=torch.eye(2)*2+1;
    q=M(f,c);q.batch_shape, q.event_shape, q.has_rsample, q.mean
M=D.MultivariateNormal;c=torch.eye(2)*2+1;
    q=M(f,c);q.mode, q.variance, q.stddev, q.entropy(), q.log_prob(f+1)
M=D.MultivariateNormal;c=torch.eye(2)*2+1;
    q=M(f,c);q.scale_tril, q.covariance_matrix, q.precision_matrix, q
M=D.MultivariateNormal;c=torch.eye(2)*2+1;
    q=M(f,precision_matrix=c);q.scale_tril, q.covariance_matrix
M=D.MultivariateNormal;c=torch.eye(2)*2+1;q=M(f,c);q.log_prob(m[:,:2]), q.log_prob(n[:,:,:2])
M=D.MultivariateNormal;c=torch.eye(2)*2+1;
    q=M(m[:,:2],c);q.batch_shape, q.entropy(), q.log_prob(f), q.variance
M=D.MultivariateNormal;c=torch.eye(2)*2+1;
    q=M(f,c.expand(3,2,2));q, q.loc.shape, q.log_prob(n[:,:,:2])
M=D.MultivariateNormal;c=torch.eye(2)*2+1;
    torch.manual_seed(0);q=M(f,c);q.sample(), q.sample((3,)), q.rsample((2,2))
M=D.MultivariateNormal;c=torch.eye(2)*2+1;
    q=M(f,c).expand((3,));q.batch_shape, q.log_prob(f), q.sample().shape
M=D.MultivariateNormal;M(f,scale_tril=w.tril()).log_prob(f+1).backward();w.grad
M=D.MultivariateNormal;M(f,w@w.T+torch.eye(2)).log_prob(m[:,:2]).sum().backward();w.grad
M=D.MultivariateNormal;
    torch.manual_seed(0);M(f,w@w.T+torch.eye(2)).rsample((3,)).sum().backward();w.grad
M=D.MultivariateNormal;c=torch.eye(2)*2+1;D.kl_divergence(M(f,torch.eye(2)), M(f+1,c))
M=D.MultivariateNormal;c=torch.eye(2)*2+1;D.kl_divergence(M(m[:,:2],torch.eye(2)), M(f+1,c))
M=D.MultivariateNormal;M(torch.zeros(2), torch.eye(2)).log_prob(torch.zeros(2))
M=D.MultivariateNormal;M(f)
M=D.MultivariateNormal;M(f,torch.eye(2),torch.eye(2))
M=D.MultivariateNormal;M(s,torch.eye(2))
M=D.MultivariateNormal;M(f,f)
M=D.MultivariateNormal;M(f,-torch.eye(2))
M=D.MultivariateNormal;M(f,torch.ones(2,2))
M=D.MultivariateNormal;M(f,torch.tensor([[1.,.5],[0.,1.]]))
M=D.MultivariateNormal;M(f,scale_tril=torch.ones(2,2))
M=D.MultivariateNormal;M(f,torch.eye(2)).log_prob(torch.ones(3))
M=D.MultivariateNormal;M(f,torch.eye(2)).log_prob(torch.tensor([nan,1.]))
""")


def test_a_divergence_is_of_vectors_of_one_length():
    two, three = (MultivariateNormal(minigrad.zeros(n), minigrad.eye(n)) for n in (2, 3))
    with pytest.raises(ValueError, match="different event shapes"):
        kl_divergence(two, three)
