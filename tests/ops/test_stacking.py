from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
torch.atleast_1d(s), torch.atleast_2d(f), torch.atleast_3d(m).shape, torch.atleast_3d(f).shape
torch.atleast_3d(s).shape, torch.atleast_1d(s,m), torch.atleast_2d([m,f]), torch.atleast_2d(s)
torch.atleast_1d(w) is w, torch.atleast_2d(w[0]).grad_fn, torch.atleast_3d(w).grad_fn
torch.atleast_2d(w.sum()).grad_fn, torch.atleast_1d(w.sum()).grad_fn, torch.atleast_3d(w[0]).grad_fn
torch.atleast_3d(w.sum()).grad_fn, torch.atleast_3d(n) is n, torch.atleast_1d()
torch.dstack((m,m)).shape, torch.dstack((f,f)), torch.dstack((s,s)), torch.dstack((w,w)).grad_fn
torch.column_stack((f,f)), torch.column_stack((w[:,0],w)).grad_fn, torch.column_stack((s,s))
torch.row_stack((f,f)), torch.column_stack((n,n)).shape
torch.dstack([])
torch.column_stack([])
torch.column_stack((f,m))
torch.dstack((m,n))
torch.dstack(3)
""")
