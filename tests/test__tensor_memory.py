"""A tensor's memory: who shares it, what it holds, how it is moved and converted."""

import numpy as np

import minigrad
from tests.autograd.twins import both, cases, first_words

case = cases()

GIVEN = {  # on x = [[1, 2, 3], [4, 5, 6]], a leaf p = [1, 2] and an integer tensor i
    "what_it_is": "[x.shape, str(x.dtype), str(x.device), x.ndim, x.dim(), x.is_cuda]",
    "sizes": "[x.size(), x.size(0), x.size(-1), x.numel(), x.nelement(), x.element_size()]",
    "size_of_no_dim": "x.size(2)",
    "strides": "[x.stride(), x.t().stride(), x[:, ::2].stride(), x.stride(0), x.t().stride(-1)]",
    "contiguous": "[t.is_contiguous() for t in (x, x.t(), x[0], x[:, 1], x[0, 0], x.t().t())]",
    "made_contiguous": "[x.contiguous() is x, x.t().contiguous().stride(), x.t().contiguous()]",
    "floating": "[x.is_floating_point(), i.is_floating_point()]",
    "item": "[x[0, 0].item(), i[1].item(), lib.ones(1, 1).item(), lib.tensor(True).item()]",
    "item_of_many": "x.item()",
    "item_of_none": "lib.zeros(0).item()",
    "tolist": "[x.tolist(), x[0, 0].tolist(), lib.zeros(0, 2).tolist(), i.tolist()]",
    "type": "[x.type(), i.type(), x.type(lib.int64), (x > 1).type()]",
    "type_by_name": "[x.type(lib.LongTensor), x.type(lib.LongTensor).type(), i.type(lib.int8)]",
    "type_of_no_such_name": "x.type('foo')",
    "to_itself": "[x.to(lib.float32) is x, x.to('cpu') is x, x.to(x) is x, x.float() is x]",
    "to_types": "[x.to(lib.float64), x.to(lib.int64), i.to(x), x.to(dtype=lib.bool)]",
    "to_both": "[x.to('cpu', lib.float64), x.to(device='cpu', dtype=lib.int32)]",
    "to_a_copy": "[x.to(lib.float32, copy=True) is x, x.to('cpu', copy=True) is x]",
    "shorthands": "[x.double(), x.half(), x.int(), x.long(), x.bool(), i.float()]",
    "half_and_back": "(x / 3).half().float()",
    "to_keeps_the_graph": "[p.double(), p.double().sum().backward(), p.grad]",
    "to_an_integer_has_no_graph": "p.long().requires_grad",
    "detached": "[p.detach(), p.detach().data_ptr() == p.data_ptr()]",
    "detached_shares_versions": "[p.detach().add_(1), p._version, p]",
    "data_does_not": "[p.data.add_(1), p._version, p]",
    "data_set": "[setattr(p, 'data', lib.ones(3)), p, p._version, p.is_leaf]",
    "data_set_to_another_type": "[setattr(p, 'data', lib.ones(2, dtype=lib.float64)), p]",
    "data_set_to_integers": "setattr(p, 'data', lib.tensor([1]))",
    "data_set_to_a_number": "setattr(p, 'data', 3)",
    "data_shares": "(lambda d: [setattr(p, 'data', d), d.add_(5), p, p._version])(lib.zeros(2))",
    "numpy": "[x.numpy().tolist(), str(x.numpy().dtype), p.detach().numpy().tolist()]",
    "numpy_of_a_leaf": "p.numpy()",
    "numpy_of_a_result": "(p * 2).numpy()",
    "numpy_by_force": "(p * 2).numpy(force=True).tolist()",
    "numpy_shares": "[x.numpy().fill(7), x, x._version]",
    "an_array_of_it": "[np.asarray(x).tolist(), np.asarray(x[0, 0]).shape]",
    "an_array_of_a_leaf": "np.asarray(p)",
    "an_array_of_another_type": "str(np.asarray(x, dtype=np.float64).dtype)",
    "versions": "[x._version, x.add_(1)._version, x[0].mul_(2)._version, x._version]",
    "addresses": "[x[1].data_ptr() - x.data_ptr(), x.t().data_ptr() == x.data_ptr()]",
    "cpu": "[x.cpu() is x, x.cpu()]",
    "which_gpu": "[x.get_device(), x.is_cuda]",
    "storage_size": "[y.untyped_storage().nbytes() for y in (x, x[1], x.t()[:1], i, i[:0])]",
    "storage_address": (
        "[y.untyped_storage().data_ptr() == x.data_ptr() for y in (x, x[1], x.t(), x.detach())]"
    ),
    "storage_place": "str(x.untyped_storage().device)",
    "storage_offsets": "[y.storage_offset() for y in (x, x[1], x[:, 2], i[1:])]",
    "detach_in_place": "(lambda y: [y.detach_() is y, y.requires_grad, y.is_leaf])(p * 2)",
    "detach_in_place_of_a_view": "(p * 2)[0].detach_()",
}


