"""Gradients of images that are sampled at coordinates that are known, and of maximum pooling."""

import pytest
import torch
from torch.nn import functional as F

from conftest import check_gradients
from torch_matrix.operators import scatter

SIZES = [{"size": (8, 10)}, {"size": (3, 7)}, {"scale_factor": (1.7, 0.6)}]


@pytest.fixture(autouse=True)
def without_writes(monkeypatch):
    """Sums at indices take a hundred times as long."""
    def fail(*arguments):
        raise AssertionError("writes at indices")
    monkeypatch.setattr(scatter, "put", fail)


def resampled(modes, sizes):
    return lambda x: torch.cat([
        F.interpolate(x, mode=mode, align_corners=corners, **options).flatten()
        for mode, corners in modes for options in sizes])


def test_smooth_images():
    check_gradients(resampled([("bilinear", False)], SIZES[:1]), torch.randn(2, 3, 4, 5))


def gradients(image, line, volume):
    aten, sizes = torch.ops.aten, ((6, 7), (1, 2, 4, 5))
    return (aten.upsample_bilinear2d_backward(image, *sizes, True),
            aten.upsample_bilinear2d_backward(image, *sizes, False, 1.6, 1.5),
            aten.upsample_bicubic2d_backward(image, *sizes, True),
            aten.upsample_bicubic2d_backward(image, *sizes, False),
            aten.upsample_linear1d_backward(line, (6,), (1, 2, 4), False),
            aten.upsample_trilinear3d_backward(volume, (2, 6, 7), (1, 2, 2, 4, 5), True))


def test_smooth_gradients(assert_accelerated):
    assert_accelerated(gradients, torch.randn(1, 2, 6, 7), torch.randn(1, 2, 6),
                       torch.randn(1, 2, 2, 6, 7))


def test_nearest_elements():
    modes = [("nearest", None), ("nearest-exact", None)]
    check_gradients(resampled(modes, SIZES[:2]), torch.randn(1, 2, 4, 5))


def test_infinite_gradients_of_whole_ratios(assert_accelerated):
    """Concern the elements that were copied."""
    def gradient(x, grad):
        return torch.ops.aten.upsample_nearest2d_backward(grad, (4, 6), (1, 1, 2, 3))
    grad = torch.randn(1, 1, 4, 6)
    grad[0, 0, 1, 2], grad[0, 0, 3, 5] = float("inf"), float("nan")
    assert_accelerated(gradient, torch.randn(1, 1, 2, 3), grad)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float64])
def test_other_types(dtype):
    check_gradients(resampled([("bilinear", False)], SIZES[:1]),
                    torch.randn(1, 2, 4, 5).to(dtype))


@pytest.mark.parametrize("windows", [
    ([3, 3], [2, 2], [1, 1], [1, 1], False), ([2, 2], [2, 2], [0, 0], [1, 1], False),
    ([3, 2], [2, 3], [1, 0], [1, 2], True)])
def test_maxima(assert_accelerated, windows):
    """Also with ties, NaN, padding, and windows that overlap or leave elements out."""
    x = torch.randint(5, (2, 3, 9, 10)).float()
    x[0, 0, 4, 5] = float("nan")
    y, index = torch.ops.aten.max_pool2d_with_indices(x, *windows)
    assert_accelerated(lambda grad: torch.ops.aten.max_pool2d_with_indices_backward(
        grad, x, *windows, index), torch.randn(y.shape))


def test_maxima_of_volumes():
    check_gradients(lambda x: F.max_pool3d(x, (2, 1, 2), 1), torch.randn(2, 3, 4, 3))
