#===- image_movements.py - movements of images ------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Layers of random networks that move elements: transposes, slices, concatenations,
larger images. Each takes the network (Images) and returns a value, or None if no image
fits."""

from builder import Value, tensor
from graph import PARALLEL
from networks.image_graph import MAX_ELEMENTS, Images, maximum

def moved(g: Images, x: Value, shape, text: str) -> Value:
    return g.define(shape, x.kind, x.bound, False, text)


def transposed(g: Images, x: Value, order) -> Value:
    init = g.empty([x.shape[d] for d in order], x.kind)
    return moved(g, x, init.shape,
                 f"linalg.transpose ins({x.name} : {x.type}) "
                 f"outs({init.name} : {init.type}) permutation = {list(order)}")


def swap(g: Images):
    """Exchanges height and width."""
    order = [0, 1, 2, 3]
    order[g.rows], order[g.rows + 1] = order[g.rows + 1], order[g.rows]
    return transposed(g, g.pick(lambda v: len(v.shape) == 4), order)


def other_layout(g: Images):
    """A layer of products or an activation in the other layout."""
    x = g.pick(lambda v: len(v.shape) == 4)
    there, back = ([0, 3, 1, 2], [0, 2, 3, 1]) if g.isChannelsLast else \
        ([0, 2, 3, 1], [0, 3, 1, 2])
    y = transposed(g, x, there)
    y = g.pointwise(y, lambda a: maximum(g, a, g.scalar(0, g.kind), g.kind))
    return transposed(g, y, back)


def part(g: Images, x: Value, dim: int):
    """Neighboring or every second element of a dimension."""
    extent, stride = x.shape[dim], g.rng.choice([1, 1, 1, 2])
    if extent < 2:
        return None
    size = g.rng.choice([max(1, extent // 2), g.rng.randint(1, extent)])
    size = min(size, (extent + stride - 1) // stride)
    offset = g.rng.choice([0, extent - (size - 1) * stride - 1])
    shape, offsets, strides = list(x.shape), [0] * 4, [1] * 4
    shape[dim], offsets[dim], strides[dim] = size, offset, stride
    return moved(g, x, shape, f"tensor.extract_slice {x.name}{offsets}{shape}{strides} : "
                 f"{x.type} to {tensor(shape, x.kind)}")


def channel_slice(g: Images):
    return part(g, g.pick(lambda v: len(v.shape) == 4), g.channel)


def row_slice(g: Images):
    x = g.pick(lambda v: len(v.shape) == 4)
    return part(g, x, g.rng.choice([g.rows, g.rows + 1]))


def concat(g: Images):
    """Joins channels, sometimes rows."""
    dim = g.rng.choice([g.channel] * 3 + [g.rows])
    x = g.pick(lambda v: len(v.shape) == 4)

    def fits(v):
        return len(v.shape) == 4 and \
            all(a == b for d, (a, b) in enumerate(zip(v.shape, x.shape)) if d != dim)

    parts = [x] + [g.pick(fits) for _ in range(g.rng.choice([1, 1, 2]))]
    shape = list(x.shape)
    shape[dim] = sum(p.shape[dim] for p in parts)
    if not g.fits(shape):
        return None
    return moved(g, x, shape, f"tensor.concat dim({dim}) "
                 f"{', '.join(p.name for p in parts)} : "
                 f"({', '.join(p.type for p in parts)}) -> {tensor(shape, x.kind)}")


def upsample(g: Images):
    """Nearest neighbors, twice as high and wide."""
    x = g.pick(lambda v: len(v.shape) == 4 and 4 * v.elements <= MAX_ELEMENTS)
    if x is None:
        return None
    n, c, h, w = g.extents(x)
    shape = g.image(n, c, 2 * h, 2 * w)
    reads = [f"d{d}" for d in range(4)]
    for d in (g.rows, g.rows + 1):
        reads[d] = f"d{d} floordiv 2"
    result, element = g.fresh(), g.fresh()
    init = g.empty(shape, g.kind)
    g.emit(f"{result} = linalg.generic {{indexing_maps = ["
           f"affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["
           f"{', '.join([chr(34) + PARALLEL + chr(34)] * 4)}]}} "
           f"outs({init.name} : {init.type}) {{\n^bb0({g.fresh()}: {g.kind}):")
    places, two = [], g.index(2)
    for d in range(4):
        places.append(g.fresh())
        g.emit(f"{places[d]} = linalg.index {d} : index")
        if d in (g.rows, g.rows + 1):
            places[d] = g.scalar_op("arith.divui", [places[d], two], "index")
    g.emit(f"{element} = tensor.extract {x.name}[{', '.join(places)}] : {x.type}\n"
           f"linalg.yield {element} : {g.kind}\n}} -> {init.type}")
    return Value(result, shape, g.kind, x.bound, False)


def pixel_shuffle(g: Images):
    """Four channels become the pixels of one that is twice as high and wide."""
    if g.isChannelsLast:
        return None
    x = g.pick(lambda v: len(v.shape) == 4 and v.shape[1] % 4 == 0)
    if x is None:
        return None
    n, c, h, w = x.shape
    split = (n, c // 4, 2, 2, h, w)
    y = moved(g, x, split, f"tensor.expand_shape {x.name} [[0], [1, 2, 3], [4], [5]] "
              f"output_shape {list(split)} : {x.type} into {tensor(split, x.kind)}")
    y = transposed(g, y, [0, 1, 4, 2, 5, 3])
    shape = (n, c // 4, 2 * h, 2 * w)
    return moved(g, y, shape, f"tensor.collapse_shape {y.name} [[0], [1], [2, 3], [4, 5]] : "
                 f"{y.type} into {tensor(shape, x.kind)}")
