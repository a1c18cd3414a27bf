"""torch.compile(model, backend="matrix"): results against eager mode."""

import pytest
import torch
from torch import nn
from torch._dynamo.backends.registry import list_backends

import torch_matrix
from conftest import assert_close


class LinearModule(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n_in, n_out))
        self.bias = nn.Parameter(torch.randn(n_out))

    def forward(self, x):
        return (x @ self.weight) + self.bias


class Attention(nn.Module):
    def forward(self, q, k, v):
        scores = q @ k.transpose(-1, -2) * q.shape[-1] ** -0.5
        return torch.softmax(scores, -1) @ v


class SDPA(nn.Module):
    def forward(self, q, k, v):
        return nn.functional.scaled_dot_product_attention(q, k, v)


class TwoResults(nn.Module):
    """One result computed twice over, one that is an input, one a number."""
    def forward(self, x):
        y = x * 2
        return y, x, 3, y


def mlp():
    return nn.Sequential(nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 128),
                         nn.ReLU(), nn.Linear(128, 10))


MODELS = {
    "linear-vector": lambda: (LinearModule(4, 3), torch.randn(4)),
    "linear-batch": lambda: (LinearModule(4, 3), torch.randn(2, 4)),
    "mlp": lambda: (mlp(), torch.randn(16, 784)),
    "mlp-silu-f16": lambda: (
        nn.Sequential(nn.Linear(50, 70), nn.SiLU(), nn.Linear(70, 9)).half(),
        torch.randn(7, 50).half()),
    "attention-f32": lambda: (Attention(), *torch.randn(3, 40, 32)),
    "attention-heads-bf16": lambda: (
        Attention(), *torch.randn(3, 2, 48, 64).to(torch.bfloat16)),
    "convolution": lambda: (nn.Conv2d(3, 4, 3), torch.randn(1, 3, 8, 8)),
    "batch-norm": lambda: (nn.BatchNorm1d(8), torch.randn(6, 8)),
    "embedding": lambda: (nn.Embedding(10, 6), torch.tensor([[1, 2, 9]])),
    "scaled-dot-product": lambda: (
        SDPA(), *torch.randn(3, 1, 2, 6, 8)),
    "layer-norm": lambda: (nn.LayerNorm(33), torch.randn(5, 33)),
}


@pytest.mark.parametrize("name", MODELS)
def test_matches_eager(name, assert_matches_eager):
    model, *inputs = MODELS[name]()
    assert_matches_eager(model.eval(), *inputs)


def test_is_found_by_name():
    assert "matrix" in list_backends()


def test_results_that_need_no_computation():
    compiled = torch.compile(TwoResults(), backend="matrix")
    x = torch.randn(3, 5)
    y, same, number, again = compiled(x)
    assert_close(y, x * 2)
    assert_close(again, y)
    assert same is x and number == 3


def test_runs_again_with_new_values():
    model = LinearModule(4, 3).eval()
    compiled = torch.compile(model, backend="matrix")
    with torch.no_grad():
        for _ in range(2):
            x = torch.randn(4)
            assert_close(compiled(x), model(x))
        model.bias += 1
        assert_close(compiled(x), model(x))


def test_forward_in_training_mode():
    model = LinearModule(4, 3)
    x = torch.randn(2, 4)
    got = torch.compile(model, backend="matrix")(x)
    assert_close(got, model(x))


def test_graph_break():
    """Dynamo splits at the branch: two graphs, both on the accelerator."""
    def model(x):
        y = x + 1
        if y.sum() > 0:
            return y * 2
        return y * 3
    x = torch.ones(4, 4)
    assert_close(torch.compile(model, backend="matrix")(x), model(x))


