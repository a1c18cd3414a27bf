"""Elements that torch-mlir by itself computes otherwise than eager mode: NaN in
comparisons and extrema, integers beyond floats, unsigned and narrow integers."""

import pytest
import torch
from torch.nn import functional as F

import torch_matrix
from conftest import assert_close

NAN, INF = float("nan"), float("inf")
X = torch.tensor([1, NAN, INF, -INF, 0, -0.0, 3, 4])
Y = torch.tensor([4, 3, NAN, 2, -INF, INF, NAN, 1])
LARGE = torch.tensor([7, -7, 2**60 + 1, -2**62 + 3, 0, -1])


def extrema(x, y):
    return (torch.maximum(x, y), torch.minimum(x, y), torch.maximum(x[:1], y),
            x.clamp(-1, 2), x.clamp(min=0), x.clamp(y, 2 * y), x.clamp_max(y),
            F.relu(x), F.relu6(x), F.hardtanh(x), F.hardswish(x), F.hardsigmoid(x))


def reductions(x, y):
    rows = torch.stack([x, y]).view(4, 4)
    return (x.amax(), x.min(), *rows.max(1), *rows.min(0), *rows.max(1, keepdim=True),
            x.argmax(), rows.argmin(), rows.argmax(0, keepdim=True), x[0].max(0)[0],
            *rows.aminmax(dim=1))


def comparisons(x, y):
    return (x == x, x != x, x < y, x <= y, x > y, x >= y, x.isfinite(), x.isnan(),
            x.isinf(), x * 0.1 == 0.1, x * 0.1 <= 0.1, torch.isclose(x, y),
            torch.fmod(x, y), torch.remainder(x, y))


def windows(x, y):
    image = torch.stack([x, y]).view(1, 1, 4, 4)
    return (F.max_pool2d(image, 2), *F.max_pool2d(image, 2, return_indices=True),
            F.gelu(y[:2], approximate="tanh"), F.softmax(x[0], 0))


@pytest.mark.parametrize("function", [extrema, reductions, comparisons, windows])
def test_special_numbers(function):
    assert_equal(function, X, Y)


def integers(x):
    counts = torch.tensor([0, 1, 63, 64, -1, 5])
    return (-x, x // 3, x // -3, x % 3, x % -3, torch.fmod(x, -5), x >> 1, x << 2,
            x >> counts, x << counts, x.abs(), x.argmax(), x.clamp(-5, 2**60),
            torch.div(x, 7, rounding_mode="trunc"))


def narrow_integers(x):
    return (x >> 1, x << 2, x * 2, x // 3, x % 3, x > x.flip(0), x.amax(), x.argmax(),
            x.max(0)[0], x.sum(), -x, x.abs(), x.float(), x / 2)


@pytest.mark.parametrize("function, x", [
    (integers, LARGE),
    (narrow_integers, torch.arange(-128, 128, 5).to(torch.int8)),
    (narrow_integers, torch.arange(0, 256, 5).to(torch.uint8))],
    ids=["int64", "int8", "uint8"])
def test_integers(function, x):
    assert_equal(function, x)


def assert_equal(function, *inputs):
    """Every result by itself: some are integers or truth values."""
    got = torch.compile(function, backend="matrix", dynamic=False)(*inputs)
    for i, (a, b) in enumerate(zip(got, function(*inputs), strict=True)):
        assert a.dtype == b.dtype and a.shape == b.shape, f"result {i}"
        torch.testing.assert_close(a, b, equal_nan=True, rtol=1e-5, atol=1e-6,
                                   msg=lambda message: f"result {i}: {message}")


def truth_values(x):
    rows = x.view(4, 6)
    return (x.amax(), x.amin(), x.max(), x.min(), *rows.max(1), *rows.min(0),
            rows.any(1), rows.all(0), rows.any(0, keepdim=True), x.reciprocal(), x ** 2)


