from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.fmod(torch.tensor([-7., 7., inf, nan]), 3), torch.fmod(i, -2), torch.fmod(i, 1.5)
torch.fmod(i,0)
torch.fmod(f,0)
torch.fmod(i,p)
torch.fmod(b,b)
torch.fmod(b,2)
torch.fmod(f,'a')
i.fmod_(1.5)
i.fmod_(2), f.fmod_(2), f.fmod_(d)
torch.fmod(w,2), torch.fmod(w,f), torch.fmod(f,w)
pairs(torch.fmod)
torch.fmod(i8,100), torch.fmod(u,3)
torch.exp2(i), torch.exp2(h), torch.exp2(b)
""")
