"""Quantized models: their layers are products of 8-bit integers, and equal PyTorch's
quantized reference to one step."""

import copy

import pytest
import torch
from torch import nn
from torch.ao.quantization.fx import _decomposed  # noqa: F401, defines the operators

import torch_matrix

quantized = torch.ops.quantized_decomposed
X_UNIT, X_ZERO, Y_UNIT, Y_ZERO = 0.05, -14, 0.1, 5
BOUNDS = (-128, 127, torch.int8)


def around(x, unit, zero):
    """x, quantized and dequantized."""
    return quantized.dequantize_per_tensor(
        quantized.quantize_per_tensor(x, unit, zero, *BOUNDS), unit, zero, *BOUNDS)


class Layer(nn.Module):
    """A layer between quantizations, as convert_pt2e writes it."""

    def __init__(self, shape, function, bias=True, relu=False, result=True, zero=0):
        super().__init__()
        self.function, self.relu, self.result = function, relu, result
        self.register_buffer("weight", torch.randint(-127, 128, shape, dtype=torch.int8))
        self.register_buffer("units", torch.rand(shape[0]) * 0.01 + 0.001)
        self.register_buffer("zeros", torch.full((shape[0],), zero))
        self.bias = nn.Parameter(torch.randn(shape[0])) if bias else None

    def forward(self, x):
        x = around(x, X_UNIT, X_ZERO)
        weight = quantized.dequantize_per_channel(
            self.weight, self.units, self.zeros, 0, -127, 127, torch.int8)
        y = self.function(x, weight, self.bias)
        y = torch.relu(y) if self.relu else y
        return around(y, Y_UNIT, Y_ZERO) if self.result else y


def convolution(**others):
    return lambda x, weight, bias: nn.functional.conv2d(x, weight, bias, **others)


def assembly_of(model, x, tmp_path) -> str:
    torch._dynamo.reset()
    options = {"output": "assembly", "output_dir": str(tmp_path)}
    with torch.no_grad():
        torch.compile(model, backend="matrix", dynamic=False, options=options)(x)
    return "".join(path.read_text() for path in tmp_path.iterdir())


def check(model, x, unit=Y_UNIT):
    with torch.no_grad():
        want = model(x)
        explanation = torch_matrix.explain(model, x)
    assert not any(graph.eager for graph in explanation.graphs)
    assert (explanation.results - want).abs().max() <= 1.001 * unit
    assert want.abs().max() > 8 * unit


IMAGE, WEIGHT = (2, 6, 9, 8), (10, 6, 3, 3)
LAYERS = {
    "linear": ((4, 20), Layer((12, 20), nn.functional.linear)),
    "linear-without-bias": ((4, 20), Layer((12, 20), nn.functional.linear, bias=False)),
    "linear-relu": ((2, 3, 20), Layer((12, 20), nn.functional.linear, relu=True)),
    "linear-float": ((4, 20), Layer((12, 20), nn.functional.linear, result=False)),
    "convolution": (IMAGE, Layer(WEIGHT, convolution())),
    "padding": (IMAGE, Layer(WEIGHT, convolution(padding=(1, 2)), relu=True)),
    "stride": (IMAGE, Layer(WEIGHT, convolution(stride=2, padding=1))),
    "dilation": (IMAGE, Layer(WEIGHT, convolution(dilation=(1, 2)), bias=False)),
    "no-batch": (IMAGE[1:], Layer(WEIGHT, convolution())),
}


@pytest.mark.parametrize("name", LAYERS)
def test_layer(name, tmp_path):
    shape, layer = LAYERS[name]
    x = torch.randn(shape)
    check(layer, x)
    assert "tmma.i32.i8" in assembly_of(layer, x, tmp_path)


OTHERS = {
    "groups": ((2, 6, 9, 8), Layer((12, 3, 3, 3), convolution(groups=2))),
    "channels-of-zeros": ((4, 20), Layer((12, 20), nn.functional.linear, zero=3)),
}


@pytest.mark.parametrize("name", OTHERS)
def test_layer_in_floating_point(name):
    shape, layer = OTHERS[name]
    check(layer, torch.randn(shape))


def test_zero_points_that_change():
    """The products are valid for the zero point 0 only, which each call tests."""
    layer, x = Layer((12, 20), nn.functional.linear), torch.randn(4, 20)
    compiled = torch.compile(layer, backend="matrix", dynamic=False)
    with torch.no_grad():
        for zero in (0, 2, 0):
            layer.zeros.fill_(zero)
            assert (compiled(x) - layer(x)).abs().max() <= 1.001 * Y_UNIT


def test_residual():
    """A convolution, a sum and a linear layer, each quantized. The quantizations of the
    convolution equal those of the reference, so that the rest does."""
    class Residual(nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = Layer((6, 6, 3, 3), convolution(padding=1))
            self.head = Layer((5, 6 * 72), nn.functional.linear)

        def forward(self, x):
            x = around(x, X_UNIT, X_ZERO)
            y = around(torch.relu(x + self.inner(x)), Y_UNIT, -128)
            return self.head(y.flatten(1))
    check(Residual(), torch.randn(2, 6, 9, 8))


def test_export():
    layer, x = copy.deepcopy(LAYERS["linear"][1]), torch.randn(4, 20)
    assert "tmma.i32.i8" in torch_matrix.compile_to_asm(layer, (x,))
    layer.zeros.fill_(1)
    assert "tmma.i32.i8" not in torch_matrix.compile_to_asm(layer, (x,))
