from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
f[[0]]=i[0];f
f[[0]]=z;f
f[f>2]=i[0];f
f[[0]]=d[:1];f
n[9,None]
n[0,:,9]
n[:,9]
n[[0],9]
n[[0],[9]]
n[None,[9]]
n[n[:,:1]>3]
n[[0,1],n[0]>2]
n[[0,1,1],n[0]>20]
m[[[0,1]]]
m[[[True,False,True]]]
m[[(0,1),(1,2)]]
m[[i,i]]
m[[np.array([0,1])]]
m[[[0]]*40]
m[1+2j]
m[1:].stride(), m[:,1:].stride(), m[::2].stride(), m.unsqueeze(1).stride(),
    m.unsqueeze(0).stride(), m.unsqueeze(2).stride()
m.narrow(0,1,2)
m.narrow(1,0,2)
m.narrow(-1,-2,2)
m.narrow(0,2,2)
m.narrow(0,0,0)
m.narrow(2,0,1)
m.narrow(0,0,-1)
m.narrow(0,4,1)
torch.narrow(m,0,1,1)
m.select(0,1)
m.select(1,-1)
m.select(0,3)
m.select(2,0)
s.select(0,0)
torch.select(m,0,1)
m[0].zero_(); m
m[True]
m[False]
m[torch.tensor(True)]
m[torch.tensor(False)]
m[True,[0,1]]
m[[0,1],True]
m[False,[0,1]]
m[True,0]
m[0,True]
m[None,True]
m[:,True]
m[...,True]
m[True,True]
m[True,m>5]
s[True]
s[False]
s[None]
s[...]
s[()]
s[0]
s[:]
s[[0]]
s[yes]
m[torch.tensor(1)]
m[torch.tensor(-1)]
m[torch.tensor(5)]
m[torch.tensor(1.)]
m[torch.tensor([1.])]
m[1.0]
m[1.5:2]
m['a':2]
m[None,None]
m[None,...,None]
m[...,None]
m[...,...]
m[0,...]
m[...,0]
m[0,1,2]
m[0,0,...]
m[0,0,...,0]
m[:,:,0]
m[:,:,:]
m[0][1]
m[-1,-2]
m[3]
m[-4]
m[0,4]
m[0,-5]
m[1:]
m[:2]
m[::2]
m[1::2,::3]
m[-2:]
m[:-1]
m[::-1]
m[2:1]
m[5:]
m[-10:2]
m[1:100]
m[::0]
m[torch.tensor(1):]
m[np.int64(1)]
m[np.int64(1):np.int64(2)]
m[np.array(1)]
m[np.array([0,2])]
m[np.array([True,False,True])]
m[np.array([[0,1],[1,2]])]
m[range(2)]
m[[0,2]]
m[(0,2)]
m[[0,2],[1,3]]
m[[0,2],1]
m[1,[0,2]]
m[[0,2],:]
m[:,[0,2]]
m[[[0,1],[1,2]]]
m[[[0,1],[1,2]],0]
m[[[0],[1]],[0,1]]
m[[0,1],[0,1,2]]
m[[0,1,5]]
m[[0,1,-4]]
m[[]]
m[[],[]]
m[:,[]]
m[[],0]
m[[True,False,True]]
m[[True,False]]
m[[True,0,1]]
m[[True,False,True],[0,1]]
m[[True,False,True],[True,False,True,False]]
m[[[True,False,True,False]]*3]
m[m>5]
m[m>50]
m[m[0]>2]
m[:,m[0]>1]
m[m[:,0]>3]
m[m[:,0]>3,1]
m[m[:,0]>3,1:]
m[m[:,0]>3,[0,1]]
m[m[:,0]>3][0]
m[m>5,0]
n[n>5]
n[n[0]>5]
n[:,n[0]>5]
n[n[:,0]>3]
n[n[:,:,0]>3]
n[n[:,:,0]>3,1]
n[...,[0,1]]
n[[0,1],...,[0,1]]
n[[0,1],:,[0,1]]
n[0,:,[0,1]]
n[:,0,[0,1]]
n[[0,1],0]
n[[0,1],0,:]
n[[0,1],None,[0,1]]
n[[0,1],:,None,[0,1]]
n[:,[0,1],[0,1]]
n[:,[0,1],None,[0,1]]
n[None,[0,1],:,[0,1]]
n[[[0],[1]],[0,1,2]]
n[[[0],[1]],:,[0,1,2]]
n[1,[0,2],1:]
n[...,1,[0,2]]
n[[0,1],...]
n[torch.tensor([0,1])]
n[torch.tensor([[0,1]]),torch.tensor([1,2])]
n[torch.tensor([0,1],dtype=torch.int32)]
n[torch.tensor([0,1],dtype=torch.int8)]
n[torch.tensor([0,1],dtype=torch.int16)]
n[torch.tensor([],dtype=torch.long)]
n[torch.tensor([])]
n[torch.zeros(0,3,dtype=torch.long)]
n[:,torch.tensor([0,1]),0]
n[torch.tensor(0),torch.tensor([0,1])]
n[torch.tensor([0,1]),torch.tensor(0)]
n[torch.tensor([0,1]),torch.tensor(0),torch.tensor([1,2])]
n[[0,1],[0,1],[0,1]]
n[[0,1],[0,1],[0,1],[0,1]]
n[0,0,0,0]
n[object()]
n[{}]
n[{0}]
n[None:1]
n[slice(None),0]
n[[slice(0,1),0]]
n[[None,0]]
n[[0,None]]
n[[...,0]]
n[[torch.tensor(0),torch.tensor(1)]]
n[[torch.tensor([0,1]),torch.tensor([1,0])]]
n[[0,[1,2]]]
n[[np.int64(0),1]]
e[0]
e[[]]
e[:,0]
e[:,1:]
e[e>0]
e[:,[0,1]]
m[0]=5.;m
m[0]=torch.ones(4);m
m[0]=torch.ones(1);m
m[0]=torch.ones(3);m
m[0]=torch.ones(1,4);m
m[0]=torch.ones(2,4);m
m[:,1]=torch.tensor([1.,2.,3.]);m
m[:,1]=torch.tensor([[1.],[2.],[3.]]);m
m[1:,::2]=-1;m
m[...]=2;m
m[None]=3;m
m[()]=3;m
m[m>5]=0.;m
m[m>5]=torch.tensor(7.);m
m[m>5]=torch.tensor([7.]);m
m[m>5]=torch.arange(6.);m
m[m>5]=torch.arange(5.);m
m[m>50]=1.;m
m[m>50]=torch.tensor([]);m
m[[0,2]]=1.;m
m[[0,2]]=torch.ones(4);m
m[[0,2]]=torch.ones(2,4);m
m[[0,2]]=torch.ones(2,1);m
m[[0,2]]=torch.ones(3,4);m
m[[0,2],[1,3]]=9.;m
m[[0,2],[1,3]]=torch.tensor([8.,9.]);m
m[[0,0],[1,1]]=torch.tensor([8.,9.]);m
m[:,[0,1]]=torch.tensor([8.,9.]);m
m[1,[0,2]]=torch.tensor([8.,9.]);m
m[True]=4.;m
m[False]=4.;m
m[torch.tensor(True)]=4.;m
m[0,0]=torch.tensor(9.);m
m[0,0]=torch.tensor([9.]);m
m[0,0]=torch.tensor([9.,8.]);m
m[0,0]=i[0];m
m[0]=True;m
i[0]=2.7;i
i[0]=torch.tensor(2.7);i
i[[0]]=2.7;i
i[[0]]=torch.tensor([2.7]);i
i[i>1]=2.7;i
b[0]=2;b
b[[1]]=5;b
f[0]=i[0];f
f[[0]]=i[:1];f
f[f>2]=i[:1];f
i8[0]=300;i8
i8[[0]]=300;i8
m[0]='a';m
m[0]=[1,2,3,4];m
m[0]=np.ones(4);m
m[0]=np.float64(3);m
m[0]=None;m
m[5]=1.;m
m[[5]]=1.;m
m[0,5]=1.;m
m[::-1]=1.;m
m[2:1]=1.;m
m[2:1]=torch.ones(4);m
m[e.bool()[:,:0]]=1.;m
s[()]=1.;s
s[...]=1.;s
s[True]=1.;s
s[False]=1.;s
s[0]=1.;s
s[None]=torch.ones(1);s
m[0]=m[1];m
m[1:]=m[:-1];m
m[[0,1]]=m[[1,0]];m
m[:,0],m[0]=1,2;m
w[0]=1.;w
w2=w*1;w2[0]=5.;w2
w2=w*1;w2[0]=torch.ones(2,requires_grad=True);w2
w2=w*1;w2[[0]]=5.;w2
w2=w*1;w2[w2>2]=5.;w2
w2=w*1;w2[0,0]=w[1,1];w2
w2=torch.zeros(2,2);w2[0]=w[0];w2
w2=torch.zeros(2,2);w2[[0]]=w[0];w2
w2=torch.zeros(2,2);w2[w2==0]=w[0,0];w2
w2=torch.zeros(2,2);w2[True]=w;w2
w2=torch.zeros(2,2);w2[...]=w;w2
w2=torch.zeros(2,2,dtype=torch.int64);w2[0]=w[0];w2
w[0]
w[0,1]
w[[0,0]]
w[w>2]
w[...]
w[:]
w[:,:]
w[None]
w[True]
w[0:1]
w[:,0]
w[[0],0]
# edges
grads(lambda x: x[[0, 0, 2]], [1.0, 2.0, 3.0])
grads(lambda x: x[torch.tensor([[0, 0], [0, 1]])], [1.0, 2.0, 3.0])
grads(lambda x: x[[1, 1], [0, 0]], [[1.0, 2.0], [3.0, 4.0]])
grads(lambda x: x[:, [1, 1, 0]], [[1.0, 2.0], [3.0, 4.0]])
grads(lambda x: x[x > 1], [1.0, 2.0, 3.0])
grads(lambda x: x[0] * x[1], [[1.0, 2.0], [3.0, 4.0]])
grads(lambda x: x[-1, 0] * x[0, -1], [[1.0, 2.0], [3.0, 4.0]])
grads(lambda x: x[::2][1:], [1.0, 2.0, 3.0, 4.0])
grads(lambda x: x[5:], [1.0, 2.0])
grads(lambda x: x[[]], [1.0, 2.0])
grads(lambda x: x[True], [1.0, 2.0])
grads(lambda x: x[False], [1.0, 2.0])
grads(lambda x: x[None, ..., None], [1.0, 2.0])
grads(lambda x: x[True], 3.0)
x = w * 1; x[0] = 0; x.sum().backward(); w.grad
x = w * 1; x[[0, 0]] = 0; x.sum().backward(); w.grad
x = w * 1; x[x > 2] = 0; x.sum().backward(); w.grad
x = w * 1; x[0, 0] = x[1, 1]; x.sum().backward(); w.grad
x = w * 1; x[:, 0] *= 3; x.sum().backward(); w.grad
x = w * 1; x[[0]] += x[[1]]; x.sum().backward(); w.grad
x = torch.zeros(3); x[1:] = w[0]; x.sum().backward(); w.grad
x = torch.zeros(3); x[[2, 0]] = w[0]; (x * x).sum().backward(); w.grad
x = w * 1; y = x * x; x[0] = 0; y.sum().backward()
k = torch.tensor([0, 1]); y = w[k]; k[0] = 1; k
w[[0, 1]].grad_fn._saved_indices, w[:, [1]].grad_fn._saved_indices, w[w > 2].grad_fn._saved_indices
w[0].grad_fn._saved_index, w[0].grad_fn._saved_dim, w[1:].grad_fn._saved_start,
    w[:, 1:].grad_fn._saved_dim
