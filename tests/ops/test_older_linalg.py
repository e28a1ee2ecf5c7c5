from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.linalg.cholesky(torch.tensor([[4.,2.],[2.,10.]])),
    torch.linalg.cholesky(torch.tensor([[4.,2.],[2.,10.]]),upper=True),
    torch.cholesky(torch.tensor([[4.,9.],[2.,10.]])),
    torch.cholesky(torch.tensor([[4.,2.],[2.,10.]]),True)
torch.qr(m)[0].shape, type(torch.qr(m)).__name__, torch.qr(m.t(),some=False)[0].shape, w.qr()
torch.svd(2*torch.eye(2)).S, torch.svd(m)[2].shape, torch.svd(m,some=False)[2].shape,
    torch.svd(m,compute_uv=False)[2], w.svd()[1]
torch.pinverse(2*torch.eye(2)), torch.eye(3).pinverse()
torch.slogdet(2*torch.eye(2)), torch.eye(2).slogdet()
""")
