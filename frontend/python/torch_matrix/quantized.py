#===- quantized.py - quantized models ---------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Models that convert_pt2e has quantized. They compute in floating point between
quantize_per_tensor and dequantize_per_tensor or dequantize_per_channel:

    linear(dequantize(x), dequantize(w), bias) -> [relu] -> quantize

Linear layers and two-dimensional convolutions of i8 become products of i8 with sums of
i32, in which dz(x) = sx (x - zx) and dw(w) = sw w:

    sum dz(x) dw(w) = sx sw (sum x w - zx sum w)

and their quantization is one scale for each output channel. The zero points of weights
are 0 in this form. They are arguments of the graph, so that each call compares them.
"""

import copy
from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter

import torch
from torch import fx

from .operators.integers import integer_products  # noqa: F401

aten = torch.ops.aten
LINEAR = {aten.linear.default, torch.nn.functional.linear, torch._C._nn.linear}
CONVOLUTION = {aten.conv2d.default, torch.nn.functional.conv2d, torch.conv2d}
RELU = {aten.relu.default, aten.relu_.default, torch.relu, torch.nn.functional.relu}


def name_of(node) -> str:
    """The name of an operator. One without an overload has the default one, unless its
    scale is a tensor."""
    target = getattr(node, "target", None)
    if isinstance(target, torch._ops.OpOverload):
        return target.name()
    if not isinstance(target, torch._ops.OpOverloadPacket):
        return ""
    name = target._qualified_op_name
    if name not in ELEMENTWISE:
        return ""
    scale = node.args[1] if len(node.args) > 1 else node.kwargs.get("scale")
    return name if name == DEQUANTIZE_CHANNELS or not isinstance(scale, fx.Node) else ""


QUANTIZE = "quantized_decomposed::quantize_per_tensor"
DEQUANTIZE = "quantized_decomposed::dequantize_per_tensor"
DEQUANTIZE_CHANNELS = "quantized_decomposed::dequantize_per_channel"


# The functions below are part of the package, whose contents the keys of the cache of
# AOTAutograd contain.
CACHEABLE = {"is_wrapped": True, "user_cache_hash": "torch_matrix"}


@dataclass(frozen=True)
class Layer:
    """A linear layer or convolution of quantized operands."""
    node: fx.Node
    x: fx.Node  # dequantize_per_tensor
    weight: fx.Node  # dequantize_per_channel, or dequantize_per_tensor
    bias: fx.Node | None


def compiled(module: fx.GraphModule, inputs: list, backend: Callable) -> Callable:
    """backend(module, inputs), with products of integers."""
    if not is_quantized_model(module.graph):
        return backend(module, inputs)
    general = fx.GraphModule(module, copy.deepcopy(module.graph))
    write_elementwise(general)
    zeros = write_layers(module)
    if not zeros:
        return backend(module, inputs)
    return Quantized(backend(module, inputs), zeros, lambda inputs: backend(general, inputs))


def is_quantized_model(graph: fx.Graph) -> bool:
    return any(name_of(node) in ELEMENTWISE for node in graph.nodes)


def write_layers(module: fx.GraphModule) -> list[int]:
    """Replaces quantized operators. Returns the numbers of the arguments that have to
    be 0."""
    zeros = []
    for layer in filter(None, map(layer_of, list(module.graph.nodes))):
        zeros += replace_layer(module.graph, layer)
    placeholders = module.graph.find_nodes(op="placeholder")
    write_elementwise(module)
    return sorted({placeholders.index(zero) for zero in zeros})


def write_elementwise(module: fx.GraphModule) -> None:
    for node in list(module.graph.nodes):
        if name_of(node) in ELEMENTWISE:
            node.target = ELEMENTWISE[name_of(node)]
            node.meta.update(CACHEABLE)
    module.graph.eliminate_dead_code()
    module.recompile()


def layer_of(node: fx.Node) -> Layer | None:
    if node.op != "call_function" or node.target not in LINEAR | CONVOLUTION:
        return None
    x, weight, bias, stride, padding, dilation, groups = operands(node)
    if not is_quantized(x, (DEQUANTIZE,)) or groups != 1 or isinstance(padding, str) \
            or not is_quantized(weight, (DEQUANTIZE, DEQUANTIZE_CHANNELS)) \
            or zero_point(weight) is None or axis(weight) != 0:
        return None
    return Layer(node, x, weight, bias)


def operands(node: fx.Node) -> list:
    """The operands of a convolution, or of a linear layer with the defaults of a
    convolution."""
    names = ["input", "weight", "bias", "stride", "padding", "dilation", "groups"]
    defaults = [None, None, None, 1, 0, 1, 1]
    return [node.args[i] if i < len(node.args) else node.kwargs.get(name, default)
            for i, (name, default) in enumerate(zip(names, defaults))]


def is_quantized(node, names: tuple[str, ...]) -> bool:
    if name_of(node) not in names:
        return False
    value = value_of(node.args[0])
    return isinstance(value, torch.Tensor) and value.dtype == torch.int8


def value_of(node: fx.Node):
    """The value of a constant; otherwise an example value of the same type."""
    if node.op == "get_attr":
        return attrgetter(node.target)(node.graph.owning_module)
    return node.meta.get("example_value", node.meta.get("val"))


def zero_point(weight: fx.Node):
    """0, or the argument of the graph that is required to be 0; None for other zero
    points."""
    zero = weight.args[2]
    if isinstance(zero, fx.Node) and zero.op == "get_attr":
        return None if value_of(zero).any() else 0
    return zero if zero == 0 or isinstance(zero, fx.Node) and zero.op == "placeholder" \
        else None


def axis(weight: fx.Node) -> int:
    return weight.args[3] if name_of(weight) == DEQUANTIZE_CHANNELS else 0


def replace_layer(graph: fx.Graph, layer: Layer) -> list[fx.Node]:
    """The layer, and the quantization of its result if nothing else uses it."""
    node, relu, quantize = layer.node, *quantization_of(layer.node)
    last = quantize or node
    _, _, _, stride, padding, dilation, _ = operands(node)
    function = linear if node.target in LINEAR else convolution
    geometry = () if node.target in LINEAR else (
        pair(stride), pair(padding), pair(dilation))
    with graph.inserting_before(last):
        new = graph.call_function(function, (
            *layer.x.args[:3], *layer.weight.args[:2], layer.bias,
            quantize and tuple(quantize.args[1:5]), relu is not None, *geometry))
    new.meta = {**last.meta, **CACHEABLE}
    last.replace_all_uses_with(new)
    zero = zero_point(layer.weight)
    return [zero] if isinstance(zero, fx.Node) else []


def quantization_of(node: fx.Node) -> tuple[fx.Node | None, fx.Node | None]:
    """The ReLU and the quantization to i8 after the node, if nothing else uses it."""
    relu, user = None, only_user(node)
    if user and user.target in RELU:
        relu, user = user, only_user(user)
    if name_of(user) == QUANTIZE and user.args[5] == torch.int8:
        return relu, user
    return None, None


def only_user(node: fx.Node) -> fx.Node | None:
    return next(iter(node.users)) if len(node.users) == 1 else None


def pair(numbers) -> tuple[int, int]:
    numbers = (numbers,) if isinstance(numbers, int) else tuple(numbers)
    return numbers * 2 if len(numbers) == 1 else numbers


# --- Functions that AOTAutograd traces ------------------------------------------

def linear(x, x_scale, x_zero, weight, scale, bias, quantization, relu):
    rows = x.reshape(-1, x.shape[-1])
    sums = torch.ops.torch_matrix.int_matmul(rows, weight.t())
    result = scaled(sums, weight.sum(1, dtype=torch.int32), x_scale, x_zero, scale, bias,
                    quantization, relu, (1, -1))
    return result.reshape(*x.shape[:-1], weight.shape[0])


def convolution(x, x_scale, x_zero, weight, scale, bias, quantization, relu, stride, padding,
                dilation):
    if x.dim() == 3:
        return convolution(x.unsqueeze(0), x_scale, x_zero, weight, scale, bias, quantization,
                           relu, stride, padding, dilation).squeeze(0)
    vertical, horizontal = padding
    if vertical or horizontal:
        x = aten.constant_pad_nd(x, [horizontal, horizontal, vertical, vertical], x_zero)
    sums = torch.ops.torch_matrix.int_convolution(x, weight, *stride, *dilation)
    return scaled(sums, weight.sum((1, 2, 3), dtype=torch.int32), x_scale, x_zero, scale,
                  bias, quantization, relu, (1, -1, 1, 1))


def scaled(sums, weights, x_scale, x_zero, scale, bias, quantization, relu, shape):
    """The sums of products in floating point, or quantized. The bias is rounded to the
    unit of the sums."""
    unit = torch.as_tensor(scale).to(torch.float32).broadcast_to(weights.shape) * x_scale
    start = weights * -x_zero
    if bias is not None:
        start = start + torch.round(bias / unit).to(torch.int32)
    sums = (sums + start.view(shape)).to(torch.float32)
    if quantization is None:
        return sums * unit.view(shape)
    step, zero, lowest, highest = quantization
    values = sums * (unit / step).view(shape)
    return narrowed(values, zero, max(lowest, zero) if relu else lowest, highest)


def narrowed(values, zero, lowest, highest):
    values = torch.round(values)
    if zero:
        values = values + zero
    return torch.clamp(values, lowest, highest).to(torch.int8)


def quantize(x, scale, zero, lowest, highest, dtype):
    values = torch.clamp(torch.round(x * (1.0 / scale)) + zero, lowest, highest)
    return values.to(dtype)


def dequantize(x, scale, zero, lowest, highest, dtype, *, out_dtype=None):
    return ((x.to(torch.float32) - zero) * scale).to(out_dtype or torch.float32)


def dequantize_channels(x, scales, zeros, axis, lowest, highest, dtype, *, out_dtype=None):
    shape = [1] * x.dim()
    shape[axis] = -1
    values = x.to(torch.float32)
    if zeros is not None:
        values = values - zeros.view(shape)
    return (values * scales.view(shape)).to(out_dtype or torch.float32)


ELEMENTWISE = {QUANTIZE: quantize, DEQUANTIZE: dequantize,
               DEQUANTIZE_CHANNELS: dequantize_channels}


class Quantized:
    """A function for weights whose zero points are 0, and one for others, which is
    compiled if they occur."""

    def __init__(self, integers: Callable, zeros: list[int], make_general: Callable):
        self.integers, self.zeros = integers, zeros
        self.make_general, self.general = make_general, None

    def __call__(self, *inputs):
        if not any(inputs[number].any() for number in self.zeros):
            return self.integers(*inputs)
        if self.general is None:
            self.general = self.make_general(inputs)
        return self.general(*inputs)
