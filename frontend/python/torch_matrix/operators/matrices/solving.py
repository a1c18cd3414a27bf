#===- solving.py - systems of linear equations ----------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Decompositions of operators that solve systems of linear equations, based on the
factorizations of factors.py. Triangular systems are solved by substitution, one row for
each step: x_k = b_k / a_kk, then b -= a_k x_k for the remaining rows. Determinants are
products of the diagonal of U with the sign of the row exchanges. The matrix exponential
is computed by scaling and squaring: exp(A) = exp(A / 2^s)^(2^s), with a power series
inside."""

import torch

from .factors import cholesky_factor, lu_factor, permutation, too_large

aten = torch.ops.aten


def substitute(a, b, upper: bool, unit: bool = False):
    """The X with A X = B for a triangular A, row after row."""
    a, b = with_batch_of_both(a, b)
    found, count = [], a.shape[-1]
    for k in reversed(range(count)) if upper else range(count):
        here = b.shape[-2] - 1 if upper else 0
        x = b[..., here:here + 1, :]
        x = x if unit else x / a[..., k:k + 1, k:k + 1]
        found.append(x)
        rest = slice(0, k) if upper else slice(k + 1, None)
        rows = slice(0, here) if upper else slice(1, None)
        b = b[..., rows, :] - a[..., rest, k:k + 1] * x
    return torch.cat(found[::-1] if upper else found, -2)


def with_batch_of_both(a, b) -> tuple:
    batch = torch.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    return a.expand([*batch, *a.shape[-2:]]), b.expand([*batch, *b.shape[-2:]])


def solve_triangular(a, b, *, upper, left=True, unitriangular=False):
    if too_large(a) or b.numel() == 0:
        return NotImplemented
    if left:
        return substitute(a, b, upper, unitriangular)
    return substitute(a.mT, b.mT, not upper, unitriangular).mT


def triangular_solve(b, a, upper=True, transpose=False, unitriangular=False):
    if too_large(a) or b.numel() == 0:
        return NotImplemented
    a, b = with_batch_of_both(a, b)
    matrix = a.mT if transpose else a
    return substitute(matrix, b, upper != transpose, unitriangular), a.clone()


def lu_solve(packed, exchanges, b, *, left=True, adjoint=False):
    if too_large(packed) or b.numel() == 0:
        return NotImplemented
    if not left:
        return lu_solve(packed, exchanges, b.mT, adjoint=not adjoint).mT
    packed, b = with_batch_of_both(packed, b)
    order = permutation(exchanges, packed.shape[-1]).expand(packed.shape[:-1])
    if not adjoint:
        return substitute(packed, substitute(packed, rows_in(order, b), False, True), True)
    x = substitute(packed.mT, substitute(packed.mT, b, False), True, True)
    return rows_in(torch.argsort(order, -1), x)


def rows_in(order, b):
    return torch.gather(b, -2, order.unsqueeze(-1).expand(b.shape))


def linalg_solve_ex(a, b, *, left=True, check_errors=False):
    if too_large(a) or b.numel() == 0 or check_errors:
        return NotImplemented
    vector = b.dim() == 1 or a.dim() - 1 == b.dim() and b.shape == a.shape[:-1]
    packed, exchanges, info = lu_factor(a)
    x = lu_solve(packed, exchanges, b.unsqueeze(-1) if vector else b,
                 left=left or vector)
    return x.squeeze(-1) if vector else x, packed, exchanges, info


def linalg_inv_ex(a, *, check_errors=False):
    if too_large(a) or check_errors:
        return NotImplemented
    packed, exchanges, info = lu_factor(a)
    return lu_solve(packed, exchanges, unit_like(a)), info


def unit_like(a):
    return torch.eye(a.shape[-1], dtype=a.dtype).expand(a.shape)


def sign_of(exchanges):
    """-1 for an odd number of exchanges."""
    own = torch.arange(1, exchanges.shape[-1] + 1)
    count = (exchanges != own).sum(-1)
    return 1.0 - 2.0 * torch.remainder(count, 2)


def linalg_det(a):
    if too_large(a):
        return NotImplemented
    packed, exchanges, _ = lu_factor(in_columns(a))
    diagonal = packed.diagonal(dim1=-2, dim2=-1)
    return diagonal.prod(-1) * sign_of(exchanges).to(a.dtype), packed, exchanges


def in_columns(a):
    """Eager mode factorizes the transposed matrix if that is stored in columns."""
    return a.mT if a.is_contiguous() else a


def linalg_slogdet(a):
    if too_large(a):
        return NotImplemented
    packed, exchanges, _ = lu_factor(in_columns(a))
    diagonal = packed.diagonal(dim1=-2, dim2=-1)
    sign = diagonal.sign().prod(-1) * sign_of(exchanges).to(a.dtype)
    return sign, diagonal.abs().log().sum(-1), packed, exchanges


def cholesky_solve(b, factor, upper=False):
    if too_large(factor) or b.numel() == 0:
        return NotImplemented
    lower = factor.mT if upper else factor
    return substitute(lower.mT, substitute(lower, b, False), True)


def cholesky_inverse(factor, upper=False):
    return cholesky_solve(unit_like(factor), factor, upper)


# A power series of degree DEGREE is exact in f32 up to EXACT_NORM; larger norms are
# halved at most DOUBLINGS times.
EXACT_NORM, DEGREE, DEGREE_F64, DOUBLINGS = 1.0, 12, 18, 16


def matrix_exp(a):
    """The power series of a scaled matrix, whose exponential is squared."""
    if too_large(a):
        return NotImplemented
    norm = a.abs().sum(-2).amax(-1)
    count = torch.ceil(torch.log2(norm / EXACT_NORM)).clamp(0, DOUBLINGS)
    x = a * torch.exp2(-count)[..., None, None]
    unit = unit_like(a)
    degree = DEGREE_F64 if a.dtype == torch.float64 else DEGREE
    found = unit + x / degree
    for k in reversed(range(1, degree)):
        found = unit + torch.matmul(x, found) / k
    for step in range(DOUBLINGS):
        squared = torch.matmul(found, found)
        found = torch.where((count > step)[..., None, None], squared, found)
    return found


SOLVING = {
    aten._linalg_det.default: linalg_det,
    aten._linalg_slogdet.default: linalg_slogdet,
    aten._linalg_solve_ex.default: linalg_solve_ex,
    aten.cholesky_inverse.default: cholesky_inverse,
    aten.cholesky_solve.default: cholesky_solve,
    aten.linalg_inv_ex.default: linalg_inv_ex,
    aten.linalg_lu_solve.default: lu_solve,
    aten.linalg_matrix_exp.default: matrix_exp,
    aten.linalg_solve_triangular.default: solve_triangular,
    aten.triangular_solve.default: triangular_solve,
}
