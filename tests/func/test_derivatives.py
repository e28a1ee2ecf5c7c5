import warnings

import pytest

import minigrad
from minigrad.func import grad
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "grad": "grad(sq)(x)",
    "grad_of_grad": "grad(grad(lambda x: x.sin()))(y), grad(grad(grad(lambda x: x**4)))(y)",
    "grad_by_the_second": "grad(lambda x, y: (x * y).sum(), argnums=1)(x, y)",
    "grad_by_both": "grad(lambda x, y: (x * y).sum(), (0, 1))(x, y)",
    "grad_by_a_tuple_of_one": "grad(lambda x, y: (x * y).sum(), argnums=(1,))(x, y)",
    "grad_by_the_last": "grad(lambda x, y: (x * y).sum(), argnums=-1)(x, y)",
    "grad_by_none_such": "grad(lambda x, y: (x * y).sum(), argnums=2)(x, y)",
    "grad_with_aux": "grad(lambda x: (sq(x), {'a': x + 1, 'b': [x]}), has_aux=True)(x)",
    "grad_and_value": "grad_and_value(sq)(x)",
    "grad_and_value_with_aux": "grad_and_value(lambda x: (sq(x), x + 1), has_aux=True)(x)",
    "grad_of_a_dict": "grad(lambda p: (p['w'] * p['b']).sum())({'w': x, 'b': y})",
    "grad_of_a_list": "grad(lambda p: (p[0] * p[1]).sum())([x, y])",
    "grad_with_names": "grad(lambda x, *, scale: sq(x) * scale)(x, scale=y)",
    "grad_of_a_vector": "grad(lambda x: x)(x)",
    "grad_of_no_tensor": "grad(lambda x: 3.0)(x)",
    "grad_of_a_pair": "grad(lambda x: (x.sum(), x))(x)",
    "grad_of_a_constant": "grad(lambda x: lib.tensor(1.0))(x)",
    "grad_of_integers": "grad(sq)(lib.tensor([1, 2]))",
    "grad_at_a_number": "grad(sq)(3.0)",
    "grad_at_what_requires_it": "grad(sq)(p).detach(), grad(cube)(p).requires_grad",
    "grad_of_what_was_captured": "grad(lambda x: (x * p).sum())(x)",
    "grad_of_a_function_with_a_grad": "grad(lambda x: (x * grad(cube)(x)).sum())(x)",
    "two_levels_do_not_mix": "grad(lambda x: x * grad(lambda z: x * z)(y))(y)",
    "grad_where_nothing_is_recorded": "lib.no_grad()(lambda: grad(cube)(p))()",
    "nothing_recorded_inside": "grad(lambda x: lib.no_grad()(lambda: sq(x))() + sq(x))(x)",
    "vjp": "[o := vjp(lambda x: x**2, x), o[1](x), o[1](x * 2)][1:]",
    "vjp_output": "vjp(lambda x: x**2, x)[0]",
    "vjp_of_two": "[o := vjp(lambda x, y: (x * y, x + y), x, y), o[0], o[1]((x, x))][1:]",
    "vjp_with_aux": "[o := vjp(lambda x: (x**2, x), x, has_aux=True), o[0], o[2], o[1](x)][1:]",
    "vjp_of_a_dict": "[o := vjp(lambda d: {'a': d['x'] * 2}, {'x': x}), o[1]({'a': x})][1]",
    "vjp_of_another_shape": "vjp(lambda x: x**2, x)[1](lib.ones(3))",
    "vjp_at_what_requires_it": "[t.detach() for t in vjp(cube, p)[1](y)]",
    "jvp": "jvp(lambda x: x**2, (x,), (x,))",
    "jvp_of_two": "jvp(lambda x, y: x * y, (x, y), (x, y))",
    "jvp_with_aux": "jvp(lambda x: (x**2, x), (x,), (x,), has_aux=True)",
    "jvp_of_a_dict": "jvp(lambda d: {'b': d['a'] ** 2}, ({'a': x},), ({'a': x},))",
    "jvp_of_no_tuple": "jvp(lambda x: x**2, x, x)",
    "jvp_of_another_shape": "jvp(lambda x: x**2, (x,), (lib.ones(3),))",
    "jvp_of_a_gradient": "jvp(grad(cube), (x,), (x,))",
    "jacrev": "jacrev(lambda x: x**2)(x), jacfwd(lambda x: x**2)(x)",
    "jacrev_by_both": "jacrev(prod, (0, 1))(x, y), jacfwd(prod, 1)(x, y)",
    "jacrev_of_two": "jacrev(lambda x: (x**2, x.sum()))(x)",
    "jacrev_with_aux": "jacrev(lambda x: (x**2, x.sum()), has_aux=True)(x)",
    "jacrev_of_a_dict": "jacrev(lambda d: {'z': d['a'] * 2})({'a': x, 'b': y})",
    "jacrev_of_jacrev": "jacrev(jacrev(lambda x: x**3))(x)",
    "jacrev_of_a_matrix": "jacrev(lambda m: m @ x)(lib.ones(2, 2))",
    "grad_of_jacrev": "grad(lambda x: jacrev(lambda z: z**3)(x).sum())(x)",
    "hessian": "hessian(cube)(x)",
    "hessian_by_both": "hessian(lambda x, y: cube(x) * y, (0, 1))(x, y)",
    "hessian_of_a_vector": "hessian(lambda x: x**3)(x)",
}


def expression(code):
    def one(lib):
        names = {name: getattr(lib.func, name) for name in lib.func.__all__}
        names |= {"lib": lib, "x": lib.tensor([1.0, 2.0]), "y": lib.tensor(3.0)}
        names |= {"p": lib.tensor([1.0, -2.0], requires_grad=True)}
        names |= {"sq": lambda x: (x**2).sum(), "cube": lambda x: (x**3).sum()}
        names |= {"prod": lambda x, y: x * y}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # torch.jit's, at the first jvp
            return eval(code, names)

    return one


case.all.update({name: expression(code) for name, code in GIVEN.items()})

test_as_in_torch = both(__name__, case)


def test_a_result_has_history_only_where_something_else_is_differentiated():
    w = minigrad.tensor(2.0, requires_grad=True)
    x = minigrad.tensor(3.0)
    assert grad(lambda x: x**2)(x).grad_fn is None
    slope = grad(lambda x: w * x**2)(x)
    slope.backward()
    assert (slope.item(), w.grad.item(), x.grad) == (12.0, 6.0, None)


def test_what_does_not_fit_is_refused():
    _, vjp_fn = minigrad.func.vjp(lambda x: (x, x), minigrad.ones(1))
    with pytest.raises(RuntimeError, match=r"^Expected pytree structure of cotangents to be the"):
        vjp_fn(minigrad.ones(1))
    with pytest.raises(
        RuntimeError, match=r"^jvp.* Expected primals and tangents to have the same"
    ):
        minigrad.func.jvp(lambda x: x, (minigrad.ones(1),), ())
