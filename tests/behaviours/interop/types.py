"""Types and places, and how a tensor gets to another."""

from tests.behaviours.helpers import tried
from tests.behaviours.table import row


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
        [("cpu", lib.float64), {}],
        [(lib.tensor([1]),), {}],
        [(bool,), {}],
        [(), {"dtype": lib.float16, "device": "cpu"}],
        [(), {}],
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
def dtypes(lib):
    """A dtype prints its name, knows its kind and size, and exists once."""
    types = [lib.float32, lib.int64, lib.uint8, lib.bool, lib.half, lib.double, lib.short]
    facts = [[t.is_floating_point, t.is_complex, t.is_signed, t.itemsize] for t in types]
    return types, facts, lib.ones(1).dtype is lib.float, {lib.float32: 1}[lib.float]


@row
def the_default_type(lib):
    """Floats take the default type, which is one of floats."""
    refused = tried(lib.set_default_dtype, lib.int64)
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
def long_names_of_types(lib):
    """`type` says a type's old name, or converts."""
    x = lib.ones(2)
    types = (lib.float16, lib.float64, lib.int8, lib.int16, lib.int32, lib.int64, lib.uint8)
    names = [x.type(), (x > 0).type(), *(x.to(t).type() for t in types)]
    return names, x.type(lib.int64)


@row
def python_types_as_dtypes(lib):
    """Python's types stand for dtypes."""
    return [lib.ones(1, dtype=t).dtype for t in (float, int, bool)]
