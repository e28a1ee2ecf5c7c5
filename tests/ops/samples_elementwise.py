"""Samples of the functions of each element by itself, and of the few with two or three operands."""

import numpy as np

from minigrad.autograd.wrap import wrap
from tests.ops.sample import BROADCAST, ONE, SQUARE, Sample, compared, masks, unary

THREE = [
    [(3, 4), (3, 4), (3, 4)],
    [(3, 4), (4,), ()],
    [(3, 1), (1, 4), (2, 1, 1)],
    [(), (3,), (3,)],
    [(0, 4), (4,), (1, 4)],
]
MASK = wrap(np.array([[True, False, False], [True, True, False]]))
SAME = [[(2, 3), (3,), (2, 1)]]


def activation(name, *args, **attrs):
    """A function of ``nn.functional``, on numbers of both signs."""
    return lambda lib, x: getattr(lib.nn.functional, name)(x, *args, **attrs)


POWER = [
    Sample("_pow_scalar", lambda lib, x: x**2, ONE),
    Sample("_pow_scalar", lambda lib, x: x**3, ONE),
    Sample("_pow_scalar", lambda lib, x: x**-1, ONE),
    Sample("_pow_scalar", lambda lib, x: x**0, ONE),
    Sample("_pow_scalar", lambda lib, x: x**1, ONE),
    Sample("_pow_scalar", lambda lib, x: x**2.5, ONE, 0.1, 3.0),
    Sample("_pow_scalar", lambda lib, x: lib.square(x), ONE),
    Sample("_pow_tensor", lambda lib, x, y: x**y, BROADCAST, 0.1, 3.0),
    Sample("_pow_number", lambda lib, x: 2.5**x, ONE),
    unary("sqrt", 0.1, 3.0),
    unary("rsqrt", 0.1, 3.0),
]

EXPONENTIAL = [
    unary("exp"),
    unary("exp2"),
    unary("expm1"),
    unary("log", 0.1, 3.0),
    unary("log1p", -0.9, 3.0),
    unary("log10", 0.1, 3.0),
    unary("log2", 0.1, 3.0),
    unary("erf"),
    unary("erfc"),
    unary("lgamma")._replace(twin=False),
    unary("lgamma", 0.5, 30.0)._replace(twin=False),
    unary("digamma")._replace(twin=False),  # torch's next derivative has nine digits
    unary("digamma", 0.5, 30.0)._replace(twin=False),
    unary("sinc"),
    unary("logit", 0.1, 0.9),
    Sample("logit", lambda lib, x: lib.logit(x, 0.3), ONE, 0.1, 0.9),
    *(
        Sample("_polygamma", lambda lib, x, n=n: lib.polygamma(n, x), ONE, 0.5, 9.0, twin=False)
        for n in (0, 1, 2)
    ),
    Sample("_xlogy", lambda lib, x, y: lib.xlogy(x, y), BROADCAST, 0.1, 3.0),
    Sample("_xlogy_number", lambda lib, x: lib.xlogy(x, 2.5), ONE),
    Sample("_number_xlogy", lambda lib, x: lib.xlogy(2.5, x), ONE, 0.1, 3.0),
    unary("erfinv", -0.9, 0.9),
]

TRIG = [
    *(unary(name) for name in "sin cos atan sinh cosh tanh".split()),
    unary("tan", -1.2, 1.2),
    unary("asin", -0.95, 0.95),
    unary("acos", -0.95, 0.95),
    Sample("atan2", lambda lib, x, y: lib.atan2(x, y), BROADCAST),
]

ROUNDING = [
    *map(unary, "sgn deg2rad rad2deg".split()),
    *(
        Sample(name, lambda lib, x, name=name: getattr(lib, name)(x), ONE, smooth=False)
        for name in "signbit isposinf isneginf".split()
    ),
    Sample("_copysign", lambda lib, x, y: lib.copysign(x, y), BROADCAST),
    Sample("_copysign_number", lambda lib, x: x.copysign(-1.5), ONE),
    Sample("_heaviside", lambda lib, x, y: lib.heaviside(x, y), BROADCAST, smooth=False),
    *map(unary, "abs sign floor ceil trunc frac".split()),
    Sample("_round", lambda lib, x: lib.round(x), ONE),
    Sample("_round_to", lambda lib, x: x.round(decimals=1), ONE),
    Sample("_round_to", lambda lib, x: lib.round(x * 50, decimals=-1), ONE, twin=False),
]

CLAMP = [
    Sample("_clamp", lambda lib, x: lib.clamp(x, -0.5, 1), ONE),
    Sample("_clamp", lambda lib, x: x.clamp(min=0.25), ONE),
    Sample("_clamp", lambda lib, x: x.clip(max=0.25), ONE),
    Sample("_clamp", lambda lib, x: lib.clip(x, 1, -1), ONE),
    Sample("_clamp_by_tensors", lambda lib, x, a: lib.clamp(x, a), BROADCAST),
    Sample("_clamp_by_tensors", lambda lib, x, a: lib.clamp(x, max=a), BROADCAST),
    Sample("_clamp_by_tensors", lambda lib, x, a: lib.clamp(x, a, a + 1), SQUARE),
    Sample("_clamp_by_tensors", lambda lib, x, a, b: lib.clamp(x, a, b), [[(3, 4), (4,), (3, 1)]]),
]

