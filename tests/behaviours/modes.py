"""Grad modes: blocks, decorators of all kinds, threads, and inference tensors."""

import asyncio
import functools
import inspect
import threading

from tests.behaviours.table import row


def now(lib):
    """The switches as they stand, and whether a result is recorded."""
    recorded = (lib.ones(1, requires_grad=True) * 2).requires_grad
    return lib.is_grad_enabled(), lib.is_inference_mode_enabled(), recorded


def said(act):
    """The type and the first line of the error that `act` raises, or what it gives."""
    try:
        return act()
    except Exception as error:
        return [type(error).__name__, str(error).partition("\n")[0]]


def facts(x):
    """What a tensor says of itself."""
    return {
        "leaf": x.is_leaf,
        "requires_grad": x.requires_grad,
        "inference": x.is_inference(),
        "view": said(x._is_view),
        "version": said(lambda: x._version),
    }


def made(lib):
    """An inference tensor."""
    with lib.inference_mode():
        return lib.ones(2)


# ---------------------------------------------------------------------- blocks


@row
def blocks(lib):
    """The modes nest, and each block puts back what it found."""
    seen = [now(lib)]
    with lib.no_grad():
        seen.append(now(lib))
        with lib.enable_grad():
            seen.append(now(lib))
            with lib.set_grad_enabled(False):
                seen.append(now(lib))
            seen.append(now(lib))
        seen.append(now(lib))
    return seen, now(lib)


@row
def what_with_as_gives(lib):
    """The name after ``as`` is None for each of them."""
    found = []
    for mode in (
        lib.no_grad(),
        lib.enable_grad(),
        lib.set_grad_enabled(True),
        lib.inference_mode(),
    ):
        with mode as entered:
            found.append(entered)
    return found


@row
def what_a_mode_tells(lib):
    """A mode tells what it switches to, and what it found."""
    off, on, strict = lib.no_grad(), lib.set_grad_enabled(mode=True), lib.inference_mode(mode=False)
    with off:
        pass
    copies = [type(mode.clone()).__name__ for mode in (off, on, strict)]
    return off.prev, on.prev, on.mode, strict.mode, copies, on.clone().mode


@row
def an_error_inside(lib):
    """An error leaves the block and the mode is as before."""
    seen = []
    for mode in (lib.no_grad, lib.inference_mode, functools.partial(lib.set_grad_enabled, False)):
        try:
            with mode():
                seen.append(now(lib))
                raise KeyError
        except KeyError:
            seen.append(now(lib))
    return seen


@row
def one_block_used_again(lib):
    """A block may be entered again after it was left."""
    block, strict = lib.no_grad(), lib.inference_mode()
    seen = []
    for mode in (block, strict, block, strict):
        with mode:
            seen.append(now(lib))
        seen.append(now(lib))
    return seen


@row
def one_block_entered_twice(lib):
    """One object entered within itself forgets what was before: recording stays off."""
    block = lib.no_grad()
    with block:
        with block:
            pass
        inside = now(lib)
    after = now(lib)
    lib.set_grad_enabled(True)
    return inside, after


@row
def leaving_out_of_order(lib):
    """Blocks left in another order than they were entered put back what each had found."""
    off, on = lib.no_grad(), lib.enable_grad()
    off.__enter__()
    on.__enter__()
    seen = [now(lib)]
    off.__exit__(None, None, None)
    seen.append(now(lib))
    on.__exit__(None, None, None)
    seen.append(now(lib))
    lib.set_grad_enabled(True)
    return seen


@row
def switched_for_good(lib):
    """``set_grad_enabled(False)`` alone switches at once, until it is switched back."""
    lib.set_grad_enabled(False)
    off = now(lib)
    lib.set_grad_enabled(True)
    return off, now(lib)


