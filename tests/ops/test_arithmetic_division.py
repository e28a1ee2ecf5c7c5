from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.div(w, w, rounding_mode=None).grad_fn._saved_rounding_mode
i.div(2, rounding_mode=None), i.div_(2, rounding_mode=None)
yes.expand(2).remainder_(1.5)
i.remainder_(1.5)
grads(lambda x, y: torch.div(x, y, rounding_mode=None), [1.0, 2.0], [4.0, inf])
seconds(lambda x, y: torch.div(x, y, rounding_mode=None), [1.0, 2.0], [4.0, 0.5])
i//2
i//2.5
f//0
i//0
i%0
f%0
i%2.5
5//i
5%i
7.5//i
f//i
torch.remainder(5,i)
(-f)//1
(-f)%1
i.remainder_(2)
i.floor_divide_(2)
torch.tensor([inf,-inf,nan])//2
torch.tensor([inf,-inf,3.,-3.])%torch.tensor([2.,2.,inf,inf])
torch.tensor([5,-5])//torch.tensor([-3,3])
b/b
torch.ones(2,requires_grad=True)//2
torch.ones(2,requires_grad=True)%2
i8//300
i8%300
i8/300
s/0
s//0
-s/0
z/0
torch.tensor(0.)/0
1/torch.tensor(0.)
1/torch.tensor(0)
torch.div(f, f, rounding_mode='x')
torch.div(f, 0, rounding_mode='floor'), torch.div(f, 0, rounding_mode='trunc')
torch.div(i, 0, rounding_mode='floor')
torch.div(i, 0, rounding_mode='trunc')
torch.div(-f, 2, rounding_mode='trunc'), torch.div(i8, 300, rounding_mode='floor')
torch.div(2, f, rounding_mode='floor')
f.div(2, rounding_mode='trunc'), f.div(2, rounding_mode=None)
torch.divide(f, 2, rounding_mode='floor')
i.div_(2, rounding_mode='trunc'), f.div_(2.5, rounding_mode='floor'), f.div_(i)
i.div_(2.5, rounding_mode='trunc')
i.div_(2)
f.div_(torch.ones(3), rounding_mode='floor')
torch.div(torch.tensor([-7, 7, -6]), torch.tensor([2, -2, 2]), rounding_mode='trunc')
torch.div(torch.tensor([-7, 7, -6]), torch.tensor([2, -2, 2]), rounding_mode='floor')
torch.div(u, torch.tensor([3, 7], dtype=torch.uint8), rounding_mode='trunc')
torch.div(f, torch.tensor([inf, 0.]), rounding_mode='trunc')
torch.div(torch.tensor([nan, -0.0, -5.0]), 2, rounding_mode='trunc')
torch.true_divide(f, 2), f.true_divide(2)
# types
pairs(lambda x, y: x / y)
pairs(lambda x, y: x // y)
pairs(lambda x, y: x % y)
pairs(lambda x, y: torch.div(x, y, rounding_mode='trunc'))
pairs(lambda x, y: torch.div(x, y, rounding_mode='floor'))
# edges
grads(lambda x, y: x / y, [1.0, 0.0, 2.0], [0.0, 0.0, inf])
grads(lambda x: 1 / x, [0.0, inf, -2.0])
grads(torch.reciprocal, [0.0, 2.0, inf])
grads(lambda x, y: x % y, [5.0, -5.0, 5.0, 0.0, 3.0], [3.0, 3.0, -3.0, 2.0, 3.0])
grads(lambda x: x % 3, [5.0, -5.0, 3.0])
grads(lambda x, y: torch.div(x, y, rounding_mode='floor'), [5.0, -5.0], [3.0, 3.0])
seconds(lambda x, y: x % y, [5.0, -5.0, 3.0], [3.0, 3.0, 3.0])
(w // 2).sum().backward()
x = w * 1; x //= 2; x.grad_fn.name().rpartition("::")[2]
x = w * 1; x %= 2; x
x = torch.ones(2, dtype=torch.int64); x /= 2; x
x = torch.ones(2, dtype=torch.int64); x %= 2.5; x
torch.ones(2, 3) / torch.ones(3, 2)
w.div(2, rounding_mode='floor'), torch.div(w, w, rounding_mode='trunc')
w.div(s, rounding_mode='trunc').grad_fn.next_functions[1]
torch.div(1,f), torch.div(1,i), torch.div(1,2), torch.div(7,f,rounding_mode='floor')
torch.div(1,w), torch.true_divide(1,w), torch.divide(1,w), torch.true_divide(1,2)
grads(lambda x: torch.div(3,x), [2.0, 3.0])
torch.floor_divide(7,f), torch.floor_divide(7,i), torch.floor_divide(7,2), torch.floor_divide(7,w)
torch.floor_divide(7,0)
torch.floor_divide(7,w).sum().backward()
grads(lambda x: torch.tensor([5, -7]) % x, [0.0, 2.0])
grads(lambda x: torch.tensor([True, False]) % x, [1.0, -2.0])
3%f, 2.5%i, 7%i, torch.remainder(7,u)
2%b
2%torch.tensor([0,1])
5%torch.tensor([0.,2.])
f.remainder(other=2.)
u.remainder_(-1)
u.remainder_(300)
i8.remainder_(200), i8.remainder_(-200)
u.remainder_(256)
u.remainder_(2.5)
u.remainder_(True), i.remainder_(True), f.remainder_(-1)
(2 % w).detach(), (2.5 % w).detach(), np.float64(2) % f, True % f
""")