w.select(0, 1), w.narrow(1, 0, 1), torch.select(w, 1, -1), torch.narrow(w, 0, 1, 1)
m.select(0, -4)
m.select(-3, 0)
m.narrow(0, 1.5, 1)
m.narrow(0, -4, 1)
m.narrow(0, -1, 2)
s.narrow(0, 0, 1)
[float(x) for x in f], len(m), len(f), [x.shape for x in m]
len(s)
3.0 in m, 30 in m
m.narrow(0,1)
m.narrow(0,1,'a')
m.narrow(0,'a',1)
m.narrow(0,1.5,1)
m.narrow(0,torch.tensor(1),1)
m.select(0)
m.select('a',0)
m.select(0,'a')
m.select(0,1.)
m[u]
m[torch.tensor([1,0,1],dtype=torch.uint8)]
m[torch.tensor(1,dtype=torch.uint8)]
f[u]
f[torch.tensor([1,0],dtype=torch.int8)]
f[torch.tensor([1,0],dtype=torch.int16)]
f[torch.tensor([1,0],dtype=torch.int32)]
f[torch.tensor(1,dtype=torch.int8)]
f[torch.tensor(1,dtype=torch.int16)]
f[torch.tensor([1.,0])]
f[torch.tensor(1.)]
f[[1.,0.]]
f[[0.5]]
f[1.]
f[{}]
f[None,'a']
f[[None]]
f[[0,None]]
m[[0,1],[0,1]]
m[[[0,1],[0,1]]]
m[([0,1],[0,1])]
m[[0,1]]
m[np.array([1,0],dtype=np.uint8)]
m[np.array([1,0,1],dtype=np.uint8)]
m[np.array([1.,0])]
m[np.array([1,0],dtype=np.int16)]
m[np.bool_(True)]
m[np.float64(1)]
m[np.uint8(1)]
m[1::-2]
m[0,0,0]
m[0,0,None,0]
m[...,0,...]
m[i,i,i]
m[i+9]
m[i-9]
m[:,i+9]
m[torch.tensor(9)]
m[9:]
m[None,9]
s[...,0]
s[i]
s[b]
s[torch.tensor(True)]
s[torch.tensor(0)]
s[[]]
m[()]
m[torch.zeros(0,dtype=torch.int64)]
m[torch.zeros(0)]
m[torch.zeros(0,dtype=torch.bool)]
m[b]
m[:,b]
m[b,0]
n[:,m>5]
n[m>5]
n[0,m>5]
n[b,:,i]
n[i,:,i]
n[i,None,i]
n[:,i,i].shape
n[i,:,0].shape
n[0,:,i].shape
n[:,0,i].shape
n[i,0].shape
n[...,i].shape
n[i,...,i].shape
n[torch.tensor(1),:,i].shape
n[:,torch.tensor(1),i].shape
n[i[:,None],i].shape
n[i,torch.tensor([0,1,2])]
n[i,b]
m[slice(0,2)]
m[0:torch.tensor(2)]
m['a':]
m[1.5:]
m[:2.]
m[(0,)]
m[0,1].item()
m[0]=w[0].detach(); m
m[0]=1;m
m[0]='a'; m
m[0]=None; m
m[0]=[1,2,3,4]; m
m[0]=(1,2,3,4); m
m[0]=np.ones(4); m
m[0]=np.float64(2);m[0]
m[0]=True;m[0]
m[0]=f; m
m[0]=torch.ones(4).double();m[0]
m[0]=torch.ones(1,1,4);m[0]
m[0]=torch.ones(2,4); m
n[0]=1.5;n[0]
n[0]=torch.tensor(1.5);n[0]
n[0,0]=torch.ones(4)*1.5;n[0]
b[0]=torch.tensor(0.5);b
m[i]=1.;m
m[i]=torch.ones(4);m
m[i]=torch.ones(2,4);m
m[i]=torch.ones(2,1);m
m[i]=torch.ones(3,4); m
m[i]=torch.ones(1,2,4);m
m[i]=torch.ones(2,2,4); m
m[i]=torch.ones(4).double(); m
m[i]=torch.tensor(2);m
m[i]=torch.tensor([2]);m
m[i]=torch.tensor([2,3,4,5]);m
m[i,i]=torch.tensor([5.,6.]);m
m[i*0,i*0]=torch.tensor([5.,6.]);m
m[i*0,i*0]+=1;m
m[m>5]=0;m
m[m>5]=torch.tensor(0);m
m[m>5]=torch.arange(5.); m
m[m>5]=torch.arange(6); m
m[m>5]=torch.arange(6).double(); m
m[m>50]=torch.arange(0.);m
m[m>50]=torch.arange(3.); m
m[b]=1; m
m[u]=1; m
m[::-1]=1; m
m[::2]=7;m
m[:,1]=torch.arange(3.);m
m[...]=3;m
m[...,0]=torch.arange(3.);m
m[None]=4;m
m[None,0]=4;m
m[True]=4;m
m[False]=4;m
m[torch.tensor(True)]=4;m
m[torch.tensor(False)]=4;m
m[()]=4;m
m[[]]=4;m
m[[]]=torch.ones(0,4);m
m[3]=1; m
m[0,9]=1; m
m[0,0,0]=1; m
s[0]=1; s
s[...]=3;s
s[()]=3;s
s[None]=3;s
m[[0,1],[0,1]]=9;m
m[[0,1],:]=9;m
m[0:2,[0,1]]=torch.tensor([[8.],[9.]]);m
n[i,:,i]=torch.arange(3);n
m[1.]=2; m
m['a']=2; m
w[0]=1; w
w[0,0]=1.; w
w[i]=1.; w
w[w>1]=1.; w
y=w*1;y[0]=w[1];y.grad_fn
y=w*1;y[0]=w[1];y.sum().backward();w.grad
y=w*1;y[i]=w[1];y.sum().backward();w.grad
y=w*1;y[i]=w[1];y.grad_fn
y=w*1;y[i,i]=w[1];y.grad_fn,y.grad_fn.next_functions
y=w*1;y[0]=3.;y.grad_fn,y.grad_fn.next_functions
y=w*1;y[0]=w;y
y=w*1;y[0,:]=w[0,0];y.grad_fn.next_functions
y=w*1;y[0]=w[0,0];y.grad_fn.next_functions[1][0]
y=w*1;y[:]=w;y.grad_fn,y.grad_fn.next_functions
y=w*1;y[:]=w[0];y.grad_fn,y.grad_fn.next_functions
y=w*1;y[...]=w;y.grad_fn,y.grad_fn.next_functions
y=w*1;y[0]=w[0];y.grad_fn,y.grad_fn.next_functions
y=w*1;y[0]=w[:1];y.grad_fn,y.grad_fn.next_functions
y=w*1;y[0:1]=w[:1];y.grad_fn,y.grad_fn.next_functions
y=w*1;y[y>1]=0.;y.grad_fn,y.grad_fn.next_functions
y=w*1;y[b]=w[0];y.grad_fn,y.grad_fn.next_functions
y=w*1;y[i]=w[:1];y.grad_fn,y.grad_fn.next_functions
y=w*1;y[y>1]=w[1,0];y.grad_fn,y.grad_fn.next_functions
w[0].grad_fn,w[0,0].grad_fn,w[:1].grad_fn,w[i].grad_fn,w[None].grad_fn,w[...].grad_fn,w[b].grad_fn,
    w[:].grad_fn
