from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.nanmedian(torch.tensor([1.,nan,3.])),
    torch.nanmedian(torch.tensor([[1.,nan,3.],[nan,nan,nan]]),1), torch.nanmedian(i),
    torch.nanmedian(w), torch.nanmedian(m,0,True).indices, torch.nanmedian(torch.zeros(0))
torch.quantile(m,.3), torch.quantile(m,.5,dim=0),
    torch.quantile(m,torch.tensor([0.,.25,1.]),dim=1),
    torch.quantile(m,torch.tensor([.5]),dim=1,keepdim=True), torch.quantile(m,.5,keepdim=True),
    m.quantile(.25,1,True).shape
torch.quantile(m,.3,interpolation='lower'), torch.quantile(m,.3,interpolation='higher'),
    torch.quantile(m,.3,interpolation='nearest'), torch.quantile(m,.3,interpolation='midpoint')
torch.quantile(m,.3,interpolation='bad')
torch.quantile(m,1.5)
torch.quantile(m,torch.tensor([1.5]))
torch.quantile(i,.5)
torch.quantile(f,d)
torch.quantile(torch.zeros(0),.5)
torch.quantile(torch.tensor([1.,nan]),.5), torch.nanquantile(torch.tensor([1.,nan,3.]),.5),
    torch.nanquantile(torch.tensor([[1.,nan],[nan,nan]]),.5,1)
torch.quantile(f,torch.tensor([[.5]]))
grads(lambda x: torch.quantile(x,.3),[1.,5.,3.])
grads(lambda x: torch.quantile(x,torch.tensor([.3,.9],dtype=x.dtype),1),[[1.,5.,3.],[4.,2.,0.]])
grads(lambda x: torch.nanquantile(x,.3),[1.,5.,3.,nan])
grads(torch.nanmedian,[1.,nan,3.,3.,3.])
torch.mode(torch.tensor([1,2,2])), torch.tensor([[3.,1.,3.],[2.,2.,5.]]).mode(),
    torch.mode(n,0,True), torch.mode(s), torch.mode(b), torch.mode(torch.tensor([1.,nan,nan]))
torch.mode(torch.tensor([5,1,1,5])), torch.mode(torch.tensor([3,2,1]))
torch.mode(torch.zeros(0))
torch.mode(e,0)
torch.mode(e,1)
torch.mode(m,2)
grads(lambda x: torch.mode(x)[0],[1.,2.,2.])
""")
