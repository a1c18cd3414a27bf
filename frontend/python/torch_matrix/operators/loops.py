#===- loops.py - custom operators written as loops ----------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Lowers put_<reduction> (rows.py) to scf.for. An index for each element becomes a loop
for each dimension, one for each slice a loop over rows of the last dimension:

    for b: for m: x[b, index[b, m]] = combine(x[b, index[b, m]], values[b, m])
    for b: for m: x[b, index[m], :] = combine(x[b, index[m], :], values[b, m, :])
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
    x, dim, index, values = operation.operands
    kind = kind_of(x.type)
    dim = ir.IntegerAttr(dim.owner.attributes["value"]).value
    with operation.location, ir.InsertionPoint(operation):
        x, index, values = map(to_builtin, (x, index, values))
        loops = Loops(dim, index, values, lambda old, new: COMBINE[reduction](kind, old, new))
        back = ir.Operation.create("torch_c.from_builtin_tensor",
                                   [operation.results[0].type], [loops.over(x)])
    operation.results[0].replace_all_uses_with(back.results[0])
    operation.erase()


class Loops:
    """A nest of loops over the values, or over their rows."""

    def __init__(self, dim: int, index: ir.Value, values: ir.Value, combine):
        self.dim, self.index, self.values, self.combine = dim, index, values, combine
        self.shape = ir.RankedTensorType(values.type).shape
        self.has_slices = ir.RankedTensorType(index.type).rank == 1
        self.has_rows = self.has_slices and dim + 1 < len(self.shape)

    def over(self, out: ir.Value, counters: tuple = ()) -> ir.Value:
        depth = len(counters)
        if depth == len(self.shape) - self.has_rows:
            return self.update(out, [*counters])
        return for_each(self.shape[depth], out,
                        lambda i, out: self.over(out, (*counters, i)))

    def update(self, out: ir.Value, counters: list) -> ir.Value:
        places = [self.target(out, counters) if dim == self.dim else counter
                  for dim, counter in enumerate(counters)]
        if self.has_rows and self.shape[-1] > 1:
            return wide_row(places, counters, out, self.values, self.shape[-1],
                            self.combine)
        if self.has_rows:
            zero = arith.constant(ir.IndexType.get(), 0)
            places, counters = [*places, zero], [*counters, zero]
        old = tensor.ExtractOp(out, places).result
        new = tensor.ExtractOp(self.values, counters).result
        return tensor.InsertOp(self.combine(old, new), out, places).result

    def target(self, out: ir.Value, counters: list) -> ir.Value:
        places = [counters[self.dim]] if self.has_slices else counters
        at = tensor.ExtractOp(self.index, places).result
        extent = arith.constant(at.type, ir.RankedTensorType(out.type).shape[self.dim])
        inside = arith.cmpi(arith.CmpIPredicate.ult, at, extent)
        ir.Operation.create("cf.assert", [], [inside],
                            {"msg": ir.StringAttr.get("index out of range")})
        return arith.index_cast(ir.IndexType.get(), at)


def for_each(count: int, start: ir.Value, step) -> ir.Value:
    """The value after step(i, value) for each i."""
    zero, end, one = (arith.constant(ir.IndexType.get(), i) for i in (0, count, 1))
    loop = scf.ForOp(zero, end, one, [start])
    with ir.InsertionPoint(loop.body):
        scf.YieldOp([step(loop.induction_variable, loop.inner_iter_args[0])])
    return loop.results[0]


def wide_row(places, counters, out, values, width: int, combine) -> ir.Value:
    old, new = row_of(out, places, width), row_of(values, counters, width)
    identity = ir.AffineMapAttr.get(ir.AffineMap.get_identity(1))
    parallel = ir.Attribute.parse("#linalg.iterator_type<parallel>")
    empty = tensor.EmptyOp([width], old.type.element_type).result
    generic = linalg.GenericOp([old.type], [old, new], [empty],
                               ir.ArrayAttr.get([identity] * 3),
                               ir.ArrayAttr.get([parallel]))
    body = generic.regions[0].blocks.append(*[old.type.element_type] * 3)
    with ir.InsertionPoint(body):
        linalg.YieldOp([combine(*body.arguments[:2])])
    return tensor.InsertSliceOp(
        generic.results[0], out, places, [], [], *row_extents(len(places), width)).result


def row_of(x, places: list, width: int) -> ir.Value:
    type = ir.RankedTensorType.get([width], x.type.element_type)
    return tensor.ExtractSliceOp(type, x, places, [], [],
                                 *row_extents(len(places), width)).result


def row_extents(rank: int, width: int) -> tuple:
    """Offsets, the last of which is not an operand, extents and strides."""
    dynamic = ir.ShapedType.get_dynamic_stride_or_offset()
    return tuple(ir.DenseI64ArrayAttr.get(each) for each in
                 ([dynamic] * rank + [0], [1] * rank + [width], [1] * (rank + 1)))
