"""``out=`` beside PyTorch: what is written, what is refused, what is counted."""

import warnings

import pytest

import minigrad
from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
y=torch.empty(2); torch.exp(f,out=y) is y, y, y._version
y=torch.empty(2,dtype=torch.float64); torch.add(f,1,out=y), torch.mul(i,i,out=y), y._version
y=torch.empty(2,2); torch.matmul(w.detach(),w.detach(),out=y), torch.stack([f,f],out=y), y
y=torch.empty(4); torch.cat([f,f],out=y), torch.sum(m,0,out=y), torch.mean(m,dim=0,out=y), y
y=torch.empty(4); torch.sum(m,axis=0,out=y), torch.clamp(m[0],2,out=y), torch.zeros(4,out=y), y
y=torch.empty(0); torch.exp(f,out=y), y
y=torch.empty(3); torch.exp(f,out=y), y
y=torch.empty(2,1); torch.exp(f,out=y).shape
y=torch.empty(2,2); torch.exp(f,out=y[0]), y[0]
x=f.clone(); torch.exp(x,out=x), x
torch.exp(f,out=None)
torch.exp(f,out=i)
torch.exp(f,out=[f])
torch.exp(f,out=3)
torch.exp(f,out=w[0])
torch.exp(w,out=torch.empty(2,2))
torch.cat([w,w],out=torch.empty(4,2))
torch.add(f,alpha=2,other=w[0],out=torch.empty(2))
with torch.no_grad(): x=torch.exp(f,out=w[0]); w, x
torch.max(m,0,out=(torch.empty(0),torch.empty(0,dtype=torch.long))).indices
torch.max(m,0,out=(torch.empty(4),torch.empty(4,dtype=torch.long))).values
torch.sort(f,out=(torch.empty(2),torch.empty(2,dtype=torch.long)))[0]
torch.squeeze(f,out=f)
torch.equal(f,f,out=f)
x=(w*w).sum(); y=w.detach(); torch.exp(y,out=y); x.backward()
with torch.inference_mode(): y=torch.empty(2);torch.exp(f,out=y)
""")


def test_a_resized_output_is_warned_of():
    with pytest.warns(UserWarning, match="An output with one or more elements was resized"):
        minigrad.exp(minigrad.zeros(2), out=minigrad.empty(3))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        minigrad.exp(minigrad.zeros(2), out=minigrad.empty(0))
