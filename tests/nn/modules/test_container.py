from collections import OrderedDict

import pytest

import minigrad
from minigrad import nn
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "dict": "[str(d), len(d), list(d), 'a' in d, str(d['b']), str(d.pop('a')), list(d.keys()), "
    "[str(m) for m in d.values()], list(d.state_dict()), len(nn.ModuleDict())]",
    "dict_missing": "d['c']",
    "dict_of_no_module": "nn.ModuleDict({'a': 1})",
    "dict_updated": "[d.update({'c': nn.Tanh()}), d.update([('a', nn.Tanh())]), str(d), d.clear(), "
    "str(d)]",
    "dict_of_a_dotted_name": "nn.ModuleDict({'a.b': nn.ReLU()})",
    "dict_in_a_module": "[d == d, d == nn.ModuleDict(), len({d, d}), [n for n, _ in "
    "nn.Sequential(d).named_modules()]]",
    "repr": "[str(s), str(named), str(nn.Sequential())]",
    "length": "[len(s), len(nn.Sequential()), len(nn.ModuleList()), bool(nn.Sequential())]",
    "index": "[str(s[0]), str(s[-1]), s[1] is list(s)[1]]",
    "slice": "[str(s[1:]), str(s[:-1]), str(s[::2]), str(s[5:])]",
    "slice_named": "str(named[1:])",
    "slice_kind": "[type(s[1:]).__name__, type(l[1:]).__name__, str(l[1:])]",
    "out_of_range": "s[5]",
    "out_of_range_below": "s[-4]",
    "out_of_range_list": "l[7]",
    "attribute": "str(named.act)",
    "a_string": "nn.Sequential('a')",
    "a_list": "nn.Sequential([nn.ReLU()])",
    "a_class": "nn.Sequential(nn.ReLU)",
    "a_plain_dict": "nn.Sequential({'a': nn.ReLU()})",
    "a_number_in_a_list": "nn.ModuleList([nn.ReLU(), 3])",
    "append_a_number": "s.append(3)",
    "append_to_a_list": "l.append(3)",
    "extend_by_a_number": "s.extend(3)",
    "extend_by_numbers": "s.extend([3])",
    "extend_by_itself": "s.extend(s)",
    "list_extend_by_numbers": "l.extend([3])",
    "list_extend_by_name": "str(l.extend(modules=s))",
    "list_of_nothing": "[str(nn.ModuleList(empty)) for empty in ((), {}, '', None)]",
    "insert": "str(s.insert(0, nn.Tanh()).insert(4, nn.GELU()).insert(-1, nn.Sigmoid()))",
    "insert_by_name": "str(s.insert(index=0, module=nn.Tanh()))",
    "list_insert": "[l.insert(0, nn.Tanh()), l.insert(4, nn.GELU()), str(l)][2]",
    "pop": "[str(s.pop(0)), str(s.pop(-1)), str(s), str(l.pop(1)), str(l)]",
    "pop_by_name": "str(s.pop(key=1))",
    "pop_a_part": "[str(s.pop(slice(1, None))), str(s), str(l.pop(slice(0, 2))), str(l)]",
    "pop_named": "[str(named.pop(0)), str(named)]",
    "pop_too_far": "s.pop(7)",
    "list_pop_too_far": "l.pop(7)",
    "add": "[str(s + named), str(named + s), len(s), (s + s)[0] is s[0]]",
    "add_in_place": "[s.__iadd__(named) is s, str(s)]",
    "list_add": "[str(l + [nn.Tanh()]), str(l + s), len(l)]",
    "list_add_numbers": "l + [3]",
    "list_add_in_place": "[l.__iadd__([nn.Tanh()]) is l, str(l)]",
    "list_repr": "[str(l), str(nn.ModuleList()), str(nn.ModuleList([nn.ReLU()] * 3))]",
    "list_repr_nested": "str(nn.ModuleList([nn.Sequential(nn.ReLU()), nn.Sequential(nn.ReLU())]))",
    "list_not_called": "l(lib.ones(1))",
    "call": "s(lib.ones(1, 2))",
    "call_nothing": "nn.Sequential()(lib.ones(1, 2))",
    "names": "[n for n, _ in s.named_modules()] + [n for n, _ in named.named_parameters()]",
    "list_names": "[n for n, _ in l.named_parameters()]",
    "iterate": "[type(m).__name__ for m in s] + [type(m).__name__ for m in l]",
}


def expression(code):
    def one(lib):
        nn = lib.nn
        s = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
        named = nn.Sequential(OrderedDict(fc=nn.Linear(2, 3), act=nn.Tanh()))
        inner = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 2), nn.ReLU()])
        known = {"d": nn.ModuleDict({"a": nn.ReLU(), "b": nn.Linear(1, 2)})}
        known |= {"lib": lib, "nn": nn, "s": s, "named": named, "l": inner}
        return eval(code, known)

    return one


case.all.update({name: expression(code) for name, code in GIVEN.items()})


@case
def growing(lib):
    nn = lib.nn
    s = nn.Sequential().append(nn.Linear(2, 2)).append(nn.ReLU())
    s.extend([nn.Tanh(), nn.Sigmoid()])
    m = nn.ModuleList([nn.ReLU()]).append(nn.Tanh()).extend([nn.Sigmoid()])
    return str(s), str(m)


@case
def replacing(lib):
    nn = lib.nn
    s = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
    s[1] = nn.Tanh()
    s[-2] = nn.Identity()
    m = nn.ModuleList([nn.ReLU(), nn.ReLU()])
    m[0] = nn.Tanh()
    return str(s), str(m)


@case
def shrinking(lib):
    nn = lib.nn
    s = nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Tanh(), nn.Sigmoid())
    del s[1]
    one = str(s)
    del s[1:]
    m = nn.ModuleList([nn.ReLU(), nn.Tanh(), nn.Sigmoid()])
    del m[-1]
    return one, str(s), str(m), [name for name, _ in m.named_modules()]


@case
def the_same_twice(lib):
    act = lib.nn.ReLU()
    s = lib.nn.Sequential(act, lib.nn.Linear(1, 1), act)
    return len(s), [name for name, _ in s.named_modules()], str(s), s[2] is act


@case
def a_subclass(lib):
    class Block(lib.nn.Sequential):
        def __init__(self, *args):
            super().__init__(*args)

    block = Block(lib.nn.ReLU(), lib.nn.Tanh())
    return str(block[:1]), str(block + block), str(block.insert(0, lib.nn.Tanh()))


test_container_as_in_torch = both(__name__, case)


def test_a_plain_list_goes_unnoticed_but_a_module_list_does_not():
    class Net(nn.Module):
        def __init__(self, holder):
            super().__init__()
            self.layers = holder([nn.Linear(1, 1)])

    assert [len(list(Net(holder).parameters())) for holder in (list, nn.ModuleList)] == [0, 2]


def test_an_index_says_how_many_there_are():
    with pytest.raises(IndexError, match="index 5 is out of range\nThere are 1 modules"):
        nn.Sequential(nn.ReLU())[5]


def test_a_slice_shares_the_modules():
    model = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
    assert model[:1][0] is model[0]
    assert model[:1](minigrad.ones(1, 2)).shape == (1, 2)
