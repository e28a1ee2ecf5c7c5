"""Tensors and what lies around them: NumPy, copies, pickles, Python's protocols, printing."""

import copy
import operator
import pickle
import warnings

import numpy as np

from tests.behaviours.table import row


def tried(act, *args, **given):
    """What `act` gives, or its error: for rows that go on afterwards."""
    try:
        return act(*args, **given)
    except Exception as error:
        return [type(error).__name__, str(error).partition("\n")[0].rstrip()]


def quiet(act):
    """What `act` gives; NumPy calls torch's half of their protocol old-fashioned at each turn."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return tried(act)


def again(x, protocol=pickle.DEFAULT_PROTOCOL):
    return pickle.loads(pickle.dumps(x, protocol))


# ---------------------------------------------------------------------- to NumPy and back


@row
def numpy_shares_memory(lib):
    """`numpy()` is the same memory; a write through either is seen by both, and not counted."""
    x = lib.zeros(3)
    a = x.numpy()
    a[0] = 5
    x[1] = 7
    return a.tolist(), x, x._version, a.dtype.name


@row
def numpy_of_a_view(lib):
    """So it is for a view, whose strides the array takes over."""
    x = lib.arange(6.0).reshape(2, 3)
    a = x.t()[1:].numpy()
    a[0, 0] = -1
    return a.shape, a.strides, a.flags.c_contiguous, x


@row
def numpy_of_an_expanded_tensor(lib):
    """And for one that repeats its elements."""
    a = lib.ones(1).expand(3).numpy()
    return a.strides, a.flags.writeable, a.tolist()


@row
def numpy_of_what_requires_grad(lib):
    """`numpy()` refuses what requires grad, leaf or result; a detached twin it takes."""
    x = lib.ones(2, requires_grad=True)
    shared = x.detach().numpy()
    shared[0] = 4
    return tried(x.numpy), tried((x * 2).numpy), x


@row
def numpy_by_force(lib):
    """With ``force=True`` it detaches by itself, and still shares."""
    x = lib.ones(2, requires_grad=True)
    x.numpy(force=True)[0] = 9
    return x, (x * 2).numpy(force=True).tolist(), tried(x.numpy, force=1)


@row
def numpy_of_a_number(lib):
    """A 0-d tensor gives a 0-d array, on its memory too."""
    x = lib.tensor(2.5)
    a = x.numpy()
    a += 1
    return type(a).__name__, a.shape, x


@row
def a_write_through_numpy_goes_unseen(lib):
    """What is written through an array changes the gradient, and nobody complains."""
    x = lib.tensor([3.0], requires_grad=True)
    y = x * x
    x.detach().numpy()[0] = 10.0
    y.backward()
    return x.grad


@row
def from_numpy_shares_memory(lib):
    """`from_numpy` goes the other way, type and all."""
    a = np.arange(3)
    x = lib.from_numpy(a)
    a[0] = 9
    x.add_(1)
    return x, a.tolist(), x._version, x.is_leaf, x.requires_grad


@row
def from_numpy_of_one_number(lib):
    """Also a 0-d array is shared; a NumPy number is no array."""
    a = np.ones(())
    x = lib.from_numpy(a)
    x.add_(1)
    a += 1
    return x, float(a), tried(lib.from_numpy, np.float64(1.5))


@row
def from_numpy_of_slices(lib):
    """Steps and transposes are shared as they are; a negative step is refused."""
    a = np.arange(6.0).reshape(2, 3)
    return (
        lib.from_numpy(a.T).stride(),
        lib.from_numpy(a[:, ::2]).stride(),
        tried(lib.from_numpy, a[::-1]),
        tried(lib.tensor, a[::-1]),
        tried(lib.as_tensor, a[:, ::-1], dtype=lib.float32),
    )


@row
def from_numpy_of_what_is_read_only(lib):
    """A read-only array is taken with a warning; a copy of one without."""
    a = np.ones(2)
    a.flags.writeable = False
    return lib.from_numpy(a), lib.tensor(a)


@row
def from_numpy_of_other_types(lib):
    """Text, objects, dates and records have no type among tensors."""
    arrays = (
        np.array(["a"]),
        np.array([None]),
        np.array(["2020-01-01"], "datetime64[D]"),
        np.ones(2, [("a", "f4")]),
        np.ones(2, np.longdouble),
    )
    return [tried(make, a) for a in arrays for make in (lib.from_numpy, lib.tensor)]


@row
def from_numpy_of_the_other_byte_order(lib):
    """The bytes of a number in the other order are refused."""
    a = np.ones(2, ">f4")
    return tried(lib.from_numpy, a), tried(lib.tensor, a), lib.tensor(a.astype("=f4"))


@row
def from_numpy_of_no_array(lib):
    """Lists and tensors are no arrays."""
    return [tried(lib.from_numpy, x) for x in ([1.0], None, lib.ones(1), 3)]


@row
def tensor_copies_and_as_tensor_shares(lib):
    """`tensor` copies an array, `as_tensor` and `asarray` share it, unless the type changes."""
    a = np.zeros(2)
    made = [lib.tensor(a), lib.as_tensor(a), lib.asarray(a), lib.as_tensor(a, dtype=lib.float32)]
    a[0] = 1
    return made


@row
def as_tensor_of_a_tensor(lib):
    """`as_tensor` gives a tensor back as it is; a new type is recorded."""
    x = lib.ones(2, requires_grad=True)
    return lib.as_tensor(x) is x, lib.as_tensor(x, dtype=lib.float64), lib.as_tensor([1, 2])


@row
def asarray_may_be_told(lib):
    """`asarray` is told whether to copy, and whether to record."""
    a, x = np.zeros(2), lib.ones(2, requires_grad=True)
    copied = lib.asarray(a, copy=True)
    a[0] = 1
    return (
        copied,
        lib.asarray([1, 2], dtype=lib.float32, requires_grad=True).requires_grad,
        lib.asarray(x, requires_grad=True) is x,
        lib.asarray(x * 2, requires_grad=False).requires_grad,
        lib.asarray(x, copy=True, requires_grad=True),
        tried(lib.asarray, a, dtype=lib.float32, copy=False),
        tried(lib.asarray, [1.0], copy=False),
        tried(lib.asarray, np.float64(1), copy=False),
    )


@row
def a_tensor_of_a_tensor(lib):
    """`tensor` of a tensor warns, and copies it without its history."""
    x = lib.ones(2, requires_grad=True)
    y = lib.tensor(x * 2)
    return y, y.is_leaf, y.requires_grad


@row
def a_tensor_of_numpy_numbers(lib):
    """NumPy's numbers bring their own types."""
    given = (np.float32(1.5), np.float64(1.5), [np.float64(1.5)], [np.int8(2), 3], np.bool_(True))
    return [lib.tensor(x) for x in given]


