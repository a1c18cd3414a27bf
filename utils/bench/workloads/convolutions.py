#===- utils/bench/workloads/convolutions.py - convolutions and pooling ------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Convolutions of batch 1 in both layouts, depthwise ones, and pooling. Those with
padding contain a tensor.pad, as PyTorch exports them."""

from dataclasses import dataclass

import numpy as np

from .matrix_products import product
from .workload import ALL, BYTES, Tensor, Workload, rounded, zeros

CONVOLUTIONS = "Convolutions and pooling"
RESNET = "Layers of ResNet-50, bf16, NCHW, batch 1"


@dataclass
class Layer:
    channels: int
    filters: int
    image: int
    kernel: int
    stride: int = 1
    padding: int = 0

    @property
    def padded(self) -> int:
        return self.image + 2 * self.padding

    @property
    def result(self) -> int:
        return (self.padded - self.kernel) // self.stride + 1

    @property
    def read(self) -> int:
        """Rows, or columns, of the image that are read."""
        return self.image if self.kernel >= self.stride else self.result

    def __str__(self) -> str:
        stride = f" /{self.stride}" if self.stride > 1 else ""
        return f"{self.kernel}x{self.kernel} {self.channels}-{self.filters} {self.image}x{self.image}{stride}"


# All layers of ResNet-50 (stride in the 3x3 convolutions), each shape once.
RESNET_LAYERS = [
    Layer(3, 64, 224, 7, 2, 3),
    Layer(64, 64, 56, 1), Layer(64, 64, 56, 3, 1, 1), Layer(64, 256, 56, 1), Layer(256, 64, 56, 1),
    Layer(256, 128, 56, 1), Layer(128, 128, 56, 3, 2, 1), Layer(128, 512, 28, 1),
    Layer(256, 512, 56, 1, 2), Layer(512, 128, 28, 1), Layer(128, 128, 28, 3, 1, 1),
    Layer(512, 256, 28, 1), Layer(256, 256, 28, 3, 2, 1), Layer(256, 1024, 14, 1),
    Layer(512, 1024, 28, 1, 2), Layer(1024, 256, 14, 1), Layer(256, 256, 14, 3, 1, 1),
    Layer(1024, 512, 14, 1), Layer(512, 512, 14, 3, 2, 1), Layer(512, 2048, 7, 1),
    Layer(1024, 2048, 14, 1, 2), Layer(2048, 512, 7, 1), Layer(512, 512, 7, 3, 1, 1)]


def windows(image, layer: Layer):
    """Windows of an image [channel, row, column]: [channel, row, column, ky, kx]."""
    around = [(0, 0), (layer.padding,) * 2, (layer.padding,) * 2]
    padded = np.pad(image, around)
    every = np.lib.stride_tricks.sliding_window_view(padded, (layer.kernel,) * 2, (1, 2))
    return every[:, ::layer.stride, ::layer.stride]


def convolve(image, filters, layer: Layer):
    """[filter, row, column] of an image [channel, row, column]."""
    found = np.tensordot(filters, windows(image, layer), ((1, 2, 3), (0, 3, 4)))
    return found


def padding(layer: Layer, image: Tensor, padded: Tensor, low: tuple) -> str:
    rank = len(image.shape)
    amounts = ", ".join(map(str, low))
    indices = ", ".join(f"%i{i}: index" for i in range(rank))
    return f"""  %pad_zero = arith.constant 0.0 : {image.element}
  %image = tensor.pad %a0 low[{amounts}] high[{amounts}] {{
  ^bb0({indices}):
    tensor.yield %pad_zero : {image.element}
  }} : {image} to {padded}
