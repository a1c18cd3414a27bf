#===- elementwise.py - operators written as Linalg ----------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Operators that are lowered to Linalg by this package, because torch-mlir

- lowers maximum and minimum to comparison and selection, which lose NaN in one of
  the operands; arith.maximumf and arith.minimumf, which tile instructions compute,
  propagate NaN;
- folds x == x to true although x may be NaN;
- computes fmod from a rounded quotient, and negates integers in f32;
- exchanges logical and arithmetic right shifts;
- divides negative constants as unsigned numbers;
- does not know copysign, erfc, nextafter and signbit, and views of another type.
"""

import functools
import re

from iree.compiler import ir
from iree.compiler.dialects import arith, linalg, math, tensor


def compare(on_floats: str, on_integers: str, kind: str, a, b):
    if kind == "float":
        predicate = getattr(arith.CmpFPredicate, on_floats)
        return arith.cmpf(predicate, a, b)
    sign = "" if on_integers in ("eq", "ne") else kind[0]
    return arith.cmpi(getattr(arith.CmpIPredicate, sign + on_integers), a, b)


def of_kind(operations: dict, kind: str, *operands):
    return operations[kind](*operands)


def shift_left(kind: str, a, count):
    inside, count = within_width(count)
    shifted = arith.shli(a, count)
    return arith.select(inside, shifted, arith.constant(a.type, 0))


def shift_right(kind: str, a, count):
    inside, count = within_width(count)
    if kind == "signed":
        return arith.shrsi(a, count)
    return arith.select(inside, arith.shrui(a, count), arith.constant(a.type, 0))


def within_width(count) -> tuple:
    """Whether the count is less than the width of the type, and the count clamped to
    the width - 1. Negative counts are large unsigned numbers."""
    limit = arith.constant(count.type, count.type.width - 1)
    inside = arith.cmpi(arith.CmpIPredicate.ule, count, limit)
    return inside, arith.minui(count, limit)


def negate(kind: str, a):
    if kind == "float":
        return arith.negf(a)
    return arith.subi(arith.constant(a.type, 0), a)


def remainder(kind: str, a, b):
    """The remainder of fmod, adjusted to the sign of the divisor."""
    rest = REST[kind](a, b)
    if kind == "unsigned":
        return rest
    zero = arith.constant(a.type, 0 if kind == "signed" else 0.0)
    differ = arith.xori(compare("OLT", "lt", kind, rest, zero),
                          compare("OLT", "lt", kind, b, zero))
    add = arith.addf if kind == "float" else arith.addi
    moved = arith.select(compare("OEQ", "eq", kind, rest, zero), rest, add(rest, b))
    return arith.select(differ, moved, rest)


def floor_divide(kind: str, a, b):
    """The quotient rounded to zero, less 1 where the remainder moves to the divisor's
    sign."""
    if kind == "unsigned":
        return arith.divui(a, b)
    quotient, rest = arith.divsi(a, b), arith.remsi(a, b)
    zero, one = (arith.constant(a.type, number) for number in (0, 1))
    differ = arith.xori(compare("OLT", "lt", kind, rest, zero),
                        compare("OLT", "lt", kind, b, zero))
    moves = arith.andi(differ, compare("ONE", "ne", kind, rest, zero))
    return arith.select(moves, arith.subi(quotient, one), quotient)


def copy_sign(kind: str, a, b):
    return math.copysign(a, b)


def complementary_error(kind: str, a):
    return math.erfc(a)


def sign_bit(kind: str, a):
    if kind == "unsigned":
        return arith.constant(ir.IntegerType.get_signless(1), 0)
    bits = bits_of(a) if kind == "float" else a
    zero = arith.constant(bits.type, 0)
    return arith.cmpi(arith.CmpIPredicate.slt, bits, zero)


def reinterpret(kind: str, a, result):
    """The bits of a as a number of the type of the result."""
    return a if a.type == result.type else arith.bitcast(result.type, a)


def bits_of(a):
    return arith.bitcast(ir.IntegerType.get_signless(a.type.width), a)


def next_after(kind: str, a, b):
    """Neighboring numbers of one sign have neighboring bits. From 0, the neighbor is
    the smallest number with the sign of b."""
    bits, one = bits_of(a), arith.constant(bits_of(a).type, 1)
    zero = arith.constant(a.type, 0.0)
    grows = arith.xori(compare("OLT", "lt", kind, a, b),
                       compare("OLT", "lt", kind, a, zero))
    moved = arith.select(grows, arith.addi(bits, one), arith.subi(bits, one))
    smallest = math.copysign(arith.bitcast(a.type, one), b)
    moved = arith.select(compare("OEQ", "eq", kind, a, zero), smallest,
                         arith.bitcast(a.type, moved))
    moved = arith.select(compare("OEQ", "eq", kind, a, b), b, moved)
    undefined = compare("UNO", "ne", kind, a, b)
    return arith.select(undefined, arith.addf(a, b), moved)


REST = {"float": arith.remf, "signed": arith.remsi, "unsigned": arith.remui}

# Functions of the kind of elements (float, signed or unsigned; bool is unsigned) and
# the operands.
OPERATIONS = {
    "torch.aten.bitwise_left_shift.Tensor": shift_left,
    "torch.aten.bitwise_right_shift.Tensor": shift_right,
    "torch.aten.copysign.Tensor": copy_sign,
    "torch.aten.eq.Tensor": functools.partial(compare, "OEQ", "eq"),
    "torch.aten.erfc": complementary_error,
    "torch.aten.floor_divide": floor_divide,
    "torch.aten.fmod.Tensor": functools.partial(of_kind, REST),
    "torch.aten.ge.Tensor": functools.partial(compare, "OGE", "ge"),
    "torch.aten.gt.Tensor": functools.partial(compare, "OGT", "gt"),
    "torch.aten.le.Tensor": functools.partial(compare, "OLE", "le"),
    "torch.aten.lt.Tensor": functools.partial(compare, "OLT", "lt"),
    "torch.aten.maximum": functools.partial(of_kind, {
        "float": arith.maximumf, "signed": arith.maxsi,
        "unsigned": arith.maxui}),
    "torch.aten.minimum": functools.partial(of_kind, {
        "float": arith.minimumf, "signed": arith.minsi,
        "unsigned": arith.minui}),
    "torch.aten.ne.Tensor": functools.partial(compare, "UNE", "ne"),
    "torch.aten.neg": negate,
    "torch.aten.nextafter": next_after,
    "torch.aten.remainder.Tensor": remainder,
    "torch.aten.signbit": sign_bit,
}
# Functions with one more argument, which has the type of the result.
CONVERSIONS = {"torch.aten.view.dtype": reinterpret}


def write_elementwise(module: ir.Module) -> None:
    for operation in operations_of(module):
        name = name_of(operation)
        if (name in OPERATIONS and all(is_number(value.type) for value in operation.operands)
                or name in CONVERSIONS and keeps_width(operation)):
            write(operation)


def keeps_width(operation: ir.OpView) -> bool:
    """Whether elements of operand and result have as many bits."""
    types = [operation.operands[0].type, operation.results[0].type]
    return all(map(is_number, types)) and len(
        {re.sub(r"\D", "", torch_parts(each)[1]) for each in types}) == 1


def operations_of(module: ir.Module) -> list[ir.OpView]:
    """All operations of the functions' bodies; callers may replace them."""
    return [operation for function in module.body.operations
            for operation in function.regions[0].blocks[0].operations]


