"""One of several, against PyTorch's."""

from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
D.Categorical(f), D.Categorical(logits=m), D.Categorical(m+1).batch_shape
q=D.Categorical(m+1);q.probs, q.logits, q.entropy(), q.mode
q=D.Categorical(logits=m);q.probs, q.logits, q.entropy(), q.mode
q=D.Categorical(logits=torch.tensor([0.,-inf,1.]));q.probs, q.entropy()
q=D.Categorical(f);q.log_prob(z-3), q.log_prob(torch.tensor([0,1,1]))
q=D.Categorical(m+1);q.log_prob(torch.tensor([0,1,3])), q.log_prob(z)
torch.manual_seed(0);q=D.Categorical(f);q.sample(), q.sample((9,)), q.sample((2,3))
torch.manual_seed(0);q=D.Categorical(m+1);q.sample(), q.sample((5,))
torch.manual_seed(0);q=D.Categorical(logits=n/9.);q.sample(), q.sample((2,))
D.Categorical(logits=w).log_prob(i-1).sum().backward();w.grad
D.Categorical(probs=w).entropy().sum().backward();w.grad
q=D.Categorical(f);q.sample();str(q), [q.log_prob(z-3), str(q)][1]
q=D.Categorical(logits=w);q.sample();q.probs, str(q)
D.Categorical(f,f)
D.Categorical(s)
q=D.Categorical(m+1);q.mean, q.variance, q.param_shape, q.enumerate_support(), q.perplexity()
D.Categorical(m+1).enumerate_support(False), D.Categorical(f).expand((3,)).log_prob(i-1)
D.Categorical(f).expand((3,)).sample().shape, D.Categorical(logits=m).expand((2,3)).batch_shape
D.Categorical(torch.tensor([.5,-.5]))
D.Categorical(-f)
D.Categorical(logits=torch.tensor([.5,nan]))
D.Categorical(f).log_prob(torch.tensor(2))
D.Categorical(f).log_prob(torch.tensor(.5))
D.Categorical(f).log_prob(1)
D.Categorical(m+1).log_prob(i)
""")
