#===- composites.py - operators composed of others ----------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Decompositions of operators that PyTorch does not take apart and torch-mlir does not
convert, or not for all operands; one that returns NotImplemented leaves the operator
unchanged. Histograms compare each element with all bins. Chebyshev polynomials have
closed forms in f64: with t = acos(x) inside [-1, 1],

  T_n = cos(n t)                             U_n = sin((n + 1) t) / sin(t)
  V_n = cos((n + 1/2) t) / cos(t / 2)        W_n = sin((n + 1/2) t) / sin(t / 2)

Outside, t = acosh(|x|) and the functions are hyperbolic, with the sign (-1)^n and V and
W exchanged for x < -1."""

import functools
import math

import torch

from .integers.integer_products import int_matmul
from .requirements import finite_range
from .functions.special import in_double

aten = torch.ops.aten


def norm_of(difference, p: float):
    """The p-norm over the last dimension."""
    size = difference.abs()
    if p == 0:
        return (size != 0).to(size.dtype).sum(-1)
    if p == 1:
        return size.sum(-1)
    if p == 2:
        return torch.sqrt((size * size).sum(-1))
    if p == math.inf:
        return size.amax(-1)
    return size.pow(p).sum(-1).pow(1 / p)


def cdist(a, b, p, compute_mode=None):
    return norm_of(a.unsqueeze(-2) - b.unsqueeze(-3), p)


def cdist_backward(grad, a, b, p, distances):
    """The gradient of `a`; zero where points are equal."""
    difference = a.unsqueeze(-2) - b.unsqueeze(-3)
    grad, distances = grad.unsqueeze(-1), distances.unsqueeze(-1)
    size, sign = difference.abs(), difference.sgn()
    if p == 0:
        return torch.zeros_like(a)
    if p == 1:
        found = sign * grad
    elif p == math.inf:
        found = torch.where(size == distances, sign * grad, 0)
    else:
        found = torch.where(size == 0, 0, sign * grad * (size / distances).pow(p - 1))
    return found.sum(-2)


def pdist(x, p=2.0):
    pairs = torch.triu_indices(x.shape[0], x.shape[0], 1)
    return norm_of(x[pairs[0]] - x[pairs[1]], p)


def addbmm(x, a, b, *, beta=1, alpha=1):
    """Factors of integers are integers."""
    if not x.is_floating_point():
        beta, alpha = int(beta), int(alpha)
    product = torch.bmm(a, b).sum(0)
    product = product if alpha == 1 else product * alpha
    x = torch.zeros_like(x) if beta == 0 else x * beta
    return x + product


def histc(x, bins=100, min=0, max=0):
    x = x.reshape(-1)
    if x.numel() == 0:
        return NotImplemented
    if min == max:
        low, high = finite_range(x)
        same = low == high
        low, high = torch.where(same, low - 1, low), torch.where(same, high + 1, high)
    else:
        low, high = (torch.full((), end, dtype=x.dtype) for end in (min, max))
    place = ((x - low) * bins / (high - low)).floor().clamp(max=bins - 1)
    inside = (x >= low) & (x <= high)
    place = torch.where(inside, place, -1)
    return (place.long().unsqueeze(1) == torch.arange(bins)).to(x.dtype).sum(0)


def cat(tensors, dim=0):
    """Tensors of shape [0] have no part in the result, whatever its rank. torch-mlir crashes
    if it converts truth values to 8-bit integers."""
    kept = [tensor for tensor in tensors if tuple(tensor.shape) != (0,)]
    dtype = functools.reduce(torch.promote_types, [tensor.dtype for tensor in tensors])
    crashes = dtype.itemsize == 1 and any(tensor.dtype != dtype for tensor in kept)
    if len(kept) == len(tensors) and not crashes or not kept:
        return NotImplemented
    return aten.cat.default([tensor.to(dtype) for tensor in kept], dim)


def permute(x, dims):
    """torch-mlir does not count dimensions from the end."""
    if all(dim >= 0 for dim in dims):
        return NotImplemented
    return aten.permute.default(x, [dim % x.dim() for dim in dims])


def to_copy(x, *, dtype=None, **options):
    """Negative numbers become bytes by way of 32 bits, as in eager mode."""
    if dtype != torch.uint8 or not x.is_floating_point():
        return NotImplemented
    return x.to(torch.int32).to(torch.uint8)


def nan_to_num(x, *numbers):
    """PyTorch's decomposition raises an error for complex numbers."""
    return NotImplemented if x.is_complex() else torch._refs.nan_to_num(x, *numbers)


