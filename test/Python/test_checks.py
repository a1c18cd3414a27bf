"""Indices and divisors that eager mode refuses: the same error, with the line of the
model."""

import pytest
import torch
from torch.nn import functional as F

from conftest import assert_close

X = torch.arange(12.0).view(3, 4)
I = torch.tensor([1, 0, 2])


def run(function, *inputs):
    return torch.compile(function, backend="matrix", dynamic=False)(*inputs)


def indexed(x, i):
    return (x[i], x[i - 3], x[:, i], x[i, i + 1], x.gather(1, i[:, None]),
            x.index_select(0, i), F.embedding(i, x), x.take(i * 4), F.nll_loss(x, i),
            x.take_along_dim(i[:, None], 1))


def test_indices_within_bounds():
    for got, want in zip(run(indexed, X, I), indexed(X, I), strict=True):
        assert_close(got, want)


@pytest.mark.parametrize("function, index", [
    (lambda x, i: x[i], 3), (lambda x, i: x[i], -4), (lambda x, i: x[i - 1, i + 2], 2),
    (lambda x, i: x.gather(1, i[:, None]), 4), (lambda x, i: x.index_select(0, i), 3),
    (lambda x, i: F.embedding(i, x), 3), (lambda x, i: x[:, i * 2] + 1, 2),
    (lambda x, i: x.take(i), 12)])
def test_index_out_of_bounds(function, index):
    indices = torch.tensor([1, index])
    with pytest.raises((IndexError, RuntimeError), match="(?s)ind.* out of .*test_checks"):
        run(function, X, indices)
    with pytest.raises((IndexError, RuntimeError)):
        function(X, indices)


@pytest.mark.parametrize("function", [
    lambda x, y: x // y, lambda x, y: x % y, lambda x, y: torch.fmod(x, y),
    lambda x, y: torch.div(x, y, rounding_mode="trunc")])
def test_division_by_zero(function):
    x = torch.tensor([7, -7, 0])
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        run(function, x, torch.tensor([1, 0, 2]))
    assert_close(run(function, x, torch.tensor([1, -3, 2])),
                 function(x, torch.tensor([1, -3, 2])))


def test_windows_stay_within_bounds():
    def function(x):
        image = x.view(1, 1, 3, 4)
        return (F.interpolate(image, scale_factor=2.5), image.roll(1, 3),
                F.interpolate(image, size=(5, 7), mode="bilinear"),
                F.pad(image, (1, 2, 1, 1), mode="reflect"),
                F.adaptive_avg_pool2d(image, (2, 3)))
    for got, want in zip(run(function, X), function(X), strict=True):
        assert_close(got, want)


def test_index_out_of_bounds_in_a_loop():
    """Found in the last iteration."""
    def function(x, i):
        return torch.while_loop(lambda k, i, y: k < 3, lambda k, i, y: (k + 1, i + 1, y + x[i]),
                                (torch.tensor(0), i, torch.zeros(2, 4)))[2]
    x = torch.randn(4, 4)
    good = torch.tensor([0, 1])
    torch.testing.assert_close(run(function, x, good), function(x, good))
    with pytest.raises((IndexError, RuntimeError), match="(?s)ind.* out of .*test_checks"):
        run(function, x, good + 1)


class Asserting(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(4, 4)

    def forward(self, x):
        assert (x < 100).all(), "too large"
        return self.layer(x)


@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("training", [False, True])
def test_assertions_of_the_model(dynamic, training):
    """Graphs contain those on elements; no result depends on them."""
    model = torch.compile(Asserting().requires_grad_(training), backend="matrix",
                          dynamic=dynamic, options={"strict": True})
    model(X)
    with pytest.raises(RuntimeError, match="too large"):
        model(X * 100)


def test_assertion_before_a_change():
    def function(x):
        assert (x < 100).all(), "too large"
        x.add_(1)
    x = X * 100
    with pytest.raises(RuntimeError, match="too large"):
        run(function, x)
    assert_close(x, X * 100)
