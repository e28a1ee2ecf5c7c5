from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
m.unfold(1,2,2), m.unfold(1,2,2).stride(), m.unfold(0,0,1).shape, n.unfold(-1,3,1).shape
e.unfold(1,2,1)
m.unfold(dimension=0,size=2,step=1).shape, m.t().unfold(0,2,1), s.unfold(0,1,1), s.unfold(0,0,1)
w.unfold(0,2,1), w.unfold(0,2,1).grad_fn._saved_size, w.unfold(0,2,1).grad_fn._saved_dimension
m.unfold(0,2,2).unfold(1,2,1), m.unfold(1,2,1).mean(-1)
x=w*1; x.unfold(1,1,1)[0].mul_(2); x
m.unfold(2,2,1)
m.unfold(0,5,1)
m.unfold(0,2,0)
m.unfold(0,-2,1)
s.unfold(0,2,1)
grads(lambda x: x.unfold(0, 2, 1), [1.0, 2.0, 3.0, 4.0])
grads(lambda x: x.unfold(0, 2, 3) ** 2, [1.0, 2.0, 3.0, 4.0, 5.0])
seconds(lambda x: x.unfold(0, 2, 1) ** 2, [1.0, 2.0, 3.0])
""")
