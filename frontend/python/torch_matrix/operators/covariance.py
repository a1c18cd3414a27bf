#===- covariance.py - covariances of variables ---------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Covariances without weights, whose divisor is known. The function by which PyTorch takes
the operator apart reads the divisor from a tensor, which would be a graph break; that of
correlations calls it."""

import torch
from torch._C import DispatchKey

OPERATOR = torch.ops.aten.cov.default
COMPOSITE = DispatchKey.CompositeImplicitAutograd


def covariance(x, *, correction=1, fweights=None, aweights=None):
    count = x.shape[-1] if x.dim() else 1
    if fweights is not None or aweights is not None or x.dim() > 2 or x.dtype == torch.bool \
            or count <= correction:
        return OPERATOR._op_dk(COMPOSITE, x, correction=correction, fweights=fweights,
                               aweights=aweights)
    rows = x.reshape(-1, count)
    rows = rows - (rows.sum(1) / count).unsqueeze(1)
    return torch.true_divide(rows @ rows.t().conj(), count - correction).squeeze()


def trace_covariance() -> None:
    """For all backends: PyTorch takes the operator apart while it captures."""
    OPERATOR.py_kernels[COMPOSITE] = covariance
    OPERATOR._dispatch_cache.clear()
