"""Gradients of layers, without operators in eager mode."""

import pytest
import torch
from torch.nn import functional as F

from conftest import check_gradients as check


@pytest.mark.parametrize("options", [
    dict(kernel_size=2), dict(kernel_size=3, stride=2, padding=1),
    dict(kernel_size=3, stride=2, padding=1, count_include_pad=False),
    dict(kernel_size=2, ceil_mode=True, divisor_override=3),
    dict(kernel_size=(3, 2), stride=1, padding=1, count_include_pad=False),
    dict(kernel_size=2, padding=1, ceil_mode=True)])
def test_averages(options):
    check(lambda x: F.avg_pool2d(x, **options), torch.randn(2, 2, 5, 7))


@pytest.mark.parametrize("pool", [
    lambda x: F.avg_pool1d(x, 2), lambda x: F.avg_pool1d(x, 3, 1, 1),
    lambda x: F.adaptive_avg_pool1d(x, 4)], ids=["side by side", "stride 1", "adaptive"])
def test_averages_of_undefined_numbers(pool):
    """Their gradients are those of no other window."""
    check(lambda x: pool(x).sqrt(), torch.tensor([[[4.0, 1, -9, 1, 0, 0, 2, 3]]]))


def test_windows():
    x = torch.randn(1, 2, 4, 5, 6)
    check(lambda x: torch.cat([y.flatten() for y in (
        F.avg_pool3d(x, 2), F.max_pool3d(x, 2, 1), F.adaptive_avg_pool3d(x, (2, 3, 1)),
        F.adaptive_avg_pool2d(x[0], (3, 1)), F.adaptive_max_pool2d(x[0], 4))]), x)


def test_padding():
    check(lambda x: F.pad(F.pad(x, (1, 2, 0, 3), mode="replicate"), (1, 1, 2, 1),
                          mode="reflect"), torch.randn(2, 2, 4, 5))


@pytest.mark.parametrize("options", [
    dict(mode="sum"), dict(mode="mean", padding_idx=2), dict(mode="max"),
    dict(mode="max", padding_idx=6)])
def test_bags(options):
    """With an empty bag."""
    indices, offsets = torch.tensor([1, 2, 6, 6, 0]), torch.tensor([0, 3, 3])
    check(lambda w: F.embedding_bag(indices, w, offsets, **options), torch.randn(7, 3))


def test_maxima_of_bags():
    """Padding that equals the maximum has no gradient; a NaN is found in its own bag."""
    table = torch.tensor([[1.0, 2.0], [3.0, 4.0], [3.0, 4.0], [0.0, 9.0]])
    for indices, padding in (([2, 1, 3, 0, 2], 2), ([1, 2, 0, 3], None)):
        bags = torch.tensor(indices), torch.tensor([0, 2])
        if padding is None:
            table = table.clone()
            table[1, 0] = float("nan")
        check(lambda w: F.embedding_bag(bags[0], w, bags[1], mode="max", padding_idx=padding),
              table)


def test_rows_with_a_largest_norm():
    """The table is changed."""
    def rows(table):
        table = table * 1
        return F.embedding(torch.tensor([[4, 1], [1, 2]]), table.detach(), max_norm=1.5) * table[0]
    check(rows, torch.randn(5, 3))


@pytest.mark.parametrize("reduction", ["none", "mean", "sum"])
def test_margins_of_labels(reduction):
    """PyTorch's decomposition differs where rows have few labels."""
    target = torch.tensor([[3, 0, -1, 1], [-1, 2, 0, 2], [1, 2, 0, 3]])
    for count in (3, 0):    # also a row without a batch
        check(lambda x: F.multilabel_margin_loss(x, target[:count] if count else target[0],
                                                 reduction=reduction),
              torch.randn([3, 4] if count else [4]))


def test_margins_that_are_no_numbers():
    """Eager mode adds positive margins only."""
    target = torch.tensor([[1, 0, -1, 2]])
    check(lambda x: F.multilabel_margin_loss(x, target),
          torch.tensor([[1.0, float("nan"), 3.0, 2.0]]))


def test_imaginary_parts_of_conjugates():
    """The forward pass of training returns a view with a sign bit."""
    check(lambda x: torch.fft.ifft(x).imag, torch.randn(3, 8))
    check(lambda x: torch.fft.rfft(x).abs(), torch.randn(3, 8))


