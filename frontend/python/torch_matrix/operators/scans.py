#===- scans.py - cumulative sums, products and extrema ------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Decompositions of scans, which torch-mlir lowers to tm_tensor. A scan of n elements
takes log2(n) steps; in each, every element is combined with the one 1, 2, 4, ... places
before it. All are elementwise operations on the whole tensor."""

import math

import torch

aten = torch.ops.aten


def scan(combine, values: tuple, first: tuple, dim: int) -> tuple:
    """combine(earlier, later) takes and returns tuples; first does not change what it
    is combined with."""
    if values[0].dim() == 0:
        return tuple(value.clone() for value in values)
    extent, distance = values[0].shape[dim], 1
    while distance < extent:
        earlier = tuple(moved(value, start, dim, distance)
                        for value, start in zip(values, first))
        values, distance = combine(earlier, values), 2 * distance
    return tuple(values)


def moved(x, start, dim: int, distance: int):
    """The elements before those of x, at a distance; start where there are none."""
    shape = list(x.shape)
    shape[dim] = distance
    kept = x.narrow(dim, 0, x.shape[dim] - distance)
    return torch.cat([torch.full(shape, start, dtype=x.dtype), kept], dim)


def accumulation_types(x, dtype) -> tuple:
    """The types of the results and of the steps."""
    if dtype is None:
        dtype = x.dtype if x.is_floating_point() else torch.int64
    narrow = dtype in (torch.bfloat16, torch.float16)
    return dtype, torch.float32 if narrow else dtype


def fits_int32(x, dim: int) -> bool:
    """Whether sums along the dimension do, whatever the elements are."""
    bits = {torch.bool: 1, torch.uint8: 8, torch.int8: 8, torch.int16: 16}.get(x.dtype)
    return bits is not None and x.dim() > 0 and x.shape[dim] << bits <= 1 << 31


def cumulative(combine, first):
    def decomposition(x, dim, *, dtype=None):
        if x.is_complex() or dtype is not None and dtype.is_complex:
            return NotImplemented
        dtype, wide = accumulation_types(x, dtype)
        if combine is torch.add and dtype == torch.int64 and fits_int32(x, dim):
            wide = torch.int32
        steps = x.to(dtype).to(wide)
        found, = scan(lambda a, b: (combine(a[0], b[0]),), (steps,), (first,), dim)
        return found.to(dtype) if found is not x else x.clone()
    return decomposition


def log_add_exp(a, b):
    """Infinities of one sign have no difference."""
    larger = torch.maximum(a, b)
    distance = torch.where(a == b, 0.0, (a - b).abs())
    return larger + torch.log1p(torch.exp(-distance))


def extremum_so_far(is_better, first: float):
    """The last of equal elements; NaN is greater and less than all numbers."""
    def combine(earlier, later):
        (a, a_index), (b, b_index) = earlier, later
        chosen = is_better(b, a)
        if a.is_floating_point():
            chosen = (chosen & (a == a)) | (b != b)
        return torch.where(chosen, b, a), torch.where(chosen, b_index, a_index)

    def decomposition(x, dim):
        if x.dim() == 0:
            return x.clone(), torch.zeros((), dtype=torch.int64)
        steps = x.int() if x.dtype == torch.bool else x
        shape = [1] * x.dim()
        shape[dim] = x.shape[dim]
        indices = torch.arange(x.shape[dim]).view(shape).expand(x.shape)
        start = first if x.is_floating_point() else \
            (torch.iinfo(steps.dtype).min if first < 0 else torch.iinfo(steps.dtype).max)
        values, indices = scan(combine, (steps, indices), (start, 0), dim)
        return values.to(x.dtype), indices.clone()
    return decomposition


SCANS = {
    aten._logcumsumexp.default: cumulative(log_add_exp, -math.inf),
    aten.cummax.default: extremum_so_far(torch.ge, -math.inf),
    aten.cummin.default: extremum_so_far(torch.le, math.inf),
    aten.cumprod.default: cumulative(torch.mul, 1),
    aten.cumsum.default: cumulative(torch.add, 0),
    aten.logcumsumexp.default: cumulative(log_add_exp, -math.inf),
}