def nonzero_static(x, *, size, fill_value=-1):
    """The place of the n-th element is the number of elements up to which there are at most
    n that are not zero."""
    if not x.dim() or not x.numel() or not size or x.is_complex():
        return NotImplemented
    counts = (x != 0).reshape(-1).to(torch.int32).cumsum(0, dtype=torch.int32)
    place = (counts <= torch.arange(size, dtype=torch.int32).unsqueeze(1)).sum(-1)
    is_missing, columns = (place == x.numel()).unsqueeze(-1), []
    for extent in reversed(x.shape):
        columns.append(place % extent)
        place = place // extent
    return torch.where(is_missing, fill_value, torch.stack(columns[::-1], -1))


def repeat_interleave(repeats, output_size=None):
    """The place of the n-th element is the number of sums of repeats up to n. Repeats whose
    sum is another size, or that are negative, give places out of range, an error where
    elements are selected."""
    if not isinstance(output_size, int) or not output_size or not repeats.numel():
        return NotImplemented
    ends = repeats.int().cumsum(0, dtype=torch.int32)
    numbers = torch.arange(output_size, dtype=torch.int32).unsqueeze(1)
    places = (ends <= numbers).sum(-1, dtype=torch.int32)
    is_right = (ends[-1] == output_size) & (repeats.amin() >= 0)
    return torch.where(is_right, places, repeats.numel()).to(repeats.dtype)


def zeros_of_tangents(x, other, *, self_num_batch_dims=0):
    """Forward-mode derivatives of constants; there is no storage beyond elements."""
    return other.new_zeros([*x.shape[:self_num_batch_dims], *other.shape])


def empty_permuted(size, physical_layout, **options):
    options = {name: value for name, value in options.items()
               if name in ("dtype", "device")}
    dense = torch.zeros([size[dim] for dim in physical_layout], **options)
    inverse = sorted(range(len(size)), key=list(physical_layout).__getitem__)
    return dense.permute(inverse)


def chebyshev(circular, hyperbolic, opposite, shifted=False):
    """Closed forms. In x = cos(t) or cosh(t) with t >= 0, opposite is the sign of the
    argument and the hyperbolic form for x < -1."""
    def polynomial(x, n):
        n = torch.trunc(n) if isinstance(n, torch.Tensor) else \
            torch.full((), float(math.trunc(n)), dtype=torch.float64)
        x = x if isinstance(x, torch.Tensor) else \
            torch.full((), x, dtype=torch.float64)
        x, n = torch.broadcast_tensors(2 * x - 1 if shifted else x, n)
        inside = circular(n, torch.acos(x.clamp(-1, 1)))
        t = torch.acosh(x.abs().clamp(min=1))
        sign = 1 - 2 * torch.fmod(n, 2).abs()
        outside = torch.where(x > 0, hyperbolic(n, t), sign * opposite(n, t))
        value = torch.where(x.abs() < 1, inside, outside)
        return torch.where(n < 0, 0.0, torch.where(x != x, x, value))
    return in_double(polynomial)


def quotient(a, b, at_zero):
    return torch.where(b == 0, at_zero, a / torch.where(b == 0, 1.0, b))


def first_circular(n, t):
    return torch.cos(n * t)


def first_hyperbolic(n, t):
    return torch.cosh(n * t)


def second_circular(n, t):
    return quotient(torch.sin((n + 1) * t), torch.sin(t), n + 1)


