"""How often each of several came up, against PyTorch's."""

from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
q=D.Multinomial(9,m+1);q.batch_shape, q.event_shape, q.mean, q.variance, q.probs, q.logits, str(q)
torch.manual_seed(0);q=D.Multinomial(5,m+1);q.sample(), q.sample((2,)).shape
torch.manual_seed(0);D.multinomial.Multinomial(10,torch.ones(3)).sample((2,))
torch.manual_seed(0);D.Multinomial(1,logits=n/9.).sample((3,)).sum(-1)
D.Multinomial(10,torch.ones(3)).log_prob(torch.tensor([[5.,3.,2.],[10.,0.,0.]]))
D.Multinomial(2,torch.tensor([0.,1.])).log_prob(torch.tensor([0.,2.]))
D.Multinomial(2,f,f)
""")
