#===- mantissas.py - mantissas and exponents -----------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Decomposition of frexp, which torch-mlir does not lower: the exponent is in the bits of a
number. Subnormal numbers are scaled first. Zeros, infinities and NaN are their own
mantissas."""

import torch

aten = torch.ops.aten
# The type of the bits, the bits of the fraction, and the bias of the exponent.
LAYOUTS = {torch.float32: (torch.int32, 23, 127), torch.float64: (torch.int64, 52, 1023)}


def frexp(x):
    wide = x if x.dtype in LAYOUTS else x.float()
    kind, fraction, bias = LAYOUTS[wide.dtype]
    is_small = wide.abs() < torch.finfo(wide.dtype).tiny
    scaled = torch.where(is_small, wide * 2.0 ** fraction, wide)
    bits, mask = scaled.view(kind), (2 * bias + 1) << fraction
    exponent = ((bits & mask) >> fraction).int() - (bias - 1) - fraction * is_small.int()
    mantissa = ((bits & ~mask) | ((bias - 1) << fraction)).view(wide.dtype)
    is_own = (wide == 0) | ~wide.isfinite()
    return torch.where(is_own, wide, mantissa).to(x.dtype), torch.where(is_own, 0, exponent)


MANTISSAS = {aten.frexp.Tensor: frexp}
