#===- numbers.py - numbers as operands of decompositions -----------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Numbers in place of tensors. Captured graphs contain calls such as torch.mul(2, x):
PyTorch converts the number when it executes the operator, which is after the selection
of a decomposition."""

import functools

import torch
from torch._prims_common import ELEMENTWISE_TYPE_PROMOTION_KIND, elementwise_dtypes

WITHOUT_WIDENING = ELEMENTWISE_TYPE_PROMOTION_KIND.NO_OPMATH
NUMBERS = (bool, int, float, complex)


def taking_numbers(operator, decomposition):
    """The decomposition, with a tensor of rank 0 for a number in place of the first operand.
    Its type is the one that the operands promote to, so that it changes the type of no
    result. Decompositions receive other numbers as they are, because eager mode does not
    round a second operand to the type of the elements."""
    if not operator._schema.arguments \
            or not isinstance(operator._schema.arguments[0].type, torch.TensorType):
        return decomposition

    @functools.wraps(decomposition)
    def decomposed(*args, **kwargs):
        if not args or not isinstance(args[0], NUMBERS):
            return decomposition(*args, **kwargs)
        args = torch.full((), args[0], dtype=common_type(args)), *args[1:]
        found = decomposition(*args, **kwargs)
        return operator(*args, **kwargs) if found is NotImplemented else found
    return decomposed


def common_type(args) -> torch.dtype:
    operands = [arg for arg in args if isinstance(arg, (torch.Tensor, *NUMBERS))]
    return elementwise_dtypes(*operands, type_promotion_kind=WITHOUT_WIDENING)[1]


def scalar_tensor(number, *, dtype=None, device=None):
    """By an operator that torch-mlir imports; references of PyTorch use the one of prims."""
    return torch.full((), number, dtype=dtype)


NUMBERS_TO_TENSORS = {torch.ops.prims.scalar_tensor.default: scalar_tensor}
