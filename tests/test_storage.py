"""Storages: what they hold, and that writing into them is seen."""

import pytest

import minigrad
from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
m.storage(), len(m.storage()), m.storage().size(), m.storage()[3], m.storage()[-1]
m[1].storage().size(), m[1].storage().tolist(), m.t().storage().tolist(), i.storage().tolist()
list(i.storage()), i.storage(), b.storage(), d.storage().dtype, str(d.storage().device)
m.storage().data_ptr()==m.data_ptr(), m.storage().nbytes(), m.storage().element_size()
x=m.storage();x[0]=100;m[0,0], m._version, m.storage().untyped().nbytes()
f.storage().fill_(3), f, f._version
len(m.untyped_storage()), m.untyped_storage().size(), m[1].untyped_storage().nbytes()
m.storage()[2.]
m.storage()[100]
m.storage()[0:2]
m.storage().untyped().data_ptr()==m.data_ptr(), w.storage().tolist()
""")


def test_a_typed_storage_warns_where_it_is_asked_for():
    with pytest.warns(UserWarning, match="^TypedStorage is deprecated") as told:
        minigrad.ones(2).storage()
    assert told[0].filename == __file__
