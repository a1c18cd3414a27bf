"""Operators that this package takes apart, against eager mode."""

import pytest
import torch
from torch import nn
from torch.nn import functional as F


@pytest.mark.parametrize("p", [0., 1., 2., 3., float("inf")])
def test_distances(assert_matches_eager, p):
    assert_matches_eager(lambda a, b: torch.cdist(a, b, p), torch.randn(2, 4, 3),
                         torch.randn(2, 5, 3))


def test_distances_of_pairs(assert_matches_eager):
    assert_matches_eager(F.pdist, torch.randn(5, 3))


def test_factors_of_integers(assert_accelerated):
    x, a, b = (torch.arange(-5, 7).reshape(shape) for shape in ((3, 4), (2, 3, 2), (2, 2, 3)))
    assert_accelerated(lambda x, a, b: torch.addbmm(x[:, :3], a, b, beta=2.6, alpha=1.7), x, a, b)


@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
def test_embedding_bag(assert_matches_eager, mode):
    """With an empty bag and padding."""
    def bags(weight, indices, offsets):
        return F.embedding_bag(indices, weight, offsets, mode=mode, padding_idx=2)
    assert_matches_eager(bags, torch.randn(7, 3), torch.tensor([1, 2, 6, 6, 0]),
                         torch.tensor([0, 3, 3]))


@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
def test_last_offset_of_bags(assert_matches_eager, mode):
    """Indices after it are in no bag, or in the last one that has a maximum."""
    indices, offsets = torch.tensor([1, 2, 6, 6, 0, 3, 3]), torch.tensor([0, 2, 2, 5])
    assert_matches_eager(
        lambda weight: F.embedding_bag(indices, weight, offsets, mode=mode,
                                       include_last_offset=True), torch.randn(7, 3))


@pytest.mark.parametrize("range", [(0, 0), (-1, 1)])
def test_histogram(assert_matches_eager, range):
    x = torch.tensor([-2., -1, -.5, 0, .1, .9, 1, 3])
    assert_matches_eager(lambda x: torch.histc(x, 4, *range), x)


def test_concatenation_with_nothing(assert_matches_eager):
    assert_matches_eager(lambda a, b: torch.cat([a, b], 1), torch.empty(0),
                         torch.randn(2, 3))


def test_dimensions_from_the_end(assert_matches_eager):
    assert_matches_eager(lambda x: torch.permute(x * 2, (-1, 0, -2)) + 1,
                         torch.randn(2, 3, 4))


@pytest.mark.parametrize("kind", "tuvw")
@pytest.mark.parametrize("prefix", ["", "shifted_"])
def test_chebyshev_polynomials(assert_matches_eager, kind, prefix):
    function = getattr(torch.special, f"{prefix}chebyshev_polynomial_{kind}")
    x = torch.tensor([-1.5, -1, -.3, 0, .4, .99, 1, 1.7])
    assert_matches_eager(lambda x: function(x, torch.tensor([[-1.], [0], [1], [5]])), x)


def test_batch_norm_in_training_mode(assert_matches_eager):
    mean, var = torch.zeros(3), torch.ones(3)
    assert_matches_eager(
        lambda x: F.batch_norm(x, mean.clone(), var.clone(), training=True),
        torch.randn(2, 3, 4, 4))


@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("masked", ["nothing", "positions", "keys"])
def test_encoder_layer(assert_matches_eager, norm_first, masked):
    model = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, activation="gelu",
                                       norm_first=norm_first).eval()
    masks = {"nothing": {},
             "positions": {"src_mask": torch.ones(4, 4).triu(1).bool()},
             "keys": {"src_key_padding_mask": torch.tensor([[0, 0, 0, 1]] * 3).bool()}}
    assert_matches_eager(lambda x: model(x, **masks[masked]), torch.randn(3, 4, 8))


