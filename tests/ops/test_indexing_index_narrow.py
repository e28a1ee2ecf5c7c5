"""`narrow` and `select`: a stretch of one dimension, and one place in it."""

from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
m.narrow(0,1,2)
m.narrow(1,0,2)
m.narrow(-1,-2,2)
m.narrow(0,2,2)
m.narrow(0,0,0)
m.narrow(2,0,1)
torch.narrow(m,0,1,1)
m.select(0,1)
m.select(1,-1)
m.select(0,3)
m.select(2,0)
torch.select(m,0,1)
w.select(0, 1), w.narrow(1, 0, 1), torch.select(w, 1, -1), torch.narrow(w, 0, 1, 1)
m.select(0, -4)
m.select(-3, 0)
m.narrow(0, -1, 2)
m.narrow(0,torch.tensor(1),1)
""")
