#===- flexible.py - operators whose subgraphs are inlined ---------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""flex_attention as matrix products, with its functions of scores and masks on all
positions at once (PyTorch has no backward pass on the CPU), and regions that PyTorch
traces once (nested_compile_region)."""

import torch
from torch import fx
from torch._higher_order_ops.flex_attention import math_attention

higher_order = torch.ops.higher_order


def region(subgraph, identifier, *operands):
    return fx.Interpreter(subgraph).run(*operands)


INLINED = {
    higher_order.flex_attention: math_attention,
    higher_order.invoke_subgraph: region,
}
