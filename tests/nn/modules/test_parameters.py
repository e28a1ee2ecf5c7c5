import pytest

from minigrad import nn
from tests.nn.slopes import value
from tests.nn.twins import both, cases

case = cases()

LIST = "nn.ParameterList([lib.ones(2), nn.Parameter(lib.zeros(1, 2))])"
DICT = "nn.ParameterDict({'a': lib.ones(2), 'b': nn.Parameter(lib.zeros(1, 2))})"
GIVEN = {
    "repr": f"[str(m) for m in ({LIST}, {DICT}, nn.ParameterList(), nn.ParameterDict(), "
    f"{LIST}[1:])]",
    "state": f"{LIST}.state_dict(), {DICT}.state_dict()",
    "list": f"len({LIST}), {LIST}[-1], list({LIST}), {LIST}.append(lib.ones(1))[2], "
    f"{LIST}.extend([lib.ones(1)] * 2)[3].requires_grad",
    "dict": f"len({DICT}), {DICT}['b'], list({DICT}), 'a' in {DICT}, {DICT}.pop('a'), "
    f"list({DICT}.keys()), list({DICT}.items())[0][1]",
    "of_pairs": "nn.ParameterDict([('a', lib.ones(1))])['a']",
}
case.all.update({name: value(code) for name, code in GIVEN.items()})


@case
def changed(lib):
    held, named = lib.nn.ParameterList([lib.ones(1)] * 2), lib.nn.ParameterDict()
    held[1] = lib.zeros(2)
    named["x"] = lib.ones(1)
    named.update({"y": lib.zeros(1), "x": lib.zeros(3)})
    del named["y"]
    return held.state_dict(), named.state_dict()


test_as_in_torch = both(__name__, case)


@pytest.mark.parametrize(
    "make", [lambda x: nn.ParameterList([x]), lambda x: nn.ParameterDict({"a": x})]
)
def test_a_module_is_no_parameter(make):
    with pytest.raises(TypeError, match=r"modules go into nn\.ModuleList"):
        make(nn.Linear(1, 1))
