"""Forms and layouts of products: NumPy decides in which order in memory a product and its gradients
lie.
"""

from tests.behaviours.table import row


@row(why="It is laid out as NumPy computes it; one that a leaf keeps lies as the leaf does.")
def the_order_in_memory_of_the_gradient_of_a_product(lib):
    """The strides of the gradient of a matrix that was turned before it was multiplied with."""
    weight = lib.ones(4, 3, requires_grad=True)
    (g,) = lib.autograd.grad((lib.ones(5, 3) @ weight.t()).sum(), weight)
    return g.stride()


@row(why="one sentence for all products of unequal types: that of two matrices")
def a_product_of_vectors_of_two_types(lib):
    """`dot`, `mv` and `bmm` refuse unequal types in words of their own."""
    lib.ones(2) @ lib.ones(2).double()


@row(why="NumPy knows products of bools")
def a_product_of_bools(lib):
    """Matrices of bools are not multiplied."""
    return lib.ones(2, 2).bool() @ lib.ones(2, 2).bool()
