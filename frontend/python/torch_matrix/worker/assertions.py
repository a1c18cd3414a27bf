#===- assertions.py - checks of indices and divisors ----------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Inserts assertions for the run-time errors of eager mode: indices out of range and
integer division by zero, most of which torch-mlir does not assert. They precede the
operation in the body of its linalg.generic. Only indices that are data (results of
arith.index_cast) are checked, and divisors that are nonzero constants are not."""

from iree.compiler import ir
from iree.compiler.dialects import arith

DIVISIONS = {"arith.divsi", "arith.divui", "arith.remsi", "arith.remui"}


def insert_checks(module: ir.Module) -> None:
    for generic in list(generics(module.operation)):
        for operation in list(generic.regions[0].blocks[0].operations):
            check(operation, generic)


def generics(parent: ir.Operation):
    """All of them, also those in loops and branches."""
    for region in parent.regions:
        for block in region.blocks:
            for operation in block.operations:
                if operation.operation.name == "linalg.generic":
                    yield operation.operation
                else:
                    yield from generics(operation.operation)


def check(operation: ir.OpView, generic: ir.Operation) -> None:
    """Inserts the assertions of an operation."""
    name, operands = operation.operation.name, list(operation.operation.operands)
    with ir.InsertionPoint(operation):
        if name in DIVISIONS and not is_nonzero(operands[1], generic):
            zero = arith.constant(operands[1].type, 0)
            assert_that(arith.CmpIPredicate.ne, operands[1], zero, "division by zero")
        if name == "tensor.extract":
            extents = ir.RankedTensorType(operands[0].type).shape
            for index, extent in zip(operands[1:], extents):
                if defining(index) == "arith.index_cast":
                    limit = arith.constant(index.type, extent)
                    assert_that(arith.CmpIPredicate.ult, index, limit,
                                "index out of range")


def assert_that(predicate, a: ir.Value, b: ir.Value, message: str) -> None:
    ir.Operation.create("cf.assert", [], [arith.cmpi(predicate, a, b)],
                        {"msg": ir.StringAttr.get(message)})


def defining(value: ir.Value) -> str:
    return "" if isinstance(value.owner, ir.Block) else value.owner.name


def is_nonzero(value: ir.Value, generic: ir.Operation) -> bool:
    """Whether the value in the body is a nonzero constant."""
    if isinstance(value.owner, ir.Block):
        number = ir.BlockArgument(value).arg_number
        value = generic.operands[number]
    if defining(value) != "arith.constant":
        return False
    attribute = value.owner.attributes["value"]
    if isinstance(attribute, ir.DenseIntElementsAttr):
        return all(element != 0 for element in attribute)
    return isinstance(attribute, ir.IntegerAttr) and attribute.value != 0
