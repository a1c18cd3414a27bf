#===- spectra.py - eigenvalues and singular values -----------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Eigenvalues of symmetric matrices by Jacobi rotations in f64. Each step rotates all rows
in pairs, which are those of a round of a tournament, so that N - 1 steps rotate each
pair once. Singular values are square roots of eigenvalues of A^T A, which f64 represents
with the precision of f32. Signs of vectors are not unique: operators that return vectors
run in eager mode."""

import torch

from ..repetition import repeat, times
from .factors import too_large

aten = torch.ops.aten
SWEEPS = 10


def rotations(a, k):
    """The matrix that rotates the pairs of rows of step k."""
    count = a.shape[-1]
    own = torch.arange(count)
    other, last = own.unsqueeze(1), count - 1
    turn = torch.remainder(k, last)
    meets = torch.remainder(own + other - 2 * turn, last) == 0
    meets = meets & (own != other) & (own != last) & (other != last)
    meets = meets | (own == last) & (other == turn) | (other == last) & (own == turn)
    pair = meets.to(a.dtype)
    diagonal = a.diagonal(dim1=-2, dim2=-1)
    cross = (a * pair).sum(-1)
    apart = (pair * diagonal.unsqueeze(-2)).sum(-1) - diagonal
    ratio = apart / torch.where(cross == 0, 1.0, 2 * cross)
    is_first = (pair * own.to(a.dtype)).sum(-1) > own
    sign = torch.where(ratio == 0, torch.where(is_first, 1.0, -1.0), torch.sign(ratio))
    tangent = sign / (ratio.abs() + torch.sqrt(1 + ratio * ratio))
    tangent = torch.where(cross == 0, 0.0, tangent)
    cosine = 1 / torch.sqrt(1 + tangent * tangent)
    unit = (own == other).to(a.dtype)
    return cosine.unsqueeze(-1) * unit - (tangent * cosine).unsqueeze(-1) * pair


def eigenvalues(a, vectors: bool = False) -> tuple:
    """Eigenvalues of a symmetric matrix of f64, in no order, and eigenvectors as rows."""
    size = a.shape[-1]
    a = aten.constant_pad_nd.default(a, [0, size % 2, 0, size % 2])
    basis = torch.eye(a.shape[-1], dtype=a.dtype).expand(a.shape).clone()

    def step(k, a, basis):
        rotation = rotations(a, k)
        return (torch.matmul(torch.matmul(rotation, a), rotation.mT),
                torch.matmul(rotation, basis) if vectors else basis)
    a, basis = repeat(times(SWEEPS * (a.shape[-1] - 1)), step, (a, basis))
    values = a.diagonal(dim1=-2, dim2=-1)
    return values[..., :size], basis[..., :size, :size]


def lower_part(a):
    return a.tril() + a.tril(-1).mT


def gram(a):
    """The smaller one of A^T A and A A^T, in f64."""
    a = a.double()
    return torch.matmul(a.mT, a) if a.shape[-1] <= a.shape[-2] else torch.matmul(a, a.mT)


def symmetric_values(a, UPLO="L", compute_v=True):
    """The eigenvalues of _linalg_eigh, without vectors."""
    if too_large(a):
        return NotImplemented
    a = a if UPLO.upper() == "L" else a.mT
    values, _ = eigenvalues(lower_part(a.double()))
    return torch.sort(values, -1)[0].to(a.dtype), None


def singular_values(a, full_matrices=False, compute_uv=True, *, driver=None):
    """The singular values of _linalg_svd, without vectors."""
    if too_large(a) or a.dtype == torch.float64:
        return NotImplemented
    values = torch.sqrt(eigenvalues(gram(a))[0].clamp(min=0))
    return None, torch.sort(values, -1, descending=True)[0].to(a.dtype), None


def pinv(a, *, atol=None, rtol=None, hermitian=False):
    if too_large(a) or a.dtype == torch.float64:
        return NotImplemented
    x = lower_part(a.double()) if hermitian else a.double()
    wide = x.shape[-1] > x.shape[-2]
    x = x.mT if wide else x
    values, vectors = eigenvalues(x if hermitian else gram(x), True)
    sizes = values.abs() if hermitian else torch.sqrt(values.clamp(min=0))
    kept = sizes > smallest(sizes.amax(-1, keepdim=True), a, atol, rtol)
    inverse = torch.where(kept, 1 / torch.where(kept, values, 1.0), 0.0)
    found = torch.matmul(vectors.mT * inverse.unsqueeze(-2), vectors)
    found = found if hermitian else torch.matmul(found, x.mT)
    return (found.mT if wide else found).to(a.dtype)


def smallest(largest, a, atol, rtol):
    """Singular values up to it count as zero."""
    usual = torch.finfo(a.dtype).eps * max(a.shape[-2:])
    absolute = torch.zeros((), dtype=a.dtype) if atol is None else atol
    if rtol is None:
        rtol = torch.where(absolute > 0, 0.0, usual)
    return torch.maximum(rtol.double().unsqueeze(-1) * largest,
                         absolute.double().unsqueeze(-1))


SPECTRA = {aten.linalg_pinv.atol_rtol_tensor: pinv}

# Replacements of operators of whose results only the one with this index is used.
VALUES = {aten._linalg_eigh.default: (0, symmetric_values),
          aten._linalg_svd.default: (1, singular_values)}
