#===- unsigned.py - operators on unsigned integers -------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Operators in which torch-mlir treats uint8 as signed compute in 32 bits. Results of type
uint8 keep their last 8 bits, as sums and products of that type do."""

import torch
from torch.utils._pytree import tree_map

WIDE = torch.int32
LIBRARIES = {"aten", "prims", "torch_matrix"}
# Operators of eager mode, which has them for bytes, but not for wider integers.
OF_BYTES = {torch.ops.aten._upsample_bicubic2d_aa.default,
            torch.ops.aten._upsample_bilinear2d_aa.default,
            torch.ops.aten.upsample_bicubic2d.default,
            torch.ops.aten.upsample_bilinear2d.default}


def widened(operator):
    """The operator on wider operands; None if it is one of another library, or of bytes."""
    if operator in OF_BYTES or getattr(operator, "namespace", "") not in LIBRARIES:
        return None

    def function(*args, **kwargs):
        if has_negative_numbers(operator, args, kwargs):
            return NotImplemented    # eager mode converts them to uint8
        return operator(*tree_map(wide, args), **tree_map(wide, kwargs))
    return function


def wide(value):
    if isinstance(value, torch.Tensor) and value.dtype == torch.uint8:
        return value.to(WIDE)
    return WIDE if value is torch.uint8 else value


def has_negative_numbers(operator, args, kwargs) -> bool:
    """Dimensions and the like have another type in the schema."""
    types = {argument.name: argument.type for argument in operator._schema.arguments}
    values = [*zip(types.values(), args), *((types[name], value)
                                            for name, value in kwargs.items())]
    return any(isinstance(value, (int, float)) and value < 0 and "number" in str(kind).lower()
               for kind, value in values)
