#===- rows.py - custom operators that write rows ------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The custom operators put_<reduction>(x, index, values): for each m in order, row
index[m] of x becomes its combination with row m of values. An index out of range is an
error. Programs compute them by loops (loops.py); here PyTorch computes them."""

import torch

FIRST_VALUES = {"sum": 0, "prod": 1}
PUT_REDUCTIONS = ["copy", "sum", "prod", "amax", "amin"]


def compute(x, index, values, reduction: str):
    if ((index < 0) | (index >= x.shape[0])).any():
        raise IndexError("index out of range in self")
    if reduction == "copy":
        return x.index_copy(0, index, values)
    if reduction == "sum":
        return x.index_add(0, index, values)
    return x.index_reduce(0, index, values, reduction)


def define(reduction: str):
    def operator(x: torch.Tensor, index: torch.Tensor,
                 values: torch.Tensor) -> torch.Tensor:
        return compute(x, index, values, reduction)
    custom = torch.library.custom_op(
        f"torch_matrix::put_{reduction}", operator, mutates_args=())
    custom.register_fake(lambda x, index, values: torch.empty_like(x))
    return getattr(torch.ops.torch_matrix, f"put_{reduction}").default


PUT = {reduction: define(reduction) for reduction in PUT_REDUCTIONS}


def put(x, index, values, reduction: str):
    return PUT[reduction](x, index, values)
