"""A batch as one distribution, against PyTorch's."""

from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
q=D.Independent(D.Normal(m,1.),1);q, q.batch_shape, q.event_shape, q.has_rsample, q.log_prob(m+1)
q=D.Independent(D.Normal(m,1.),2);q, q.batch_shape, q.event_shape, q.entropy(), q.log_prob(m)
q=D.Independent(D.Normal(m,1.),0);q.batch_shape, q.event_shape, q.log_prob(m)
q=D.Independent(D.Bernoulli(m/20),1);q.mean, q.variance, q.entropy(), q.has_rsample
q=D.Independent(D.Normal(m,1.),1);q.mean, q.stddev, q.mode, q.log_prob(n[:,:,:4])
q=D.Independent(D.Normal(f,1.),1);torch.manual_seed(0);q.sample(), q.sample((3,)), q.rsample((2,2))
q=D.Independent(D.Normal(f,1.),1).expand((4,));q.batch_shape, q.event_shape, q.log_prob(f)
q=D.Independent(D.Categorical(m+1),1);q.event_shape, q.log_prob(torch.tensor([0,1,2]))
D.Independent(D.Normal(w,w.exp()),1).log_prob(m[:2,:2]).sum().backward();w.grad
D.Independent(D.Normal(f,1.),2)
D.Independent(D.Bernoulli(f/3),1).enumerate_support()
D.Independent(D.Bernoulli(f/3),0).enumerate_support()
D.Independent(D.Normal(f,1.),1).log_prob(torch.tensor([1.,nan]))
""")
