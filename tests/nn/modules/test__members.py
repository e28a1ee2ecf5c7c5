import pytest

import minigrad
from minigrad import nn
from tests.nn.modules.nets import net
from tests.nn.twins import both, cases

case = cases()


def without_init(assign):
    def one(lib):
        class Net(lib.nn.Module):
            def __init__(self):
                assign(self, lib)

        return Net()

    return one


GIVEN = {
    "named_parameters": "[n for n, _ in m.named_parameters()]",
    "named_parameters_prefix": "[n for n, _ in m.named_parameters('net')]",
    "named_parameters_own": "[n for n, _ in m.named_parameters(recurse=False)]",
    "named_parameters_all": "[n for n, _ in m.named_parameters(remove_duplicate=False)]",
    "parameters": "[list(p.shape) for p in m.parameters()]",
    "parameters_own": "[list(p.shape) for p in m.parameters(recurse=False)]",
    "named_buffers": "[n for n, _ in m.named_buffers()]",
    "buffers": "[b for b in m.buffers()]",
    "named_children": "[n for n, _ in m.named_children()]",
    "children": "[type(c).__name__ for c in m.children()]",
    "named_modules": "[n for n, _ in m.named_modules()]",
    "named_modules_prefix": "[n for n, _ in m.named_modules(prefix='net')]",
    "named_modules_all": "[n for n, _ in m.named_modules(remove_duplicate=False)]",
    "modules": "[type(c).__name__ for c in m.modules()]",
    "submodule": "[m.get_submodule('inner.1'), m.get_submodule('') is m]",
    "a_parameter_as_submodule": "m.get_submodule('inner.0.weight')",
    "a_parameter_by_path": "m.get_parameter('inner.0.bias').shape[0]",
    "no_attribute": "m.foo",
    "a_tensor_as_parameter": "setattr(m, 'scale', lib.ones(1))",
    "a_number_as_parameter": "setattr(m, 'scale', 3)",
    "a_module_as_assigned_parameter": "setattr(m.first, 'weight', lib.nn.ReLU())",
    "a_module_class_as_assigned_parameter": "setattr(m.first, 'weight', lib.nn.ReLU)",
    "a_module_as_absent_parameter": "setattr(m, 'absent', lib.nn.ReLU())",
    "a_tensor_as_module": "setattr(m, 'inner', lib.ones(1))",
    "a_module_as_buffer": "[setattr(m, 'seen', lib.nn.ReLU()), str(m.seen), list(m._buffers)]",
    "kept_by_a_refusal": "[r(setattr, m.first, 'weight', lib.nn.ReLU()), str(m.first.weight)]",
    "nothing_given": "m.register_buffer()",
    "too_little_given": "m.register_buffer(1)",
    "shown_as_the_module's": "[m.half.__qualname__, m.parameters().__name__, "
    "m.parameters().__qualname__, lib.nn.Module.named_modules.__qualname__]",
    "a_number_as_module": "setattr(m, 'inner', 3)",
    "a_dotted_parameter": "m.register_parameter('a.b', None)",
    "an_unnamed_parameter": "m.register_parameter('', None)",
    "a_taken_name": "m.register_parameter('forward', None)",
    "a_tensor_registered_as_parameter": "m.register_parameter('x', lib.ones(1))",
    "a_result_registered_as_parameter": "m.register_parameter('x', m.scale * 2)",
    "a_dotted_buffer": "m.register_buffer('a.b', None)",
    "an_unnamed_buffer": "m.register_buffer('', None)",
    "a_taken_buffer": "m.register_buffer('number', None)",
    "a_number_registered_as_buffer": "m.register_buffer('x', 3)",
    "a_dotted_module": "m.add_module('a.b', None)",
    "an_unnamed_module": "m.add_module('', None)",
    "a_taken_module": "m.add_module('number', None)",
    "a_number_added": "m.add_module('x', 3)",
    "a_tensor_added": "m.add_module('x', lib.ones(1))",
    "a_class_added": "m.add_module('x', lib.nn.ReLU)",
    "a_list_added": "m.add_module('x', [lib.nn.ReLU()])",
    "module_registered": "[m.register_module('x', lib.nn.ReLU()), m.x]",
    "members_in_dir": "[n for n in ('first', 'scale', 'seen', 'number', 'forward') if n in dir(m)]",
    "numbers_not_in_dir": "[n for n in dir(m.inner) if n.isdigit()]",
}


def refused(act, *args):
    try:
        act(*args)
    except Exception as error:
        return type(error).__name__
    return None


