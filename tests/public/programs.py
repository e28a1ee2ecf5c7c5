"""Ordinary calls and public reports, each a program after ``import torch``, in our own words."""

PROGRAMS = {
    "kl_of_categoricals_with_a_zero": """
import torch.distributions as D

print(
    D.kl_divergence(
        D.Categorical(torch.tensor([0.5, 0.5])), D.Categorical(torch.tensor([0.0, 1.0]))
    )
)
""",
    "allclose_of_two_types": """
print(torch.allclose(torch.ones(1), torch.ones(1, dtype=torch.float64)))
""",
    "meshgrid_of_a_matrix": """
print(torch.meshgrid(torch.ones(2, 2), torch.ones(2), indexing="ij")[0].shape)
""",
    "icdf_and_expand": """
print(
    torch.distributions.Normal(0.0, 1.0).icdf(torch.tensor([0.5])),
    torch.distributions.Normal(torch.zeros(2), 1.0).expand((3, 2)).batch_shape,
)
""",
    "hardswish_after_linear": """
y = torch.nn.Hardswish()(torch.nn.Linear(2, 2)(torch.ones(1, 2)))
y.sum().backward()
print("ok")
""",
    "softmax_with_a_type": """
print(torch.nn.functional.softmax(torch.ones(2), dim=0, dtype=torch.float64).dtype)
""",
    "printoptions_by_position": """
torch.set_printoptions(2)
print(torch.tensor([1.23456]))
torch.set_printoptions(precision=4)
""",
    "floating_point_and_numel": """
print(torch.is_floating_point(torch.ones(1)), torch.numel(torch.ones(3)))
""",
    "tensor_split": """
print([t.shape for t in torch.arange(5).tensor_split(2)])
""",
    "gaussian_nll_loss": """
print(torch.nn.GaussianNLLLoss()(torch.ones(1), torch.zeros(1), torch.ones(1)))
""",
    "transformer_classes": """
print(torch.nn.Transformer, torch.nn.TransformerDecoderLayer)
""",
    "inf": """
x = torch.zeros(2)
x[0] = torch.inf
print(x, -torch.inf < 0)
""",
    "newaxis": """
print(torch.ones(2)[:, torch.newaxis].shape)
""",
    "dropout2d_of_a_matrix": """
print(torch.nn.Dropout2d(0.5)(torch.ones(2, 3)).shape)
""",
    "cudnn_benchmark": """
import torch.backends.cudnn as cudnn

cudnn.benchmark = True
print("ok")
""",
    "linalg_norm": """
print(torch.linalg.norm(torch.tensor([3.0, 4.0])))
""",
    "bfloat16": """
print(torch.bfloat16, torch.ones(2, dtype=torch.bfloat16).dtype)
""",
    "a_whole_module_saved": """
m = torch.nn.Linear(2, 1)
torch.save(m, "m.pt")
print(type(torch.load("m.pt", weights_only=False)).__name__)
""",
    "step_of_an_epoch": """
o = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=1.0)
s = torch.optim.lr_scheduler.StepLR(o, 2)
o.step()
s.step(3)
print(s.get_last_lr())
""",
    "adamax": """
print(torch.optim.Adamax([torch.ones(1, requires_grad=True)]).defaults["lr"])
""",
    "cyclic_lr": """
print(
    torch.optim.lr_scheduler.CyclicLR(
        torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=1.0), 0.1, 1.0
    ).get_last_lr()
)
""",
    "masked_fill_with_a_vector": """
x = torch.zeros(2, 3)
x.masked_fill_(torch.ones(2, 3).bool(), torch.tensor([1.0, 2.0, 3.0]))
print(x)
""",
    "mode": """
print(torch.mode(torch.tensor([1, 2, 2])).values)
""",
    "median_of_nothing": """
print(torch.zeros(0).median())
""",
    "shifts": """
print(torch.tensor([5]) << 1, torch.tensor([5]) >> 1)
""",
    "fmod": """
print(torch.fmod(torch.tensor([-7.0]), 3))
""",
    "range": """
print(torch.range(0, 3))
""",
    "einsum_of_a_diagonal": """
print(torch.einsum("ii->i", torch.eye(2)), torch.einsum("ii", torch.eye(2)))
""",
    "norm_of_order_0": """
print(torch.norm(torch.tensor([2.0, 0.0]), 0))
""",
    "attention_fully_masked": """
m = torch.nn.MultiheadAttention(2, 1)
x = torch.ones(2, 1, 2)
print(m(x, x, x, attn_mask=torch.tensor([[True, True], [False, False]]))[1])
""",
    "random_": """
print(torch.tensor([1, 2, 3]).random_(0, 1))
""",
    "index_put_accumulated": """
print(torch.zeros(3).index_put_([torch.tensor([0, 0])], torch.tensor(1.0), accumulate=True))
""",
    "index_add_and_index_fill": """
print(
    torch.zeros(3).index_add(0, torch.tensor([0, 0]), torch.ones(2)),
    torch.zeros(2).index_fill(0, torch.tensor([1]), 2.0),
)
""",
    "bucketize_and_searchsorted": """
print(
    torch.bucketize(torch.tensor([2.0]), torch.tensor([1.0, 3.0])),
    torch.searchsorted(torch.tensor([1.0, 3.0]), torch.tensor([2.0])),
)
""",
    "quantile_and_nanmean": """
print(
    torch.quantile(torch.tensor([1.0, 2.0, 3.0]), 0.5),
    torch.nanmean(torch.tensor([1.0, torch.nan])),
)
""",
    "roll_and_diff": """
print(torch.roll(torch.tensor([1, 2, 3]), 1), torch.diff(torch.tensor([1, 4, 9])))
""",
    "unfold": """
print(torch.arange(4.0).unfold(0, 2, 1))
""",
    "cdist": """
print(torch.cdist(torch.zeros(1, 2), torch.ones(1, 2)))
""",
    "interpolate": """
print(
    torch.nn.functional.interpolate(torch.arange(4.0).view(1, 1, 2, 2), scale_factor=2)[
        0, 0, 0
    ]
)
""",
    "relu6_and_selu": """
print(torch.nn.functional.relu6(torch.tensor([7.0])), torch.nn.SELU()(torch.tensor([0.0])))
""",
    "instance_norm": """
print(torch.nn.InstanceNorm2d(2)(torch.ones(1, 2, 2, 2)).shape)
""",
    "margin_ranking_loss": """
print(torch.nn.MarginRankingLoss()(torch.ones(1), torch.zeros(1), torch.ones(1)))
""",
    "weight_norm": """
print(torch.nn.utils.weight_norm(torch.nn.Linear(1, 1)).weight_g.shape)
""",
    "sparse_embedding": """
print(torch.nn.Embedding(3, 2, sparse=True)(torch.tensor([1])).shape)
""",
    "weighted_random_sampler": """
print(list(torch.utils.data.WeightedRandomSampler([0.0, 1.0], 2)))
""",
    "uniform_and_multivariate_normal": """
print(
    torch.distributions.Uniform(0.0, 1.0).log_prob(torch.tensor(0.5)),
    torch.distributions.MultivariateNormal(torch.zeros(2), torch.eye(2)).log_prob(
        torch.zeros(2)
    ),
)
""",
    "unsqueeze_": """
x = torch.ones(2)
x.unsqueeze_(0)
print(x.shape)
""",
    "resize_": """
x = torch.ones(2, 2)
x.resize_(4)
print(x.shape)
""",
    "matmul_into_out": """
print(torch.matmul(torch.eye(2), torch.eye(2), out=torch.empty(2, 2)))
""",
    "size_average": """
print(
    torch.nn.functional.binary_cross_entropy(
        torch.tensor([0.5]), torch.tensor([1.0]), size_average=False
    )
)
""",
    "einops_rearrange": """
from einops import rearrange

print(rearrange(torch.ones(2, 3), "a b -> b a").shape)
""",
    "stack_of_nothing": """
print(torch.stack([]))
""",
    "histograms": """
print(
    torch.histogram(torch.tensor([1.0, 2.0, 2.0]), 2).hist,
    torch.histc(torch.tensor([1.0, 2.0, 2.0]), 2),
)
""",
    "size_of_a_storage": """
print(torch.tensor([1.0, 2.0]).storage().size())
""",
}
