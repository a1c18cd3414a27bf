#===- decompositions.py - ATen operators taken apart ---------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The decomposition table: the one of PyTorch, with replacements for operators that
this version of torch-mlir does not convert. The comment of each replacement states the
failure that it avoids."""

import functools

import torch

from .arithmetic import ARITHMETIC
from .composites import COMPOSITES
from .extrema import EXTREMA
from .functions.bessel import BESSEL
from .functions.gamma import GAMMA
from .functions.polynomials import POLYNOMIALS
from .functions.special import SPECIAL
from .integers.divisors import INTEGERS
from .layers.attention import ATTENTION
from .layers.bags import BAGS
from .layers.experts import EXPERTS
from .layers.folds import FOLDS
from .layers.gradients import GRADIENTS
from .layers.grids import GRIDS
from .layers.losses import LOSSES
from .layers.maxima import MAXIMA
from .layers.pooling import POOLING
from .layers.recurrent import RECURRENT
from .layers.resampling import RESAMPLING
from .layers.transposed import TRANSPOSED
from .layers.upsampling import UPSAMPLING
from .layers.weights import WEIGHTS
from .layers.windows import WINDOWS
from .lists import LISTS
from .mantissas import MANTISSAS
from .matrices.factors import FACTORS
from .matrices.solving import SOLVING
from .matrices.spectra import SPECTRA
from .narrow import round_once
from .numbers import NUMBERS_TO_TENSORS, taking_numbers
from .rows import SLICES
from .scalars import SCALARS
from .scans import SCANS
from .scatter import SCATTER
from .segments import SEGMENTS
from .sorting import SORTING
from .strides import RESTRIDE, keeping_strides

aten = torch.ops.aten


@functools.cache
def decompositions() -> dict:
    table = dict(torch.export.default_decompositions())
    # The decomposition is recursive.
    table.pop(aten._to_copy.default, None)
    table.update(torch._decomp.get_decompositions(FROM_PYTORCH))
    # PyTorch draws the numbers: a decomposition would change the random sequence.
    table.pop(aten.bernoulli.default, None)
    for own in (ARITHMETIC, ATTENTION, BAGS, BESSEL, COMPOSITES, EXPERTS, EXTREMA, FACTORS, FOLDS,
                GAMMA, GRADIENTS, GRIDS, INTEGERS, LISTS, LOSSES, MANTISSAS, MAXIMA,
                NUMBERS_TO_TENSORS, POLYNOMIALS, POOLING, RECURRENT, RESAMPLING, SCALARS, SCANS,
                SCATTER, SEGMENTS, SLICES, SOLVING, SORTING, SPECIAL, SPECTRA, TRANSPOSED,
                UPSAMPLING, WEIGHTS, WINDOWS, OWN):
        table.update(own)
    round_once(table)
    return {operator: keeping_strides(operator, taking_numbers(operator, decomposition))
            for operator, decomposition in table.items()}


def inference_decompositions() -> dict:
    """Without the operands of gradients, whatever weights require."""
    table = decompositions()
    return {**table, aten._embedding_bag.default:
            table[aten._embedding_bag_forward_only.default]}


# Decompositions of PyTorch that are not in its default table. Others end in prims, which
# torch-mlir does not import, or are those of operators that it lowers.
FROM_PYTORCH = [
    aten._addmm_activation,
    aten._batch_norm_no_update,
    aten._batch_norm_with_update_functional,
    aten._euclidean_dist,
    aten._log_softmax,
    aten._native_batch_norm_legit,
    aten._native_batch_norm_legit_functional,
    aten._unsafe_view,
    aten._upsample_nearest_exact1d,
    aten._upsample_nearest_exact2d,
    aten._upsample_nearest_exact3d,
    aten.adaptive_max_pool2d,
    aten.adaptive_max_pool3d,
    aten.addmm,
    aten.addmv,
    aten.as_strided_copy,
    aten.dist,
    aten.isinf,
    aten.ldexp,
    aten.lift_fresh_copy,
    aten.linalg_vector_norm,
    aten.masked_fill.Scalar,
    aten.masked_fill.Tensor,
    aten.narrow_copy,
    aten.native_batch_norm,
    aten.native_group_norm,
    aten.permute_copy,
    aten.pow.Scalar,
    aten.rrelu_with_noise_backward,
    aten.squeeze.dims,
    aten.t,
    aten.tril_indices,
    aten.triu_indices,
    aten.unbind.int,
    aten.unbind_copy,
    aten.upsample_bicubic2d,
    aten.upsample_bilinear2d,
    aten.upsample_linear1d,
    aten.upsample_nearest1d,
    aten.upsample_nearest2d,
    aten.upsample_nearest3d,
    aten.upsample_trilinear3d,
    aten.view_copy,
]


# The decomposition of PyTorch produces the non-functional _native_batch_norm_legit,
# which AOTAutograd rejects.
def batch_norm(x, weight, bias, mean, var, momentum, eps):
    shape, wide = [1, -1] + [1] * (x.dim() - 2), accumulation_type(x)
    mean, var, weight, bias = (value if value is None else value.to(wide)
                               for value in (mean, var, weight, bias))
    y = (x.to(wide) - mean.view(shape)) * torch.rsqrt(var + eps).view(shape)
    y = y if weight is None else y * weight.view(shape)
    y = y if bias is None else y + bias.view(shape)
    return y.to(x.dtype), x.new_empty(0), x.new_empty(0)


def accumulation_type(x) -> torch.dtype:
    """The type in which eager mode computes statistics of elements of type x."""
    return torch.promote_types(x.dtype, torch.float32)


# The lowering uses any.dim on i1, which torch-mlir cannot convert. Fully masked rows
# are zero, not NaN.
def safe_softmax(x, dim, dtype=None):
    x = x if dtype is None else x.to(dtype)
    masked = x.amax(dim, keepdim=True) == float("-inf")
    return torch.where(masked, 0.0, torch.softmax(x, dim))


# torch-mlir does not terminate on tensors of rank 0.
def softmax(x, dim, half_to_float):
    if x.dim() > 0:
        return NotImplemented
    return aten._softmax.default(x.reshape(1), 0, half_to_float).reshape(())


# torch-mlir computes variances in f64; these use the type of eager mode.
def var_mean(x, dim=None, *, correction=None, keepdim=False):
    if x.is_complex():
        return NotImplemented
    dims = [d % x.dim() for d in dim] if dim and x.dim() else list(range(x.dim()))
    count = 1
    for d in dims:
        count *= x.shape[d]
    mean = x.mean(dims, keepdim=True)
    difference = x - mean
    divisor = max(0, count - (1 if correction is None else correction))
    var = (difference * difference).sum(dims, keepdim=True) / divisor
    if keepdim:
        return var, mean
    return var.squeeze(dims), mean.squeeze(dims)


def var(x, dim=None, *, correction=None, keepdim=False):
    found = var_mean(x, dim, correction=correction, keepdim=keepdim)
    return found if found is NotImplemented else found[0]


def layer_norm(x, shape, weight, bias, eps):
    dims = list(range(x.dim() - len(shape), x.dim()))
    y = x.to(accumulation_type(x))
    variance, mean = var_mean(y, dims, correction=0, keepdim=True)
    rstd = torch.rsqrt(variance + eps)
    y = (y - mean) * rstd
    y = y if weight is None else y * weight
    y = y if bias is None else y + bias
    mixed = any(p is not None and p.dtype != x.dtype for p in (weight, bias))
    statistics = torch.float32 if mixed else x.dtype
    return y.to(x.dtype), mean.to(statistics), rstd.to(statistics)


# The decomposition of PyTorch reads the storage by as_strided.
def split_with_sizes(x, sizes, dim=0):
    starts = [sum(sizes[:i]) for i in range(len(sizes))]
    return tuple(x.narrow(dim, start, size) for start, size in zip(starts, sizes))


def split(x, size, dim=0):
    extent = x.shape[dim]
    if extent == 0:
        return (x.narrow(dim, 0, 0),)
    starts = range(0, extent, size)
    return tuple(x.narrow(dim, start, min(size, extent - start)) for start in starts)


# torch-mlir crashes on the operator.
def trilinear(a, b, c, expand_a, expand_b, expand_c, dims, unroll_dim=1):
    def expanded(x, dims):
        for dim in sorted(dims):
            x = x.unsqueeze(dim)
        return x
    product = expanded(a, expand_a) * expanded(b, expand_b) * expanded(c, expand_c)
    return product.sum(dims, dtype=product.dtype)


# Eager mode writes the numbers into a tensor, in the order of its storage. The operator
# that PyTorch captures instead draws them in the order of indices.
def bernoulli(x, p):
    order = sorted(range(x.dim()), key=lambda dim: -x.stride(dim))
    if order == list(range(x.dim())):
        return aten.bernoulli.p(x, p)
    drawn = aten.bernoulli.p(torch.empty([x.shape[dim] for dim in order], dtype=x.dtype), p)
    return drawn.permute(sorted(range(x.dim()), key=order.__getitem__))


def native_dropout(x, p, train=True):
    if train is False or p == 0 or x.numel() == 0:
        return x.clone(), torch.ones_like(x, dtype=torch.bool)
    if p == 1:
        return x * 0, torch.zeros_like(x, dtype=torch.bool)
    noise = bernoulli(torch.empty_like(x), 1 - p)
    return x * (noise / (1 - p)), noise.bool()


# The decomposition of PyTorch counts in the narrowest type, such as uint8, in which
# torch-mlir crashes.
def eye(rows, columns=None, *, dtype=None, layout=None, device=None, pin_memory=None):
    columns = rows if columns is None else columns
    same = torch.arange(rows).unsqueeze(1) == torch.arange(columns)
    return same.to(dtype or torch.get_default_dtype())


# Without training, nothing is random.
def rrelu(x, noise, lower=1 / 8, upper=1 / 3, training=False, generator=None):
    if training:
        return NotImplemented
    return aten.leaky_relu(x, (lower + upper) / 2), noise.clone()


# torch-mlir lowers negative amounts, which crop, to slices at negative offsets.
def constant_pad(x, amounts, value=0):
    if all(amount >= 0 for amount in amounts):
        return NotImplemented
    for number, (before, after) in enumerate(zip(amounts[::2], amounts[1::2])):
        dim = x.dim() - 1 - number
        start = max(0, -before)
        x = x.narrow(dim, start, x.shape[dim] - start - max(0, -after))
    return aten.constant_pad_nd(x, [max(0, amount) for amount in amounts], value)


# Decompositions of PyTorch end in it if operands have other strides than the result.
def copy_strided(x, stride):
    return RESTRIDE(x, stride)


# PyTorch's decomposition of aten.pow.Scalar and of logspace ends in it.
def power(base, exponent):
    if not isinstance(base, torch.Tensor):
        base = torch.full_like(exponent, base)
    return aten.pow.Tensor_Tensor(base, exponent)


OWN = {
    aten._native_batch_norm_legit_no_training.default: batch_norm,
    aten._safe_softmax.default: safe_softmax,
    aten._softmax.default: softmax,
    aten._trilinear.default: trilinear,
    aten.constant_pad_nd.default: constant_pad,
    aten.eye.default: eye,
    aten.eye.m: eye,
    aten.native_dropout.default: native_dropout,
    aten.native_layer_norm.default: layer_norm,
    aten.rrelu_with_noise_functional.default: rrelu,
    aten.split.Tensor: split,
    aten.split_with_sizes.default: split_with_sizes,
    aten.unsafe_split.Tensor: split,
    aten.unsafe_split_with_sizes.default: split_with_sizes,
    aten.var.correction: var,
    aten.var_mean.correction: var_mean,
    torch.ops.prims.copy_strided.default: copy_strided,
    torch.ops.prims.pow.default: power,
}
