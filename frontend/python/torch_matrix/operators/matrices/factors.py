#===- factors.py - factorizations of matrices -----------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Decompositions of factorizations: LU with row exchanges, Cholesky, and QR by
reflections (Householder), in the order and with the signs of LAPACK. Each step is a few
operators on all matrices of the batch; the steps are written out, for up to MAX_STEPS
rows. Step k of LU with the pivot row u, which has the largest element of column k:

  l = rest[:, k] / u[k],  rest = rest - l u

Packed results contain both factors. Larger matrices run in eager mode."""

import torch

from ..extrema import max_dim

aten = torch.ops.aten
MAX_STEPS = 32


def too_large(*matrices) -> bool:
    return any(x.is_complex() or max(x.shape[-2:]) > MAX_STEPS or x.numel() == 0
               for x in matrices)


def nonzero(x):
    return torch.where(x == 0, 1.0, x).to(x.dtype)


def lu_factor(a, pivot: bool = True) -> tuple:
    """Packed factors, exchanges (from 1), and the number of the first zero pivot or 0.
    `rest` has whole rows, with factors in the columns before the current one."""
    done, exchanges, rest = [], [], a
    info = torch.zeros(a.shape[:-2], dtype=torch.int32)
    for k in range(min(a.shape[-2:])):
        place = torch.zeros(a.shape[:-2], dtype=torch.int64)
        if pivot:
            place = max_dim(rest[..., k].abs(), -1)[1]
            rest = exchanged(rest, place)
        exchanges.append((place + (k + 1)).int())
        first, rest = rest[..., :1, :], rest[..., 1:, :]
        info = torch.where((first[..., 0, k] == 0) & (info == 0), k + 1, info)
        done.append(first)
        if rest.shape[-2]:
            rest = below(rest, first, k)
    done += [rest] if rest.shape[-2] else []
    return torch.cat(done, -2), torch.stack(exchanges, -1), info.int()


def exchanged(rows, place):
    """Exchanges the first row with the one at the place."""
    count = rows.shape[-2]
    places, place = torch.arange(count), place.unsqueeze(-1)
    order = torch.where(places == 0, place, torch.where(places == place, 0, places))
    return torch.gather(rows, -2, order.unsqueeze(-1).expand(rows.shape))


def below(rest, first, k: int):
    factor = rest[..., k:k + 1] / nonzero(first[..., k:k + 1])
    return torch.cat([rest[..., :k], factor,
                      rest[..., k + 1:] - factor * first[..., k + 1:]], -1)


def permutation(exchanges, count: int):
    """The order of the rows after the exchanges."""
    places = torch.arange(count)
    order = places.expand([*exchanges.shape[:-1], count])
    for k in range(exchanges.shape[-1]):
        other = exchanges[..., k:k + 1].long() - 1
        here, there = order[..., k:k + 1], torch.gather(order, -1, other)
        order = torch.where(places == k, there, torch.where(places == other, here, order))
    return order


def unit_lower(packed):
    """The lower factor; its diagonal is not stored."""
    rows, columns = packed.shape[-2:]
    count = min(rows, columns)
    return packed[..., :count].tril(-1) + torch.eye(rows, count, dtype=packed.dtype)


def upper_of(packed):
    return packed[..., :min(packed.shape[-2:]), :].triu()


def matrix_of(order, dtype):
    """The permutation matrix P with A = P L U."""
    places = torch.arange(order.shape[-1])
    return (places.unsqueeze(-1) == order.unsqueeze(-2)).to(dtype)


def linalg_lu_factor_ex(a, *, pivot=True, check_errors=False):
    if too_large(a) or check_errors:
        return NotImplemented
    return lu_factor(a, pivot)


def linalg_lu(a, *, pivot=True):
    if too_large(a):
        return NotImplemented
    packed, exchanges, _ = lu_factor(a, pivot)
    order = permutation(exchanges, a.shape[-2])
    p = matrix_of(order, a.dtype) if pivot else a.new_empty(0)
    return p, unit_lower(packed), upper_of(packed)


def lu_unpack(packed, pivots, unpack_data=True, unpack_pivots=True):
    if too_large(packed):
        return NotImplemented
    empty = packed.new_empty(0)
    p = matrix_of(permutation(pivots, packed.shape[-2]), packed.dtype) \
        if unpack_pivots else empty
    return (p, unit_lower(packed), upper_of(packed)) if unpack_data else (p, empty, empty)


def cholesky_factor(a) -> tuple:
    """The lower factor, and the number of the first leading minor that is not positive."""
    columns, rest = [], a.tril()
    info = torch.zeros(a.shape[:-2], dtype=torch.int32)
    for k in range(a.shape[-1]):
        pivot = rest[..., :1, 0]
        info = torch.where(~(pivot[..., 0] > 0) & (info == 0), k + 1, info)
        column = torch.cat([torch.sqrt(pivot), rest[..., 1:, 0] / torch.sqrt(pivot)], -1)
        columns.append(aten.constant_pad_nd.default(column, [k, 0], 0.0))
        tail = column[..., 1:]
        rest = rest[..., 1:, 1:] - tail.unsqueeze(-1) * tail.unsqueeze(-2)
    return torch.stack(columns, -1), info.int()


def linalg_cholesky_ex(a, *, upper=False, check_errors=False):
    if too_large(a) or check_errors:
        return NotImplemented
    factor, info = cholesky_factor(a.mT if upper else a)
    return factor.mT if upper else factor, info


def cholesky(a, upper=False):
    if too_large(a):
        return NotImplemented
    factor, info = linalg_cholesky_ex(a, upper=upper)
    aten._linalg_check_errors.default(info, "cholesky", is_matrix=a.dim() == 2)
    return factor


def reflections(a) -> tuple:
    """The packed upper factor and reflections, and their scales (LAPACK's geqrf)."""
    done, scales, rest = [], [], a
    for k in range(min(a.shape[-2:])):
        first, tail = rest[..., :1, k], rest[..., 1:, k]
        norm = torch.sqrt((tail * tail).sum(-1, keepdim=True)) if tail.shape[-1] \
            else torch.zeros_like(first)
        beta = torch.sqrt(first * first + norm * norm)
        beta = torch.where(norm == 0, first, torch.where(first < 0, beta, -beta))
        scale = torch.where(norm == 0, 0.0, (beta - first) / nonzero(beta))
        tail = torch.where(norm == 0, 0.0, tail / nonzero(first - beta))
        scales.append(scale)
        row, rest = reflected(rest, k, beta, scale, tail)
        done.append(row)
    done += [rest] if rest.shape[-2] else []
    return torch.cat(done, -2), torch.cat(scales, -1)


def reflected(rest, k: int, beta, scale, tail) -> tuple:
    """The first row and the other ones after reflection k."""
    vector = torch.cat([torch.ones_like(beta), tail], -1).unsqueeze(-1)
    right = rest[..., k + 1:]
    if right.shape[-1]:
        right = right - vector * (
            scale.unsqueeze(-1) * (vector * right).sum(-2, keepdim=True))
    first = torch.cat([rest[..., :1, :k], beta.unsqueeze(-1), right[..., :1, :]], -1)
    others = torch.cat([rest[..., 1:, :k], tail.unsqueeze(-1), right[..., 1:, :]], -1)
    return first, others


def apply(packed, scales, matrix, transposed: bool):
    """Q matrix or Q^T matrix for the product Q of the reflections."""
    count = scales.shape[-1]
    for k in range(count) if transposed else reversed(range(count)):
        vector = torch.cat([torch.ones_like(packed[..., k:k + 1, k]),
                            packed[..., k + 1:, k]], -1).unsqueeze(-1)
        lower = matrix[..., k:, :]
        lower = lower - vector * (scales[..., k:k + 1].unsqueeze(-1)
                                  * (vector * lower).sum(-2, keepdim=True))
        matrix = torch.cat([matrix[..., :k, :], lower], -2) if k else lower
    return matrix


def product_of(packed, scales, columns: int):
    rows = packed.shape[-2]
    unit = torch.eye(rows, columns, dtype=packed.dtype)
    return apply(packed, scales, unit.expand([*packed.shape[:-2], rows, columns]), False)


def linalg_qr(a, mode="reduced"):
    if too_large(a):
        return NotImplemented
    packed, scales = reflections(a)
    rows, columns = a.shape[-2:]
    kept = rows if mode == "complete" else min(rows, columns)
    upper = packed[..., :kept, :].triu()
    q = a.new_empty(0) if mode == "r" else product_of(packed, scales, kept)
    return q, upper


def geqrf(a):
    return NotImplemented if too_large(a) else reflections(a)


def householder_product(packed, scales):
    if too_large(packed) or scales.numel() == 0:
        return NotImplemented
    return product_of(packed, scales, packed.shape[-1])


def ormqr(packed, scales, matrix, left=True, transpose=False):
    if too_large(packed) or scales.numel() == 0 or matrix.numel() == 0:
        return NotImplemented
    if left:
        return apply(packed, scales, matrix, transpose)
    return apply(packed, scales, matrix.mT, not transpose).mT


FACTORS = {
    aten.cholesky.default: cholesky,
    aten.geqrf.default: geqrf,
    aten.linalg_cholesky_ex.default: linalg_cholesky_ex,
    aten.linalg_householder_product.default: householder_product,
    aten.linalg_lu.default: linalg_lu,
    aten.linalg_lu_factor_ex.default: linalg_lu_factor_ex,
    aten.linalg_qr.default: linalg_qr,
    aten.lu_unpack.default: lu_unpack,
    aten.ormqr.default: ormqr,
}