ACTIVATION = [
    unary("sigmoid"),
    unary("relu"),
    Sample("prelu", lambda lib, x, w: lib.nn.functional.prelu(x, w), [[(2, 3), (3,)]]),
    Sample("leaky_relu", activation("leaky_relu"), ONE),
    Sample("leaky_relu", activation("leaky_relu", 0.3), ONE),
    Sample("leaky_relu", activation("leaky_relu", negative_slope=-2), ONE),
    Sample("elu", activation("elu"), ONE),
    Sample("elu", activation("elu", alpha=2.5), ONE),
    Sample("elu", activation("selu"), ONE),
    Sample("celu", activation("celu"), ONE),
    Sample("celu", activation("celu", 0.5), ONE),
    Sample("mish", activation("mish"), ONE),
    Sample("log_sigmoid", activation("logsigmoid"), ONE),
    Sample("glu", activation("glu", 1), [[(3, 4)], [(2, 6, 3)], [(0, 2)]]),
    Sample("hardswish", activation("hardswish"), ONE, low=-4.0, high=4.0),
    # PyTorch has no second derivative.
    Sample("hardsigmoid", activation("hardsigmoid"), ONE, low=-4.0, high=4.0, twin=False),
    Sample("hardtanh", activation("hardtanh"), ONE),
    Sample("hardtanh", activation("hardtanh", 0.0, 0.7), ONE),
    Sample("hardshrink", activation("hardshrink"), ONE),
    Sample("softshrink", activation("softshrink", 0.3), ONE),
    Sample("threshold", activation("threshold", 0.4, 7.0), ONE),
    Sample("silu", activation("silu"), ONE),
    Sample("softplus", activation("softplus"), ONE),
    Sample("softplus", activation("softplus", beta=2, threshold=1.5), ONE),
    Sample("gelu", activation("gelu"), ONE),
    Sample("gelu", activation("gelu", approximate="tanh"), ONE),
]

LOGIC = [
    *map(compared, ["eq", "ne", "lt", "le", "gt", "ge", "logical_and", "logical_xor"]),
    Sample("bitwise_left_shift", lambda lib, x: (x * 5).long() << 2, ONE, smooth=False),
    Sample(
        "bitwise_left_shift",
        lambda lib, x, y: (x * 5).long() << (y * 2).abs().long(),
        BROADCAST,
        smooth=False,
    ),
    Sample("bitwise_right_shift", lambda lib, x: (x * 50).long() >> 2, ONE, smooth=False),
    Sample(
        "bitwise_right_shift",
        lambda lib, x, y: (x * 50).long() >> (y * 2).abs().long(),
        BROADCAST,
        smooth=False,
    ),
    Sample("bitwise_right_shift", lambda lib, x: 77 >> x.abs().long(), ONE, smooth=False),
    *map(masks, ["bitwise_and", "bitwise_or", "bitwise_xor", "logical_or"]),
    Sample("eq", lambda lib, x: x == 2, ONE, smooth=False),
    Sample("gt", lambda lib, x: 0.5 < x, ONE, smooth=False),
    Sample("bitwise_not", lambda lib, x: ~(x > 0), ONE, smooth=False),
    *(
        Sample(name, lambda lib, x, name=name: getattr(lib, name)(x), ONE, smooth=False)
        for name in "logical_not isnan isinf isfinite".split()
    ),
    Sample("isclose", lambda lib, x, y: lib.isclose(x, y, rtol=0.5), BROADCAST, smooth=False),
    Sample("isclose", lambda lib, x: x.isclose(x.round(), atol=0.25), ONE, smooth=False),
    Sample("all", lambda lib, x: (x < 1.8).all(), ONE, smooth=False),
    Sample("any", lambda lib, x: (x > 1.8).any(), ONE, smooth=False),
    Sample("all", lambda lib, x: lib.all(x > 0, -1), ONE[:2], smooth=False),
    Sample("any", lambda lib, x: lib.any(x > 0, dim=0, keepdim=True), ONE, smooth=False),
]

MASKED = [
    Sample("nan_to_num", lambda lib, x: (1 / x.round()).nan_to_num(0.5, 2.5, -2.5), ONE),
    Sample("nan_to_num", lambda lib, x: (x * 1).nan_to_num_(), ONE),
    Sample("_masked_fill", lambda lib, x, y: x.masked_fill(y > 0, 2.5), BROADCAST),
]

