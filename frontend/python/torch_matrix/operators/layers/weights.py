#===- weights.py - parametrized weights ------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The gradient of weight normalization, w = v * g / norm, with one norm for each element of
a dimension."""

import torch

aten = torch.ops.aten


def weight_norm_backward(grad, v, g, norms, dim):
    others = [other for other in range(v.dim()) if other != dim % v.dim()]
    projected = (grad * v).sum(others, keepdim=True)
    of_v = g / norms * (grad - v * (projected / (norms * norms)))
    return of_v.to(v.dtype), (projected / norms).to(g.dtype)


WEIGHTS = {aten._weight_norm_interface_backward.default: weight_norm_backward}