@row
def switched_before_the_block(lib):
    """As a block it switches where it is made, not where it is entered."""
    block = lib.set_grad_enabled(False)
    seen = [now(lib)]
    lib.set_grad_enabled(True)
    with block:
        seen.append(now(lib))
    return seen, now(lib)


@row
def a_switch_within_a_block(lib):
    """What is switched within a block ends with the block."""
    with lib.no_grad():
        lib.set_grad_enabled(True)
        inside = now(lib)
    return inside, now(lib)


@row
def a_switch_within_inference_mode(lib):
    """Inference mode puts back the grad mode that was there before it."""
    with lib.inference_mode():
        lib.set_grad_enabled(True)
        inside = now(lib)
    return inside, now(lib)


@row
def how_they_print(lib):
    """``set_grad_enabled`` prints its mode."""
    return repr(lib.set_grad_enabled(True)), str(lib.set_grad_enabled(True))


@row
def where_they_live(lib):
    """The modes are classes of ``autograd.grad_mode``, under three names each."""
    kinds = lib.no_grad, lib.enable_grad, lib.set_grad_enabled, lib.inference_mode
    names = [f"{kind.__module__}.{kind.__qualname__}" for kind in kinds]
    alike = [
        kind is getattr(lib.autograd, kind.__name__)
        and kind is getattr(lib.autograd.grad_mode, kind.__name__)
        for kind in kinds
    ]
    return names, alike


@row
def modes_of_another_type(lib):
    """``set_grad_enabled`` takes a bool and nothing that is like one."""
    found = [said(lambda wrong=wrong: lib.set_grad_enabled(wrong)) for wrong in ("yes", 1, None)]
    missing = said(lambda: lib.set_grad_enabled())
    lib.set_grad_enabled(True)
    return found, missing[0]


@row
def a_word_for_inference_mode(lib):
    """What is neither a bool nor a function ``inference_mode`` takes for a function."""
    return callable(lib.inference_mode("yes"))


@row
def requires_grad_is_another_matter(lib):
    """Leaves made under no_grad may require grad, and existing ones keep it."""
    x = lib.ones(1, requires_grad=True)
    with lib.no_grad():
        y = lib.ones(1, requires_grad=True)
        z = (x * 2).requires_grad_()
        x.mul_(2)
    return facts(x), facts(y), facts(z), (y * 2).requires_grad


@row
def backward_under_no_grad(lib):
    """A graph recorded before is walked under no_grad as anywhere."""
    x = lib.ones(2, requires_grad=True)
    y = (x * x).sum()
    with lib.no_grad():
        y.backward()
    return x.grad


@row
def grad_under_no_grad(lib):
    """``create_graph=True`` records the backward even under no_grad."""
    x = lib.ones(2, requires_grad=True)
    y = (x * x * x).sum()
    with lib.no_grad():
        (g,) = lib.autograd.grad(y, x, create_graph=True)
    return g, g.requires_grad


@row
def hooks_and_the_mode(lib):
    """A hook runs unrecorded, unless the backward is recorded itself."""
    seen = []
    x = lib.ones(2, requires_grad=True)
    x.register_hook(lambda g: seen.append(lib.is_grad_enabled()))
    (x * x).sum().backward()
    lib.autograd.grad((x * x).sum(), x, create_graph=True)
    with lib.no_grad():
        (x * x).sum().requires_grad_()
    return seen, lib.is_grad_enabled()


# ---------------------------------------------------------------------- decorators


@row
def decorators(lib):
    """Each works as a decorator, with brackets and, where it takes none, without."""

    def ask():
        return now(lib)

    kinds = {
        "no_grad()": lib.no_grad()(ask),
        "no_grad": lib.no_grad(ask),
        "inference_mode()": lib.inference_mode()(ask),
        "inference_mode": lib.inference_mode(ask),
        "inference_mode(False)": lib.inference_mode(False)(ask),
        "set_grad_enabled(False)": lib.set_grad_enabled(False)(ask),
    }
    found = {name: act() for name, act in kinds.items()}
    with lib.no_grad():
        found["enable_grad()"] = lib.enable_grad()(ask)()
        found["enable_grad"] = lib.enable_grad(ask)()
        found["set_grad_enabled(True)"] = lib.set_grad_enabled(True)(ask)()
        found["after"] = now(lib)
    return found, now(lib)


