#===- bags.py - embedding bags ---------------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Sums, means and maxima of rows of a table, their gradients, and rows with a largest norm.
torch-mlir does not lower offsets."""

import math

import torch

from ..composites import norm_of
from ..rows import put

aten = torch.ops.aten


def embedding_bag(weight, indices, offsets, scale_grad_by_freq=False, mode=0,
                  sparse=False, per_sample_weights=None, include_last_offset=False,
                  padding_idx=-1):
    """mode: 0 for sums, 1 for means, 2 for maxima."""
    count, bags = indices.numel(), offsets.numel() - include_last_offset
    if count == 0 or bags == 0:
        return NotImplemented
    places = torch.arange(count, dtype=offsets.dtype)
    bag = (offsets[:bags] <= places.unsqueeze(1)).sum(1) - 1
    rows = torch.embedding(weight, indices)
    if per_sample_weights is not None:
        rows = rows * per_sample_weights.unsqueeze(1)
    used = indices != padding_idx
    sizes = ((torch.arange(bags).unsqueeze(1) == bag) & used).sum(1)
    first = -math.inf if mode == 2 else 0.0
    # Of maxima, eager mode puts the indices after the last offset into the last bag.
    ends = include_last_offset and mode != 2
    added = used & (places < offsets[bags]) if ends else used
    rows = torch.where(added.unsqueeze(1), rows, first)
    start = torch.full((bags, weight.shape[1]), first, dtype=rows.dtype)
    found = put(start, bag, rows, "amax" if mode == 2 else "sum")
    if mode == 1:
        found = found / sizes.clamp(min=1).unsqueeze(1)
    found = torch.where(sizes.unsqueeze(1) == 0, 0.0, found).to(rows.dtype)
    return found, bag, sizes, sizes


def embedding_bag_in_training(weight, indices, offsets, scale_grad_by_freq=False, mode=0,
                              sparse=False, per_sample_weights=None,
                              include_last_offset=False, padding_idx=-1):
    """The gradient needs the indices of the maxima."""
    found = embedding_bag(weight, indices, offsets, scale_grad_by_freq, mode, sparse,
                          per_sample_weights, include_last_offset, padding_idx)
    if mode != 2 or found is NotImplemented:
        return found
    return *found[:3], indices_of_maxima(weight, indices, *found[:3], padding_idx)


def indices_of_maxima(weight, indices, maxima, bag, sizes, padding_idx):
    """The rows of the first of equal maxima in each bag, padding aside; 0 for an empty one."""
    count = indices.numel()
    rows, most = torch.embedding(weight, indices), maxima.index_select(0, bag)
    equal = (rows == most) | (rows.isnan() & most.isnan())
    equal = equal & (indices != padding_idx).unsqueeze(1)
    places = torch.where(equal, torch.arange(count).unsqueeze(1), count - 1)
    first = put(torch.full(maxima.shape, count - 1), bag, places, "amin")
    return torch.where(sizes.unsqueeze(1) == 0, 0, indices[first])


def renorm(weight, indices, max_norm, norm_type):
    """Rows that are longer are scaled."""
    indices = indices.reshape(-1)
    rows = torch.embedding(weight, indices)
    norm = norm_of(rows.to(torch.promote_types(rows.dtype, torch.float32)), norm_type)
    scale = torch.where(norm > max_norm, max_norm / (norm + 1e-7), 1.0).unsqueeze(1)
    return put(weight, indices, (rows * scale).to(weight.dtype), "copy")


def embedding_bag_backward(grad, indices, offsets, bag, sizes, maxima, count,
                           scale_grad_by_freq, mode, sparse, per_sample_weights,
                           padding_idx=-1):
    """Each row of the table has the sum of the gradients of its bags. Eager mode divides
    those scaled by frequency by the counts of other rows, and computes them itself."""
    if sparse or scale_grad_by_freq or indices.numel() == 0 or grad.numel() == 0:
        return NotImplemented
    if mode == 2:
        return gradient_of_maxima(grad, sizes, maxima, count)
    rows = grad.index_select(0, bag)
    if mode == 1:
        rows = rows / sizes.index_select(0, bag).clamp(min=1).unsqueeze(1)
    if per_sample_weights is not None:
        rows = rows * per_sample_weights.unsqueeze(1)
    rows = torch.where((indices != padding_idx).unsqueeze(1), rows, 0.0).to(grad.dtype)
    return put(torch.zeros((count, grad.shape[1]), dtype=grad.dtype), indices, rows, "sum")


def gradient_of_maxima(grad, sizes, maxima, count: int):
    """An empty bag has no maximum."""
    width = grad.shape[1]
    is_used = (sizes != 0).unsqueeze(1)
    places = torch.where(is_used, maxima * width + torch.arange(width), 0).reshape(-1)
    values = torch.where(is_used, grad, 0.0).reshape(-1, 1)
    start = torch.zeros((count * width, 1), dtype=grad.dtype)
    return put(start, places, values, "sum").reshape(count, width)


def gradient_of_weights(grad, weight, indices, offsets, bag, mode, padding_idx=-1):
    """The gradient of per_sample_weights."""
    if indices.numel() == 0 or grad.numel() == 0:
        return NotImplemented
    found = (grad.index_select(0, bag) * weight.index_select(0, indices)).sum(1)
    return torch.where(indices == padding_idx, 0.0, found).to(grad.dtype)


BAGS = {
    aten._embedding_bag.default: embedding_bag_in_training,
    aten._embedding_bag_backward.default: embedding_bag_backward,
    aten._embedding_bag_forward_only.default: embedding_bag,
    aten._embedding_bag_per_sample_weights_backward.default: gradient_of_weights,
    aten.embedding_renorm.default: renorm,
}
