#===- folds.py - windows taken out of images, and added up -----------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Decompositions of im2col and col2im (unfold and fold), and of the gradient of
Tensor.unfold. A window of k elements at a stride of s has ceil(k / s) parts of s elements:
windows are added up as parts shifted by as many windows, in place of a sum at the index of
each element, and the parts side by side are the result without padding. Windows that do not
overlap are permuted only. In the other direction, the elements at one place of all windows
are a slice, in one dimension after another."""

import functools
import operator

import torch
from torch._decomp import get_decompositions

from .gradients import each
from .pooling import Windows
from .windows import cropped, wide

aten = torch.ops.aten
MAX_SLICES = 64    # along a dimension
OF_PYTORCH = get_decompositions([aten.col2im, aten.im2col, aten.unfold_backward])


def windows_of(extents, kernel, dilation, padding, stride) -> list[Windows]:
    return [Windows(*values, False) for values in zip(
        extents, *(each(value, 2) for value in (kernel, stride, padding, dilation)))]


def shifts_of(window: Windows) -> int:
    """By how many windows the last element of one is shifted."""
    return (window.kernel - 1) * window.dilation // window.stride


def slices_of(window: Windows) -> int:
    return shifts_of(window) + 1 if window.dilation == 1 else window.kernel


def added(x, places: int, numbers: int, window: Windows):
    """The sum of windows, given the dimensions of their elements and of their numbers, both
    counted from the end. In the place of these, the result has the remainders by the stride
    and the quotients of the places in the image."""
    shifts = shifts_of(window)
    count = window.count + shifts
    if window.dilation == 1:
        x = cropped(x, places, 0, (shifts + 1) * window.stride)
        x = x.unflatten(places, (shifts + 1, window.stride))
        return functools.reduce(operator.add, (
            cropped(x.select(places - 1, shift), numbers, -shift, count)
            for shift in range(shifts + 1)))
    sums = {}
    for place in range(window.kernel):
        shift, rest = divmod(place * window.dilation, window.stride)
        part = cropped(x.narrow(places, place, 1), numbers, -shift, count)
        sums[rest] = sums[rest] + part if rest in sums else part
    zero = torch.zeros_like(sums[0])
    return torch.cat([sums.get(rest, zero) for rest in range(window.stride)], places)


def col2im(x, output_size, kernel, dilation, padding, stride):
    """From (batch, channels * places, windows) to (batch, channels, *output_size)."""
    windows = rows, columns = windows_of(output_size, kernel, dilation, padding, stride)
    if x.numel() == 0 or max(map(slices_of, windows)) > MAX_SLICES:
        return OF_PYTORCH[aten.col2im.default](x, output_size, kernel, dilation, padding, stride)
    y = wide(x).reshape(*x.shape[:-2], -1, rows.kernel, columns.kernel, rows.count, columns.count)
    y = added(added(y, -3, -1, columns), -4, -2, rows)
    first = y.dim() - 4
    y = y.permute(*range(first), *(first + dim for dim in (2, 0, 3, 1)))
    y = y.flatten(-2).flatten(-3, -2)
    for dim, window in ((-1, columns), (-2, rows)):
        y = cropped(y, dim, window.padding, window.extent)
    return y.to(x.dtype)


def unfold_backward(grad, input_sizes, dim, size, step):
    if not input_sizes or not grad.numel():
        return OF_PYTORCH[aten.unfold_backward.default](grad, input_sizes, dim, size, step)
    dim %= len(input_sizes)
    window = Windows(input_sizes[dim], size, step, 0, 1, False)
    if slices_of(window) > MAX_SLICES:
        return OF_PYTORCH[aten.unfold_backward.default](grad, input_sizes, dim, size, step)
    places = dim - grad.dim()
    y = added(wide(grad).movedim(-1, dim), places, places + 1, window)
    y = y.transpose(places, places + 1).flatten(places, places + 1)
    return cropped(y, places + 1, 0, window.extent).to(grad.dtype)


def im2col(x, kernel, dilation, padding, stride):
    """From (batch, channels, *extents) to (batch, channels * places, windows)."""
    windows = rows, columns = windows_of(x.shape[-2:], kernel, dilation, padding, stride)
    if x.numel() == 0 or max(window.kernel for window in windows) > MAX_SLICES:
        return OF_PYTORCH[aten.im2col.default](x, kernel, dilation, padding, stride)
    pads = [columns.padding] * 2 + [rows.padding] * 2
    padded = aten.constant_pad_nd.default(x, pads) if any(pads) else x
    y = taken(taken(padded, -1, columns), -2, rows)
    return y.reshape(*x.shape[:-3], -1, rows.count * columns.count)


def taken(x, dim: int, window: Windows):
    """Windows along a dimension, which has their numbers; the places in them are the one
    before the last two, and before those of another dimension."""
    if window.kernel == window.stride and window.dilation == 1:
        split = x.narrow(dim, 0, window.count * window.kernel).unflatten(
            dim, (window.count, window.kernel))
        return split.movedim(dim, dim - 2)
    return torch.stack([window.elements(x, dim, place) for place in range(window.kernel)],
                       dim - 2)


FOLDS = {
    aten.col2im.default: col2im,
    aten.im2col.default: im2col,
    aten.unfold_backward.default: unfold_backward,
}