@row
def a_decorated_function_keeps_its_face(lib):
    """Name, docstring, signature and the function itself are kept."""

    def act(a: int, b="x") -> int:
        """What it does."""

    act.note = 7
    found = []
    for mode in (lib.no_grad(), lib.inference_mode(), lib.set_grad_enabled(True)):
        wrapped = mode(act)
        found.append(
            (
                wrapped.__name__,
                wrapped.__qualname__,
                wrapped.__doc__,
                wrapped.note,
                str(inspect.signature(wrapped)),
                wrapped.__wrapped__ is act,
            )
        )
    return found


@row
def decorating_switches_nothing(lib):
    """Decorating leaves the mode alone, also with ``set_grad_enabled``."""
    lib.set_grad_enabled(False)(lambda: None)
    lib.no_grad()(lambda: None)
    lib.inference_mode(lambda: None)
    return now(lib)


@row
def a_switch_kept_for_a_decorator(lib):
    """``set_grad_enabled`` made before it decorates has switched meanwhile."""
    switch = lib.set_grad_enabled(False)
    seen = [now(lib)]
    act = switch(lambda: now(lib))
    seen.append(now(lib))
    lib.set_grad_enabled(True)
    seen.append(act())
    return seen, now(lib)


@row
def a_decorated_method(lib):
    """Methods, class methods and static methods can be decorated."""

    class Holder:
        @lib.no_grad()
        def plain(self, *, times):
            return [now(lib)] * times

        @classmethod
        @lib.no_grad()
        def of_the_class(cls):
            return cls.__name__, now(lib)

        @staticmethod
        @lib.inference_mode
        def static():
            return now(lib)

        @property
        @lib.no_grad()
        def shown(self):
            return now(lib)

    holder = Holder()
    return holder.plain(times=2), Holder.of_the_class(), Holder.static(), holder.shown


@row
def a_decorated_function_that_calls_itself(lib):
    """Each call has a block of its own, so a function may call itself."""

    @lib.no_grad()
    def count(n):
        return [*count(n - 1), now(lib)] if n else []

    return count(3), now(lib)


@row
def a_decorated_function_that_fails(lib):
    """An error passes, and the mode is as before."""

    @lib.no_grad
    def fail():
        raise KeyError("inside")

    return said(fail), now(lib)


@row
def a_decorated_lambda_and_a_partial(lib):
    """Anything that can be called may be decorated, though a partial has no name."""
    act = lib.no_grad()(lambda: now(lib))
    part = lib.no_grad()(functools.partial(now, lib))
    return act(), part(), hasattr(part, "__name__")


@row
def what_cannot_be_called(lib):
    """Decorating what cannot be called fails only when it is called."""
    wrapped = lib.no_grad()(3)
    return said(wrapped)


@row
def a_decorated_class(lib):
    """Decorating a class warns; its constructor runs in the mode, and a function is left of it."""

    @lib.no_grad()
    class Thing:
        def __init__(self):
            self.seen = now(lib)

        def ask(self):
            return now(lib)

    thing = Thing()
    return inspect.isclass(Thing), thing.seen, thing.ask(), Thing.__name__


@row
def a_class_decorated_bare(lib):
    """So does the decorator without brackets."""

    class Thing:
        def __init__(self, n):
            self.seen = n, now(lib)

    return lib.no_grad(Thing)(2).seen, lib.inference_mode(Thing)(3).seen


# ---------------------------------------------------------------------- generators


