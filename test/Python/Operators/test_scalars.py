"""Operators on tensors without dimensions, and roots of special values."""

import pytest
import torch

CALLS = {
    "flip": lambda x: x.flip(-1),
    "gather": lambda x: x.gather(0, torch.tensor(0)),
    "gather of several": lambda x: x.gather(0, torch.tensor([0, 0])),
    "index_select": lambda x: x.index_select(0, torch.tensor([0])),
    "mean": lambda x: x.mean(0),
    "prod": lambda x: x.prod(0),
    "prod of integers": lambda x: x.to(torch.int32).prod(0),
    "sort": lambda x: x.sort(0).values,
    "cumsum": lambda x: x.cumsum(0),
    "topk": lambda x: x.topk(1).values,
    "scatter": lambda x: x.scatter(0, torch.tensor(0), 2.),
    "softmax": lambda x: x.softmax(0),
}


@pytest.mark.parametrize("name", CALLS)
def test_without_dimensions(assert_accelerated, name):
    assert_accelerated(lambda x: CALLS[name](x * 2), torch.tensor(3.))


@pytest.mark.parametrize("exponent", [0.5, -0.5, 0.75, -1, 2, 3, 6, 7, -7, 7.5, -4.5])
def test_powers_of_special_values(assert_matches_eager, exponent):
    x = torch.tensor([float("-inf"), -3., -0., 0., 4., float("inf"), float("nan")])
    assert_matches_eager(lambda x: x ** exponent, x)
