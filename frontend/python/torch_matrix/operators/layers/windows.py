#===- windows.py - gradients of layers with windows ---------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Gradients of pooling and padding, which torch-mlir does not lower. In average pooling,
an element is in several windows, and in padding, it is copied: along each dimension, the
gradient is a product with a matrix of the weights. The elements of windows side by side
are copies instead, and windows at each element are sums of shifted gradients, in which a
NaN concerns no other window. In maximum pooling, it is added at the indices. Adaptive
average pooling to extents that do not divide is a product with such a matrix as well."""

import torch
from torch._decomp import get_decompositions

from .gradients import each

aten = torch.ops.aten
# Of equal windows.
OF_PYTORCH = {2: get_decompositions([aten._adaptive_avg_pool2d])[
    aten._adaptive_avg_pool2d.default]}


def avg_pool_backward(rank: int):
    def decomposition(grad, x, kernel, stride, padding, ceil_mode, count_include_pad,
                      divisor_override):
        kernel, padding = each(kernel, rank), each(padding, rank)
        stride, grad = each(stride, rank) if stride else kernel, wide(grad)
        for dim, extents in enumerate(zip(x.shape[-rank:], kernel, stride, padding), -rank):
            if not divisor_override:
                counts = counts_of(grad.shape[dim], *extents, count_include_pad)
                grad = grad / counts.to(grad.dtype).view([-1] + [1] * (-1 - dim))
            grad = spread(grad, dim, *extents)
        return grad / divisor_override if divisor_override else grad
    return decomposition


def wide(x):
    """At least as wide as f32, so that sums over windows are not rounded at each step."""
    return x.to(torch.promote_types(x.dtype, torch.float32))


def counts_of(count, extent, kernel, stride, padding, count_include_pad: bool):
    """How many elements each window counts."""
    starts = torch.arange(count) * stride - padding
    ends = (starts + kernel).clamp(max=extent + padding)
    return ends - starts if count_include_pad \
        else ends.clamp(max=extent) - starts.clamp(min=0)


def spread(grad, dim: int, extent, kernel, stride, padding):
    """The sum over the windows that an element is in."""
    if kernel == stride:
        return cropped(repeated(grad, dim, kernel), dim, padding, extent)
    if stride == 1:
        return sum(cropped(grad, dim, padding - place, extent) for place in range(kernel))
    starts = torch.arange(grad.shape[dim]) * stride - padding
    return along(grad, between(starts, starts + kernel, extent).to(grad.dtype), dim)


def repeated(x, dim: int, count: int):
    """Each element along the dimension as often."""
    dim %= x.dim()
    copies = x.unsqueeze(dim + 1)
    shape = [*x.shape[:dim + 1], count, *x.shape[dim + 1:]]
    return copies.expand(shape).flatten(dim, dim + 1)


def cropped(x, dim: int, start: int, extent: int):
    """The elements from the start, with zeros where there are none."""
    pads = [-start, start + extent - x.shape[dim]]
    return aten.constant_pad_nd.default(x, [0, 0] * (-1 - dim) + pads) if any(pads) else x


def adaptive_factors(extent: int, count: int, dtype):
    """A column with the weights of the elements for each window."""
    numbers = torch.arange(count)
    starts = torch.div(numbers * extent, count, rounding_mode="floor")
    ends = torch.div((numbers + 1) * extent + count - 1, count, rounding_mode="floor")
    return (between(starts, ends, extent).to(dtype) / (ends - starts).unsqueeze(1)).t()


def adaptive_avg_pool(rank: int):
    """Rows come first, so that the last product has the fewest."""
    def decomposition(x, counts):
        counts = each(counts, rank)
        if not x.is_floating_point() or not x.numel() or not all(counts) or all(
                extent % count == 0 for extent, count in zip(x.shape[-rank:], counts)):
            return OF_PYTORCH[rank](x, counts) if rank in OF_PYTORCH else NotImplemented
        y = wide(x)
        for dim, count in zip(range(-rank, 0), counts):
            y = along(y, adaptive_factors(x.shape[dim], count, y.dtype), dim)
        return y.to(x.dtype)
    return decomposition


def along(x, matrix, dim: int):
    """The product along a dimension, counted from the end, which stays in its place."""
    if dim == -1:
        return torch.matmul(x, matrix)
    rest = x.shape[dim + 1:]
    found = torch.matmul(matrix.t(), x.flatten(dim + 1))
    return found.unflatten(-1, rest) if len(rest) > 1 else found


def adaptive_avg_pool_backward(rank: int):
    def decomposition(grad, x):
        grad = wide(grad)
        for dim in range(-rank, 0):
            count, extent = grad.shape[dim], x.shape[dim]
            if extent % count == 0:
                grad = repeated(grad / (extent // count), dim, extent // count)
                continue
            grad = along(grad, adaptive_factors(extent, count, grad.dtype).t(), dim)
        return grad
    return decomposition


def between(starts, ends, extent: int):
    places = torch.arange(extent)
    return (places >= starts.unsqueeze(1)) & (places < ends.unsqueeze(1))


def at_indices(rank: int, last: int):
    """The gradient at indices, which is the argument with that number."""
    def decomposition(grad, x, *rest):
        flat = torch.zeros_like(x).flatten(-rank)
        return flat.scatter_add(-1, rest[last].flatten(-rank), grad.flatten(-rank)).view(x.shape)
    return decomposition


def replication_backward(rank: int):
    def decomposition(grad, x, padding):
        for dim, before in zip(range(-1, -rank - 1, -1), padding[::2]):
            copied = (torch.arange(grad.shape[dim]) - before).clamp(0, x.shape[dim] - 1)
            matrix = copied.unsqueeze(1) == torch.arange(x.shape[dim])
            grad = along(grad, matrix.to(grad.dtype), dim)
        return grad
    return decomposition


WINDOWS = {
    aten._adaptive_avg_pool2d.default: adaptive_avg_pool(2),
    aten._adaptive_avg_pool3d.default: adaptive_avg_pool(3),
    aten._adaptive_avg_pool2d_backward.default: adaptive_avg_pool_backward(2),
    aten._adaptive_avg_pool3d_backward.default: adaptive_avg_pool_backward(3),
    aten.adaptive_max_pool2d_backward.default: at_indices(2, 0),
    aten.adaptive_max_pool3d_backward.default: at_indices(3, 0),
    aten.avg_pool2d_backward.default: avg_pool_backward(2),
    aten.avg_pool3d_backward.default: avg_pool_backward(3),
    aten.replication_pad1d_backward.default: replication_backward(1),
    aten.replication_pad2d_backward.default: replication_backward(2),
    aten.replication_pad3d_backward.default: replication_backward(3),
}