@row
def a_decorated_generator(lib):
    """The mode holds while the generator's body runs, not between its values."""

    @lib.no_grad()
    def generate():
        for _ in range(2):
            yield now(lib)

    inside, outside = [], []
    for seen in generate():
        inside.append(seen)
        outside.append(now(lib))
    return inside, outside, inspect.isgeneratorfunction(generate)


@row
def a_generator_that_is_sent_values(lib):
    """``send``, ``throw`` and the returned value pass through, in the mode."""

    @lib.no_grad()
    def generate():
        seen = [now(lib)]
        while True:
            try:
                got = yield len(seen)
            except ValueError as error:
                got = str(error)
            seen.append((got, now(lib)))
            if got == "stop":
                return seen

    running = generate()
    values = [next(running), running.send("a"), running.throw(ValueError("b")), now(lib)]
    try:
        running.send("stop")
    except StopIteration as end:
        values.append(end.value)
    return values, now(lib)


@row
def a_generator_that_is_closed(lib):
    """Closing it runs its last lines in the mode."""
    seen = []

    @lib.no_grad()
    def generate():
        try:
            yield 1
        finally:
            seen.append(now(lib))

    running = generate()
    next(running)
    running.close()
    return seen, now(lib)


@row
def a_generator_that_fails(lib):
    """An error inside comes out, an error thrown in may come back."""

    @lib.no_grad()
    def generate():
        yield 1
        raise KeyError("inside")

    first, second = generate(), generate()
    next(first), next(second)
    return said(lambda: next(first)), said(lambda: second.throw(ZeroDivisionError("x"))), now(lib)


@row
def a_generator_that_switches(lib):
    """A switch inside the body does not leak out to the caller, nor last until the next value."""

    @lib.no_grad()
    def generate():
        lib.set_grad_enabled(True)
        yield now(lib)
        yield now(lib)

    running = generate()
    return next(running), now(lib), next(running), now(lib)


@row
def a_block_inside_a_generator(lib):
    """A plain block in a generator leaks: it stays open while the caller runs."""

    def generate():
        with lib.no_grad():
            yield now(lib)

    running = generate()
    seen = [next(running), now(lib)]
    seen.append(list(running))
    seen.append(now(lib))
    return seen


@row
def a_generator_in_inference_mode(lib):
    """Generators in inference mode give inference tensors to a caller outside."""

    @lib.inference_mode()
    def generate():
        yield lib.ones(1)
        yield lib.ones(1, requires_grad=True) * 2

    return [(facts(x), now(lib)) for x in generate()]


@row
def generators_side_by_side(lib):
    """Generators in several modes take turns without disturbing each other."""

    @lib.no_grad()
    def off():
        for _ in range(2):
            yield now(lib)

    @lib.enable_grad()
    def on():
        for _ in range(2):
            yield now(lib)

    with lib.no_grad():
        inside = list(zip(off(), on()))
    return inside, list(zip(off(), on()))


@row
def yield_from_a_generator(lib):
    """``yield from`` a decorated generator hands its mode to no one."""

    @lib.no_grad()
    def inner():
        yield now(lib)
        return "done"

    def outer():
        got = yield from inner()
        yield got, now(lib)

    return list(outer())


# ---------------------------------------------------------------------- coroutines


@row
def a_decorated_coroutine(lib):
    """A coroutine is only made in the mode: its body runs in the caller's."""

    @lib.no_grad()
    async def ask():
        before = now(lib)
        await asyncio.sleep(0)
        return before, now(lib)

    return asyncio.run(ask()), inspect.iscoroutinefunction(ask)


@row
def a_coroutine_under_a_block(lib):
    """A block within a coroutine stays open over an await, also for other tasks."""
    seen = []

    async def first():
        with lib.no_grad():
            await asyncio.sleep(0)
            seen.append(("first", now(lib)))

    async def second():
        seen.append(("second", now(lib)))

    async def main():
        await asyncio.gather(first(), second())

    asyncio.run(main())
    return seen, now(lib)