def test_weights_of_attention(assert_matches_eager):
    model = nn.MultiheadAttention(8, 2, batch_first=True).eval()
    for part in (0, 1):
        assert_matches_eager(lambda x: model(x, x, x)[part], torch.randn(3, 4, 8))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.int64, torch.bool])
def test_identity_matrices(assert_matches_eager, dtype):
    assert_matches_eager(lambda x: x.to(dtype) + torch.eye(3, 5, dtype=dtype),
                         torch.ones(3, 5))


@pytest.mark.parametrize("amounts", [(0, 0, 1, -1), (2, -3, -1, 1), (-2, -3), (-1, 0, 0, 2)])
def test_negative_padding(assert_matches_eager, amounts):
    """As a part of a program, whose other operators see the cropped tensor."""
    def shifted(x):
        return torch.exp(x[..., -2:, -2:].sum() + F.pad(x * 2, amounts, value=1.5) - 1)
    assert_matches_eager(shifted, torch.randn(2, 6, 7) * 0.1)


@pytest.mark.parametrize("mode", ["bilinear", "bicubic"])
@pytest.mark.parametrize("options", [
    {"size": (4, 5)}, {"size": (20, 7)}, {"scale_factor": (0.4, 1.7)},
    {"size": (3, 3), "align_corners": True}])
def test_smooth_resampling(assert_accelerated, mode, options):
    assert_accelerated(lambda x: F.interpolate(x, mode=mode, antialias=True, **options),
                       torch.randn(2, 9, 12).unsqueeze(0))


@pytest.mark.parametrize("reduction", ["none", "mean"])
def test_loss_in_chunks(assert_accelerated, reduction):
    options = nn.LinearCrossEntropyOptions(batch_chunk_size=2)
    assert_accelerated(
        lambda x, w, y: F.linear_cross_entropy(x, w, y, reduction=reduction,
                                               options=options),
        torch.randn(6, 4), torch.randn(5, 4), torch.randint(5, (6,)))


@pytest.mark.parametrize("range", [None, (-1., 1.)])
@pytest.mark.parametrize("density", [True, False])
def test_histogram_with_edges(assert_accelerated, range, density):
    x = torch.tensor([-2., -1, -.5, 0, .1, .9, 1, 3])
    assert_accelerated(
        lambda x, w: tuple(torch.histogram(x, 4, range=range, weight=w, density=density)),
        x, torch.rand(8))


@pytest.mark.parametrize("reduce", ["sum", "mean", "max", "min", "prod"])
def test_segments(assert_accelerated, reduce):
    """With an empty one."""
    def function(x, offsets):
        return torch.segment_reduce(x, reduce, offsets=offsets, axis=0)
    assert_accelerated(function, torch.randn(6, 2), torch.tensor([0, 2, 2, 6]))


@pytest.mark.parametrize("offset", [-2, 0, 3])
def test_diagonals(assert_accelerated, offset):
    x = torch.randn(2, 5, 6)
    assert_accelerated(lambda x: torch.diagonal_scatter(
        x, torch.diagonal(x, offset, 2, 1) + 1, offset, 2, 1), x)


def test_fake_quantization(assert_accelerated):
    scale, zero = torch.tensor([0.1, 0.02, 1.5]), torch.tensor([0, 3, -7], dtype=torch.int32)
    assert_accelerated(lambda x, scale: (
        torch.fake_quantize_per_tensor_affine(x, 0.1, 0, -128, 127),
        torch.fake_quantize_per_channel_affine(x, scale, zero, 1, -8, 7)),
        torch.randn(4, 3) * 5, scale)


def test_products_of_bytes(assert_accelerated):
    a, b = (torch.randint(-128, 128, shape, dtype=torch.int8) for shape in ((32, 16), (16, 8)))
    assert_accelerated(torch._int_mm, a, b)


def test_concatenation_promotes_all_tensors(assert_accelerated):
    """Tensors without part in the result, too."""
    assert_accelerated(lambda *tensors: torch.cat(tensors), torch.empty(0),
                       torch.tensor([[1, 2]]), torch.tensor([[3, 4]], dtype=torch.int32))


