"""Bytes without sign: every operator computes with numbers from 0 to 255."""

import pytest
import torch
from torch.nn import functional as F

import torch_matrix

X = (torch.arange(24) * 37 % 256).to(torch.uint8).reshape(4, 6)
ROWS = torch.tensor([3, 0, 3])


def sums(x):
    return x.sum(), x.sum(1), x.sum(0, dtype=torch.uint8), x.prod(1), x.cumsum(0), x.float().mean()


def orders(x):
    return (x.sort(1), x.argsort(dim=0, stable=True), x.amax(1), x.amin(), x.argmax(1), x.max(0),
            x.topk(2), x.clamp(90, 170), x.median(1).values, x.cummax(1).values)


def indices(x):
    return (x[ROWS], x.index_select(1, ROWS), x.gather(0, ROWS.expand(2, 3)), x.take(ROWS),
            x.scatter(0, ROWS.expand(1, 3), x), x.index_add(0, ROWS, x[:3]),
            x.scatter_reduce(0, ROWS.expand(2, 3), x, "amax"), x.index_fill(0, ROWS, 200),
            x.masked_fill(x > 100, 7), x.roll(1, 0), x.tril(), F.pad(x, (1, 1), value=200))


def conversions(x):
    y = x.float() / 3
    return (x + 0.5, x * y, x / 3, x // 3, x % 7, x + x.to(torch.int8), torch.where(x > 99, x, y),
            torch.cat([x, y]), x.sqrt(), torch.log2(x + 1), x.exp2(), y.to(torch.uint8),
            x.to(torch.int16), x == y, torch.maximum(x, y), x.pow(0.5))


def arithmetic(x):
    y = x.flip(0)
    return (x.abs(), x.sign(), -x, x.square(), x ** 3, x.logical_xor(y), x.logical_not(),
            torch.gcd(x, y), x << 1, x >> 1, x @ y.mT, torch.outer(x[0], x[1]), x.bitwise_not(),
            torch.div(x, y + 1, rounding_mode="floor"), torch.addcmul(x, x, y), x.all(1), x.any(),
            torch.full_like(x, 250) + torch.arange(6, dtype=torch.uint8))


@pytest.mark.parametrize("function", [sums, orders, indices, conversions, arithmetic])
def test_bytes(function, assert_accelerated):
    assert_accelerated(function, X)


@pytest.mark.parametrize("mode", ["bilinear", "bicubic"])
@pytest.mark.parametrize("antialias", [False, True])
def test_operators_of_bytes_only(mode, antialias):
    """Eager mode rounds weights to 16 bits, and images after each of two passes."""
    def function(x):
        return [F.interpolate(x + 1, mode=mode, antialias=antialias, **options)
                for options in ({"size": (5, 6)}, {"scale_factor": (1.5, 1.7)})]
    x = torch.randint(255, (2, 1, 17, 13), dtype=torch.uint8)
    compiled = torch.compile(function, backend="matrix")
    with pytest.warns(torch_matrix.EagerWarning, match=f"upsample_{mode}2d"):
        results = compiled(x)
    for got, want in zip(results, function(x), strict=True):
        assert torch.equal(got, want)


def test_distances(assert_accelerated):
    def function(x):
        return F.triplet_margin_loss(x, x.flip(0), x.roll(1, 1)), F.pairwise_distance(x, x.flip(1))
    assert_accelerated(function, X)


def test_negative_numbers(assert_accelerated):
    """Eager mode converts them to bytes."""
    def function(x):
        return x < -1, x.sub(-3), x - 3, x + -250, x * -1, torch.add(x, x, alpha=-2), 5 - x
    assert_accelerated(function, X)
