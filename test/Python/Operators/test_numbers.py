"""Operators whose first operand is a number, or whose operands all are."""

import pytest
import torch


def with_integers(x):
    return (torch.add(7, x), torch.sub(7, x), torch.mul(7, x), torch.div(7, x),
            torch.floor_divide(7, x), torch.div(-7, x, rounding_mode="trunc"),
            torch.remainder(7, x), torch.pow(2, x), 2 ** x, 7 % x, 7 // x, 7 - x,
            torch.rsub(x, 7, alpha=2))


def with_floats(x):
    return (torch.add(0.5, x, alpha=3), torch.sub(2.5, x), torch.mul(2.5, x),
            torch.true_divide(2.5, x), torch.floor_divide(2.5, x), torch.remainder(2.5, x),
            torch.div(2.5, x, rounding_mode="floor"), torch.xlogy(2.5, x), 2.5 - x)


def with_bits(x):
    return 6 & x, 6 | x, 6 ^ x, 1 << x, 96 >> x, torch.bitwise_and(7, x)


def without_tensors(x):
    """Dynamo captures the division, because its result is a tensor."""
    rows, columns = x.shape
    return (x + torch.div(rows * 5, 2, rounding_mode="trunc"), x * torch.mul(columns, 2.5),
            x - torch.floor_divide(rows, -2), x + torch.add(rows, columns))


@pytest.mark.parametrize("function, x", [
    (with_integers, torch.arange(1, 13).view(3, 4)),
    (with_integers, torch.arange(1, 13).int().view(3, 4)),
    (with_floats, torch.arange(1, 13).view(3, 4)),
    (with_floats, torch.rand(3, 4) + 0.1),
    (with_floats, torch.tensor(1.5)),
    (with_bits, torch.arange(5)),
    (without_tensors, torch.rand(3, 4)),
    (without_tensors, torch.arange(12).view(3, 4))],
    ids=["integers-i64", "integers-i32", "floats-i64", "floats-f32", "floats-scalar", "bits",
         "none-f32", "none-i64"])
def test_first_operand(function, x, assert_accelerated):
    assert_accelerated(function, x)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_narrow_elements(dtype):
    """Equal bits: eager mode rounds a first operand to the type of the elements."""
    def function(x):
        return (torch.mul(0.1, x), torch.div(0.1, x), torch.add(0.1, x, alpha=3),
                torch.floor_divide(1.7, x))
    x = torch.randn(64, 33).to(dtype)
    got = torch.compile(function, backend="matrix", dynamic=False)(x)
    for a, b in zip(got, function(x), strict=True):
        assert a.dtype == b.dtype and torch.equal(a, b)
