import pytest

import minigrad
from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
torch.cross(m[:,:3],m[:,1:],dim=0), torch.cross(m[:,:3],m[:,1:],dim=1), m[0,:3].cross(m[1,:3])
torch.cross(m[:,:3],m[:1,1:],dim=-1), torch.cross(m[:,:3],m[:,1:])
n[:,:3].cross(n[:,:3]+1), n[...,:3].cross(n[...,:3]+1,dim=1)
x=m.requires_grad_(); torch.cross(x[:,:3],x[:,1:],dim=0).grad_fn
torch.linalg.cross(m[:1,:3],m[:,:3]), torch.linalg.cross(m[:,:3],m[:,1:],dim=0)
torch.linalg.cross(m[0,:3],m[:,:3])
torch.cross(m,m,dim=1)
torch.cross(m[:2],m[:2])
torch.cross(m[0,:3],m[:,:3],dim=1)
torch.cross(m[0],m[0],dim=0)
torch.cross(m[0,:3],m.long()[0,:3],dim=0)
torch.cross(m,m,dim=2)
grads(lambda x, y: torch.cross(x, y, dim=0), [1.0, 2.0, 3.0], [4.0, 5.0, 7.0])
seconds(lambda x, y: torch.cross(x, y, dim=0), [1.0, 2.0, 3.0], [4.0, 5.0, 7.0])
""")


def test_without_a_dim_it_warns_as_torch_does():
    with pytest.warns(UserWarning, match="without specifying the dim arg is deprecated"):
        minigrad.cross(minigrad.ones(3), minigrad.ones(3))
