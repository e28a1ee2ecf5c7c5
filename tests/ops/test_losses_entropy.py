from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
bce = torch.nn.functional.binary_cross_entropy;
    bce(torch.tensor([0., 1., 0., 1.]), torch.tensor([0., 1., 1., 0.]), reduction='none')
bce = torch.nn.functional.binary_cross_entropy;
    grads(lambda x, y: bce(x, y, reduction='none'), [0., 1., 0., 1., .25], [0., 1., 1., 0., 1.])
bce = torch.nn.functional.binary_cross_entropy; curves(bce, [.2, .7, .9], [0., 1., .3])
bce = torch.nn.functional.binary_cross_entropy;
    curves(lambda x, y: bce(x, y, torch.tensor(2.)), [.2, .7], [0., 1.])
bce = torch.nn.functional.binary_cross_entropy; bce(f / 4, f / 5)
bce = torch.nn.functional.binary_cross_entropy; bce(e, e), bce(e, e, reduction='sum')
bce = torch.nn.functional.binary_cross_entropy; bce(f, f / 5)
bce = torch.nn.functional.binary_cross_entropy; bce(f / 5, -f)
bce = torch.nn.functional.binary_cross_entropy; bce(f * nan, f / 5)
bce = torch.nn.functional.binary_cross_entropy;
    x = (w / 5).detach().requires_grad_(); y = bce(x, w.detach() / 4, w.detach().double());
    y.backward(); y, x.grad, y.grad_fn._saved_weight
bce = torch.nn.functional.binary_cross_entropy_with_logits;
    bce(torch.tensor([100., -100., inf, -inf]), torch.tensor([0., 1., 1., 0.]), reduction='none')
bce = torch.nn.functional.binary_cross_entropy_with_logits;
    grads(lambda x, y: bce(x, y, reduction='none'), [1., 99., -99., inf], [0., 1., 1., 0.])
bce = torch.nn.functional.binary_cross_entropy_with_logits; curves(bce, [-2., .7, 9.], [0., 1., .3])
bce = torch.nn.functional.binary_cross_entropy_with_logits;
    curves(lambda x, y: bce(x, y, pos_weight=torch.tensor([2., .5])), [-2., .7], [0., .3])
bce = torch.nn.functional.binary_cross_entropy_with_logits; bce(f, d)
bce = torch.nn.functional.binary_cross_entropy_with_logits;
    y = bce(w, w.detach().double() / 4, w.detach().double()); y.backward(); y, w.grad
bce = torch.nn.functional.binary_cross_entropy_with_logits; bce(w, w / 4).grad_fn.next_functions[1]
""")