@row
def a_tensor_of_a_list_of_arrays(lib):
    """A list of arrays is taken, slowly, as a warning says."""
    return lib.tensor([np.ones(2)])


@row
def numbers_that_do_not_fit(lib):
    """Python numbers must fit into the type that was asked for; an array's wrap around."""
    return (
        tried(lib.tensor, [300], dtype=lib.uint8),
        tried(lib.tensor, 2**70),
        tried(lib.tensor, [float("nan")], dtype=lib.int32),
        lib.tensor(np.array([300, -1]), dtype=lib.uint8),
        lib.tensor([1e300]),
    )


@row
def nested_lists_that_are_none(lib):
    """What is no rectangle of numbers is refused, each in its own words."""
    wrong = ([[1, 2], [3]], [1, [2]], [[1], 2], [1, "a"], ["a"], "a", None, [None], {}, object)
    return [tried(lib.tensor, x) for x in wrong]


@row
def array_protocol(lib):
    """`np.asarray` shares, a type that differs is converted, and grad is refused."""
    x, p = lib.ones(2), lib.ones(2, requires_grad=True)
    a = np.asarray(x)
    a[0] = 7
    x.__array__()[1] = 8
    b = np.asarray(x, dtype=np.float64)
    b[0] = 0
    return x, b.tolist(), x.__array__(np.float64).dtype.name, tried(np.asarray, p)


@row(why="NumPy's copy= is handed on: np.array(x) copies in silence, with copy=False it shares.")
def array_protocol_with_copy(lib):
    """`np.array` of a tensor."""
    x = lib.ones(2)
    a = np.array(x)
    a[0] = 5
    return x, np.array(x, copy=False).tolist()


@row
def an_array_of_a_list_of_tensors(lib):
    """NumPy looks into a list of tensors; with grad it is refused there too."""
    p = lib.tensor(1.0, requires_grad=True)
    return (
        quiet(lambda: np.array([lib.tensor(1.0), lib.tensor(2.0)]).dtype.name),
        quiet(lambda: np.array([lib.ones(2), lib.zeros(2)]).tolist()),
        tried(np.array, [p, 2.0]),
    )


