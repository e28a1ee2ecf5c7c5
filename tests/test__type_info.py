import minigrad
from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
[repr(torch.finfo(t)) for t in (torch.float16, torch.bfloat16, torch.float32, torch.float64)]
[repr(torch.iinfo(t)) for t in (torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8)]
[getattr(torch.finfo(torch.float64), n) for n in "bits dtype eps max min resolution tiny".split()]
[getattr(torch.finfo(torch.bfloat16), n) for n in "bits dtype eps max min smallest_normal".split()]
[getattr(torch.iinfo(torch.int64), n) for n in "bits dtype max min".split()]
[getattr(torch.iinfo(torch.uint8), n) for n in "bits dtype max min".split()]
torch.finfo() == torch.finfo(torch.float32), torch.finfo(torch.half) == torch.finfo()
torch.finfo(torch.int32)
torch.iinfo(torch.float32)
torch.iinfo(torch.bool)
torch.finfo(3)
""")


def test_the_default_type_is_meant_where_none_is_given():
    minigrad.set_default_dtype(minigrad.float64)
    try:
        assert minigrad.finfo().dtype == "float64"
    finally:
        minigrad.set_default_dtype(minigrad.float32)
