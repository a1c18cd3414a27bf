"""Random numbers are those that eager mode draws for the same seed."""

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from conftest import assert_close


def assert_same_numbers(function, *inputs):
    compiled = torch.compile(function, backend="matrix", dynamic=False)
    with torch.no_grad():
        torch.manual_seed(5)
        want = [function(*inputs) for _ in range(2)]
        torch.manual_seed(5)
        got = [compiled(*inputs) for _ in range(2)]
    for a, b in zip(got, want):
        assert_close(a, b)
    assert not torch.equal(*got)


def test_dropout():
    model = nn.Sequential(nn.Dropout(0.3), nn.Linear(8, 8), nn.Dropout(0.5))
    assert_same_numbers(model, torch.randn(4, 8))


def test_factories_keep_their_order():
    def function(x):
        y = torch.rand_like(x) - torch.rand(3, 4) * torch.randn_like(x * 2)
        return y + torch.empty_like(x).normal_() + torch.randint(0, 9, (4,))
    assert_same_numbers(function, torch.randn(3, 4))


def test_distributions_of_computed_values():
    """A program, random numbers, another program."""
    def function(x):
        y = torch.bernoulli(torch.sigmoid(x)) + torch.rand(4)
        return F.rrelu(y - 1, training=True) * torch.normal(x, x.abs() + 1)
    assert_same_numbers(function, torch.randn(3, 4))


@pytest.mark.parametrize("order", [(1, 2, 0), (2, 0, 1), (0, 2, 1)])
def test_dropout_of_other_layouts(order):
    """Eager mode draws numbers in the order of the storage."""
    assert_same_numbers(lambda x: F.dropout(x.permute(order), 0.4), torch.rand(3, 4, 5) + 1)


@pytest.mark.parametrize("order", [(1, 2, 0), (0, 2, 1)])
@pytest.mark.parametrize("function", [
    lambda x: F.alpha_dropout(x, 0.4, True),
    lambda x: torch.empty_like(x).bernoulli_(0.4) * x, lambda x: torch.bernoulli(x, 0.4) * x],
    ids=["alpha", "in-place", "new"])
def test_truth_values_of_other_layouts(function, order):
    """Written into a new tensor in the order of its storage, otherwise in that of indices."""
    assert_same_numbers(lambda x: function(x.permute(order)), torch.rand(3, 4, 5) + 1)


@pytest.mark.parametrize("layer", [nn.RNN, nn.GRU, nn.LSTM])
def test_dropout_between_recurrent_layers(layer):
    model = layer(3, 4, 3, dropout=0.5, bidirectional=layer is nn.GRU)
    assert_same_numbers(lambda x: model(x)[0], torch.rand(2, 3, 3))


def test_dropout_in_evaluation():
    compiled = torch.compile(nn.Dropout(0.5).eval(), backend="matrix")
    x = torch.randn(4)
    assert_close(compiled(x), x)


def test_random_slopes_in_evaluation(assert_accelerated):
    assert_accelerated(nn.RReLU().eval(), torch.randn(9))
