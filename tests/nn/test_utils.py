from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "norm": "u.clip_grad_norm_([p, q, r], 1.0), p.grad, q.grad",
    "norm_short_already": "u.clip_grad_norm_([p, q], 100), p.grad",
    "norm_of_one": "u.clip_grad_norm_(p, 1.0), p.grad",
    "norm_of_a_generator": "u.clip_grad_norm_((x for x in (p, q)), 1.0, norm_type=1), p.grad",
    "norm_largest": "u.clip_grad_norm_([p, q], 2.0, float('inf')), p.grad, q.grad",
    "norm_of_nothing": "u.clip_grad_norm_([r], 1.0), u.clip_grad_norm_([], 1.0)",
    "norm_infinite": "q.grad.mul_(float('inf')), u.clip_grad_norm_([q], 1.0)",
    "norm_infinite_refused": "q.grad.mul_(float('inf')), u.clip_grad_norm_([q], 1.0, 2.0, True)",
    "norm_by_its_old_name": "u.clip_grad_norm([p, q], 1.0), p.grad",
    "norm_alone": "u.get_total_norm([p, q]), u.get_total_norm([], 1), u.get_total_norm(p, 1.0)",
    "norm_that_is_known": "u.clip_grads_with_norm_([p, r], 1.0, lib.tensor(10.0)), p.grad",
    "value": "u.clip_grad_value_([p, q, r], 3.5), u.clip_grad_value_(q, 1), p.grad, q.grad",
    "vector": "u.parameters_to_vector([p, q]), u.parameters_to_vector(x for x in (q, q))",
    "back": "u.vector_to_parameters(lib.arange(4.0), [p, q]), p, q, p.requires_grad",
    "vector_too_short": "u.vector_to_parameters(lib.arange(3.0), [p, q])",
}


def expression(code):
    def one(lib):
        p, q, r = (lib.nn.Parameter(lib.ones(*s)) for s in ((2,), (1, 2), (1,)))
        (p * lib.tensor([3.0, 4.0])).sum().backward()
        (q * lib.tensor([1.0, -12.0])).sum().backward()
        return eval(code, {"lib": lib, "u": lib.nn.utils, "p": p, "q": q, "r": r})

    return one


case.all.update({name: expression(code) for name, code in GIVEN.items()})

test_as_in_torch = both(__name__, case)
