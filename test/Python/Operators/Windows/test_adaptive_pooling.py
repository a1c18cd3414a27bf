"""Pooling to a number of windows that does not divide the extent."""

import pytest
import torch
from torch.nn import functional as F

import torch_matrix
from conftest import check_gradients

SIZES = [((8, 11), (5, 3)), ((8, 11), (3, 11)), ((7, 9), (9, 12)), ((8, 12), (4, 5)), ((6, 40), (5, 37))]
VOLUMES = [((5, 6, 7), (2, 4, 3)), ((4, 6, 8), (2, 4, 5)), ((3, 3, 3), (1, 2, 4))]


def pooled(kind: str, size, counts):
    pool = getattr(F, f"adaptive_{kind}_pool{len(size)}d")
    return lambda x: pool(x, counts)


@pytest.mark.parametrize("kind", ["avg", "max"])
@pytest.mark.parametrize("batch", [(3,), (2, 3)])
@pytest.mark.parametrize("size, counts", SIZES + VOLUMES)
def test_values_and_gradients(kind, batch, size, counts):
    check_gradients(pooled(kind, size, counts), torch.randn(*batch, *size))


@pytest.mark.parametrize("size, counts", SIZES + VOLUMES)
def test_indices(size, counts, assert_accelerated):
    """Ties and NaN included."""
    pool = getattr(F, f"adaptive_max_pool{len(size)}d")
    x = torch.randint(0, 3, (2, 3, *size)).float()
    assert_accelerated(lambda x: pool(x, counts, return_indices=True), x)
    x[0, :, 1, 2] = x[1, 0, 0, 1:3] = x[1, 1, -1] = torch.nan
    x[1, 2] = -torch.inf
    assert_accelerated(lambda x: pool(x, counts, return_indices=True), x)


@pytest.mark.parametrize("dtype", [torch.float64, torch.float16, torch.bfloat16])
@pytest.mark.parametrize("kind", ["avg", "max"])
def test_types(kind, dtype, assert_accelerated):
    assert_accelerated(pooled(kind, (8, 11), (5, 3)), torch.randn(2, 3, 8, 11, dtype=dtype))


def test_gradients_of_doubles():
    check_gradients(pooled("avg", (8, 11), (5, 3)), torch.randn(2, 3, 8, 11, dtype=torch.float64))


@pytest.mark.parametrize("kind, limit", [("avg", 8000), ("max", 12000)])
def test_cycles(kind, limit):
    """Elements at indices took 36,218 and 59,183 cycles."""
    found = torch_matrix.explain(pooled(kind, (32, 32), 5), torch.randn(1, 16, 32, 32))
    assert sum(program.cycles for program in found.graphs[0].programs) < limit