def expression(code):
    def run(lib):
        names = {
            "lib": lib,
            "np": np,
            "x": lib.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]),
            "p": lib.tensor([1.0, 2.0], requires_grad=True),
            "i": lib.tensor([3, 4]),
        }
        return first_words(lambda: eval(code, names), until(code))

    return run


def until(code):
    return " If you are" if "detach_" in code else "\n"


case.all.update({name: expression(code) for name, code in GIVEN.items()})


@case
def a_leaf_that_gets_new_data_goes_on_with_it(lib):
    p = lib.tensor([3.0], requires_grad=True)
    y = p * p
    p.data = lib.tensor([5.0])
    y.backward()
    return p.grad


@case
def descent_on_data(lib):
    p = lib.tensor([3.0], requires_grad=True)
    for _ in range(3):
        (p * p).sum().backward()
        p.data -= 0.25 * p.grad.data
        p.grad.data.zero_()
    return p, p._version, p.grad


test_memory_as_in_torch = both(__name__, case)


def test_what_is_cut_off_counts_with_its_twins():
    y = minigrad.ones(2, requires_grad=True) * 1
    twin = y.detach()
    y.detach_()
    twin.add_(1)
    y.add_(1)
    twin.add_(1)
    assert y._version == twin._version == 3


def test_what_is_cut_off_twice_is_neither_of_both():
    y = minigrad.ones(2, requires_grad=True) * 1
    seen = []
    for _ in range(3):
        seen.append(y._counter[0])
        y.mul_(minigrad.ones(2, requires_grad=True))
        y.detach_()
    assert y._version == 3 and len(set(seen)) == 3


def test_a_view_that_gets_new_data_is_none_any_more():
    y = minigrad.zeros(4)
    v = y[1:3]
    v.data = minigrad.ones(2)
    v.add_(1)
    assert y.tolist() == [0.0] * 4 and not v._is_view() and v.tolist() == [2.0, 2.0]


def test_a_number_is_stored_as_an_array_when_it_is_first_shared():
    for share in (
        lambda x: x.detach(),
        lambda x: x.data,
        lambda x: x.numpy(),
        lambda x: x.view(1),
        lambda x: x.data_ptr(),
        lambda x: x.add_(1),
    ):
        x = minigrad.tensor(2.0) * 1
        assert isinstance(x._array, np.generic)
        share(x)
        assert isinstance(x._array, np.ndarray)


def test_numpys_own_memory_is_shared_both_ways():
    array = np.zeros(3, np.float32)
    x = minigrad.from_numpy(array)
    array[0] = 5
    x[1] = 7
    assert x.tolist() == [5.0, 7.0, 0.0] == array.tolist()
    x.add_(1)
    assert array.tolist() == [6.0, 8.0, 1.0] and x.numpy() is x.numpy()
