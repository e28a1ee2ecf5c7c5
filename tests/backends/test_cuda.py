import minigrad
from minigrad.backends import cuda


def test_products_of_matrices_have_a_switch_of_no_effect():
    cuda.matmul.allow_tf32 = True
    assert minigrad.backends.cuda.matmul.allow_tf32
    cuda.matmul.allow_tf32 = False


def test_built_is_available():
    assert cuda.is_built() == minigrad.cuda.is_available()