@row
def numpy_functions_of_tensors(lib):
    """NumPy's functions compute on the memory and give tensors; their bools become uint8."""
    x = lib.tensor([4.0, 9.0])
    calls = (
        lambda: np.sqrt(x),
        lambda: np.add(np.ones(2), x),
        lambda: np.exp(lib.tensor(0.0)),
        lambda: np.sqrt(lib.tensor([4, 9])),
        lambda: np.isnan(x),
        lambda: np.greater(x, 5),
        lambda: np.clip(x, 5, 6),
    )
    return [quiet(call) for call in calls]


@row
def numpy_functions_of_what_requires_grad(lib):
    """They refuse what requires grad: it would not be recorded."""
    p = lib.ones(2, requires_grad=True)
    return [quiet(lambda f=f: f(p)) for f in (np.sin, np.abs, lambda x: np.multiply(x, 2))]


@row
def numpy_functions_that_give_arrays(lib):
    """Some of NumPy's functions give arrays and numbers all the same."""
    x = lib.ones(2)
    calls = (
        lambda: np.concatenate([x, x]).tolist(),
        lambda: np.stack([x, x]).shape,
        lambda: float(np.dot(x, x)),
        lambda: np.allclose(x, np.ones(2)),
        lambda: np.where(x > 0, 1, 2).tolist(),
    )
    return [quiet(call) for call in calls]


ARITHMETIC = (
    operator.add,
    operator.sub,
    operator.mul,
    operator.truediv,
    operator.floordiv,
    operator.mod,
    operator.pow,
    operator.matmul,
)


@row
def a_tensor_and_then_an_array(lib):
    """Where the tensor comes first, NumPy computes, in its own types."""
    x, a = lib.tensor([2.0, 3.0]), np.array([3.0, 2.0])
    return [quiet(lambda f=f: f(x, a)) for f in ARITHMETIC]


@row
def an_array_and_then_a_tensor(lib):
    """Where the array comes first, only a division is understood."""
    x, a = lib.tensor([2.0, 3.0]), np.array([3.0, 2.0])
    return [quiet(lambda f=f: f(a, x)) for f in ARITHMETIC]


@row
def what_requires_grad_and_an_array(lib):
    """With grad both are refused: one by `numpy()`, one by the operator."""
    p, a = lib.ones(2, requires_grad=True), np.ones(2)
    found = [quiet(lambda: p * a), quiet(lambda: a * p), quiet(lambda: p * np.array(2.0))]
    return [*found, p * lib.from_numpy(a)]


@row
def a_tensor_compared_with_an_array(lib):
    """``==`` takes an array as a tensor; ``!=`` and ``<`` do not."""
    x, a = lib.tensor([1.0, 2.0]), np.array([1.0, 3.0])
    return [
        x == a,
        a == x,
        quiet(lambda: x != a),
        quiet(lambda: x < a),
        x == np.array(["a", "b"]),
        tried(operator.eq, x, np.ones(3)),
    ]


