from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.Tensor([1,2])
torch.Tensor(2,3).shape
torch.Tensor()
torch.Tensor(3).shape
torch.Tensor([[1,2]]).dtype
torch.Tensor(torch.Size([2,3])).shape
torch.Tensor([1.],device='cpu')
torch.Tensor([1.],dtype=torch.float64)
torch.Tensor([1.],requires_grad=True)
torch.Tensor([1],[2])
torch.Tensor(2.5)
torch.Tensor(True)
torch.Tensor(None)
torch.Tensor('a')
torch.Tensor(f)
torch.Tensor(f) is f
torch.Tensor(f).data_ptr()==f.data_ptr()
torch.Tensor(f)._base is f
torch.Tensor(torch.tensor([1,2]))
torch.Tensor(torch.tensor(1.,dtype=torch.float64))
torch.Tensor(w).grad_fn
torch.Tensor(np.array([1,2]))
a=np.ones(2,np.float32);t=torch.Tensor(a);t[0]=5;a.tolist()
a=np.ones(2,np.float64);t=torch.Tensor(a);t[0]=5;a.tolist()
torch.FloatTensor([1,2])
torch.FloatTensor([1.],requires_grad=True)
torch.FloatTensor(2,3).shape
a=np.ones(2,np.int64);t=torch.LongTensor(a);t[0]=5;a.tolist()
""")