@pytest.mark.parametrize("dim", [0, 2])
def test_normalized_weights(dim):
    v = torch.randn(3, 4, 5)
    g = torch.rand([extent if i == dim else 1 for i, extent in enumerate(v.shape)])
    check(lambda v, g: torch._weight_norm(v, g, dim), v, g)


def test_weights_of_bags():
    indices = torch.tensor([[1, 2, 6], [6, 0, 1]])
    check(lambda w, each: F.embedding_bag(indices, w, mode="sum", per_sample_weights=each),
          torch.randn(7, 3), torch.rand(2, 3))


@pytest.mark.parametrize("p", [1.0, 2.0, 3.0, float("inf")])
def test_distances(p):
    a, b = torch.randn(2, 4, 3), torch.randn(2, 5, 3)
    b[:, 0] = a[:, 0]    # a distance of zero
    check(lambda a, b: torch.cdist(a, b, p, compute_mode="donot_use_mm_for_euclid_dist"), a, b)


def test_transposed_convolution_of_each_channel(assert_accelerated):
    model = torch.nn.ConvTranspose2d(4, 8, 3, stride=2, padding=1, output_padding=1, groups=4)
    assert_accelerated(model, torch.randn(1, 4, 3, 4))
    check(model, torch.randn(1, 4, 3, 4))


@pytest.mark.parametrize("model, shape", [
    (torch.nn.ConvTranspose2d(6, 4, 2, stride=2), (2, 6, 3, 5)),
    (torch.nn.ConvTranspose2d(4, 6, 4, stride=2, padding=1, bias=False), (1, 4, 3, 5)),
    (torch.nn.ConvTranspose2d(4, 6, (6, 2), stride=(3, 1), padding=(2, 0),
                              output_padding=(2, 0), groups=2), (1, 4, 3, 4)),
    (torch.nn.ConvTranspose1d(3, 5, 4, stride=4, output_padding=3), (2, 3, 6)),
    (torch.nn.ConvTranspose3d(2, 3, 2, stride=2), (1, 2, 2, 3, 2)),
    (torch.nn.ConvTranspose2d(4, 8, 2, stride=2, groups=4), (1, 4, 3, 4))])
def test_transposed_convolution_in_phases(assert_accelerated, model, shape):
    assert_accelerated(model, torch.randn(shape))
    check(model, torch.randn(shape))


@pytest.mark.parametrize("model, shape", [
    (torch.nn.ConvTranspose2d(20, 6, 4), (3, 20, 1, 1)),
    (torch.nn.ConvTranspose2d(20, 6, 4, stride=2, padding=1, bias=False), (1, 20, 1, 1)),
    (torch.nn.ConvTranspose2d(20, 6, 4, stride=2, padding=1, output_padding=1), (2, 20, 2, 3)),
    (torch.nn.ConvTranspose2d(20, 6, (4, 6), stride=(2, 3), padding=(1, 2)), (1, 20, 3, 4)),
    (torch.nn.ConvTranspose1d(20, 6, 4, stride=2), (1, 20, 9)),
    (torch.nn.ConvTranspose3d(20, 6, 2, stride=2), (1, 20, 2, 2, 3))])
def test_transposed_convolution_of_small_images(assert_accelerated, model, shape):
    assert_accelerated(model, torch.randn(shape))


def test_transposed_convolution_of_infinities(assert_accelerated):
    x = torch.randn(1, 3, 4, 4)
    x[0, 1, 2, 1], x[0, 0, 1, 3] = float("inf"), float("nan")
    assert_accelerated(torch.nn.ConvTranspose2d(3, 2, 2, stride=2), x)


@pytest.mark.parametrize("mode", ["bilinear", "bicubic"])
def test_smooth_resampling(mode):
    check(lambda x: torch.cat([F.interpolate(x, mode=mode, antialias=True, **options).flatten()
                               for options in ({"size": (4, 5)}, {"scale_factor": (0.4, 1.7)},
                                               {"size": (20, 7), "align_corners": True})]),
          torch.randn(1, 2, 9, 12))


@pytest.mark.parametrize("bounds", [(0.1, 0.3), (0.2, 0.2)])
def test_leaky_units_without_training(bounds):
    """torch-mlir lowers another gradient."""
    check(lambda x: F.rrelu(x, *bounds), torch.randn(4, 5))


def test_powers():
    """With computed exponents, and constant ones beyond products."""
    check(lambda x, y: torch.cat([x ** y, x ** 7.5, 3.0 ** y, (x - 2) ** 9]),
          4 * torch.rand(5, 7) + 0.1, 3 * torch.randn(5, 7))