@pytest.mark.parametrize("dynamic", [None, True])
def test_further_sizes(dynamic):
    """The second size makes PyTorch capture a graph with symbolic sizes."""
    def model(x, w):
        return torch.softmax(x @ w, -1).reshape(-1, 2).t() * x.shape[0], x.shape[0] + 1
    compiled = torch.compile(model, backend="matrix", dynamic=dynamic)
    for rows in (2, 4, 7, 4):
        inputs = torch.randn(rows, 6), torch.randn(6, 8)
        (got, number), (want, rows_and_one) = compiled(*inputs), model(*inputs)
        assert_close(got, want)
        assert got.stride() == want.stride() and number == rows_and_one


@pytest.mark.parametrize("memory_format", [
    torch.contiguous_format, pytest.param(torch.channels_last, marks=pytest.mark.full)])
def test_square_images_of_further_sizes(memory_format):
    """Both extents have one symbol, whose powers are strides."""
    model = nn.Sequential(nn.Conv2d(2, 4, 3, 2, 1), nn.BatchNorm2d(4), nn.GroupNorm(2, 4),
                          nn.ChannelShuffle(2), nn.ReflectionPad2d(1),
                          nn.Upsample(scale_factor=2, mode="bilinear")).eval()
    compiled = torch.compile(model, backend="matrix", dynamic=True, options={"strict": True})
    for shape in ((2, 2, 8, 8), (3, 2, 6, 6), (1, 2, 6, 8)):
        x = torch.randn(shape).to(memory_format=memory_format)
        with torch.no_grad():
            got, want = compiled(x), model(x)
        assert_close(got, want)
        assert got.stride() == want.stride()


def test_many_sizes():
    compiled = torch.compile(lambda x: x + 1, backend="matrix", dynamic=True)
    with pytest.warns(RuntimeWarning, match="a graph has been compiled for 8 sizes"):
        for rows in range(2, 10):
            compiled(torch.ones(rows, 3))


def test_unsupported_operator_of_a_symbolic_graph():
    compiled = torch.compile(lambda x: torch.special.airy_ai(x), backend="matrix",
                             dynamic=True, options={"strict": True})
    with pytest.raises(torch_matrix.UnsupportedGraph,
                       match=r"operator aten\.special_airy_ai.*test_backend\.py:\d+"):
        compiled(torch.ones(4, 4))


@pytest.mark.parametrize("function", [
    torch.ops.aten.relu, lambda x: torch.ops.aten.clamp(x, min=0)])
def test_operators_without_overload(function, assert_accelerated):
    assert_accelerated(function, torch.randn(3, 4))


FUNCTIONS_OF_CONSTANTS = [
    torch.sign, torch.trunc, torch.abs, torch.floor, torch.ceil, torch.round, torch.relu,
    torch.neg, torch.frac, torch.sgn, torch.square, lambda x: x > 0, lambda x: x < 0,
    lambda x: x == 0, lambda x: torch.where(x > 0, 1, -1), lambda x: x % 4,
    lambda x: torch.div(x, 4, rounding_mode="floor"), lambda x: x // 4, lambda x: x - 7,
    lambda x: torch.div(x, 4, rounding_mode="trunc"), lambda x: x.clamp(-1, 1)]


@pytest.mark.parametrize("dtype", [torch.float32, torch.int64, torch.int32])
def test_constants(assert_accelerated, dtype):
    """torch-mlir computes some functions of constants at compile time."""
    functions = [each for each in FUNCTIONS_OF_CONSTANTS
                 if dtype.is_floating_point or each is not torch.frac]
    assert_accelerated(
        lambda x: tuple(x + function(torch.full((), number, dtype=dtype))
                        for function in functions for number in (6, -6, 0)),
        torch.arange(3))


def test_literal_truth_values(assert_accelerated):
    def function(x):
        some = torch.tensor([True, False, True])
        true, byte = torch.tensor(True), torch.tensor(200, dtype=torch.uint8)
        return (torch.where(some, x, 0), x * some, x.pow(true),
                torch.pow(2.0, true), true ** x, x * torch.tensor([[True]]), x ** (byte - 198))
    assert_accelerated(function, torch.rand(2, 3) + 0.5)
    assert_accelerated(function, torch.arange(3))
