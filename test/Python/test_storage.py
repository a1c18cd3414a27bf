"""Pooling with indices, and accesses to storage."""

import pytest
import torch
from torch.nn import functional as F


@pytest.mark.parametrize("options", [
    dict(kernel_size=2), dict(kernel_size=3, stride=2, padding=1),
    dict(kernel_size=(3, 2), dilation=2), dict(kernel_size=2, stride=3, ceil_mode=True),
    dict(kernel_size=3, padding=1, dilation=2, ceil_mode=True)])
def test_indices_of_pooling(assert_accelerated, options):
    x = torch.randn(2, 2, 7, 8)
    x[0, 0, 2:4, 3], x[1] = float("nan"), -float("inf")
    assert_accelerated(lambda x: F.max_pool2d(x, return_indices=True, **options), x)


def test_values_and_indices(assert_accelerated):
    """Indices of one pooling are used, and those of the other one are not; the graph has
    a constant."""
    assert_accelerated(lambda x: (
        F.max_pool1d(x, 3, 2, 1) + torch.tensor([1.0, 2, 3, 4]),
        F.max_pool1d(x, 3, return_indices=True)), torch.randn(2, 3, 8))


@pytest.mark.parametrize("shape, counts", [
    ((3, 11), (4,)), ((2, 7, 9), (3, 4)), ((2, 7, 3), (7, 5)), ((2, 5, 7, 6), (2, 3, 4))])
def test_windows_of_different_extents(assert_accelerated, shape, counts):
    x = torch.randn(shape).round()    # with equal elements
    x[0, ..., 2] = float("nan")
    pool = getattr(F, f"adaptive_max_pool{len(counts)}d")
    assert_accelerated(lambda x: pool(x, counts, return_indices=True), x)


def test_indices_of_integers(assert_accelerated):
    x = torch.randint(-3, 3, (1, 2, 4, 4, 4), dtype=torch.int32)
    assert_accelerated(lambda x: F.max_pool3d(x, 2, 1, return_indices=True), x)


def test_strided(assert_accelerated):
    def function(x):
        y = (x * 2).mT
        return (torch.as_strided(y, (2, 3), (1, 5), 2), x.as_strided((3,), (2,), 1) + 1,
                torch.as_strided_copy(y, (3, 3), (1, 1)),
                torch.as_strided_scatter(y, y[0, :2], (2,), (3,), 1))
    assert_accelerated(function, torch.randn(4, 5))


def test_bytes(assert_accelerated):
    assert_accelerated(lambda x: (x * 2).to(torch.uint8), torch.tensor([-3., 0, 100, 2]))


def test_identities(assert_accelerated):
    assert_accelerated(lambda x: (torch.matrix_power(x, 0), x @ torch.eye(3, 4)),
                       torch.randn(3, 3))


def test_strides_of_interpolation(assert_accelerated):
    """PyTorch's decomposition ends in a copy with the strides of the operands."""
    assert_accelerated(lambda x, y: torch.lerp(x.mT[::2], y, 0.3), torch.randn(4, 6),
                       torch.randn(3, 4))


def test_flip_of_rank_0(assert_accelerated):
    assert_accelerated(lambda x: (x * 2).flip(-1), torch.tensor(3.))
