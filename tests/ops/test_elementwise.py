from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
2**i
i**i
i**-i
i**-1
2**-i
2.0**i
2**f
i**0.5
i**2.0
b**b
f**b
2**b
f**i
i8**2
i8**i
torch.pow(2,3)
torch.pow('a',f)
f**'a'
torch.pow(f,'a')
torch.sqrt('a')
torch.sqrt(b)
torch.exp(i)
torch.relu(i)
torch.relu(b)
torch.abs(b)
torch.sign(b)
torch.sign(u)
torch.sigmoid(i)
torch.sin(2.0)
i.exp_()
i.sqrt_()
f.pow_(2)
i.pow_(2)
i.pow_(2.5)
i.pow_(-1)
i.pow_(f)
f.pow_(i)
(-f)**0.5
(-f)**2.5
torch.abs(i)
torch.relu(torch.tensor([nan,-0.0,0.0]))
torch.sign(torch.tensor([nan,-0.0]))
b**2
f.abs_()
u**2
300**i8
torch.tensor(2**63-1)+1
abs(torch.tensor(-128,dtype=torch.int8))
0**torch.tensor(0.)
torch.tensor(0.)**-1
torch.tensor(0)**0
torch.tensor(0)**-1
torch.tensor(-8.)**(1/3)
torch.log(torch.tensor(0.)), torch.log(torch.tensor(-1.)), torch.log(torch.tensor(0))
torch.sqrt(torch.tensor(-1.))
torch.exp(torch.tensor(1000.)), torch.exp(torch.tensor(-1000.))
torch.sigmoid(torch.tensor([1000.,-1000.,nan]))
torch.tanh(torch.tensor([1000.,-1000.,nan]))
torch.sin(torch.tensor(inf))
# types
pairs(lambda x, y: x**y)
# edges
grads(torch.relu, [-1.0, 0.0, -0.0, 2.0, nan, inf, -inf])
grads(torch.abs, [-1.0, 0.0, -0.0, 2.0, nan, inf])
grads(torch.sign, [-1.0, 0.0, nan])
grads(torch.sqrt, [0.0, 4.0, -1.0, inf])
grads(torch.log, [0.0, 2.0, -1.0, inf])
grads(torch.exp, [0.0, 1000.0, -1000.0])
grads(torch.tanh, [0.0, 1000.0, -1000.0, nan])
grads(torch.sigmoid, [0.0, 1000.0, -1000.0, nan])
grads(torch.reciprocal, [0.0, 2.0, inf])
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
w**2, w**2.5, w**torch.tensor(2.0), 2**w, w**w, w**0, w.pow(2), w**-1
x = w * 1; x **= 2; x
x = w * 1; x **= w; x
x = i.clone(); x **= 2; x
x = i.clone(); x **= 2.5; x
x = w * 1; x.relu_().sum().backward(); w.grad
x = w * 1; x.exp_().sum().backward(); w.grad
x = w * 1; x.sin_().sum().backward(); w.grad
w.exp_()
i.sigmoid_()
torch.exp(2.0)
torch.relu([1.0])
torch.pow(2.0, 3.0)
""")
