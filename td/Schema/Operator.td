//===- Schema/Operator.td - operators of semantics ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The semantics of a tile instruction are a dag of operators over its operands
// ($a), numbers (1, "0.5": TableGen has no float literals) and configuration
// state. Extents are never literal: a register tile of format F has R rows and
// RB*8/bits(F) columns for the R and RB of the variant.
//
// Numerics, binding for every generator (docs/contracts.md "Numerics"): each
// operator rounds once to its format; Contract is a chain of fused
// multiply-adds in ascending k; transcendentals are evaluated in double and
// rounded once; a NaN result is the quiet NaN of its format.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SCHEMA_OPERATOR_TD
#define MATRIX_SCHEMA_OPERATOR_TD

/// syntax, summary: description of structured operators in the manual.
class TileOp<string syntax = "", string summary = ""> {
  string Syntax = syntax;
  string Summary = summary;
}

//===----------------------------------------------------------------------===//
// Elementwise operators
//===----------------------------------------------------------------------===//

/// float, integer: the operator on float and on integer operands.
///   Mlir: operation that the compiler matches and that the reference
///         expansion creates; empty if not defined on that kind.
///   Cpp:  the simulator's expression over $0, $1, $2; Common/Numerics.td
///         lists the functions it may call.
///   Text: pseudo-code of the manual; unset: the record's name as a function.
/// The Mlir operation has bit-identical results, except for `Wide`.
class Elementwise<int arity, string mlirFloat = "", string cppFloat = "",
                  string mlirInt = "", string cppInt = ""> : TileOp {
  int Arity = arity;
  string MlirFloat = mlirFloat;
  string CppFloat = cppFloat;
  string MlirInt = mlirInt;
  string CppInt = cppInt;
  bit Commutative = 0;
  bit Wide = 0;               // evaluated on f64 and rounded once to the format
  string Text = "";
  string ReductionName = "";           // manual: name as a reduction ("sum"); unset: the record's name
}

/// Comparisons: format i1. Mlir includes the predicate.
class Comparison<string mlirFloat, string cppFloat, string mlirInt = "", string cppInt = "">
    : Elementwise<2, mlirFloat, cppFloat, mlirInt, cppInt>;

/// An operator without an MLIR operation: `Body` defines it over the arguments
/// $x, evaluated on f64 and rounded once. The same tree on the instruction's
/// own format matches it.
class Composed<dag body, string cppFloat> : Elementwise<1, "", cppFloat> {
  dag Body = body;
  let Wide = 1;
}

//===----------------------------------------------------------------------===//
// Functions of the simulator
//===----------------------------------------------------------------------===//

/// Functions that the C++ of operators and of SelectionDAG nodes may call.
/// elements: what they compute on. CppFloat of an operator calls those on
/// "floats", CppInt those on "int32", a node those on "floats" and "int64".
class SimulatorFunctions<string space, string elements, int arity, list<string> names> {
  string Namespace = space;
  string Elements = elements;
  int Arity = arity;
  list<string> Names = names;
  bit KeepsNaN = 0;           // floats: a NaN result has the bits of an operand
}
class NumericFunctions<string elements, int arity, list<string> names>
    : SimulatorFunctions<"num", elements, arity, names>;
/// On masks of undefined bits.
class MaskFunctions<int arity, list<string> names> : SimulatorFunctions<"undef", "", arity, names>;

#endif // MATRIX_SCHEMA_OPERATOR_TD
