"""What parameters and values have to be, against PyTorch's."""

from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
c=D.constraints;c.real, c.positive, c.unit_interval, c.simplex, c.boolean, c.nonnegative
c=D.constraints;c.lower_cholesky, c.real_vector, c.nonnegative_integer, c.interval(0,1.)
c=D.constraints;c.greater_than(s), c.less_than(2), c.integer_interval(0,3), c.independent(c.real,1)
c=D.constraints;c.real.check(torch.tensor([1.,nan])), c.positive.check(m), c.boolean.check(m)
c=D.constraints;c.simplex.check(m/m.sum(1,True)), c.simplex.check(m), c.simplex.event_dim
c=D.constraints;c.integer_interval(0,3).check(m/2), c.nonnegative_integer.check(m/2-1)
c=D.constraints;c.real_vector.check(m), c.independent(c.positive,2).check(m)
c=D.constraints;c.lower_cholesky.check(w.tril()), c.lower_cholesky.check(w), c.less_than(s).check(f)
c=D.constraints;c.one_hot, c.one_hot.check(torch.eye(2)), c.one_hot.check(w)
c=D.constraints;c.greater_than_eq(s).check(f), c.interval(s,3.).check(f)
""")
