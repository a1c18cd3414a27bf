#===- image_windows.py - convolutions and pools -----------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Convolutions and poolings of random networks. Each layer takes the network (Images)
and returns a value, or None if no image fits."""

import math

from builder import Value, is_float, tensor
from networks.image_graph import CHANNELS, MAX_ELEMENTS, SUMS, Images, narrow

MAX_PRODUCTS = 3_000_000

def padded(g: Images, x: Value, low, high, filler) -> Value:
    """Pads height and width."""
    if not any(low) and not any(high):
        return x
    n, c, h, w = g.extents(x)
    shape = g.image(n, c, h + low[0] + high[0], w + low[1] + high[1])
    low, high = (list(g.image(0, 0, *amount)) for amount in (low, high))
    value = g.scalar(filler, x.kind)
    arguments = ", ".join(f"{g.fresh()}: index" for _ in shape)
    return g.define(shape, x.kind, x.bound, False,
                    f"tensor.pad {x.name} low{low} high{high} {{\n"
                    f"^bb0({arguments}):\n  tensor.yield {value} : {x.kind}\n"
                    f"}} : {x.type} to {tensor(shape, x.kind)}")


def window(g: Images, x: Value, sizes, filler):
    """The padded image, strides, dilations, and height and width of the result."""
    strides = g.rng.choice([(1, 1), (1, 1), (2, 2), (2, 1), (3, 3)])
    dilations = g.rng.choice([(1, 1)] * 4 + [(2, 2), (1, 2)])
    spans = [(k - 1) * d for k, d in zip(sizes, dilations)]
    low, high = g.rng.choice([([s // 2 for s in spans], [s - s // 2 for s in spans])] * 3 +
                             [([0, 0], [0, 0]), ([0, 0], [1, 1])])
    y = padded(g, x, low, high, filler)
    _, _, h, w = g.extents(y)
    extents = [(e - s - 1) // stride + 1 for e, s, stride in zip((h, w), spans, strides)]
    return y, strides, dilations, extents


def attributes(strides, dilations) -> str:
    return (f" {{dilations = dense<{list(dilations)}> : tensor<2xi64>, "
            f"strides = dense<{list(strides)}> : tensor<2xi64>}}")


def windowed(g: Images, name, image, kernel, init, strides, dilations) -> Value:
    return g.define(init.shape, init.kind, 1, False,
                    f"linalg.{name}{attributes(strides, dilations)} "
                    f"ins({image.name}, {kernel.name} : {image.type}, {kernel.type}) "
                    f"outs({init.name} : {init.type}) -> {init.type}")


def convolution(g: Images):
    x = g.pick(lambda v: len(v.shape) == 4)
    n, c, _, _ = g.extents(x)
    form = g.rng.choice(["pointwise", "full", "full", "depthwise", "depthwise", "grouped"])
    sizes = (1, 1) if form == "pointwise" else g.rng.choice([(3, 3)] * 4 + [(1, 3), (5, 5)])
    image, strides, dilations, extents = window(g, x, sizes, 0)
    if min(extents) < 1 or not g.fits(image.shape):
        return None
    if form == "depthwise":
        return depthwise(g, image, n, c, sizes, strides, dilations, extents)
    if form == "grouped" and not g.isChannelsLast and c % 4 == 0:
        return grouped(g, image, n, c, sizes, strides, dilations, extents)
    f = g.rng.choice([c, *CHANNELS])
    products = c * math.prod(sizes)
    if not allowed(g, n * f * math.prod(extents), products):
        return None
    name, shape = ("conv_2d_nhwc_hwcf", (*sizes, c, f)) if g.isChannelsLast else \
        ("conv_2d_nchw_fchw", (f, c, *sizes))
    kernel = g.weight(shape, products)
    init = start(g, g.image(n, f, *extents))
    return narrow(g, windowed(g, name, image, kernel, init, strides, dilations))


def allowed(g: Images, elements, products) -> bool:
    return elements <= MAX_ELEMENTS and elements * products <= MAX_PRODUCTS


def start(g: Images, shape) -> Value:
    """Zeros, or a bias for each channel."""
    kind = SUMS[g.kind]
    if g.rng.random() < 0.6:
        return g.filled(shape, kind, 0)
    bias = g.argument((shape[g.channel],), kind)
    dims = [d for d in range(len(shape)) if d != g.channel]
    init = g.empty(shape, kind)
    return g.define(shape, kind, 1, False,
                    f"linalg.broadcast ins({bias.name} : {bias.type}) "
                    f"outs({init.name} : {init.type}) dimensions = {dims}")


def depthwise(g: Images, image, n, c, sizes, strides, dilations, extents):
    shape = g.image(n, c, *extents)
    if not g.fits(shape):
        return None
    name, kernel = ("depthwise_conv_2d_nhwc_hwc", (*sizes, c)) if g.isChannelsLast else \
        ("depthwise_conv_2d_nchw_chw", (c, *sizes))
    weight = g.weight(kernel, math.prod(sizes))
    return narrow(g, windowed(g, name, image, weight, start(g, shape), strides, dilations))


def grouped(g: Images, image, n, c, sizes, strides, dilations, extents):
    """As torch-mlir writes it: the channels are split into groups and joined again."""
    groups, outputs = g.rng.choice([2, 4]), g.rng.choice([1, 4, 8])
    products = c // groups * math.prod(sizes)
    if not allowed(g, n * groups * outputs * math.prod(extents), products):
        return None
    split = (n, groups, c // groups, *image.shape[2:])
    parts = g.define(split, g.kind, 1, False,
                     f"tensor.expand_shape {image.name} [[0], [1, 2], [3], [4]] output_shape "
                     f"{list(split)} : {image.type} into {tensor(split, g.kind)}")
    weight = g.weight((groups, outputs, c // groups, *sizes), products)
    init = g.filled((n, groups, outputs, *extents), SUMS[g.kind], 0)
    y = windowed(g, "conv_2d_ngchw_gfchw", parts, weight, init, strides, dilations)
    joined = (n, groups * outputs, *extents)
    return narrow(g, g.define(joined, y.kind, 1, False,
                              f"tensor.collapse_shape {y.name} [[0], [1, 2], [3], [4]] : "
                              f"{y.type} into {tensor(joined, y.kind)}"))


def pooling(g: Images):
    x = g.pick(lambda v: len(v.shape) == 4)
    n, c, _, _ = g.extents(x)
    sizes = g.rng.choice([(2, 2), (3, 3), (1, 2)])
    isMaximum = g.rng.random() < 0.6
    image, strides, dilations, extents = window(g, x, sizes, -100 if isMaximum else 0)
    if min(extents) < 1 or not g.fits(image.shape):
        return None
    layout = "nhwc" if g.isChannelsLast else "nchw"
    init = g.filled(g.image(n, c, *extents), g.kind, -100 if isMaximum else 0)
    y = windowed(g, f"pooling_{layout}_{'max' if isMaximum else 'sum'}", image,
                 g.empty(sizes, g.kind), init, strides, dilations)
    if isMaximum or not is_float(g.kind):
        return y
    return g.pointwise(y, lambda a: g.scalar_op(
        "arith.divf", [a, g.scalar(math.prod(sizes), g.kind)], g.kind))