@row
def a_decorated_async_generator(lib):
    """An async generator, too, is only made in the mode."""

    @lib.no_grad()
    async def generate():
        yield now(lib)

    async def collect():
        return [seen async for seen in generate()]

    return asyncio.run(collect()), inspect.isasyncgenfunction(generate)


@row
def a_coroutine_in_inference_mode(lib):
    """So is a coroutine under ``inference_mode``."""

    @lib.inference_mode
    async def ask():
        return lib.ones(1).is_inference()

    return asyncio.run(ask())


# ---------------------------------------------------------------------- threads


def in_a_thread(act):
    """What `act` gives in a thread of its own."""
    found = []
    thread = threading.Thread(target=lambda: found.append(act()))
    thread.start()
    thread.join()
    return found[0]


@row
def each_thread_has_its_own(lib):
    """A new thread starts recording, whatever the thread that started it does."""
    with lib.no_grad():
        off = in_a_thread(lambda: now(lib))
    with lib.inference_mode():
        strict = in_a_thread(lambda: now(lib))
    return off, strict


@row
def a_thread_switches_for_itself(lib):
    """What a thread switches stays in the thread."""
    inside = in_a_thread(lambda: (lib.set_grad_enabled(False) and None, now(lib)))
    return inside, now(lib)


@row
def a_decorated_function_in_a_thread(lib):
    """A decorated function switches the thread that calls it."""
    act = lib.no_grad()(lambda: now(lib))
    return in_a_thread(lambda: (act(), now(lib))), now(lib)


# ---------------------------------------------------------------------- inference mode


@row
def inference_mode_and_the_others(lib):
    """In inference mode ``enable_grad`` says it is on and records nothing; False leaves it."""
    with lib.inference_mode():
        with lib.enable_grad():
            enabled = now(lib)
        with lib.inference_mode(False):
            left = now(lib)
        again = now(lib)
    with lib.no_grad(), lib.inference_mode(False):
        off = now(lib)
    with lib.no_grad():
        with lib.inference_mode():
            pass
        back = now(lib)
    return enabled, left, again, off, back


@row
def what_is_an_inference_tensor(lib):
    """New tensors are inference tensors; views and aliases of normal ones stay normal."""
    x = lib.ones(2, requires_grad=True)
    with lib.inference_mode():
        tensors = {
            "new": lib.ones(2),
            "new leaf": lib.ones(2, requires_grad=True),
            "result": x * 2,
            "view": x[0],
            "detached": x.detach(),
            "clone": x.clone(),
            "given": x,
            "data": x.data,
        }
    return {name: facts(t) for name, t in tensors.items()}


@row
def asking_whether_it_is_one(lib):
    """``is_inference`` asks of a tensor what ``is_inference_mode_enabled`` asks of the thread."""
    with lib.inference_mode():
        inside = lib.is_inference(lib.ones(1)), lib.is_inference_mode_enabled()
    outside = lib.is_inference(lib.ones(1)), lib.is_inference_mode_enabled()
    return inside, outside, lib.is_inference(input=made(lib)), said(lambda: lib.is_inference(3))


@row
def what_comes_of_one_outside(lib):
    """Outside, results of inference tensors are normal, their views and aliases are not."""
    t = made(lib)
    tensors = {
        "result": t * 2,
        "clone": t.clone(),
        "view": t[0],
        "view of all": t.view(2),
        "detached": t.detach(),
        "data": t.data,
        "same type": t.float(),
        "other type": t.double(),
        "contiguous": t.contiguous(),
        "stacked": lib.stack([t, t]),
    }
    return {name: x.is_inference() for name, x in tensors.items()}


@row
def saving_one(lib):
    """An inference tensor cannot be saved for backward."""
    return lib.ones(2, requires_grad=True) * made(lib)


