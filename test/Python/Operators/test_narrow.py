"""Elements of 16 bits: numbers are not rounded to their type, results are rounded
once. Every value that a type has is tried."""

import pytest
import torch
from torch.nn import functional as F

from conftest import assert_close


def every_value(dtype):
    return torch.arange(-2**15, 2**15).to(torch.int16).view(dtype)


def with_numbers(x):
    y, single, double = x.flip(0), torch.tensor(0.1), torch.tensor(-3.3).double()
    return (x * 0.1, x * 3, x / 0.1, 0.1 / x, x + 0.1, x - 1.1, 1.1 - x,
            x * single, single * x, x / double, double / x, x + double,
            torch.div(x, 0.1, rounding_mode="trunc"), torch.div(x, double),
            torch.add(x, y, alpha=0.3), torch.sub(x, y, alpha=0.3),
            torch.add(x, 0.3, alpha=0.1), torch.rsub(x, y, alpha=1.1),
            F.leaky_relu(x, 0.1))


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_numbers_are_not_rounded(dtype):
    x = every_value(dtype)
    got = torch.compile(with_numbers, backend="matrix", dynamic=False)(x)
    for i, (a, b) in enumerate(zip(got, with_numbers(x), strict=True)):
        assert a.dtype == b.dtype
        assert torch.equal(a.nan_to_num(7), b.nan_to_num(7)), f"result {i}"
        assert torch.equal(a.isnan(), b.isnan()), f"result {i}"


def with_exponentials(x):
    return (F.elu(x), F.elu(x, 3), F.celu(x, -2), F.selu(x), F.gelu(x),
            F.gelu(x, approximate="tanh"), F.silu(x), torch.sigmoid(x),
            torch.lerp(x, x.flip(0), 0.3))


@pytest.mark.parametrize("dtype, rtol, atol", [
    (torch.bfloat16, 2**-7, 1e-6), (torch.float16, 2**-9, 1e-6),
    (torch.float32, 1e-6, 2e-6)])
def test_functions_are_rounded_once(dtype, rtol, atol):
    """Relative to each element: near 0 too."""
    x = every_value(torch.float16).to(dtype)
    x = x[x.isfinite()]
    got = torch.compile(with_exponentials, backend="matrix", dynamic=False)(x)
    for a, b in zip(got, with_exponentials(x), strict=True):
        torch.testing.assert_close(a, b, rtol=rtol, atol=atol)


def test_elu_near_zero():
    x = -torch.logspace(-30, 0, 1000)
    got = torch.compile(F.elu, backend="matrix", dynamic=False)(x)
    torch.testing.assert_close(got, F.elu(x), rtol=1e-6, atol=0)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_variance_is_rounded_once(dtype):
    def function(x):
        return torch.stack([x.var(1), *torch.var_mean(x, 1, correction=0)])
    x = (10 + 4 * torch.randn(9, 50)).to(dtype)
    got = torch.compile(function, backend="matrix", dynamic=False)(x)
    assert_close(got, function(x))
    torch.testing.assert_close(got, function(x), rtol=2 * torch.finfo(dtype).eps, atol=0)


def reductions(x):
    y = x.flip(0)
    return (x.mean(), x.mean(1), x.abs().mean(), x.sum(0),
            F.l1_loss(x, y), F.mse_loss(x, y), F.cross_entropy(x, y.softmax(1)),
            F.binary_cross_entropy_with_logits(x, y.sigmoid()),
            F.adaptive_avg_pool2d(x.view(2, 4, 5, 10), 1))


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_partial_sums_are_not_rounded(dtype):
    x = (3 * torch.randn(8, 50)).to(dtype)
    got = torch.compile(reductions, backend="matrix", dynamic=False)(x)
    for a, b in zip(got, reductions(x), strict=True):
        torch.testing.assert_close(a, b, rtol=torch.finfo(dtype).eps, atol=1e-3)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_every_operation_rounds_in_scalar_code(dtype):
    """No tile instruction computes the logarithm."""
    def function(x):
        return F.logsigmoid(x) * x.flip(0) + x
    x = (3 * torch.randn(8, 50)).to(dtype)
    got = torch.compile(function, backend="matrix", dynamic=False)(x)
    assert torch.equal(got, function(x))


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_truncated_quotients(dtype):
    """Quotients of tensors are rounded before they are truncated."""
    def function(a, b):
        return [torch.div(a, divisor, rounding_mode="trunc")
                for divisor in (b, b[0], 0.3)]
    operands = (torch.randn(512) * 50).to(dtype), torch.randn(512).to(dtype)
    compiled = torch.compile(function, backend="matrix", dynamic=False,
                             options={"strict": True})
    for got, want in zip(compiled(*operands), function(*operands), strict=True):
        assert torch.equal(got, want)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_decimals(dtype):
    """Also where the power of ten, or the product with it, is infinite in f16."""
    def function(x):
        return [torch.round(x, decimals=decimals) for decimals in (-1, 1, 2, 5)]
    x = (torch.randn(512) * 20).to(dtype)
    compiled = torch.compile(function, backend="matrix", options={"strict": True})
    for got, want in zip(compiled(x), function(x), strict=True):
        assert torch.equal(got, want)
