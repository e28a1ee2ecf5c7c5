"""What a call says whose arguments do not fit: as PyTorch, for functions and for methods."""

import pytest

import minigrad
from minigrad.ops.parse import method, methods, overloaded, parsed, spread
from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
torch.tril()
torch.tril(diagonal=1)
torch.tril(3)
torch.tril(None)
torch.tril(m,None)
torch.tril(m,'a')
torch.tril(m,1.5)
torch.tril(m,diagonal='a')
torch.tril(m,1,2)
torch.tril(m,1,2,3)
torch.tril(m,foo=1)
torch.tril(m,1,foo=1)
m.tril('a')
m.tril(1,2)
m.tril(foo=1)
m.tril(diagonal=1.5)
torch.gather()
torch.gather(m)
torch.gather(m,0)
torch.gather(dim=0)
torch.gather(m,'a',2)
torch.gather(m,0,2)
m.gather()
m.gather(0)
m.gather(0,2)
m.gather('a',2)
torch.transpose()
torch.transpose(m,0,'a')
m.transpose(0,1,2)
m.transpose('a','b')
torch.flip(m,0)
torch.flip(m,('a',0))
torch.flip(m,(0,'a'))
torch.flip(m,(0,1,'a',None))
torch.flip(m,[0.5])
torch.permute(m,(0,'a'))
m.permute(0,'a')
m.permute('a',0)
m.permute(dims='a')
m.permute(dims=(1,'a'))
m.permute([1,0])
m.permute(torch.tensor(1),torch.tensor(0))
m.permute(np.int64(1),np.int64(0))
torch.index_add(m,0,i,m[:2],alpha='a')
torch.index_add(m,0,i,m[:2],2)
torch.squeeze(m,'a')
torch.squeeze(m,0,1)
m.squeeze('a')
m.squeeze(foo=1)
torch.squeeze()
torch.squeeze(3)
torch.squeeze(3,1)
torch.squeeze([1],dim=1)
torch.narrow(3,1,1,1)
torch.movedim(3,1,1)
torch.scatter(3,1,p,2)
torch.movedim(m,0,(1,))
torch.movedim(m,0,'a')
m.movedim(0,source=1)
m.view()
m.view('a')
m.view(2,'a')
m.view(size=(4,3)).shape
m.expand(size=(2,3,4)).shape
m.reshape(shape=(4,3)).shape
m.reshape(2.5)
m.reshape('a',2)
torch.cat([m,m],axis=1)
torch.cat([m,m],axis='a')
torch.stack([f,f],axis=-1)
torch.unbind(m,axis=1)
torch.tril(x=m)
torch.squeeze(a=m)
m.tril(axis=1)
torch.index_select(m,axis=0,index=i)
torch.matmul(x1=m,x2=f)
torch.matmul(x1=m,x2=m)
torch.cat([m,m],dim=0,axis=0)
m.split(2,'a')
m.split([1,2],'a')
torch.split(m,2,None)
m.expand_as(2)
m.view_as(2)
m.reshape_as(2)
m.expand_as(n.float()).shape
m.split(2.5)
m.split('a')
m.split(None)
m.split([])
m.split((1.5,2))
torch.chunk(m,'a')
m.sum_to_size('a')
m.sum_to_size(3)
m.sum_to_size(1,4)
m.sum_to_size((1,4))
m.sum_to_size()
m.T()
torch.hstack([m,2])
torch.vstack('ab')
torch.stack('ab')
torch.stack((m,m),dim=0,foo=1)
m.matmul('a')
m.dot(2)
m.einsum
m.hstack
m.outer(f)
m.take_along_dim(i)
m.take_along_dim('a')
m.index_put(1,2)
m.index_put_((i,),2)
m.index_put_((i,),m,accumulate=3)
m.roll('a')
m.roll(1,'a')
m.roll((1,'a'))
m.roll()
m.diagonal('a')
m.diagonal(0,'a')
m.diagonal(0,0,0)
m.flip('a')
m.unflatten(0,'a')
m.index_select('a',i)
m.index_select(0,'a')
m.index_add(0,i,m[:2],alpha='a')
m.scatter_add(0,p,2)
m.addmm(1,2)
m.addmm_(1,2)
m.bmm(2)
m.mv(2)
m.repeat()
m.repeat(2.5)
# tensors as numbers
torch.isclose(f,f*1.2,rtol=torch.tensor(.5)), torch.isclose(f,f+1,torch.tensor(0),torch.tensor(2))
torch.allclose(f,f+1,atol=torch.tensor(2.)), torch.isclose(f,f,np.float64(.1),np.float32(0))
torch.addmm(torch.ones(3),m,m.t(),beta=z), torch.addmm(torch.ones(3),m,m.t(),alpha=s)
torch.ones(3,3).addmm_(m,m.t(),beta=z,alpha=torch.tensor(True))
m.index_add(0,i,m[:2],alpha=s), m.index_add_(0,i,m[:2],alpha=z), m
m.index_add_(0,i,m[:2],alpha=torch.tensor([2]))
""")


@parsed
def scale(input: "Tensor", by: "Number" = 1, *, dims: "Shape" = (), keep: "bool" = False):  # noqa: F821
    return input * by, tuple(dims), keep


def test_a_call_that_fits_is_passed_on():
    x = minigrad.ones(2)
    assert scale(x, 3, dims=(0,))[1:] == ((0,), False)
    assert scale.method(x, by=3)[0].tolist() == [3.0, 3.0]


@pytest.mark.parametrize(
    ("args", "given", "words"),
    [
        ((), {}, 'scale() missing 1 required positional arguments: "input"'),
        ((2, 3), {"dims": 4}, "scale(): argument 'input' (position 1) must be Tensor, not int"),
        ((None, "a"), {"dims": 4}, "argument 'input' (position 1) must be Tensor, not NoneType"),
    ],
)
def test_the_first_argument_that_does_not_fit_is_named(args, given, words):
    with pytest.raises(TypeError) as error:
        scale(*args, **given)
    assert words in str(error.value)


def test_positions_of_a_method_are_counted_without_the_tensor():
    x = minigrad.ones(2)
    for call, place in ((scale, 2), (scale.method, 1)):
        with pytest.raises(TypeError) as error:
            call(x, "a", dims=4)
        assert str(error.value) == (
            f"scale(): argument 'by' (position {place}) must be Number, not str"
        )


def test_an_argument_given_by_name_has_no_position():
    with pytest.raises(TypeError, match=r"^scale\(\): argument 'dims' must be tuple of ints, not"):
        scale(minigrad.ones(2), dims=4)


def test_an_error_that_is_not_about_arguments_stays():
    @parsed
    def broken(input: "Tensor"):  # noqa: F821
        return input.no_such_thing

    with pytest.raises(AttributeError, match="no_such_thing"):
        broken(minigrad.ones(2))


def test_none_fits_where_it_is_the_default():
    @parsed
    def pick(input: "Tensor", dim: "int | None" = None):  # noqa: F821
        raise TypeError("own words")

    with pytest.raises(TypeError, match="own words"):
        pick(minigrad.ones(2), None)
    with pytest.raises(TypeError, match="must be int, not str"):
        pick(minigrad.ones(2), "a")


def test_a_function_with_several_forms_lists_them():
    @overloaded("(Tensor input)", "(Tensor input, int dim)")
    def turn(input, dim=None):
        return NotImplemented if isinstance(dim, float) else dim

    assert turn(1, 2) == 2
    with pytest.raises(TypeError) as error:
        turn(minigrad.ones(1), dim=2.5)
    assert str(error.value) == (
        "turn() received an invalid combination of arguments - got (Tensor, dim=float), but "
        "expected one of:\n * (Tensor input)\n * (Tensor input, int dim)"
    )
    with pytest.raises(TypeError, match=r"got \(float\), but"):
        turn.method(minigrad.ones(1), 2.5)


def test_several_methods_at_once():
    assert methods(scale, scale) == (method(scale), method(scale))


def test_sizes_may_be_spread_out():
    @parsed
    def lay(input: "Tensor", sizes: "Shape"):  # noqa: F821
        return sizes

    x = minigrad.ones(1)
    assert spread(lay)(x, 2, 3) == (2, 3) == spread(lay)(x, (2, 3)) == spread(lay)(x, sizes=(2, 3))
    assert spread(lay)(x, 2) == (2,)
