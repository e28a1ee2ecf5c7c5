import pytest

import minigrad
from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
S=seconds(lambda x,y:torch.einsum('ij,jk->ik',x,y),[[1.,2.,3.],[4.,5.,6.]],[[1.,-2.],
    [3.,4.], [-5.,6.]]);
    [[x.tolist() for x in part if x is not None] for part in S]
S=seconds(lambda x,y:torch.einsum('...ij,...j->i...',x,y),[[[1.,2.],[3.,4.]],[[5.,6.],
    [7.,8.]]], [[1.,2.],[3.,4.]]);
    [[x.tolist() for x in part if x is not None] for part in S]
S=seconds(lambda x,y:torch.einsum('ij,kj->',x,y),[[1.,2.,3.],[4.,5.,6.]],[[1.,2.,3.],[4.,5.,6.]]);
    [[x.tolist() for x in part if x is not None] for part in S]
S=seconds(lambda x,y:torch.einsum('bij,bjk->bki',x,y),[[[1.,2.],[3.,4.]],[[5.,6.],
    [7.,8.]]], [[[1.,2.],[3.,4.]],[[5.,6.],[7.,8.]]]);
    [[x.tolist() for x in part if x is not None] for part in S]
S=seconds(lambda x,y,z:torch.einsum('ij,jk,k->i',x,y,z),[[1.,2.,3.],[4.,5.,6.]],[[1.,-2.],
    [3.,4.], [-5.,6.]],[1.,2.]);
    [[x.tolist() for x in part if x is not None] for part in S]
S=seconds(lambda x,y:torch.einsum('i,j->ij',x,y),[1.,2.],[3.]);
    [[x.tolist() for x in part if x is not None] for part in S]
S=seconds(lambda x,y:torch.einsum('ij,jk->ik',x,y),[[1.],[2.]],[[3.],[4.]]);
    [[x.tolist() for x in part if x is not None] for part in S]
torch.einsum('ij,jk->ik',w,w)
torch.einsum('i,j->ij',f,f).tolist(), torch.einsum('ij,ij,ij->ij',m,m,m).tolist()
torch.einsum('ij,jk->ki',m,m.t()[:,:2]).tolist()
torch.einsum('ij,jk',w,w)
torch.einsum('ij->ji',m)
torch.einsum('ij->',m)
torch.einsum('ij->j',m)
torch.einsum('ba',m)
torch.einsum('i,i',f,f)
torch.einsum('...ij->...ji',n).shape
torch.einsum('i...->...',n)
torch.einsum('...',m)
torch.einsum('...->',m)
torch.einsum('...i,...i->...',n,n)
torch.einsum('...i,...i',n,n)
torch.einsum('i...,i...->...',n,n)
torch.einsum('b...i,b...j->b...ij',n,n).shape
torch.einsum('ij , jk -> ik',w,w)
torch.einsum(' i j,jk->i k ',w,w)
torch.einsum('ij,jk->ik',m,m)
torch.einsum('ij->i...',m)
torch.einsum('',s)
torch.einsum('->',s)
torch.einsum('ij,jk->ik',p,p)
torch.einsum('i->',b)
torch.einsum('ij,jk,kl->il',w,w,w)
torch.einsum('ij,jk->ik',torch.ones(3,1),torch.ones(2,3))
torch.einsum('bij,bjk->bik',torch.ones(1,2,3),torch.ones(4,3,2)).shape
torch.einsum('bij,bjk->bik',torch.ones(5,2,3),torch.ones(4,3,2)).shape
torch.einsum('...ij,...jk->...ik',torch.ones(5,1,2,3),torch.ones(4,3,2)).shape
torch.einsum('...ij,jk->ik',torch.ones(5,2,3),torch.ones(3,2)).shape
torch.einsum('Aa->aA',m).shape
torch.einsum('Aa',m).shape
torch.einsum('bA',m).shape
torch.einsum('ij,jk->ik',torch.zeros(0,3),torch.zeros(3,2))
torch.einsum('ij,jk->ik',torch.zeros(2,0),torch.zeros(0,2))
torch.einsum('i,j',f,f).shape
torch.einsum('ij,k->',m,f)
torch.einsum('ij',m,out=2)
torch.einsum('ij->ij ',m)
torch.einsum('ij,->ij',m,s).shape
torch.einsum('ij->ij',m)._is_view()
torch.einsum('ij->ji',m)._is_view()
torch.einsum('ij',m)is m
torch.einsum('ij,jk->ik',w,w).grad_fn
torch.einsum('ij->i',w).grad_fn
torch.einsum('ij->ji',w).grad_fn
torch.einsum('i,i->',w[0],w[1]).grad_fn
torch.einsum('ij...->i',m)
torch.einsum('i...j,j->...',n,torch.ones(4,dtype=torch.int64))
torch.einsum('ij,kj,lj->',m,m,m)
torch.einsum('ab,bc,cd,da',w,w,w,w)
torch.einsum('ij,,k->kji',m,s,f).shape
torch.einsum('ij->ji',[m])
torch.einsum('ij,jk->ik',(w,w)).grad_fn
torch.einsum('ij->')
torch.einsum('ij->',[])
torch.einsum('ij,jk->',m)
torch.einsum('ij->',m,m)
torch.einsum('ij->k',m)
torch.einsum('ijk',m)
torch.einsum('i1',m)
torch.einsum('ij->ii',m)
torch.einsum('...ijk',m)
# right times left, where the right's own dimensions stand first
x=torch.einsum('ij,jk->ki',w,w.detach());torch.autograd.grad(x,w,m[:2,:2])[0].tolist()
""")


def test_operands_are_contracted_as_soon_as_they_can_be():
    """The long chain is a chain of small products: no array has all the subscripts at once."""
    xs = [minigrad.ones(30, 30) for _ in range(6)]
    assert minigrad.einsum("ab,bc,cd,de,ef,fg->ag", *xs)[0, 0].item() == 30.0**5


@pytest.mark.parametrize(
    ("equation", "shapes"),
    [
        ("ij,jk->ik", [(2, 3), (3, 4)]),
        ("...i,...i->...", [(2, 1, 3), (4, 3)]),
        ("ij,ij->", [(2, 1), (1, 3)]),
        ("a,b,c->cab", [(2,), (3,), (1,)]),
        ("bij,bjk,k->bi", [(2, 3, 2), (2, 2, 4), (4,)]),
    ],
)
def test_derivatives_are_those_of_finite_differences(equation, shapes):
    minigrad.manual_seed(0)
    xs = [minigrad.randn(shape, dtype=minigrad.float64, requires_grad=True) for shape in shapes]
    assert minigrad.autograd.gradcheck(lambda *xs: minigrad.einsum(equation, *xs), xs)
    assert minigrad.autograd.gradgradcheck(lambda *xs: minigrad.einsum(equation, *xs), xs)