"""


def convolution(group: str, name: str, layer: Layer, layout: str, result: str, **options) -> Workload:
    """A convolution in bf16 that accumulates in f32."""
    place = (lambda c, h, w: (1, c, h, w)) if layout == "nchw" else (lambda c, h, w: (1, h, w, c))
    image = Tensor(place(layer.channels, layer.image, layer.image), "bf16")
    padded = Tensor(place(layer.channels, layer.padded, layer.padded), "bf16")
    k = layer.kernel
    weights = (layer.filters, layer.channels, k, k) if layout == "nchw" else (k, k, layer.channels, layer.filters)
    weight, sums = Tensor(weights, "bf16"), Tensor(place(layer.filters, layer.result, layer.result), "f32")
    out = Tensor(sums.shape, result)
    low = place(0, layer.padding, layer.padding)
    low = (0, *low[1:])
    body = padding(layer, image, padded, low) if layer.padding else ""
    source = "image" if layer.padding else "a0"
    order = "nchw_fchw" if layout == "nchw" else "nhwc_hwcf"
    body += zeros("init", sums) + f"""  %c = linalg.conv_2d_{order}
      {{strides = dense<{layer.stride}> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}}
      ins(%{source}, %a1 : {padded}, {weight}) outs(%init : {sums}) -> {sums}
"""
    if result != "f32":
        body += rounded("r", "c", sums, out)

    def compute(x, f):
        if layout == "nchw":
            return [convolve(x[0], f, layer)[None]]
        found = convolve(np.moveaxis(x[0], -1, 0), np.transpose(f, (3, 2, 0, 1)), layer)
        return [np.moveaxis(found, 0, -1)[None]]

    needed = layer.channels * layer.read ** 2 * BYTES["bf16"] + weight.bytes + out.bytes
    macs = layer.filters * layer.result ** 2 * layer.channels * k * k
    return Workload(group, name, [image, weight], [out],
                    body + f"  return %{'r' if result != 'f32' else 'c'} : {out}", compute,
                    macs=macs, element="bf16", needed=needed, **options)


def depthwise(channels: int, size: int) -> Workload:
    """3x3, f32, channels last, of an image that is padded already."""
    layer = Layer(channels, channels, size + 2, 3)
    image, out = Tensor((1, size + 2, size + 2, channels), "f32"), Tensor((1, size, size, channels), "f32")
    weight = Tensor((3, 3, channels), "f32")
    body = zeros("init", out) + f"""  %c = linalg.depthwise_conv_2d_nhwc_hwc
      {{strides = dense<1> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}}
      ins(%a0, %a1 : {image}, {weight}) outs(%init : {out}) -> {out}
  return %c : {out}
"""

    def compute(x, f):
        found = windows(np.moveaxis(x[0], -1, 0), layer)
        return [np.einsum("chwyx,yxc->hwc", found, f)[None]]

    return Workload(CONVOLUTIONS, f"depthwise 3x3 {channels} {size}x{size} f32 NHWC", [image, weight],
                    [out], body, compute, macs=channels * size * size * 9, element="f32")


def max_pool(channels: int, size: int) -> Workload:
    """3x3 with stride 2, as after the first layer of ResNet, in f32."""
    layer = Layer(channels, channels, size, 3, 2)
    image, out = Tensor((1, channels, size, size), "f32"), Tensor((1, channels, layer.result, layer.result), "f32")
    body = f"""  %least = arith.constant 0xFF800000 : f32
  %empty = tensor.empty() : {out}
  %window = tensor.empty() : tensor<3x3xf32>
  %init = linalg.fill ins(%least : f32) outs(%empty : {out}) -> {out}
  %c = linalg.pooling_nchw_max {{strides = dense<2> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}}
      ins(%a0, %window : {image}, tensor<3x3xf32>) outs(%init : {out}) -> {out}
  return %c : {out}
"""
    read = 2 * layer.result + 1
    return Workload(CONVOLUTIONS, f"max pool 3x3 /2 {channels} {size}x{size} f32 NCHW", [image], [out], body,
                    lambda x: [windows(x[0], layer).max((3, 4))[None]],
                    needed=channels * read * read * BYTES["f32"] + out.bytes)


def workloads() -> list:
    same = Layer(64, 64, 58, 3)  # of an image of 56 x 56 that is padded already
    found = [convolution(CONVOLUTIONS, f"3x3 64-64 56x56 bf16 {layout.upper()}", same, layout, "f32")
             for layout in ("nchw", "nhwc")]
    found += [depthwise(144, 56), max_pool(64, 112)]
    found += [convolution(RESNET, str(layer), layer, "nchw", "bf16", cores=(ALL,)) for layer in RESNET_LAYERS]
    return [*found, product(RESNET, "classifier 2048-1000", (1, 1000, 2048), "bf16", "bf16", cores=(ALL,))]