def powers(x):
    rows = x.view(4, 6)
    return (x ** 0, x ** 1, x ** 5, x.square(), x ** 0.0, F.hardtanh(x),
            (x % 3).reciprocal(), (x % 2).view(4, 6).all(1), rows.any(0),
            torch.permute_copy(rows, (1, 0)),
            torch.as_strided_scatter(x, x[:2] + 1, (2,), (3,), 1))


@pytest.mark.parametrize("function, x", [
    (truth_values, torch.arange(24) % 5 < 3),
    (truth_values, torch.arange(24) < 6),
    (powers, torch.arange(-9, 15) * 2**20),
    (powers, torch.arange(-9, 15, dtype=torch.int8)),
    (powers, torch.arange(-9, 15).float())],
    ids=["bool", "rows of one value", "int64", "int8", "float32"])
def test_powers_and_truth_values(function, x):
    assert_equal(function, x)


def floored_quotients(x, y):
    return (x // y, torch.div(x, y, rounding_mode="floor"), x // 0.1, x // -3,
            torch.div(x, 0.3, rounding_mode="floor"), x // x)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
def test_floored_quotients(dtype):
    x = torch.cat([X, Y, 0.1 * torch.arange(-20, 20)]).to(dtype)
    y = torch.cat([Y, X, 0.1 * torch.arange(1, 41)]).to(dtype)
    assert_equal(floored_quotients, x, y)


def bilinear(x):
    return F.bilinear(x, x + 1, x.view(1, 4, 4))


@pytest.mark.parametrize("x", [torch.randn(4, 4), torch.arange(16).int().view(4, 4)])
def test_bilinear(x):
    got = torch.compile(bilinear, backend="matrix", dynamic=False)(x)
    assert_close(got, bilinear(x))


def sums_with_constants(x):
    two = torch.full((), 2.0)
    return (x * (two * -1), x + (two + -3), x - (two - -3),
            x + torch.add(two, two, alpha=-3), x + torch.sub(two, two, alpha=-3))


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_negative_integers_and_constants(dtype):
    assert_equal(sums_with_constants, torch.randn(3).to(dtype))


def losses(x):
    places = torch.tensor([0, 2, 3, 1])
    return (F.nll_loss(x, places), F.nll_loss(x, places, reduction="none"),
            F.cross_entropy(x, places), F.multilabel_soft_margin_loss(x, x))


def test_losses():
    """Their operators have several results, with names."""
    assert_equal(losses, torch.randn(4, 4))


@pytest.mark.parametrize("dtype", [torch.float32, torch.int32])
def test_pooling_in_three_dimensions(dtype):
    def function(x):
        return F.max_pool3d(x, 2), *F.max_pool3d(x + 1, 2, return_indices=True)
    assert_equal(function, torch.randint(-9, 9, (1, 1, 4, 4, 4)).to(dtype))


def test_powers_of_integers(assert_accelerated):
    """Also those that exceed 64 bits, and negative exponents."""
    base = torch.tensor([-3, -2, -1, 0, 1, 2, 3, 10]).unsqueeze(1)
    exponent = torch.tensor([-3, -2, 0, 1, 2, 5, 40, 63, 64, 101])
    assert_accelerated(lambda a, b: (a ** b, 2 ** b, a.int() ** b.int()), base, exponent)


def test_divisors(assert_accelerated):
    a, b = torch.tensor([[-12], [0], [7], [2**40]]), torch.tensor([18, -4, 0, 1, 2**35])
    assert_accelerated(lambda a, b: (a.gcd(b), a.lcm(b % 99), a.to(torch.int8).gcd(b.to(torch.int8))),
                       a, b)


@pytest.mark.parametrize("dtype", [torch.int8, torch.int16, torch.uint8])
def test_multiples_of_few_bits(dtype, assert_accelerated):
    """Products wrap after the sign is removed."""
    a, b = (torch.randint(-128, 128, (60,)).to(dtype) for _ in range(2))
    assert_accelerated(lambda a, b: (a.lcm(b), a.gcd(b), a ** (b & 7), 2 ** (a & 7)), a, b)


def test_sums_of_bytes_and_numbers(assert_accelerated):
    x = torch.tensor([-128, -5, 0, 3, 127], dtype=torch.int8)
    assert_accelerated(lambda x: (x.sub(3), x - 200, x + 300, x.add(x, alpha=-2), 5 - x), x)


@pytest.mark.parametrize("dtype", [torch.int8, torch.int16])
def test_products_of_few_bits(dtype, assert_accelerated):
    a, b = (torch.randint(-128, 128, shape).to(dtype) for shape in ((3, 5), (5, 4)))
    assert_accelerated(lambda a, b: (a @ b, a @ b[:, 0], a[0] @ b[:, 0], a[None] @ b[None],
                                     torch.addmm(a[:, :4], a, b)), a, b)


@pytest.mark.parametrize("dtype", [torch.int8, torch.uint8, torch.int16])
def test_truth_values_and_few_bits(dtype, assert_accelerated):
    condition, a = torch.tensor([True, False, True]), torch.tensor([False, True, True])
    b = torch.tensor([-3, 100, 5]).to(dtype)
    assert_accelerated(lambda condition, a, b: (
        torch.where(condition, a, b), torch.where(condition, b, a), a * b, b * a, a & b, b | a,
        a ^ b, a + b, torch.cat([a, b]), torch.where(condition, a, b[0]),
        torch.where(condition, b, a[0])), condition, a, b)


def test_sums_of_truth_values(assert_accelerated):
    a, b = torch.tensor([True, False, True]), torch.tensor([False, False, True])
    assert_accelerated(lambda a, b: (a + b, a + True, False + b, torch.add(b, a), a + 1), a, b)


@pytest.mark.parametrize("source, target", [
    (torch.float32, torch.int32), (torch.int32, torch.float32), (torch.bfloat16, torch.int16),
    (torch.float64, torch.int64), (torch.uint8, torch.int8)])
def test_views_of_another_type(assert_accelerated, source, target):
    x = (torch.randn(3, 4) * 100).to(source)
    assert_accelerated(lambda x: (x.view(target), (x + 1).t().view(target)), x)


def test_neighbors_of_another_type(assert_accelerated):
    assert_accelerated(lambda a, b: (torch.nextafter(a, b), torch.nextafter(b, a)),
                       torch.tensor([1, -3, 0]), torch.tensor([2.5, -3, 0]))


def test_bits_and_numbers(assert_accelerated):
    x = torch.tensor([-5, -1, 0, 3, 12])
    assert_accelerated(lambda x: (x | 6, x ^ 5, x & 3, x.int() ^ -2, x.bool() | True), x)


def test_source_of_another_type(assert_accelerated):
    """PyTorch's decomposition widens the result."""
    assert_accelerated(lambda x, y: torch.select_scatter(x, y, 1, 2), torch.randn(3, 4),
                       torch.randn(3).double())


@pytest.mark.parametrize("function", [
    lambda x: x.argmax(1), lambda x: x.min(1), lambda x: x.topk(2)], ids=["arg", "min", "top"])
def test_indices_are_found_on_tiles(function):
    """Scalar code takes more cycles for each element."""
    x = torch.randn(16, 500)
    graphs = torch_matrix.explain(function, x).graphs
    assert sum(program.cycles for graph in graphs for program in graph.programs) < 6 * x.numel()


@pytest.mark.parametrize("function", [
    torch.fmod, torch.remainder, torch.floor_divide, torch.pow, lambda x, y: y + x % 0.3],
    ids=["fmod", "remainder", "floor", "power", "constant"])
def test_functions_of_pairs_are_computed_on_tiles(assert_accelerated, function):
    x, y = 100 * torch.rand(64, 64), 5 * torch.randn(64, 64)
    assert_accelerated(function, x, y)
    graphs = torch_matrix.explain(function, x, y).graphs
    assert sum(program.cycles for graph in graphs for program in graph.programs) < 4 * x.numel()
