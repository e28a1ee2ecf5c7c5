"""Numbers of NumPy and tensors of one number: in keys and slices they are integers."""

from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
m[torch.tensor(1)]
m[torch.tensor(-1)]
m[torch.tensor(5)]
m[torch.tensor(1):]
m[np.int64(1)]
m[np.int64(1):np.int64(2)]
m[np.array(1)]
f[torch.tensor(1,dtype=torch.int8)]
f[torch.tensor(1,dtype=torch.int16)]
m[np.uint8(1)]
m[torch.tensor(9)]
s[torch.tensor(0)]
m[0:torch.tensor(2)]
m[np.array(1.0)]
m[np.array(1,dtype=np.int16)]
m[np.int8(1)]
m[torch.tensor(-1,dtype=torch.int8)]
m[torch.tensor(3,dtype=torch.int16)]
m[torch.tensor(3)]
m[torch.tensor(1):torch.tensor(3)]
m[torch.tensor([1]):]
m[torch.tensor([1,2]):]
m[:torch.tensor(2.)]
m[True:2]
""")
