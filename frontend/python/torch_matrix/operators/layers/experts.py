#===- experts.py - grouped matrix products --------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Products of groups of rows with one matrix each, as in mixtures of experts: group e ends
before row offs[e], which is known only when the program runs. Programs have no sizes that
depend on data. If there are fewer rows than groups, each row is multiplied with a copy of
its matrix; otherwise all rows with all matrices, of which a selection is the result."""

import torch

aten = torch.ops.aten


def grouped_mm(a, b, offs=None, bias=None, out_dtype=None):
    """The product of two matrices, of which offs divides the shared dimension; of a matrix
    and a batch of matrices, in either order, of which it divides the rows or columns; or of
    batches."""
    found = product(a.float(), b.float(), offs)
    found = found if bias is None else found + bias
    return found.to(out_dtype or a.dtype)


def product(a, b, offs):
    if a.dim() == b.dim() == 3:
        return a @ b
    if a.dim() == 2 and b.dim() == 3:
        return of_rows(a, b, offs)
    if a.dim() == 3:
        return of_rows(b.t(), a.transpose(1, 2), offs).t()
    members = is_member(a.shape[1], offs)
    return torch.where(members.unsqueeze(1), a, 0) @ torch.where(members.unsqueeze(2), b, 0)


def of_rows(rows, matrices, offs):
    """Rows of no group are zero."""
    count = rows.shape[0]
    members = is_member(count, offs)
    if count < matrices.shape[0]:
        group = (torch.arange(count) >= offs.unsqueeze(1)).sum(0)
        own = matrices.index_select(0, group.clamp(max=matrices.shape[0] - 1))
        return torch.where(members.any(0).unsqueeze(1), (rows.unsqueeze(1) @ own).squeeze(1), 0)
    return torch.where(members.unsqueeze(2), rows.unsqueeze(0) @ matrices, 0).sum(0)


def is_member(count: int, offs):
    """Truth values of each group and position."""
    before = torch.arange(count) < offs.unsqueeze(1)
    return before & ~torch.cat([torch.zeros_like(before[:1]), before[:-1]])


def product_backward(rows, matrices, offs, gradient):
    return (grouped_mm(gradient, matrices.transpose(1, 2), offs),
            grouped_mm(rows.t(), gradient, offs))


EXPERTS = {aten._grouped_mm.default: grouped_mm}

# Operators that libraries define for types without a kernel. They are found by name,
# because a library may be imported later.
NAMED = {
    "transformers.grouped_mm_fallback.default": grouped_mm,
    "transformers.grouped_mm_fallback_backward.default": product_backward,
}
