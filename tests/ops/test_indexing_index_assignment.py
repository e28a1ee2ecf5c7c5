"""Assignment to a part: what is written, what is cast or broadcast, and what is refused."""

import pytest

import minigrad
from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
f[[0]]=i[0];f
f[[0]]=z;f
f[f>2]=i[0];f
f[[0]]=d[:1];f
m[0]=5.;m
m[0]=torch.ones(4);m
m[0]=torch.ones(1);m
m[0]=torch.ones(3);m
m[0]=torch.ones(1,4);m
m[0]=torch.ones(2,4);m
m[:,1]=torch.tensor([1.,2.,3.]);m
m[:,1]=torch.tensor([[1.],[2.],[3.]]);m
m[1:,::2]=-1;m
m[...]=2;m
m[None]=3;m
m[()]=3;m
m[m>5]=0.;m
m[m>5]=torch.tensor(7.);m
m[m>5]=torch.tensor([7.]);m
m[m>5]=torch.arange(6.);m
m[m>5]=torch.arange(5.);m
m[m>50]=1.;m
m[m>50]=torch.tensor([]);m
m[[0,2]]=1.;m
m[[0,2]]=torch.ones(4);m
m[[0,2]]=torch.ones(2,4);m
m[[0,2]]=torch.ones(2,1);m
m[[0,2]]=torch.ones(3,4);m
m[[0,2],[1,3]]=9.;m
m[[0,2],[1,3]]=torch.tensor([8.,9.]);m
m[[0,0],[1,1]]=torch.tensor([8.,9.]);m
m[:,[0,1]]=torch.tensor([8.,9.]);m
m[1,[0,2]]=torch.tensor([8.,9.]);m
m[True]=4.;m
m[False]=4.;m
m[torch.tensor(True)]=4.;m
m[0,0]=torch.tensor(9.);m
m[0,0]=torch.tensor([9.]);m
m[0,0]=torch.tensor([9.,8.]);m
m[0,0]=i[0];m
m[0]=True;m
i[0]=2.7;i
i[0]=torch.tensor(2.7);i
i[[0]]=2.7;i
i[[0]]=torch.tensor([2.7]);i
i[i>1]=2.7;i
b[0]=2;b
b[[1]]=5;b
f[0]=i[0];f
f[[0]]=i[:1];f
f[f>2]=i[:1];f
i8[0]=300;i8
i8[[0]]=300;i8
m[0]='a';m
m[0]=[1,2,3,4];m
m[0]=np.ones(4);m
m[0]=np.float64(3);m
m[0]=None;m
m[5]=1.;m
m[[5]]=1.;m
m[0,5]=1.;m
m[::-1]=1.;m
m[2:1]=1.;m
m[2:1]=torch.ones(4);m
m[e.bool()[:,:0]]=1.;m
s[()]=1.;s
s[...]=1.;s
s[True]=1.;s
s[False]=1.;s
s[0]=1.;s
s[None]=torch.ones(1);s
m[0]=m[1];m
m[[0,1]]=m[[1,0]];m
m[:,0],m[0]=1,2;m
m[0]=w[0].detach(); m
m[0]=1;m
m[0]='a'; m
m[0]=None; m
m[0]=[1,2,3,4]; m
m[0]=(1,2,3,4); m
m[0]=np.ones(4); m
m[0]=np.float64(2);m[0]
m[0]=True;m[0]
m[0]=f; m
m[0]=torch.ones(4).double();m[0]
m[0]=torch.ones(1,1,4);m[0]
m[0]=torch.ones(2,4); m
n[0]=1.5;n[0]
n[0]=torch.tensor(1.5);n[0]
n[0,0]=torch.ones(4)*1.5;n[0]
b[0]=torch.tensor(0.5);b
m[i]=1.;m
m[i]=torch.ones(4);m
m[i]=torch.ones(2,4);m
m[i]=torch.ones(2,1);m
m[i]=torch.ones(3,4); m
m[i]=torch.ones(1,2,4);m
m[i]=torch.ones(2,2,4); m
m[i]=torch.ones(4).double(); m
m[i]=torch.tensor(2);m
m[i]=torch.tensor([2]);m
m[i]=torch.tensor([2,3,4,5]);m
m[i,i]=torch.tensor([5.,6.]);m
m[i*0,i*0]=torch.tensor([5.,6.]);m
m[i*0,i*0]+=1;m
m[m>5]=0;m
m[m>5]=torch.tensor(0);m
m[m>5]=torch.arange(5.); m
m[m>5]=torch.arange(6); m
m[m>5]=torch.arange(6).double(); m
m[m>50]=torch.arange(0.);m
m[m>50]=torch.arange(3.); m
m[b]=1; m
m[::-1]=1; m
m[::2]=7;m
m[:,1]=torch.arange(3.);m
m[...]=3;m
m[...,0]=torch.arange(3.);m
m[None]=4;m
m[None,0]=4;m
m[True]=4;m
m[False]=4;m
m[torch.tensor(True)]=4;m
m[torch.tensor(False)]=4;m
m[()]=4;m
m[[]]=4;m
m[[]]=torch.ones(0,4);m
m[3]=1; m
m[0,9]=1; m
m[0,0,0]=1; m
s[0]=1; s
s[...]=3;s
s[()]=3;s
s[None]=3;s
m[[0,1],[0,1]]=9;m
m[[0,1],:]=9;m
m[0:2,[0,1]]=torch.tensor([[8.],[9.]]);m
n[i,:,i]=torch.arange(3);n
m[1.]=2; m
m.__setitem__(0,1)
# one number of another type where a mask is true: converted, and that is not recorded
x = w * 1; y = s.double().requires_grad_(); x[x > 1] = y; x.sum().backward(); x, w.grad, y.grad
x = w * 1; y = s.double().requires_grad_() * 1; x[x > 1] = y; behind(x)
x = i.clone(); x[x > 1] = s; x
""")


def test_what_was_expanded_has_no_place_for_each_element():
    x = minigrad.zeros(1).expand(3)
    with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
        x[minigrad.tensor([1])] = minigrad.ones(1)
