#===- comparisons.py - comparisons, and those of repeated integers --------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Comparisons. Tile instructions compare numbers of up to 32 bits. If broadcasting repeats
integers of 64 bits, as in masks by lengths and in one-hot vectors, they are divided into an
upper and a lower half first, whose number is that of the operands, and the halves are
compared. The lower one is unsigned; its first bit is inverted."""

import torch
from torch.fx.experimental.symbolic_shapes import guard_or_false

from ..arithmetic import of_one_type

aten = torch.ops.aten
REPEATED = 4    # comparisons for each element of the operands, from which halves take less time


def compared(operator, of_halves):
    def decomposition(a, b):
        if not isinstance(b, torch.Tensor) or a.dtype != b.dtype:
            return operator(*of_one_type(a, b))
        if a.dtype != torch.int64 or not are_repeated(a, b):
            return NotImplemented
        return of_halves(*halves(a), *halves(b))
    return decomposition


def are_repeated(a, b) -> bool:
    count = torch.broadcast_shapes(a.shape, b.shape).numel()
    return guard_or_false(count >= REPEATED * (a.numel() + b.numel()))


def halves(x) -> tuple:
    lower = x.to(torch.int32) ^ torch.full((), torch.iinfo(torch.int32).min, dtype=torch.int32)
    return torch.bitwise_right_shift(x, 32).to(torch.int32), lower


def equal(upper_a, lower_a, upper_b, lower_b):
    return (upper_a == upper_b) & (lower_a == lower_b)


def different(upper_a, lower_a, upper_b, lower_b):
    return (upper_a != upper_b) | (lower_a != lower_b)


def ordered(differ, last):
    """By the upper halves, or by the lower ones if those are equal."""
    return lambda upper_a, lower_a, upper_b, lower_b: differ(upper_a, upper_b) | (
        (upper_a == upper_b) & last(lower_a, lower_b))


COMPARISONS = {
    overload: compared(packet.Tensor, of_halves)
    for packet, of_halves in (
        (aten.eq, equal), (aten.ne, different),
        (aten.ge, ordered(torch.gt, torch.ge)), (aten.gt, ordered(torch.gt, torch.gt)),
        (aten.le, ordered(torch.lt, torch.le)), (aten.lt, ordered(torch.lt, torch.lt)))
    for overload in (packet.Scalar, packet.Tensor)}
