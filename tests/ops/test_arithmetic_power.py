from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
2**i
(u**w).sum().backward();w.grad
x=w.detach().double().requires_grad_();(w**x).sum().backward();w.grad,x.grad
(i8**w).sum().backward();w.grad
(b**w).sum().backward();w.grad
yes.expand(2).pow_(2.5)
i**i
i**-1
2.0**i
2**f
i**0.5
i**2.0
f**b
2**b
f**i
i8**2
i8**i
torch.sqrt(b)
i.sqrt_()
f.pow_(2)
i.pow_(2)
torch.tensor(0)**-1
torch.tensor([-2,-1,-1,1,2])**torch.tensor([-1,-1,-2,-3,-1]), 2**torch.tensor([-1,2]), (-1)**-i
i.pow_(-1)
i.pow_(f)
f.pow_(i)
(-f)**0.5
(-f)**2.5
b**2
u**2
300**i8
0**torch.tensor(0.)
torch.tensor(0.)**-1
torch.tensor(0)**0
torch.tensor(-8.)**(1/3)
torch.sqrt(torch.tensor(-1.))
torch.tensor([-0.0, 0.0, -inf, inf, nan, 4.0])**0.5
torch.rsqrt(torch.tensor([0.0, -1.0, inf, nan])), torch.rsqrt(i), torch.rsqrt(b)
torch.square(b), torch.square(u), torch.square(i), f.square()
torch.square(torch.tensor([nan, -inf, -0.0]))
x = i.clone(); x.square_(); x
# types
pairs(lambda x, y: x**y)
# edges
grads(torch.sqrt, [0.0, 4.0, -1.0, inf])
grads(torch.rsqrt, [0.0, 4.0, -1.0, inf])
grads(torch.square, [0.0, -3.0, inf])
grads(lambda x: x**2, [0.0, -3.0])
grads(lambda x: x**0, [0.0, 2.0, nan, inf])
grads(lambda x: x**1, [0.0, 2.0])
grads(lambda x: x**-1, [0.0, 2.0])
grads(lambda x: x**0.5, [0.0, 4.0, -1.0])
grads(lambda x: x**1.5, [0.0, 4.0])
grads(lambda x: x**3, [0.0, -2.0])
grads(lambda x: x**2.0, [0.0, -2.0])
grads(torch.pow, [0.0, 0.0, 2.0, -2.0, 0.0, 3.0, 0.0], [0.0, 2.0, 0.0, 2.0, -1.0, 0.5, 0.5])
grads(lambda y: 0**y, [0.0, 1.0, -1.0, 2.5])
grads(lambda y: 2**y, [0.0, -1.0])
grads(lambda y: 1**y, [0.0, -1.0])
grads(lambda y: (-2.0) ** y, [2.0, 3.0])
grads(lambda x: x**x, [1.0, 2.0])
grads(lambda x: torch.tensor(2.0).double() ** x, [1.0, 2.0])
seconds(lambda x: x**0, [0.0, 2.0])
seconds(lambda x: x**1, [0.0, 2.0])
seconds(lambda x: x**2, [0.0, 2.0])
seconds(lambda x: x**3, [0.0, 2.0])
seconds(lambda x: x**-1, [0.0, 2.0])
seconds(lambda y: 0**y, [0.0, 1.0, -1.0])
seconds(lambda y: 2**y, [0.0, 1.0])
seconds(torch.pow, [0.0, 0.0, 2.0, -2.0, 0.0, 3.0], [0.0, 2.0, 0.0, 2.0, -1.0, 0.5])
seconds(torch.sqrt, [0.0, 4.0])
seconds(torch.rsqrt, [0.0, 4.0])
w**2, w**2.5, w**torch.tensor(2.0), 2**w, w**w, w**0, w.pow(2), w**-1, w.square()
x = w * 1; x **= 2; x
x = w * 1; x **= w; x
x = i.clone(); x **= 2; x
i**True, u**True, f**True, i8**False
f.pow(exponent=2), torch.pow(2,exponent=f)
i**2, b**2, b**1.5, 2**b, 2.5**i
torch.float_power(i,2), torch.float_power(2,w), torch.float_power(w,w), f.float_power(.5)
""")