def second_hyperbolic(n, t):
    return quotient(torch.sinh((n + 1) * t), torch.sinh(t), n + 1)


def third_circular(n, t):
    return torch.cos((n + 0.5) * t) / torch.cos(t / 2)


def third_hyperbolic(n, t):
    return torch.cosh((n + 0.5) * t) / torch.cosh(t / 2)


def fourth_circular(n, t):
    return quotient(torch.sin((n + 0.5) * t), torch.sin(t / 2), 2 * n + 1)


def fourth_hyperbolic(n, t):
    return quotient(torch.sinh((n + 0.5) * t), torch.sinh(t / 2), 2 * n + 1)


KINDS = {"t": (first_circular, first_hyperbolic, first_hyperbolic),
         "u": (second_circular, second_hyperbolic, second_hyperbolic),
         "v": (third_circular, third_hyperbolic, fourth_hyperbolic),
         "w": (fourth_circular, fourth_hyperbolic, third_hyperbolic)}


def chebyshev_polynomials() -> dict:
    found = {}
    for kind, forms in KINDS.items():
        for prefix in ("", "shifted_"):
            packet = getattr(aten, f"special_{prefix}chebyshev_polynomial_{kind}")
            polynomial = chebyshev(*forms, shifted=bool(prefix))
            for overload in (packet.default, packet.x_scalar, packet.n_scalar):
                found[overload] = polynomial
    return found


def diagonal_scatter(x, source, offset=0, dim1=0, dim2=1):
    """Each row, or column if the offset is negative, has an element of the source."""
    y = x.movedim((dim1, dim2), (-2, -1))
    rows, columns = y.shape[-2:]
    missing = (rows if offset >= 0 else columns) - source.shape[-1]
    spread = aten.constant_pad_nd.default(source, [0, missing]) if missing else source
    spread = spread.unsqueeze(-1 if offset >= 0 else -2)
    is_diagonal = torch.arange(columns) - torch.arange(rows).unsqueeze(1) == offset
    return torch.where(is_diagonal, spread, y).movedim((-2, -1), (dim1, dim2))


def fake_quantize_channels(x, scale, zero, axis, least, greatest):
    """The quantized values, and which are not saturated."""
    shape = [-1 if dim == axis else 1 for dim in range(x.dim())]
    scale, zero = scale.view(shape), zero.view(shape)
    wide = x.to(torch.promote_types(x.dtype, torch.float32))
    rounded = torch.round(wide * (1 / scale)) + zero
    quantized = (rounded.clamp(least, greatest) - zero) * scale
    return quantized.to(x.dtype), (rounded >= least) & (rounded <= greatest)


# torch-mlir crashes on those of few bits.
def arange(start, end, step=1, *, dtype=None, **others):
    if dtype not in {torch.int8, torch.uint8, torch.int16}:
        return NotImplemented
    return torch.arange(start, end, step, dtype=torch.int64).to(dtype)


COMPOSITES = {
    aten._cdist_backward.default: cdist_backward,
    aten._cdist_forward.default: cdist,
    aten._int_mm.default: int_matmul,
    aten._neg_view.default: aten.neg.default,    # tensors of programs have no sign bit
    aten._new_zeros_with_same_feature_meta.default: zeros_of_tangents,
    aten._pdist_forward.default: pdist,
    aten._to_copy.default: to_copy,
    aten.addbmm.default: addbmm,
    aten.arange.start_step: arange,
    aten.cat.default: cat,
    aten.diagonal_scatter.default: diagonal_scatter,
    aten.empty_permuted.default: empty_permuted,
    aten.fake_quantize_per_channel_affine_cachemask.default: fake_quantize_channels,
    aten.histc.default: histc,
    aten.nan_to_num.default: nan_to_num,
    aten.nonzero_static.default: nonzero_static,
    aten.permute.default: permute,
    aten.repeat_interleave.Tensor: repeat_interleave,
    **chebyshev_polynomials(),
}
