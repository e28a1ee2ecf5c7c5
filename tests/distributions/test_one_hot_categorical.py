"""One of several as a vector, against PyTorch's."""

from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
q=D.OneHotCategorical(f);q, q.batch_shape, q.event_shape, q.has_rsample, q.probs, q.logits
q=D.OneHotCategorical(m+1);q.mean, q.variance, q.mode, q.entropy(), q.param_shape
q=D.OneHotCategorical(logits=f);torch.manual_seed(0);q.sample(), q.sample((3,))
q=D.OneHotCategorical(m+1);torch.manual_seed(0);q.sample().shape, q.sample((5,)).sum(-1)
q=D.OneHotCategorical(f);q.log_prob(torch.eye(2)), q.enumerate_support()
q=D.OneHotCategorical(m+1);q.enumerate_support().shape, q.enumerate_support(False).shape
q=D.OneHotCategorical(f).expand((3,));q.log_prob(torch.eye(2)[0]), q.sample().shape
D.OneHotCategorical(w).log_prob(torch.eye(2)).sum().backward();w.grad
D.kl_divergence(D.OneHotCategorical(f), D.OneHotCategorical(torch.tensor([0.,1.])))
D.OneHotCategorical(f).log_prob(torch.ones(2))
D.OneHotCategorical(f,f)
D.OneHotCategorical(-f+2)
""")