def test_histogram_at_edges(assert_accelerated):
    x = torch.arange(50.)
    assert_accelerated(lambda x: (torch.histc(x, 49, 0, 49), torch.histc(x, 49)), x)


@pytest.mark.parametrize("histogram", [torch.histc, torch.histogram])
def test_histogram_of_infinity_is_refused(histogram):
    compiled = torch.compile(histogram, backend="matrix", options={"strict": True})
    with pytest.raises(RuntimeError, match="range of .* is not finite"):
        compiled(torch.tensor([1., float("inf")]), 4)


def test_maxima_of_bags_in_training():
    def gradient(function):
        weight = torch.arange(21.).view(7, 3).requires_grad_()
        function(weight).sum().backward()
        return weight.grad

    def bags(weight):
        return F.embedding_bag(torch.tensor([1, 2, 6, 6, 0]), weight,
                               torch.tensor([0, 3, 3]), mode="max")
    assert torch.equal(gradient(torch.compile(bags, backend="matrix")), gradient(bags))


def test_normalization_in_double(assert_accelerated):
    assert_accelerated(lambda x: (
        F.layer_norm(x, (4,)), F.group_norm(x, 3), F.rms_norm(x, (4,)), F.instance_norm(x),
        F.batch_norm(x, x[0, :, 0], x[1, :, 1] ** 2), x.softmax(1), x.var(1), x.std(),
        F.gelu(x), F.cross_entropy(x, x.softmax(1))), torch.randn(2, 3, 4).double())


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_batch_norm_of_narrow_elements(assert_accelerated, dtype):
    """With statistics of f32, as under autocast, and of the narrow type."""
    x, mean, weight = torch.randn(2, 3, 5).to(dtype), torch.randn(3), torch.randn(3)
    for statistics in (torch.float32, dtype):
        assert_accelerated(lambda x, *others: F.batch_norm(x, *others), x, *(
            y.to(statistics) for y in (mean, weight ** 2, weight, mean)))


def test_variance_over_no_dimensions(assert_accelerated):
    """No dimensions stand for all."""
    assert_accelerated(lambda x: (x.var(()), x.std([], keepdim=True), *torch.var_mean(x, ()),
                                  x[0, 0].var(0, correction=0)), torch.randn(3, 4))


@pytest.mark.parametrize("derivative, batches", [
    (torch.func.jacfwd, False), (torch.func.jacfwd, True), (torch.func.hessian, False)])
def test_forward_mode(derivative, batches, assert_accelerated):
    """Derivatives of constants are zeros. Dynamo rejects batches of hessian."""
    def function(w, x):
        each = derivative(lambda x: torch.tanh(w @ x).square())
        return torch.vmap(each)(x) if batches else each(x)
    assert_accelerated(function, torch.randn(3, 4), torch.randn(2, 4) if batches else torch.randn(4))


@pytest.mark.parametrize("dtype", [torch.int64, torch.int32])
def test_repeats_of_a_known_sum(dtype, assert_accelerated):
    repeats = torch.tensor([3, 0, 5, 4], dtype=dtype)
    assert_accelerated(lambda x, n: torch.repeat_interleave(x, n, 0, output_size=12),
                       torch.randn(4, 3), repeats)
    assert_accelerated(lambda n: torch.repeat_interleave(n, output_size=12), repeats)


@pytest.mark.parametrize("repeats", [[3, 5, 5], [3, 5, 3], [3, 10, -1]])
def test_repeats_of_another_sum(repeats):
    compiled = torch.compile(lambda x, n: torch.repeat_interleave(x, n, 0, output_size=12),
                             backend="matrix", options={"strict": True})
    with pytest.raises((RuntimeError, IndexError), match="out of range"):
        compiled(torch.randn(3, 4), torch.tensor(repeats))