def expression(code):
    def one(lib):
        return eval(code, {"lib": lib, "m": net(lib), "r": refused})

    return one


case.all.update({name: expression(code) for name, code in GIVEN.items()})
case.all["module_before_init"] = without_init(lambda m, lib: setattr(m, "a", lib.nn.ReLU()))
case.all["parameter_before_init"] = without_init(
    lambda m, lib: setattr(m, "a", lib.nn.Parameter(lib.ones(1)))
)
case.all["buffer_before_init"] = without_init(lambda m, lib: m.register_buffer("a", lib.ones(1)))
case.all["registering_before_init"] = without_init(
    lambda m, lib: m.register_parameter("a", lib.nn.Parameter(lib.ones(1)))
)

for method in (
    "list(m.parameters())",
    "list(m.named_parameters())",
    "list(m.buffers())",
    "list(m.children())",
    "list(m.modules())",
    "m.zero_grad()",
    "m.requires_grad_()",
    "m.train()",
    "m.to('cpu')",
    "m.double()",
    "m.apply(print)",
    "m.a",
    "m(1)",
):
    case.all[f"{method} before init"] = lambda lib, method=method: eval(
        method, {"m": without_init(lambda m, lib: None)(lib)}
    )


@case
def replacing_members(lib):
    m = net(lib)
    m.scale = None
    m.seen = lib.ones(1)
    m.inner = lib.nn.ReLU()
    m.number = lib.nn.Parameter(lib.ones(1))
    names = [name for name, _ in m.named_parameters()]
    return names, m.seen, m.scale, [name for name, _ in m.named_modules()], "seen" in m.state_dict()


@case
def a_member_changes_kind(lib):
    m = net(lib)
    del m.inner
    m.inner = lib.nn.Parameter(lib.ones(1))
    m.number = lib.nn.ReLU()
    m.cache = lib.nn.Parameter(lib.ones(2))
    return (
        [n for n, _ in m.named_parameters()],
        [n for n, _ in m.named_modules()],
        "cache" in m._buffers,
    )


@case
def deleting_members(lib):
    m = net(lib)
    for name in ("scale", "inner", "seen", "cache", "number"):
        delattr(m, name)
    m.register_buffer("cache", lib.ones(1))
    return list(m.state_dict()), hasattr(m, "number")


@case
def a_buffer_stays_a_buffer(lib):
    m = net(lib)
    m.cache = lib.ones(3)
    m.nothing = lib.ones(1)
    return [n for n, _ in m.named_buffers()], list(m.state_dict())


@case
def a_plain_tensor_is_no_member(lib):
    m = lib.nn.Module()
    m.x = lib.ones(1)
    return list(m.parameters()), list(m.buffers()), list(m.state_dict())


@case
def memo_leaves_out(lib):
    m = net(lib)
    return [name for name, _ in m.named_modules(memo={m.inner})]


test_members_as_in_torch = both(__name__, case)


def test_a_shared_parameter_counts_once():
    model = nn.Sequential(nn.Linear(2, 2, bias=False), nn.Linear(2, 2, bias=False))
    model[1].weight = model[0].weight
    assert [name for name, _ in model.named_parameters()] == ["0.weight"]
    assert [name for name, _ in model.named_parameters(remove_duplicate=False)] == [
        "0.weight",
        "1.weight",
    ]
    assert len(list(model.parameters())) == 1


def test_a_buffer_must_be_a_tensor():
    module = nn.Module()
    module.register_buffer("seen", minigrad.zeros(1))
    with pytest.raises(TypeError, match=r"^cannot assign 'int' as buffer 'seen'"):
        module.seen = 3


def test_hints_name_the_likely_mistake():
    with pytest.raises(TypeError, match=r"is not a Module subclass\nMake one with brackets: ReLU"):
        nn.Sequential(nn.ReLU)
    with pytest.raises(TypeError, match=r"list is not a Module subclass\nGive the modules one by"):
        nn.Sequential([nn.ReLU()])
    with pytest.raises(AttributeError, match=r"\nBegin Net.__init__ with super\(\).__init__\(\)"):
        without_init(lambda m, lib: setattr(m, "a", lib.nn.ReLU()))(minigrad)


def test_a_missing_attribute_says_whose_it_is():
    layer = nn.Linear(1, 1)
    with pytest.raises(AttributeError) as caught:
        _ = layer.wieght
    assert (caught.value.name, caught.value.obj) == ("wieght", layer)
