from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.var_mean(m), torch.std_mean(m,0), torch.var_mean(m,dim=1,keepdim=True),
    torch.var_mean(m,correction=0), torch.std_mean(w), torch.var_mean(m,False),
    torch.std_mean(m,(0,1),unbiased=False)
torch.nansum(torch.tensor([1.,nan])), torch.nanmean(torch.tensor([[1.,nan],[nan,nan]]),1),
    torch.nanmean(torch.tensor([1.,nan])), torch.nansum(m,0,True), torch.nansum(i),
    torch.nansum(w,1), torch.nanmean(w), torch.nansum(i,dtype=torch.float64)
torch.nanmean(i)
grads(torch.nansum,[1.,nan])
grads(torch.nanmean,[1.,nan,2.])
torch.cov(m)[0], torch.cov(m,correction=0)[0], torch.cov(f),
    torch.corrcoef(torch.tensor([[1.,2.,4.],[2.,1.,0.]])), m.cov().shape
torch.cov(n)
""")
