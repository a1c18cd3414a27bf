"""Comparisons of integers that broadcasting repeats, and what consists of them."""

import pytest
import torch
from torch.nn import functional as F

import torch_matrix

NUMBERS = torch.tensor([0, -1, 5, 2**31, 2**31 - 1, -2**31, 2**32, -2**32, 2**32 + 5,
                        2**63 - 1, -2**63, -2**63 + 5])


@pytest.mark.parametrize("operators", [
    (torch.eq, torch.lt, torch.ge), (torch.ne, torch.gt, torch.le)])
def test_halves(assert_accelerated, operators):
    """All pairs of numbers whose upper or lower halves are equal."""
    assert_accelerated(lambda a, b: [operator(a.unsqueeze(1), b) for operator in operators],
                       NUMBERS, NUMBERS.flip(0))


def test_masks_take_no_scalar_code():
    """Less than one cycle for each comparison; scalar code takes thirty."""
    index, x = torch.randint(0, 64, (64,)), torch.randn(64, 64)
    found = torch_matrix.explain(lambda index, x: (
        F.one_hot(index, 64).float(), x.masked_fill(torch.arange(64) >= index.unsqueeze(1), 0)),
        index, x)
    assert sum(program.cycles for program in found.graphs[0].programs) < 2 * 64 * 64


def test_one_hot(assert_accelerated):
    """Dense, whatever the strides of the indices."""
    index = torch.randint(0, 6, (4, 5))
    assert_accelerated(lambda index: (F.one_hot(index.T, 6), F.one_hot(index, 7)), index)


def test_one_hot_of_other_types():
    with pytest.raises(RuntimeError, match="index tensor"):
        torch.compile(lambda index: F.one_hot(index, 6), backend="matrix")(torch.zeros(3).int())


def test_places_of_elements(assert_accelerated):
    x = torch.tensor([[0, 1, 0], [2, 0, 3]])
    assert_accelerated(lambda x: (
        torch.nonzero_static(x, size=2), torch.nonzero_static(x > 0, size=5, fill_value=7),
        torch.nonzero_static(x.flatten(), size=3)), x)
