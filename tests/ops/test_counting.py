from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.histc(torch.tensor([1.,2.,2.]),2), torch.histc(m,4,0,8), f.histc(),
    torch.histc(m,bins=3,min=2,max=2), torch.histc(torch.ones(3),3), torch.histc(m,2,max=100)
torch.histc(i)
torch.histc(f,0)
torch.histc(f,3,2,1)
torch.histogram(torch.tensor([1.,2.,2.]),2), torch.histogram(m,3,range=(0.,6.)),
    torch.histogram(f,torch.tensor([1.,2.,3.])), f.histogram(2,density=True),
    torch.histogram(f,2,weight=f)
torch.histogram(f,2,weight=torch.tensor([1.,3.]),density=True), torch.histogram(torch.ones(3),2)
torch.histogram(i,2)
torch.histogram(f,0)
torch.histogram(f,2,range=(2.,1.))
torch.histogram(f,d)
torch.bucketize(f,torch.tensor([1.,2.,2.5])),
    torch.bucketize(f,torch.tensor([1.,2.,2.5]),right=True), torch.bucketize(2.,f),
    torch.bucketize(m,f,out_int32=True), torch.bucketize(i,f)
torch.bucketize(f,m)
torch.searchsorted(torch.tensor([1.,2.,2.5]),f),
    torch.searchsorted(torch.tensor([1.,2.,2.5]),2.),
    torch.searchsorted(torch.tensor([1.,2.,2.5]),f,side='right'),
    torch.searchsorted(torch.tensor([[1.,3.],[2.,4.]]),torch.tensor([[2.,3.],[2.,5.]])),
    torch.searchsorted(torch.tensor([[1.,3.],[2.,4.]]),torch.tensor([[2.,3.],[2.,5.]]),
    right=True,out_int32=True)
torch.searchsorted(torch.tensor([3,1,2]),torch.tensor([2]),sorter=torch.tensor([1,2,0]))
torch.searchsorted(m,f)
torch.searchsorted(f,f,side='bad')
torch.searchsorted(f,f,right=True,side='left')
torch.searchsorted(f,d)
""")
