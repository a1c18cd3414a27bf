"""Reductions to few elements, of types that tiles do not combine."""

import pytest
import torch

import torch_matrix
from conftest import assert_close

X = torch.linspace(-3, 3, 60 * 101).view(60, 101)
REDUCTIONS = {
    "sum": lambda x: (x * 100).long().sum(),
    "amin": lambda x: (x * 100).long().amin(),
    "flat": lambda x: (x * 100).long().flatten().sum(),
    "rows": lambda x: (x * 100).long().view(2, -1).sum(1),
    "double": lambda x: x.double().std(),
    "product": lambda x: (1 + x * 1e-3).prod(),
    "any": lambda x: (x > 2.99).any(),
    "all": lambda x: (x > -4).all(),
    "any_dims": lambda x: (x.view(6, 10, 101) > 2.9).any((0, 2)),
    "infinite": lambda x: x.isinf().any(),
    "close": lambda x: torch.isclose(x, x + 1e-3).all()}


@pytest.mark.parametrize("name", REDUCTIONS)
def test_cycles(name):
    """Few for each element: all cores take part, and loads wait at the same time."""
    function = REDUCTIONS[name]
    found = torch_matrix.explain(function, X, options={"strict": True})
    assert_close(found.results, function(X))
    assert sum(program.cycles for program in found.graphs[0].programs) < 16 * X.numel()


@pytest.mark.parametrize("shape", [(), (1,), (7,), (3, 1, 5)])
@pytest.mark.parametrize("dtype", [torch.bool, torch.uint8, torch.float32, torch.complex64])
def test_truth(assert_accelerated, shape, dtype):
    x = torch.arange(max(1, torch.Size(shape).numel())).reshape(shape).to(dtype)
    assert_accelerated(lambda x: (x.any(), x.all(), x.any(-1) if x.dim() else x.any()), x)


def test_truth_of_complex_numbers(assert_accelerated):
    x = torch.tensor([0, 1j, 0, -1])
    assert_accelerated(lambda x, y: (x.logical_and(y), x.logical_or(y), y.logical_xor(x),
                                     x.logical_not()), x, x.flip(0) * 1j)
