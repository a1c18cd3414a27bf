"""Strides, offsets and shared storage of inputs and results are eager mode's."""

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from conftest import assert_close


def run(function, *inputs):
    with torch.no_grad():
        return torch.compile(function, backend="matrix", dynamic=False)(*inputs)


def assert_same_layout(got, want):
    assert_close(got, want)
    assert got.stride() == want.stride()
    assert got.storage_offset() == want.storage_offset()


def views(x):
    y = x * 2
    return y, y.t(), y[1:], x.sum().expand(2, 3), torch.zeros(3), y[:0], x + 1


def test_results_have_the_layout_of_eager_mode():
    x = torch.randn(5, 4).t()
    for got, want in zip(run(views, x), views(x)):
        assert_same_layout(got, want)


def test_views_of_a_result_share_its_storage():
    y, transposed, rest, *_ = run(views, torch.randn(4, 5))
    y[1, 2] = 7
    assert transposed[2, 1] == 7 and rest[0, 2] == 7


def test_channels_last():
    model = nn.Conv2d(3, 4, 3)
    x = torch.randn(2, 3, 8, 8).to(memory_format=torch.channels_last)
    with torch.no_grad():
        assert_same_layout(run(model, x), model(x))


def test_channels_last_of_operators():
    """Their meta functions have other strides."""
    def function(x):
        return (F.pad(x, (1, 1, 2, 0), mode="reflect"), F.pad(x, (1, 1, 2, 0), mode="replicate"),
                F.channel_shuffle(x, 2), F.channel_shuffle(x * 2, 2) + 1,
                F.max_unpool2d(*F.max_pool2d(x, 2, return_indices=True), 2))
    for memory_format in (torch.channels_last, torch.contiguous_format):
        x = torch.randn(2, 6, 4, 4).to(memory_format=memory_format)
        for got, want in zip(run(function, x), function(x), strict=True):
            assert_same_layout(got, want)


def test_channels_last_in_three_dimensions():
    def function(x):
        return (F.pad(x, (1, 1, 1, 0, 1, 1), mode="reflect"),
                F.pad(x, (1, 1, 1, 0, 1, 1), mode="replicate"), F.channel_shuffle(x, 2))
    x = torch.randn(2, 4, 3, 3, 3).to(memory_format=torch.channels_last_3d)
    for got, want in zip(run(function, x), function(x), strict=True):
        assert_same_layout(got, want)


@pytest.mark.parametrize("function", [
    lambda x: torch.roll(x, (1, 2), (2, 3)), lambda x: torch.roll(x * 2, -1, 1),
    lambda x: torch.roll(x, 0, 2), lambda x: torch.roll(x, 3),
    lambda x: F.channel_shuffle(x[:, :, :1, :1], 2)],
    ids=["two dimensions", "computed", "by nothing", "flat", "one element"])
def test_channels_last_of_moved_elements(function):
    x = torch.randn(2, 4, 3, 5).to(memory_format=torch.channels_last)
    assert_same_layout(run(function, x), function(x))


def inputs_of_all_layouts():
    base = torch.randn(6, 4)
    return [base[1::2, 1:], base.t(), base[:1].expand(3, 4), base.flip(0), base[5, 3]]


def test_inputs_of_all_layouts():
    def function(*inputs):
        return [x * 2 + 1 for x in inputs]
    inputs = inputs_of_all_layouts()
    for got, want in zip(run(function, *inputs), function(*inputs)):
        assert_same_layout(got, want)


def strided(x):
    """Reads beyond the view that it is applied to, and a computed tensor."""
    return x.as_strided((2, 3), (1, 5), 2) + (x * 2).as_strided((2, 1), (1, 2), 3)


def test_as_strided():
    base = torch.randn(5, 5)
    assert_close(run(strided, base[1:3, 1:4]), strided(base[1:3, 1:4]))


def chunks(x):
    parts = *torch.unsafe_chunk(x, 3, 1), *x[2:].split([1, 3], 0)
    return [2 * part for part in parts]


def test_chunks():
    x = torch.randn(6, 6)
    for got, want in zip(run(chunks, x), chunks(x)):
        assert_same_layout(got, want)


@pytest.fixture
def with_recurrence():
    with torch._dynamo.config.patch(allow_rnn=True):
        yield