COMBINED = [
    Sample("addcdiv", lambda lib, x, y, z: lib.addcdiv(x, y, z), THREE),
    Sample("addcdiv", lambda lib, x, y, z: x.addcdiv(y, z, value=-2.5), THREE),
    Sample("_lerp", lambda lib, x, y: lib.lerp(x, y, 0.3), BROADCAST),
    Sample("_lerp", lambda lib, x, y: x.lerp(y, 2), BROADCAST),
    Sample("_lerp_tensor", lambda lib, x, y, z: lib.lerp(x, y, z), THREE),
    *(
        Sample(name, lambda lib, x, y, name=name: getattr(lib, name)(x, y), BROADCAST)
        for name in ("logaddexp", "logaddexp2", "hypot")
    ),
    Sample("_fmod", lambda lib, x: lib.fmod(x, 0.7), ONE),
    Sample("_fmod", lambda lib, x: x.fmod(-1), ONE),
    Sample("_fmod_tensor", lambda lib, x, y: x.fmod(y), BROADCAST),
    Sample("addcmul", lambda lib, x, y, z: lib.addcmul(x, y, z), THREE),
    Sample("addcmul", lambda lib, x, y, z: x.addcmul(y, z, value=-2.5), THREE),
    Sample("_div_trunc", lambda lib, x, y: lib.div(x, y, rounding_mode="trunc"), BROADCAST),
    Sample("_div_floor", lambda lib, x, y: x.div(y, rounding_mode="floor"), BROADCAST),
    Sample("_div_floor", lambda lib, x: lib.div(x, 0.7, rounding_mode="floor"), ONE),
]


def written(made_by, name, *args, low=-2.0, high=2.0, **attrs):
    """A write of one tensor, ``x.name_(*args)``."""
    call = lambda lib, x: getattr(x * 1, name)(*args, **attrs)  # noqa: E731
    return Sample(made_by, call, [[(2, 3)]], low, high)


def written_with(made_by, name, *args, low=-2.0, high=2.0, **attrs):
    """A write with another tensor, which broadcasts."""
    call = lambda lib, x, y: getattr(x * 1, name)(y, *args, **attrs)  # noqa: E731
    return Sample(made_by, call, [[(2, 3), (3,)]], low, high)


IN_PLACE = [
    *(
        written(name, f"{name}_")
        for name in (
            "neg exp expm1 erf sin cos atan sinh cosh tanh sigmoid relu abs sign floor ceil".split()
        )
    ),
    *(written(name, f"{name}_", low=0.1) for name in "reciprocal sqrt rsqrt log log1p".split()),
    *(written(name, f"{name}_") for name in "sgn deg2rad rad2deg erfc sinc".split()),
    written("_copysign_number", "copysign_", -1),
    written_with("_copysign", "copysign_"),
    written("logit", "logit_", low=0.1, high=0.9),
    *(written(name, f"{name}_", low=-0.9, high=0.9) for name in "tan asin acos erfinv".split()),
    *(written(row, f"{row.strip('_')}_", 2.5) for row in "_add _sub mul _div".split()),
    *(written_with(row, f"{row.strip('_')}_") for row in "_add _sub mul _div atan2".split()),
    written("_pow_scalar", "pow_", 3),
    written("_pow_scalar", "square_"),
    written_with("_pow_tensor", "pow_", low=0.1),
    written("remainder", "remainder_", 0.7)._replace(twin=False),
    written_with("floor_divide", "floor_divide_")._replace(smooth=False),
    written_with("_div_trunc", "div_", rounding_mode="trunc"),
    written("_round", "round_"),
    *(written(name, f"{name}_") for name in ("trunc", "frac", "exp2")),
    written("_fmod", "fmod_", 0.7),
    written_with("_fmod_tensor", "fmod_"),
    written_with("hypot", "hypot_"),
    written_with("_lerp", "lerp_", 0.3),
    Sample("_lerp_tensor", lambda lib, x, y, z: (x * 1).lerp_(y, z), SAME),
    Sample("addcdiv", lambda lib, x, y, z: (x * 1).addcdiv_(y, z, value=3), SAME),
    written("_clamp", "clamp_", -0.5, 0.5),
    written("_clamp", "clip_", max=0.5),
    Sample("_masked_fill", lambda lib, x: (x * 1).masked_fill_(x > 0, 2.5), ONE),
    Sample("addcmul", lambda lib, x, y, z: (x * 1).addcmul_(y, z, value=3), SAME),
    Sample("silu", lambda lib, x: lib.nn.functional.silu(x * 1, inplace=True), ONE),
    *(
        written_with(name, f"{name}_")._replace(smooth=False)  # its history is that of its input
        for name in "logical_and logical_or logical_xor".split()
    ),
    written("logical_not", "logical_not_")._replace(smooth=False),
]


ELEMENTWISE = [
    *POWER,
    *EXPONENTIAL,
    *TRIG,
    *ROUNDING,
    *CLAMP,
    *ACTIVATION,
    *LOGIC,
    *MASKED,
    *COMBINED,
    *IN_PLACE,
]