@row
def using_one_without_saving(lib):
    """Where no rule needs it, it may take part in what is recorded."""
    x = lib.ones(2, requires_grad=True)
    y = x + made(lib)
    y.sum().backward()
    return y, x.grad


@row
def saving_one_in_a_function(lib):
    """Nor can a Function save one."""
    t = made(lib)

    class Scaled(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x, w):
            ctx.save_for_backward(w)
            return x * w

        @staticmethod
        def backward(ctx, g):
            return g * ctx.saved_tensors[0], None

    Scaled.apply(lib.ones(2, requires_grad=True), t)


@row
def saving_one_as_a_matrix(lib):
    """Nor can a matrix product, or a function of one input."""
    t = made(lib)
    x = lib.ones(2, requires_grad=True)
    return said(lambda: x @ t), said(lambda: lib.where(t > 0, x, x)), (x.exp() + t.exp()).tolist()


@row
def writing_into_one(lib):
    """Outside inference mode nobody writes into an inference tensor."""
    t = made(lib)
    writes = {
        "add_": lambda: t.add_(1),
        "zero_": lambda: t.zero_(),
        "copy_": lambda: t.copy_(lib.ones(2)),
        "key": lambda: t.__setitem__(0, 5.0),
        "view": lambda: t[0].mul_(2),
        "under no_grad": lambda: lib.no_grad()(t.add_)(1),
        "tracked": lambda: t.mul_(lib.ones(2, requires_grad=True)),
    }
    return {name: said(act) for name, act in writes.items()}


@row
def writing_into_one_inside(lib):
    """Inside inference mode, also a later one, it is written to like any other."""
    t = made(lib)
    with lib.inference_mode():
        t.add_(1)
        t[0] = 7.0
        t.detach().mul_(2)
    return t


@row
def writing_into_a_normal_one_inside(lib):
    """A write inside inference mode into a normal tensor counts, and is noticed by backward."""
    x = lib.ones(2, requires_grad=True)
    y = x * 1
    z = (y * y).sum()
    with lib.inference_mode():
        y.add_(1)
    return facts(y), y, said(z.backward)


@row
def a_leaf_written_to_inside(lib):
    """A leaf that requires grad may be written to inside, and stays a leaf."""
    x = lib.ones(2, requires_grad=True)
    with lib.inference_mode():
        x.mul_(3)
        x[0] = 0.0
    return x, facts(x)


@row
def writing_one_into_a_normal_one(lib):
    """An inference tensor may be written into a normal one, where nothing has to be saved."""
    x = lib.ones(2, requires_grad=True) * 1
    x.copy_(made(lib))
    y = lib.ones(2)
    y[0] = made(lib)[0]
    return x, y


@row
def its_version(lib):
    """An inference tensor has no version."""
    return made(lib)._version


@row
def its_base(lib):
    """Its views know no base."""
    t = made(lib)[0]
    return t._base, t._is_view()


@row
def asking_it_to_require_grad(lib):
    """Outside, an inference tensor cannot be told to require grad."""
    made(lib).requires_grad_()


@row
def setting_requires_grad_on_it(lib):
    """Nor by assignment; that it shall not is no error."""
    t = made(lib)

    def on():
        t.requires_grad = True

    t.requires_grad = False
    return said(on), facts(t)


@row
def asking_it_inside(lib):
    """Inside it can."""
    with lib.inference_mode():
        t = lib.ones(2).requires_grad_()
    return facts(t), said(lambda: t * 2), said(lambda: (t + 1).sum().backward()), t.grad


@row
def a_leaf_made_inside(lib):
    """A leaf made inside that requires grad can be used outside where it is not saved."""
    with lib.inference_mode():
        t = lib.ones(2, requires_grad=True)
    y = t + 1
    y.sum().backward()
    return facts(t), y, t.grad


