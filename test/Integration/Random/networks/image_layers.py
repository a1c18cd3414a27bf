#===- image_layers.py - elementwise layers and sums -------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Layers of random networks that compute on elements, channels and whole images. Each
takes the network (Images) and returns a value, or None if no image fits."""

from builder import Value, is_float
from graph import PARALLEL, REDUCTION
from networks.image_graph import SUMS, Images, add, maximum, minimum, multiply, sigmoid

def activation(g: Images):
    x, kind = g.pick(), g.kind

    def body(a):
        choice = g.rng.choice(["relu", "relu6", "silu", "hardswish", "leaky"])
        zero = g.scalar(0, kind)
        if choice == "relu" or not is_float(kind) and choice != "relu6":
            return maximum(g, a, zero, kind)
        if choice == "relu6":
            return minimum(g, maximum(g, a, zero, kind), g.scalar(6, kind), kind)
        if choice == "silu":
            return multiply(g, a, sigmoid(g, a, kind), kind)
        if choice == "leaky":
            return maximum(g, a, multiply(g, a, g.scalar(0.125, kind), kind), kind)
        shifted = add(g, a, g.scalar(3, kind), kind)
        gate = minimum(g, maximum(g, shifted, zero, kind), g.scalar(6, kind), kind)
        return multiply(g, a, multiply(g, gate, g.scalar(0.125, kind), kind), kind)

    return g.pointwise(x, body)


def channel_vector(g: Images):
    """A factor and a summand for each channel: a bias, or a batch normalization."""
    x = g.pick(lambda v: len(v.shape) == 4)
    channels, same = (x.shape[g.channel],), [f"d{d}" for d in range(4)]
    vector = [f"d{g.channel}"]
    bias = g.argument(channels, g.kind)
    if g.rng.random() < 0.5:
        return g.map([x, bias], [same, vector], x.shape, g.kind,
                     lambda names: add(g, *names, g.kind))
    scale = g.argument(channels, g.kind)
    return g.map([x, scale, bias], [same, vector, vector], x.shape, g.kind,
                 lambda names: add(g, multiply(g, *names[:2], g.kind), names[2], g.kind))


def residual(g: Images):
    """Adds, subtracts or multiplies two images, the second one possibly transposed, and
    sometimes clamps the result."""
    x = g.pick(lambda v: len(v.shape) == 4)
    n, c, h, w = g.extents(x)
    swapped = g.image(n, c, w, h)
    y = g.pick(lambda v: v is not x and v.shape in (x.shape, swapped)) or \
        g.argument(x.shape, g.kind)
    same = [f"d{d}" for d in range(4)]
    other = list(same)
    if y.shape != x.shape or h == w and g.rng.random() < 0.3:
        other[g.rows], other[g.rows + 1] = other[g.rows + 1], other[g.rows]

    def body(names):
        half = g.scalar(0.5, g.kind) if is_float(g.kind) else g.scalar(1, g.kind)
        total = add(g, *names, g.kind) if g.rng.random() < 0.8 else \
            multiply(g, names[0], minimum(g, names[1], half, g.kind), g.kind)
        return maximum(g, total, g.scalar(0, g.kind), g.kind) \
            if g.rng.random() < 0.3 else total

    return g.map([x, y], [same, other], x.shape, g.kind, body)


def reduced(g: Images, x: Value, dims, isMaximum=False) -> Value:
    """Sums or maxima over dimensions, which the result does not have."""
    kept = [d for d in range(4) if d not in dims]
    init = g.filled([x.shape[d] for d in kept], g.kind, -100 if isMaximum else 0)
    combine = maximum if isMaximum else add
    return g.generic([x], init, [[f"d{d}" for d in range(4)], [f"d{d}" for d in kept]],
                     [REDUCTION if d in dims else PARALLEL for d in range(4)],
                     lambda names: combine(g, *names, g.kind), 1, False)


def excite(g: Images):
    """Squeeze and excitation: a factor for each channel from the mean of the image."""
    x = g.pick(lambda v: len(v.shape) == 4)
    if g.kind != "f32":
        return None
    mean = reduced(g, x, [g.rows, g.rows + 1])
    area = x.shape[g.rows] * x.shape[g.rows + 1]
    scale = g.pointwise(mean, lambda a: g.scalar_op(
        "arith.divf", [a, g.scalar(area, g.kind)], g.kind))
    channels = mean.shape[1]
    weight, init = g.weight((channels, channels), channels), g.filled(mean.shape, g.kind, 0)
    product = g.define(mean.shape, g.kind, 1, False,
                       f"linalg.matmul ins({scale.name}, {weight.name} : {scale.type}, "
                       f"{weight.type}) outs({init.name} : {init.type}) -> {init.type}")
    gate = g.pointwise(product, lambda a: sigmoid(g, a, g.kind))
    return g.map([x, gate], [[f"d{d}" for d in range(4)], ["d0", f"d{g.channel}"]], x.shape,
                 g.kind, lambda names: multiply(g, *names, g.kind))


def normalize(g: Images):
    """Divides by one more than the sum of squares over the channels, or over the image."""
    x = g.pick(lambda v: len(v.shape) == 4)
    if g.kind != "f32":
        return None
    dims = g.rng.choice([[g.channel], [g.rows, g.rows + 1], [1, 2, 3]])
    squares = g.pointwise(x, lambda a: multiply(g, a, a, g.kind))
    total = reduced(g, squares, dims)
    kept = [f"d{d}" for d in range(4) if d not in dims]

    def body(names):
        return multiply(g, names[0], g.scalar_op(
            "math.rsqrt", [add(g, names[1], g.scalar(1, g.kind), g.kind)], g.kind), g.kind)

    return g.map([x, total], [[f"d{d}" for d in range(4)], kept], x.shape, g.kind, body)



def classifier(g: Images, x: Value) -> Value:
    """Maxima of the image and a product."""
    pooled = reduced(g, x, [g.rows, g.rows + 1], True)
    n, c = pooled.shape
    weight, init = g.weight((c, 10), c), g.filled((n, 10), SUMS[g.kind], 0)
    return g.define(init.shape, init.kind, 1, False,
                    f"linalg.matmul ins({pooled.name}, {weight.name} : {pooled.type}, "
                    f"{weight.type}) outs({init.name} : {init.type}) -> {init.type}")