w[i]._is_view(),w[0]._is_view(),w[b]._is_view(),w[w>0]._is_view()
w[i].grad_fn._saved_indices
w[:,i].grad_fn._saved_indices
w[b].grad_fn._saved_indices
w[0,i].grad_fn.next_functions[0][0]
w[i,0].grad_fn.next_functions[0][0]
w[torch.tensor(0)].grad_fn
w[torch.tensor(0),i].grad_fn
w[torch.tensor(0,dtype=torch.int32)].grad_fn
w[np.array(0)].grad_fn
w[torch.tensor([0])].grad_fn
del m[0]; m
0 in m
m[0] in m
f.__getitem__(0)
m.__setitem__(0,1)
n[...,9]
n[0,...,9]
n[None,None,9]
n[:,:,9]
n[0,1,9]
n[i,9]
n[i,None,9]
m[9,f]
m[f,9]
m[b,9]
s[0,]
s[:,]
s[None,0]
s[0,0]
s[:,0]
s[i,]
s[0,:]
n[torch.tensor([0,9]),torch.tensor([9,0])]
n[torch.tensor([0,9]),:,torch.tensor([9,0])]
n[:,torch.tensor([0,9]),torch.tensor([9,0])]
n[m>5,i]
n[torch.ones(2,3)>0,torch.tensor([9]*6)]
n[torch.ones(2,3)>0,torch.tensor([9]*3)]
m[[True,2]]
m[[True,False,1.5]]
m[[[1.5,0.2],[0,1]]]
m[[0,1.7]]
m[0,[1.7]]
m[[1.7],[1.7]]
m[(1.7,)]
m[np.array(1.0)]
m[np.array(True)]
m[np.array([[True,False,True]]*2)]
m[np.array(1,dtype=np.uint8)]
m[np.array(1,dtype=np.int16)]
m[np.int8(1)]
m[np.array([],dtype=np.int64)]
m[np.array([])]
m[[[]]]
m[[[],[]]]
m[range(2),range(2)]
m[[slice(0,2)]]
m[[slice(0,2),0]]
m[[...,0]]
m[[[0,1],0]]
m[[0,[0,1]]]
m[((0,1),)]
m[((0,1),(0,1))]
m[[(0,1),(0,1)]]
m[True,False]
m[[True],0]
m[i.int()]
m[i.int(),i]
m[i.unsqueeze(0)]
m[i-3]
m[i-4]
m[i-5]
m[torch.tensor([[0,1],[2,9]])]
m['abc':]
m[{1}]
m[object()]
m[int]
m[lambda x:x]
m[1j]
m['']
m[b'a']
m[w]
m[w.long()]
m[torch.tensor(True),0]
m[0,torch.tensor(True)]
m[torch.tensor([True])]
m[:,torch.tensor([True])]
m[torch.tensor([[True]])]
m[m>5,None]
m[None,m>5]
m[...,m>5]
m[m>5,...]
m[m>5,m>5]
n[n>3,0]
m[u,u]
m[:2,u]
n[u]
n[u,0]
n[:,:,torch.tensor([1,0,0,1],dtype=torch.uint8)]
n[torch.tensor(1,dtype=torch.uint8)]=5;n
m[0][torch.tensor(1,dtype=torch.uint8)].shape
m[torch.tensor(-1,dtype=torch.int8)]
m[torch.tensor(3,dtype=torch.int16)]
m[torch.tensor(3)]
m[torch.tensor([3])]
m[torch.tensor(1):torch.tensor(3)]
m[torch.tensor([1]):]
m[torch.tensor([1,2]):]
m[:torch.tensor(2.)]
m[True:2]
m[None:None]
m[-100:100:2]
m[2:1].shape
m[100:].shape
m[0,2:1].shape
""")