@row
def a_normal_result_written_through_a_view(lib):
    """A view made inside of a normal tensor cannot be written to outside in a recorded way."""
    x = lib.ones(2, requires_grad=True) * 1
    with lib.inference_mode():
        view = x[0]
        deeper = x.view(1, 2)[0]
    return said(lambda: view.mul_(2)), said(lambda: deeper.mul_(2)), facts(view)


@row
def a_view_made_inside_is_used(lib):
    """Used outside it counts as a leaf that requires grad, and passes no gradient on."""
    x = lib.ones(2, requires_grad=True) * 1
    with lib.inference_mode():
        view = x[0]
    y = view * 3
    return y, facts(view), said(y.backward)


@row
def a_view_made_inside_after_its_base_was_written_to(lib):
    """After a recorded write into the base it cannot be used at all."""
    x = lib.ones(2, requires_grad=True) * 1
    with lib.inference_mode():
        view = x[0]
    x.mul_(2)
    return view * 2


@row
def a_view_of_a_plain_tensor_made_inside(lib):
    """Of a tensor that needs no gradient it may be written to outside, until that is recorded."""
    x = lib.ones(2)
    with lib.inference_mode():
        view = x[0]
    view.mul_(5)
    return x, facts(view), said(lambda: view.mul_(lib.ones((), requires_grad=True)))


@row
def a_view_made_under_no_grad(lib):
    """A view made under no_grad cannot be written to outside in a recorded way."""
    x = lib.ones(2, requires_grad=True) * 1
    with lib.no_grad():
        view = x[0]
        deeper = x.view(1, 2)[0]
    return said(lambda: view.mul_(2)), said(lambda: deeper.mul_(2)), facts(view)


@row
def a_view_used_under_no_grad(lib):
    """A view made outside is written to under no_grad without a record."""
    x = lib.ones(2, requires_grad=True) * 1
    view = x[0]
    with lib.no_grad():
        view.mul_(5)
    y = x * 1
    return facts(view), y, view.grad_fn.name()


@row
def detach_inside(lib):
    """``detach`` inside shares memory and version with a normal tensor."""
    x = lib.ones(2)
    with lib.inference_mode():
        twin = x.detach()
        twin.add_(1)
    return facts(twin), x, x._version


@row
def numpy_and_back(lib):
    """Inference tensors give their memory to NumPy like others, and take it back as normal ones."""
    t = made(lib)
    shared = t.numpy()
    shared[0] = 5.0
    return t, facts(lib.from_numpy(shared))


@row
def backward_inside(lib):
    """A backward inside inference mode works on a graph made outside."""
    x = lib.ones(2, requires_grad=True)
    y = (x * 3).sum()
    with lib.inference_mode():
        y.backward()
    return x.grad, facts(x.grad)


@row
def a_gradient_made_inside(lib):
    """A gradient first accumulated inside cannot be added to outside."""
    x = lib.ones(2, requires_grad=True)
    y = (x * 3).sum()
    with lib.inference_mode():
        y.backward(retain_graph=True)
    return said(lambda: y.backward(retain_graph=True))


@row
def a_module_in_inference_mode(lib):
    """A module evaluated inside gives an inference tensor; a loss on it requires no grad."""
    model = lib.nn.Linear(2, 1)
    with lib.inference_mode():
        out = model(lib.ones(3, 2))
    loss = (out - 1).pow(2).mean()
    return facts(out)["inference"], loss.requires_grad, said(loss.backward)


@row
def a_parameter_of_one(lib):
    """A Parameter of an inference tensor can be made inside alone."""
    with lib.inference_mode():
        inside = lib.nn.Parameter(lib.ones(2))
    return facts(inside), said(lambda: lib.nn.Parameter(made(lib)))


@row
def a_module_made_inside(lib):
    """Parameters made inside are inference tensors: training them outside fails."""
    with lib.inference_mode():
        model = lib.nn.Linear(2, 1)
    x = lib.ones(3, 2)
    return facts(model.weight), said(lambda: model(x).sum().backward() or model.bias.grad.tolist())
