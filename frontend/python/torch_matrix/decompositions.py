#===- decompositions.py - ATen operators taken apart ---------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The decomposition table: PyTorch's, plus what this torch-mlir does not convert.

Each entry of our own says what goes wrong without it.
"""

import functools

import torch

aten = torch.ops.aten


@functools.cache
def decompositions() -> dict:
    table = dict(torch.export.default_decompositions())
    # Its decomposition calls itself again.
    table.pop(aten._to_copy.default, None)
    table.update(torch._decomp.get_decompositions(FROM_PYTORCH))
    table.update(OWN)
    return table


# Known to PyTorch, but not in its default table.
FROM_PYTORCH = [
    aten._log_softmax,
    aten._scaled_dot_product_flash_attention_for_cpu,
    aten._unsafe_view,
    aten.addmm,
    aten.index_copy,
    aten.lift_fresh_copy,
    aten.linalg_vector_norm,
    aten.masked_fill.Scalar,
    aten.masked_fill.Tensor,
    aten.native_group_norm,
    aten.split.Tensor,
    aten.split_with_sizes,
    aten.squeeze.dims,
    aten.t,
    aten.unbind.int,
]


# PyTorch's own ends in the non-functional _native_batch_norm_legit, which
# AOTAutograd refuses.
def batch_norm(x, weight, bias, mean, var, momentum, eps):
    shape = [1, -1] + [1] * (x.dim() - 2)
    y = (x - mean.view(shape)) * torch.rsqrt(var + eps).view(shape)
    y = y if weight is None else y * weight.view(shape)
    y = y if bias is None else y + bias.view(shape)
    return y, x.new_empty(0), x.new_empty(0)


# Lowers to any.dim on i1, which torch-mlir cannot convert. Zero, not NaN, in
# rows that are masked in full.
def safe_softmax(x, dim, dtype=None):
    x = x if dtype is None else x.to(dtype)
    masked = x.amax(dim, keepdim=True) == float("-inf")
    return torch.where(masked, 0.0, torch.softmax(x, dim))


# torch-mlir computes variances on f64; these keep the type that eager uses.
def var_mean(x, dim=None, *, correction=None, keepdim=False):
    dims = list(range(x.dim())) if dim is None else [d % x.dim() for d in dim]
    count = 1
    for d in dims:
        count *= x.shape[d]
    mean = x.mean(dims, keepdim=True)
    difference = x - mean
    divisor = count - (1 if correction is None else correction)
    var = (difference * difference).sum(dims, keepdim=True) / divisor
    if keepdim:
        return var, mean
    return var.squeeze(dims), mean.squeeze(dims)


def var(x, dim=None, *, correction=None, keepdim=False):
    return var_mean(x, dim, correction=correction, keepdim=keepdim)[0]


def layer_norm(x, shape, weight, bias, eps):
    dims = list(range(x.dim() - len(shape), x.dim()))
    y = x.float()
    variance, mean = var_mean(y, dims, correction=0, keepdim=True)
    rstd = torch.rsqrt(variance + eps)
    y = (y - mean) * rstd
    y = y if weight is None else y * weight
    y = y if bias is None else y + bias
    return y.to(x.dtype), mean, rstd


OWN = {
    aten._native_batch_norm_legit_no_training.default: batch_norm,
    aten._safe_softmax.default: safe_softmax,
    aten.native_layer_norm.default: layer_norm,
    aten.var.correction: var,
    aten.var_mean.correction: var_mean,
}
