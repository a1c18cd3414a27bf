#===- loops.py - custom operators written as loops ----------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Lowers put_<reduction> (rows.py) to scf.for over rows, which are written in order:

    for m: x[index[m]] = combine(x[index[m]], values[m])
"""

from iree.compiler import ir
from iree.compiler.dialects import arith, linalg, scf, tensor

from .elementwise import builtin_type, kind_of, of_kind, to_builtin

COMBINE = {
    "copy": lambda kind, old, new: new,
    "sum": lambda kind, old, new: add(kind, old, new),
    "prod": lambda kind, old, new: multiply(kind, old, new),
    "amax": lambda kind, old, new: of_kind(MAXIMUM, kind, old, new),
    "amin": lambda kind, old, new: of_kind(MINIMUM, kind, old, new),
}
MAXIMUM = {"float": arith.maximumf, "signed": arith.maxsi, "unsigned": arith.maxui}
MINIMUM = {"float": arith.minimumf, "signed": arith.minsi, "unsigned": arith.minui}
PREFIX = "torch.torch_matrix.put_"


def is_bool(value: ir.Value) -> bool:
    return value.type.width == 1


def add(kind: str, old: ir.Value, new: ir.Value) -> ir.Value:
    if kind == "float":
        return arith.addf(old, new)
    return arith.ori(old, new) if is_bool(old) else arith.addi(old, new)


def multiply(kind: str, old: ir.Value, new: ir.Value) -> ir.Value:
    return arith.mulf(old, new) if kind == "float" else arith.muli(old, new)


def write(operation: ir.Operation) -> None:
    reduction = ir.StringAttr(operation.attributes["name"]).value.removeprefix(PREFIX)
    kind = kind_of(operation.operands[0].type)
    with operation.location, ir.InsertionPoint(operation):
        x, index, values = map(to_builtin, operation.operands)
        rows, width = ir.RankedTensorType(values.type).shape
        result = for_each(rows, x, lambda m, out: row(
            m, out, index, values, width,
            lambda old, new: COMBINE[reduction](kind, old, new)))
        back = ir.Operation.create("torch_c.from_builtin_tensor",
                                   [operation.results[0].type], [result])
    operation.results[0].replace_all_uses_with(back.results[0])
    operation.erase()


def for_each(count: int, start: ir.Value, step) -> ir.Value:
    """The value after step(i, value) for each i."""
    zero, end, one = (arith.constant(ir.IndexType.get(), i) for i in (0, count, 1))
    loop = scf.ForOp(zero, end, one, [start])
    with ir.InsertionPoint(loop.body):
        scf.YieldOp([step(loop.induction_variable, loop.inner_iter_args[0])])
    return loop.results[0]


def row(m, out, index, values, width: int, combine) -> ir.Value:
    at = tensor.ExtractOp(index, [m]).result
    extent = arith.constant(at.type, ir.RankedTensorType(out.type).shape[0])
    inside = arith.cmpi(arith.CmpIPredicate.ult, at, extent)
    ir.Operation.create("cf.assert", [], [inside],
                        {"msg": ir.StringAttr.get("index out of range")})
    target = arith.index_cast(ir.IndexType.get(), at)
    if width > 1:
        return wide_row(target, m, out, values, width, combine)
    zero = arith.constant(ir.IndexType.get(), 0)
    old = tensor.ExtractOp(out, [target, zero]).result
    new = tensor.ExtractOp(values, [m, zero]).result
    return tensor.InsertOp(combine(old, new), out, [target, zero]).result


def wide_row(target, m, out, values, width: int, combine) -> ir.Value:
    old, new = row_of(out, target, width), row_of(values, m, width)
    identity = ir.AffineMapAttr.get(ir.AffineMap.get_identity(2))
    parallel = ir.Attribute.parse("#linalg.iterator_type<parallel>")
    empty = tensor.EmptyOp([1, width], old.type.element_type).result
    generic = linalg.GenericOp([old.type], [old, new], [empty],
                               ir.ArrayAttr.get([identity] * 3),
                               ir.ArrayAttr.get([parallel] * 2))
    body = generic.regions[0].blocks.append(*[old.type.element_type] * 3)
    with ir.InsertionPoint(body):
        linalg.YieldOp([combine(*body.arguments[:2])])
    return tensor.InsertSliceOp(
        generic.results[0], out, [target], [], [], *row_extents(width)).result


def row_of(x, index, width: int) -> ir.Value:
    type = ir.RankedTensorType.get([1, width], x.type.element_type)
    return tensor.ExtractSliceOp(type, x, [index], [], [], *row_extents(width)).result


def row_extents(width: int) -> tuple:
    """Offsets, the first of which is an operand, extents and strides."""
    dynamic = ir.ShapedType.get_dynamic_stride_or_offset()
    return tuple(ir.DenseI64ArrayAttr.get(each)
                 for each in ([dynamic, 0], [1, width], [1, 1]))
