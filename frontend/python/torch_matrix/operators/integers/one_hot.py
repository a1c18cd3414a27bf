#===- one_hot.py - one-hot vectors ----------------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""One-hot vectors in the strides of eager mode: dense ones. When PyTorch captures a graph,
it compares the indices, and the result has their strides."""

import torch
from torch._C import DispatchKey

OPERATOR = torch.ops.aten.one_hot.default
COMPOSITE = DispatchKey.CompositeImplicitAutograd


def one_hot(x, num_classes=-1):
    if x.dtype != torch.int64 or num_classes < 0:
        return OPERATOR._op_dk(COMPOSITE, x, num_classes)
    return (x.contiguous().unsqueeze(-1) == torch.arange(num_classes)).long()


def trace_one_hot() -> None:
    """For all backends: PyTorch takes the operator apart while it captures."""
    OPERATOR.py_kernels[COMPOSITE] = one_hot
    OPERATOR._dispatch_cache.clear()
