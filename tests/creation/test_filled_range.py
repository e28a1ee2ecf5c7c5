import pytest

import minigrad
from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.range(0,3), torch.range(1,2,.5), torch.range(3,1,-1), torch.range(0,3,dtype=torch.long)
torch.range(3,1)
torch.range(0,1,0)
""")


def test_it_is_deprecated():
    with pytest.warns(UserWarning, match=r"^torch.range is deprecated and will be removed"):
        minigrad.range(0, 1)