def write_custom(module: ir.Module, prefix: str, write) -> None:
    """Replaces the custom operators whose names begin with the prefix."""
    for operation in operations_of(module):
        if name_of(operation).startswith(prefix):
            write(operation.operation)


def name_of(operation: ir.OpView) -> str:
    """The name; torch.operator holds that of an operator without an operation."""
    if operation.operation.name == "torch.operator":
        return ir.StringAttr(operation.operation.attributes["name"]).value
    return operation.operation.name


def write(operation: ir.OpView) -> None:
    """Replaces the operation by a linalg.generic between conversions of tensor types."""
    with operation.location, ir.InsertionPoint(operation):
        name = name_of(operation)
        operands = [to_builtin(value) for value in operation.operands[
            :1 if name in CONVERSIONS else None]]
        result = builtin_type(operation.results[0].type)
        empty = tensor.EmptyOp(result.shape, result.element_type).result
        maps = [broadcasting_map(ir.RankedTensorType(value.type), result)
                for value in operands]
        maps.append(ir.AffineMap.get_identity(result.rank))
        parallel = ir.Attribute.parse("#linalg.iterator_type<parallel>")
        generic = linalg.GenericOp(
            [result], operands, [empty],
            ir.ArrayAttr.get([ir.AffineMapAttr.get(map) for map in maps]),
            ir.ArrayAttr.get([parallel] * result.rank))
        body = generic.regions[0].blocks.append(
            *[value.type.element_type for value in [*operands, empty]])
        with ir.InsertionPoint(body):
            kind, (*arguments, out) = kind_of(operation.operands[0].type), body.arguments
            linalg.YieldOp([CONVERSIONS[name](kind, *arguments, out) if name in CONVERSIONS
                            else OPERATIONS[name](kind, *arguments)])
        back = ir.Operation.create(
            "torch_c.from_builtin_tensor", [operation.results[0].type],
            [generic.results[0]])
    operation.results[0].replace_all_uses_with(back.results[0])
    operation.operation.erase()


def is_number(torch_type: ir.Type) -> bool:
    """Whether elements are integers or floats: no complex or quantized type."""
    return re.fullmatch(r"b?f\d+|[su]?i\d+", torch_parts(torch_type)[1]) is not None


def kind_of(torch_type: ir.Type) -> str:
    element = torch_parts(torch_type)[1]
    if not re.fullmatch(r"[su]?i\d+", element):
        return "float"
    return "unsigned" if element == "i1" or element[0] == "u" else "signed"


def to_builtin(value: ir.Value) -> ir.Value:
    return ir.Operation.create("torch_c.to_builtin_tensor",
                               [builtin_type(value.type)], [value]).results[0]


def builtin_type(torch_type: ir.Type) -> ir.RankedTensorType:
    """tensor<2x3xf32> for !torch.vtensor<[2,3],f32>; integers have no sign."""
    shape, element = torch_parts(torch_type)
    extents = [int(extent) for extent in shape.split(",") if extent]
    return ir.RankedTensorType.get(
        extents, ir.Type.parse(re.sub(r"^[su]i", "i", element)))


def torch_parts(torch_type: ir.Type) -> tuple[str, str]:
    """Extents and element type in the spelling of torch-mlir."""
    return re.fullmatch(r"!torch\.vtensor<\[([\d,]*)\],(.*)>",
                        str(torch_type)).groups()


def broadcasting_map(operand: ir.RankedTensorType,
                     result: ir.RankedTensorType) -> ir.AffineMap:
    """Broadcasting of NumPy: extents are aligned at the end; those of 1 repeat."""
    missing = result.rank - operand.rank
    exprs = [ir.AffineConstantExpr.get(0)
             if operand.shape[i] == 1 and result.shape[missing + i] != 1
             else ir.AffineDimExpr.get(missing + i) for i in range(operand.rank)]
    return ir.AffineMap.get(result.rank, 0, exprs)
