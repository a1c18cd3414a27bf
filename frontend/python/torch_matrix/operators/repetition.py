#===- repetition.py - loops in decompositions ----------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Decompositions that repeat a step, as torch.while_loop, which becomes scf.while. The
importer of torch-mlir expects all values that the step uses to be carried by the loop:
`repeat` carries constants too, and `carry_all` changes loops of the model accordingly.
Results of a loop are copied where they alias an operand, which PyTorch does not allow, and
carried values are row-major, because a step must not change their strides."""

import copy

import torch
from torch import fx

WHILE = torch.ops.higher_order.while_loop


def repeat(condition, step, values: tuple, constants: tuple = ()) -> tuple:
    """The values after (values) = step(k, *values, *constants) for k = 0, 1, ..., while
    condition(k, *values, *constants)."""
    count, kept = len(values), len(constants)

    def body(k, *carried):
        found = step(k, *carried)
        rest = carried[count:count + kept]
        return (k + 1, *(fresh(value, carried) for value in found),
                *map(copied, rest))

    first = torch.zeros((), dtype=torch.int64)
    carried = tuple(map(copied, (*values, *constants)))
    return WHILE(condition, body, (first, *carried), ())[1:1 + count]


def fresh(value, carried):
    """Results of a loop do not alias its operands."""
    return copied(value) if any(value is other for other in carried) else value.contiguous()


def copied(value):
    return value.clone(memory_format=torch.contiguous_format)


def times(count: int):
    return lambda k, *carried: k < count


def carry_all(module: fx.GraphModule) -> None:
    """Loops also carry the values that they only use, as the importer expects."""
    for node in module.graph.find_nodes(op="call_function", target=WHILE):
        condition, body, carried, used = node.args
        if not used or not all(isinstance(value, fx.Node) for value in used):
            continue
        name = f"{body.target}_of_all"
        module.add_submodule(name, carrying(getattr(module, body.target), len(used)))
        with module.graph.inserting_before(node):
            body = module.graph.get_attr(name)
        node.args = condition, body, (*carried, *used), ()
        node.meta["val"] = (*node.meta["val"], *(value.meta["val"] for value in used))


def carrying(body: fx.GraphModule, count: int) -> fx.GraphModule:
    """The body, which also returns its last arguments."""
    graph = copy.deepcopy(body.graph)
    output = graph.output_node()
    with graph.inserting_before(output):
        kept = [graph.call_function(torch.ops.aten.clone.default, (argument,))
                for argument in graph.find_nodes(op="placeholder")[-count:]]
    for value in kept:
        value.meta = dict(value.args[0].meta)
    output.args = ((*output.args[0], *kept),)
    return fx.GraphModule(body, graph)