def test_gru(with_recurrence):
    model = nn.GRU(3, 4, batch_first=True)
    x = torch.randn(2, 2, 3)
    with torch.no_grad():
        for got, want in zip(run(model, x), model(x)):
            assert_same_layout(got, want)


def empties(x):
    return (x * 2, x.sum(), x.var(0), x.t() @ x, torch.cat([x, torch.ones(2, 3)]), x.all(0),
            x.any(0), x.all(1), x.any(1), x.all(), torch.cat([x, x]))


def test_empty_tensors():
    x = torch.randn(0, 3)
    for got, want in zip(run(empties, x), empties(x)):
        assert_same_layout(got, want)


def test_complex_intermediates():
    def function(x):
        return torch.view_as_real(torch.view_as_complex(x) * 2j) + 1
    x = torch.randn(4, 2)
    assert_same_layout(run(function, x), function(x))


def decomposed(x):
    return (torch.select_scatter(x, torch.ones(4), 0, 2), F.layer_norm(x, (4,)),
            F.elu(x), x.var(1, keepdim=True), torch.lerp(x, x.flip(0), 0.1),
            F.gelu(x), x.clamp(min=0), x.masked_fill(x > 0, 1), *x.max(1),
            *torch.native_layer_norm(x, (4,), None, None, 1e-5))


@pytest.mark.parametrize("x", [
    torch.randn(6, 8)[:, ::2], torch.randn(4, 6).t(), torch.randn(1, 4).expand(6, 4)],
    ids=["gaps", "columns", "repeated"])
def test_decomposed_operators(x):
    for got, want in zip(run(decomposed, x), decomposed(x), strict=True):
        assert_same_layout(got, want)


def two_operands(a, b):
    """Operators whose meta functions state other strides, or whose loops change them."""
    i, j = (10 * a).int(), (10 * b).int()
    return (torch.copysign(a, b), a // b, torch.div(a, b, rounding_mode="floor"),
            torch.logaddexp(a, b), torch.logical_and(a, b), torch.logical_xor(a, b),
            torch.heaviside(a, b), torch.xlogy(a, b), torch.special.xlog1py(a, b), i.gcd(j),
            i.lcm(j), i ** j.abs())


def strides_of(results):
    return [result.stride() for result in results]


def test_strides_of_two_operands():
    x = torch.rand(2, 3, 4, 5).to(memory_format=torch.channels_last)
    y = torch.rand(5, 2, 4, 3).permute(1, 3, 2, 0)
    pairs = [(x, x.contiguous()), (x, x[0, 0, 0, 0]), (x[:, :1], x), (y, x)]
    for a, b in pairs:
        compiled = torch.compile(two_operands, backend="matrix", dynamic=False,
                                 options={"output": "cpu"})
        assert strides_of(compiled(a, b)) == strides_of(two_operands(a, b))


def one_operand(x):
    """Operators that PyTorch computes in the order of indices, whatever the strides."""
    z = torch.complex(x, x)
    return (torch.poisson(x), torch.normal(x, x), torch.normal(0., x), torch.normal(x, 1.),
            F.rrelu(x, training=True), F.rrelu(x), F.logsigmoid(x), z.angle(), x.angle(), 2 ** x,
            torch.isin(x, torch.ones(2)), F.batch_norm(x, None, None, training=True),
            F.batch_norm(x, torch.zeros(3), torch.ones(3)))


@pytest.mark.parametrize("x", [
    torch.rand(2, 3, 4, 5).to(memory_format=torch.channels_last),
    torch.rand(5, 2, 4, 3).permute(1, 3, 2, 0)], ids=["channels last", "permuted"])
def test_strides_of_one_operand(x):
    compiled = torch.compile(one_operand, backend="matrix", dynamic=False,
                             options={"output": "cpu"})
    assert strides_of(compiled(x)) == strides_of(one_operand(x))


def test_divisors_of_other_layouts():
    x = torch.randint(1, 99, (2, 3, 2, 2))
    y = torch.randint(1, 99, (2, 2, 2, 3)).permute(0, 3, 2, 1)
    def function(x, y):
        return x.gcd(y), y.lcm(x), x ** (y % 5)
    for got, want in zip(run(function, x, y), function(x, y)):
        assert_same_layout(got, want)
