#===- requirements.py - errors that depend on data -----------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The custom operator require_finite(range), for operators that eager mode rejects for
some data. Programs assert; here PyTorch computes it."""

import torch

PREFIX = "torch.torch_matrix.require_"


@torch.library.custom_op("torch_matrix::require_finite", mutates_args=())
def require_finite(range: torch.Tensor) -> torch.Tensor:
    if not range.isfinite().all():
        raise RuntimeError(f"range of {range.tolist()} is not finite")
    return range.clone()


@require_finite.register_fake
def _(range):
    return torch.empty_like(range)


def finite_range(x) -> tuple:
    """The least and the greatest element."""
    return torch.ops.torch_matrix.require_finite.default(
        torch.stack([x.amin(), x.amax()])).unbind()


def write(operation) -> None:
    from iree.compiler import ir
    from iree.compiler.dialects import arith, tensor
    from .elementwise import to_builtin
    with operation.location, ir.InsertionPoint(operation):
        range = to_builtin(operation.operands[0])
        for place in (0, 1):
            index = arith.constant(ir.IndexType.get(), place)
            end = tensor.ExtractOp(range, [index]).result
            zero = arith.constant(end.type, 0.0)
            is_finite = arith.cmpf(arith.CmpFPredicate.OEQ, arith.subf(end, end), zero)
            ir.Operation.create("cf.assert", [], [is_finite],
                                {"msg": ir.StringAttr.get("range is not finite")})
    operation.results[0].replace_all_uses_with(operation.operands[0])
    operation.erase()
