from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.kron(w,torch.eye(2)), torch.kron(f,f), torch.kron(m,f)
""")
