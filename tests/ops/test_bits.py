from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
i<<1, i>>1, i<<i, 1<<i, 8>>i, torch.bitwise_left_shift(i,1), torch.bitwise_right_shift(i,i)
torch.bitwise_left_shift(2,i), i.bitwise_right_shift(1), i.bitwise_left_shift(i)
u<<1, torch.tensor([-7],dtype=torch.int8)>>1, i<<64, i<<-1, i>>64, i>>-1, -i>>64, u<<8
x=i; x<<=1; x, i, x._version
x=i; x>>=1; x, i.bitwise_left_shift_(3) is i, i.bitwise_right_shift_(1), i
pairs(lambda x, y: x << y)
pairs(lambda x, y: x >> y)
m<<1
1>>m
i<<1.5
yes<<yes
b<<1, b.bitwise_left_shift(i)
w<<1
i<<f
i.__lshift__(1), i.__rshift__(1), i.__rlshift__(1), i.__rrshift__(1)
i<<'a'
'a'>>i
i8<<100, i8<<200, i.int()<<i8
""")
