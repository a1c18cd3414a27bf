#===- scalars.py - operators on tensors without dimensions --------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""PyTorch lets operators name dimension 0 or -1 of a tensor without dimensions.
torch-mlir does not lower some of them; they become those of a tensor of one element."""

import torch

aten = torch.ops.aten


def flip(x, dims):
    return NotImplemented if x.dim() else x.clone()


def index_select(x, dim, index):
    if x.dim():
        return NotImplemented
    return aten.index_select.default(x.reshape(1), 0, index.reshape(-1)).reshape(())


SCALARS = {
    aten.flip.default: flip,
    aten.index_select.default: index_select,
}