@row
def writing_an_array_into_a_tensor(lib):
    """``x += array`` makes a new tensor of NumPy's type; ``x[:] = array`` is refused."""
    x = same = lib.ones(2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        x += np.ones(2)
    return x, x is same, tried(operator.setitem, same, 0, np.ones(2)), tried(same.add_, np.ones(2))


@row
def writing_a_tensor_into_an_array(lib):
    """``array += tensor`` is refused, ``array[:] = tensor`` is taken."""
    a, x = np.zeros(2), lib.ones(2)
    a[:] = x
    a[0] = lib.tensor(5.0)
    return a.tolist(), tried(operator.iadd, a, x)[0], tried(operator.imul, a, x)


@row
def numpy_numbers_and_tensors(lib):
    """NumPy's numbers count as Python's, on either side; only its bools become floats."""
    x, i = lib.ones(2, requires_grad=True), lib.tensor([1, 2])
    return (
        np.float64(2) * x,
        x * np.float64(2),
        np.int64(3) - i,
        i * np.float32(1.5),
        np.float64(2) / x,
        i + np.bool_(True),
        i + True,
    )


@row
def indexing_arrays_and_tensors(lib):
    """Each may index the other."""
    x, a = lib.tensor([5.0, 6.0, 7.0]), np.array([5.0, 6.0, 7.0])
    return (
        x[np.array([0, 2])],
        x[np.array([True, False, True])],
        x[np.int64(1)],
        a[lib.tensor([0, 2])].tolist(),
        float(a[lib.tensor(1)]),
    )


# ---------------------------------------------------------------------- copies and pickles


@row
def a_deep_copy_of_a_leaf(lib):
    """A deep copy of a leaf is a leaf on memory of its own, with a gradient of its own."""
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    (x * x).sum().backward()
    y = copy.deepcopy(x)
    y.data.add_(1)
    y.grad.zero_()
    return x, x.grad, y, y.grad, y.is_leaf, y.requires_grad


@row
def a_deep_copy_of_a_result(lib):
    """A result cannot be copied deeply; a constant one can."""
    x = lib.ones(2, requires_grad=True)
    with lib.no_grad():
        constant = x * 2
    return tried(copy.deepcopy, x * 2), copy.deepcopy(constant)


@row
def deep_copies_share_as_their_originals(lib):
    """What shared memory before a deep copy shares it after: views, twins, one tensor twice."""
    x = lib.zeros(4)
    base, view, twin, same = copy.deepcopy([x, x[1:3], x.detach(), x])
    base[1] = 9
    return view, twin, same is base, view._is_view(), view.storage_offset(), x


@row
def a_deep_copy_keeps_the_layout(lib):
    """Strides are kept."""
    x = lib.arange(6.0).reshape(2, 3)
    return [copy.deepcopy(y).stride() for y in (x.t(), x[:, ::2], x[:1].expand(4, 3))]


@row
def a_deep_copy_leaves_hooks_behind(lib):
    """Hooks are not copied; attributes are, deeply."""
    x = lib.ones(2, requires_grad=True)
    x.register_hook(lambda grad: grad * 10)
    x.note = ["a"]
    y = copy.deepcopy(x)
    y.note.append("b")
    (x + y).sum().backward()
    return x.grad, y.grad, x.note, y.note


@row
def a_deep_copy_of_a_parameter(lib):
    """A copied parameter is one, without the gradient; a module is copied with all of them."""
    p = lib.nn.Parameter(lib.ones(2))
    p.grad = lib.ones(2)
    q = copy.deepcopy(p)
    net = lib.nn.Sequential(lib.nn.Linear(2, 2), lib.nn.Linear(2, 1))
    twin = copy.deepcopy(net)
    alike = [bool((a == b).all()) for a, b in zip(net.parameters(), twin.parameters())]
    return type(q).__name__, q.grad, q.requires_grad, alike, twin[0].weight is net[0].weight


@row
def a_shallow_copy(lib):
    """A shallow copy is another tensor on the same memory, and a leaf; attributes go with it."""
    x = lib.ones(2, requires_grad=True)
    x.note = ["a"]
    y, z = copy.copy(x), copy.copy(x * 2)
    y.detach()[0] = 3
    return y is x, x, y.requires_grad, y.note is x.note, z.is_leaf, z.requires_grad


@row
def pickling_a_leaf(lib):
    """A pickled leaf comes back with its values, its layout and attributes, without its grad."""
    x = lib.arange(6.0).reshape(2, 3).t().requires_grad_()
    x.grad = lib.ones(3, 2)
    x.note = "a"
    y = again(x)
    return y, y.requires_grad, y.grad, y.stride(), y.note


@row
def pickling_a_result(lib):
    """A pickled result comes back a leaf that requires grad."""
    y = again(lib.ones(2, requires_grad=True) * 2)
    return y, y.is_leaf, y.requires_grad, y.grad_fn


@row
def pickling_with_every_protocol(lib):
    """Every protocol will do."""
    x = lib.tensor([[1, 2]], dtype=lib.int16)
    return [again(x, protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]


@row
def pickling_several(lib):
    """One tensor twice in a pickle is one after it; what shared memory does not any more."""
    x = lib.zeros(3)
    a, b, view = again([x, x, x[1:]])
    a[1] = 9
    return a is b, view, view._is_view()


@row
def pickling_what_has_hooks(lib):
    """Hooks are left out of a pickle, with a warning."""
    x = lib.ones(2, requires_grad=True)
    x.register_hook(print)
    y = again(x)
    y.sum().backward()
    return y.grad


@row
def pickling_parameters_and_modules(lib):
    """Parameters come back as such, also frozen ones; modules come back whole."""
    frozen = again(lib.nn.Parameter(lib.ones(2), requires_grad=False))
    net = again(lib.nn.Linear(2, 1))
    return repr(frozen), frozen.requires_grad, repr(net), dict(net.named_parameters())


@row
def pickling_types_and_places(lib):
    """A dtype comes back as itself, a device and a Size equal."""
    types = [again(t) is t and copy.deepcopy(t) is t for t in (lib.float32, lib.int64, lib.bool)]
    size = again(lib.ones(2, 3).shape)
    return types, again(lib.device("cpu")), size, type(size).__name__


# ---------------------------------------------------------------------- Python's protocols


@row
def lengths_and_iteration(lib):
    """len and iteration go along the first dimension; a number has none."""
    x, s = lib.ones(2, 3, requires_grad=True), lib.tensor(1.0)
    rows = [part.grad_fn.name() for part in x]
    return len(x), len(lib.zeros(0, 3)), rows, tried(len, s), tried(iter, s)


@row
def reversing(lib):
    """`reversed` gives a flipped tensor, which is recorded."""
    x = lib.ones(2, 2, requires_grad=True)
    return reversed(lib.tensor([1, 2, 3])), reversed(x), reversed(lib.tensor(5))


@row
def truth(lib):
    """A single number is true unless it is 0; anything else has no truth."""
    singles = (lib.tensor(0.0), lib.tensor([[2]]), lib.tensor(True), lib.tensor(float("nan")))
    return [bool(x) for x in singles], tried(bool, lib.ones(2)), tried(bool, lib.zeros(0))


@row
def conversions_to_numbers(lib):
    """int, float, complex and item take one element, of any number of dimensions."""
    x = lib.tensor([[2.9]])
    many, none = lib.ones(2), lib.zeros(0)
    return (
        [int(x), float(x), complex(x), x.item(), lib.tensor(True).item()],
        [tried(f, y) for f in (int, float, complex) for y in (many, none)],
        [tried(y.item) for y in (many, none)],
        [tried(int, lib.tensor(float(word))) for word in ("nan", "inf")],
    )


@row
def a_float_of_what_requires_grad(lib):
    """float of a tensor that requires grad warns; int, bool, item and tolist do not."""
    p = lib.tensor(2.5, requires_grad=True)
    return float(p), int(p), bool(p), p.item(), p.tolist()


@row
def as_an_index(lib):
    """Integers and bools may index a list; other tensors may not."""
    items = [10, 20, 30]
    wrong = lib.tensor(1.0), lib.tensor([1, 2])
    good = lib.tensor(1), lib.tensor([[2]]), lib.tensor(True)
    return (
        [items[i] for i in good],
        list(range(lib.tensor(3))),
        [tried(operator.getitem, items, i) for i in wrong],
    )


@row
def formatting(lib):
    """A format is for the number in a 0-d tensor; without one a tensor prints as it is."""
    s, p, x = lib.tensor(1.23456), lib.tensor(1.23456, requires_grad=True), lib.ones(2)
    return (
        f"{s:.3f} {p:.3f} {lib.tensor(3):03d} {lib.tensor(12345.0):.2e}",
        [f"{s}", f"{p}", f"{x}", f"{x!r}", f"{x!s:>20}"],
        [tried(format, y, ".3f") for y in (x, lib.ones(1))],
    )


@row
def containment(lib):
    """``in`` asks whether any element is equal; only numbers and tensors can be."""
    x = lib.tensor([1.0, 2.0])
    wrong = [tried(operator.contains, x, y) for y in ("a", None, [1.0])]
    return 1 in x, 7 in x, lib.tensor(2.0) in x, wrong


@row
def membership_in_lists(lib):
    """A list compares by ==: a tensor is found by itself, others ask for the truth of many."""
    x = lib.tensor([1.0, 2.0])
    before = tried(operator.contains, [lib.tensor([1.0, 2.0]), x], x)
    return x in [x], before, [lib.tensor([0.0]), lib.tensor([1.0])].index(lib.tensor([1.0]))


@row
def hashes_and_identity(lib):
    """A tensor hashes by identity, so equal tensors are different keys."""
    x = lib.ones(1)
    return hash(x) == id(x), len({x, x, lib.ones(1)}), {x: "a"}[x]


@row
def equality_with_others(lib):
    """Compared with what is no number a tensor is simply different."""
    x = lib.ones(1)
    others = (None, "a", [1.0], {})
    return [[x == y, x != y] for y in others], tried(operator.lt, x, None)


@row
def operators_with_others(lib):
    """Arithmetic with what is no number fails as Python's does."""
    x = lib.ones(2)
    pairs = ((x, "a"), (x, None), (x, [1.0, 2.0]), ("a", x), (None, x))
    found = [tried(f, *pair) for pair in pairs for f in (operator.add, operator.truediv)]
    return found, tried(operator.iadd, x, "a"), tried(operator.pow, x, "a")


@row
def signs(lib):
    """+x is x itself; bools have no sign, floats no ~."""
    x, b = lib.ones(1), lib.tensor([True])
    found = [tried(f, b) for f in (operator.pos, operator.neg, operator.invert)]
    return (+x) is x, -x, abs(-x), found, tried(operator.invert, x)


@row
def unpacking(lib):
    """A tensor unpacks, sums and sorts as a sequence of its parts does."""
    p = lib.tensor([3.0, 1.0], requires_grad=True)
    a, b = p
    first, *rest = lib.tensor([1, 2, 3])
    return a + b, first, rest, sum(p), max(p), sorted(p.detach(), key=float)


@row
def attributes_of_any_name(lib):
    """A tensor takes attributes, which its results do not inherit; its facts cannot be set."""
    x = lib.ones(2)
    x.note = "a"
    facts = [tried(setattr, x, name, 1)[0] for name in ("shape", "dtype", "ndim", "T", "device")]
    inherited = [hasattr(y, "note") for y in (x.clone(), x.detach(), x[:], x * 1)]
    return x.note, vars(x), inherited, facts, "note" in dir(x), tried(getattr, x, "nota")


@row
def lists_of_numbers(lib):
    """tolist gives Python's numbers, nested as the tensor is."""
    x = lib.tensor([[1.5, 2.0]], requires_grad=True)
    return x.tolist(), lib.tensor(3).tolist(), lib.zeros(2, 0).tolist(), lib.tensor([True]).tolist()


@row
def who_is_a_tensor(lib):
    """Parameters are tensors; tensors are no parameters."""
    x, p = lib.ones(1), lib.nn.Parameter(lib.ones(1))
    kinds = lib.Tensor, lib.nn.Parameter
    named = [str(type(y)) for y in (x, p, x.shape, x.dtype, x.device)]
    return (
        named,
        [[isinstance(y, kind) for kind in kinds] for y in (x, p)],
        [lib.is_tensor(y) for y in (x, p, 1.0, np.ones(1))],
    )


@row
def the_class_itself(lib):
    """`Tensor(...)` makes the default type of a list, and shapes of numbers."""
    wrong = ([(1.5,), {}], [("a",), {}], [(None,), {}], [([1.0],), {"requires_grad": True}])
    return (
        lib.Tensor([1, 2]),
        lib.Tensor(2, 3).shape,
        lib.Tensor(lib.Size([4])).shape,
        lib.Tensor().shape,
        [tried(lib.Tensor, *args, **given) for args, given in wrong],
    )


# ---------------------------------------------------------------------- memory, types, places


@row
def where_elements_lie(lib):
    """Strides and offsets are counted in elements; a view shows where it begins."""
    x = lib.arange(6.0).reshape(2, 3)
    views = (x, x.t(), x[1], x[:, 1:], x[:, ::2], x.expand(2, 2, 3), x.unbind(1)[2], x[1].detach())
    return [
        [v.stride(), v.storage_offset(), v.is_contiguous(), (v.data_ptr() - x.data_ptr())]
        for v in views
    ]


@row
def how_much_there_is(lib):
    """Sizes, in elements and bytes."""
    x = lib.zeros(2, 3, dtype=lib.float64)
    return (
        [x.numel(), x.nelement(), x.dim(), x.ndim, x.ndimension()],
        [x.element_size(), x.itemsize, x.nbytes],
        [x.size(), x.size(-1), tried(x.size, 2), tried(x.size, "a"), tried(lib.tensor(1).size, 0)],
        [lib.zeros(0).data_ptr(), lib.zeros(2, 0, 3).stride()],
    )


@row
def copies_keep_the_layout(lib):
    """A copy of a dense tensor lies as it did; `contiguous` puts it in order."""
    x = lib.ones(2, 3).t()
    y = x.requires_grad_().contiguous()
    copied = (x.clone(), x.double(), x.detach() * 2, lib.zeros_like(x), y)
    return [z.stride() for z in copied], y.grad_fn.name(), y.contiguous() is y


@row
def to_itself(lib):
    """`to` gives the tensor itself where nothing changes."""
    x = lib.ones(2, requires_grad=True)
    asked = ((lib.float32,), ("cpu",), (lib.device("cpu"), lib.float32), (x,), (None,), (float,))
    copied = x.to(lib.float32, copy=True)
    return [x.to(*args) is x for args in asked], copied, x.cpu() is x, x.float() is x


@row
def to_in_all_its_forms(lib):
    """A type, a place, both, or another tensor; then two flags."""
    x = lib.tensor([1.9, -1.9])
    asked = (
        [(lib.int64,), {}],
        [("cpu", lib.float64, False, True), {}],
        [(lib.tensor([1]),), {}],
        [(bool,), {}],
        [(), {"dtype": lib.float16, "device": "cpu"}],
        [(), {}],
        [(lib.float64, lib.float32), {}],
        [("float64",), {}],
        [("gpu",), {}],
        [(), {"dtype": "float64"}],
        [(np.float64,), {}],
        [(), {"other": x}],
        [(3,), {}],
    )
    return [tried(x.to, *args, **given) for args, given in asked]


@row
def conversions(lib):
    """Conversions cut off and wrap around; those to a floating type are recorded."""
    x, i = lib.tensor([1.9, -1.9], requires_grad=True), lib.tensor([300, -1])
    return (
        [x.int(), x.bool(), x.long().requires_grad, x.double(), x.half().float()],
        [i.byte(), i.char(), i.short(), i.type_as(x), lib.tensor([1e10]).half()],
    )


@row
def long_names_of_types(lib):
    """`type` says a type's old name, or converts to one of that name."""
    x = lib.ones(2)
    types = (lib.float16, lib.float64, lib.int8, lib.int16, lib.int32, lib.int64, lib.uint8)
    return (
        [x.type(), (x > 0).type(), *(x.to(t).type() for t in types)],
        x.type(lib.int64),
        x.type(x.long().type()),
        [tried(x.type, wrong) for wrong in ("LongTensor", int, 3)],
    )


@row
def dtypes(lib):
    """A dtype prints its name, knows its kind and size, and exists once."""
    types = [lib.float32, lib.int64, lib.uint8, lib.bool, lib.half, lib.double, lib.short]
    facts = [[t.is_floating_point, t.is_complex, t.is_signed, t.itemsize] for t in types]
    return types, facts, lib.ones(1).dtype is lib.float, {lib.float32: 1}[lib.float]


@row
def dtypes_that_are_none(lib):
    """Names and NumPy's types are no dtypes; Python's types are."""
    wrong = [tried(lib.ones, 1, dtype=t) for t in ("float32", np.float32, 3)]
    return wrong, [lib.ones(1, dtype=t).dtype for t in (float, int, bool)], tried(lib.dtype, "a")


@row
def the_default_type(lib):
    """Floats take the default type, which is one of floats."""
    refused = [tried(lib.set_default_dtype, t) for t in (lib.int64, "float64")]
    lib.set_default_dtype(lib.float64)
    try:
        made = lib.tensor([1.0]), lib.ones(1), lib.tensor([1]) / 2, lib.tensor([1])
        return refused, [x.dtype for x in made], repr(made[0]), repr(made[0].float())
    finally:
        lib.set_default_dtype(lib.float32)


@row
def devices(lib):
    """A device has a type and maybe an index; equal ones are equal keys, text is not one."""
    cpu, gpu = lib.device("cpu"), lib.device("cuda", 1)
    return (
        [cpu, gpu, str(cpu), str(gpu), lib.device("cuda"), lib.device(gpu)],
        [cpu == lib.device("cpu"), cpu == "cpu", gpu == lib.device("cuda:1"), hash(cpu) != 0],
        [cpu == lib.device("cpu:0"), lib.ones(1, device="cpu").device == cpu, gpu.index, cpu.index],
    )


@row
def devices_that_are_none(lib):
    """Names that are none."""
    names = ("gpu", "", "cuda:x", "cuda:-1", "cuda0", " cpu", "CPU", 1.5, None)
    tensors = [tried(lib.ones, 1, device=d) for d in ("gpu", 1.5)]
    return [tried(lib.device, n) for n in names], tried(lib.device, "cuda:0", 1), tensors


@row
def sizes(lib):
    """A Size is a tuple that prints itself; slices and sums of it are such."""
    s = lib.zeros(2, 3).shape
    made = [s, s[1:], s + (4,), (4,) + s, s * 2, lib.Size([lib.tensor(2)])]  # noqa: RUF005
    return (
        [repr(x) for x in made],
        [s == (2, 3), s == [2, 3], hash(s) == hash((2, 3)), s.numel(), isinstance(s, tuple)],
        [tried(lib.Size, [1.5]), tried(lib.Size, ["a"]), tried(operator.add, s, [1])],
    )


# ---------------------------------------------------------------------- printing


@row
def printing_numbers(lib):
    """Floats get four digits, or none if all are whole; widths are shared."""
    given = (
        [1.0, -20.0, 300.0],
        [1.5, -22.25, 3.0],
        [0.5, 1000.5],
        [0.5, 1001.0, 1e-3],
        [1e-5, 2e-5],
        [1e9, 1.0],
        [float("nan"), float("inf"), -float("inf"), 1.5],
        [0.0, -0.0],
        3.14159,
        7.0,
    )
    return [repr(lib.tensor(x)) for x in given]


@row
def printing_other_types(lib):
    """Types that the numbers do not show are named."""
    made = (
        lib.tensor([1, -20, 300]),
        lib.tensor([True, False]),
        lib.tensor([1.0], dtype=lib.float64),
        lib.tensor([1.5], dtype=lib.float16),
        lib.tensor([1], dtype=lib.uint8),
        lib.tensor([]),
        lib.zeros(0, 3),
        lib.zeros(2, 0, dtype=lib.int64),
        lib.zeros(0, dtype=lib.bool),
    )
    return [repr(x) for x in made]


@row
def printing_the_graph(lib):
    """A leaf says that it requires grad, a result which node made it, a parameter what it is."""
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    with lib.no_grad():
        y = x * 2
    made = (x, x * 2, x.sum(), x.detach(), y, x.view(2, 1), lib.nn.Parameter(lib.ones(2, 2)))
    return [repr(z) for z in made], str(x), f"{x * 2}"


@row
def printing_matrices(lib):
    """Dimensions are brackets, blank lines part those above the second."""
    return [
        repr(lib.arange(8).reshape(shape)) for shape in ((2, 4), (2, 2, 2), (2, 1, 2, 2), (8, 1))
    ]


@row
def printing_long_lines(lib):
    """Lines break at 80 characters, also before what is said of the graph."""
    x = lib.arange(30.0, requires_grad=True)
    return repr(x), repr(x * 1.5), repr(lib.arange(60).reshape(2, 30)), repr(x[:9] / 8)


@row
def printing_above_a_thousand(lib):
    """Above 1,000 elements only the edges are shown."""
    made = (
        lib.arange(1000),
        lib.arange(1001),
        lib.arange(1200.0).reshape(2, 600) / 8,
        lib.arange(1280).reshape(2, 8, 80),
        lib.zeros(1001, 1, requires_grad=True),
    )
    return [repr(x) for x in made]


@row
def print_options(lib):
    """`set_printoptions` changes digits, edges, widths and the notation, until it is told again."""
    x, m = lib.tensor([1.23456789, 1000.5]), lib.arange(25.0).reshape(5, 5)
    found = []
    options = (
        {"precision": 2},
        {"sci_mode": True},
        {"sci_mode": False},
        {"threshold": 10, "edgeitems": 1},
        {"linewidth": 30},
        {"profile": "short"},
        {"profile": "full"},
        {"profile": "default", "precision": 6},
    )
    try:
        for option in options:
            lib.set_printoptions(**option)
            found.append([repr(x), repr(m)])
    finally:
        lib.set_printoptions(profile="default")
    return found, repr(x)


# ---------------------------------------------------------------------- the same random numbers


@row
def random_numbers(lib):
    """After manual_seed the draws are torch's, below and above 16 normal numbers."""
    lib.manual_seed(7)
    return (
        lib.rand(3),
        lib.randn(3),
        lib.randn(20),
        lib.randint(-5, 5, (4,)),
        lib.randperm(6),
        lib.randn(2, dtype=lib.float64),
        lib.randint(0, 2**40, (2,)),
    )


@row
def generators(lib):
    """A generator has a state of its own, which can be kept, put back and copied."""
    g = lib.Generator().manual_seed(5)
    state = g.get_state()
    first = lib.rand(2, generator=g)
    g.set_state(state)
    twin = g.clone_state()
    return (
        [first, lib.rand(2, generator=g), lib.rand(2, generator=twin)],
        [g.initial_seed(), g.device, state.shape, state.dtype],
        [tried(g.set_state, x) for x in ([1], lib.zeros(5056), lib.zeros(3, dtype=lib.uint8))],
    )


@row
def the_state_of_the_default_generator(lib):
    """get_rng_state and set_rng_state go back in time."""
    lib.manual_seed(-1)
    state = lib.get_rng_state()
    first = lib.randn(3)
    lib.set_rng_state(state)
    return first, lib.randn(3), lib.initial_seed()


@row
def a_layers_start(lib):
    """So models start as torch's do."""
    lib.manual_seed(1)
    layer = lib.nn.Linear(3, 2)
    return layer.weight, layer.bias, lib.nn.functional.dropout(lib.ones(8), 0.5)
