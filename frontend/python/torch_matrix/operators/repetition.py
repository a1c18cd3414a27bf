#===- repetition.py - loops in decompositions ----------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Decompositions that repeat a step, as torch.while_loop, which becomes scf.while. The
importer of torch-mlir expects all values that the step uses to be carried by the loop."""

import torch

WHILE = torch.ops.higher_order.while_loop


def repeat(condition, step, values: tuple, constants: tuple = ()) -> tuple:
    """The values after (values) = step(k, *values, *constants) for k = 0, 1, ..., while
    condition(k, *values, *constants)."""
    count, kept = len(values), len(constants)

    def body(k, *carried):
        found = step(k, *carried)
        rest = carried[count:count + kept]
        return (k + 1, *(fresh(value, carried) for value in found),
                *(value.clone() for value in rest))

    first = torch.zeros((), dtype=torch.int64)
    carried = tuple(value.clone() for value in (*values, *constants))
    return WHILE(condition, body, (first, *carried), ())[1:1 + count]


def fresh(value, carried):
    """Results of a loop do not alias its operands."""
    return value.clone() if any(value is other for other in carried) else value


def times(count: int):
    return lambda k, *carried: k < count
