//===- Schema/Scalar.td - scalar operands, formats, semantics -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The semantics of a scalar instruction are its selection pattern, or
// `ScalarSemantics` if the pattern is empty or incomplete: dags of SelectionDAG
// nodes. A NodeSemantics record defines each node in C++ for the simulator.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SCHEMA_SCALAR_TD
#define MATRIX_SCHEMA_SCALAR_TD

include "Schema/Encoding.td"

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// A code address: value = address of the instruction + (field << 2). In
/// semantics the operand denotes that address.
class PcRelativeClass<int width> : AsmOperandClass {
  let Name = "PcRelative" # width;
  let PredicateMethod = "isPcRelative<" # width # ">";
  let RenderMethod = "addImmOperands";
  let DiagnosticString = "expected a label, or a multiple of 4 that fits in " # !add(width, 2) # " signed bits";
}
class PcRelative<ValueType type, int width> : Operand<type> {
  int Width = width;
  bit Signed = 1;
  int Shift = 2;
  int Bias = 0;
  bit PcRel = 1;
  let ParserMatchClass = !cast<AsmOperandClass>("PcRelativeClass" # width);
  let EncoderMethod = "encodePcRelative<" # width # ">";
  let DecoderMethod = "decodePcRelative<" # width # ">";
  let PrintMethod = "printPcRelative";
  let OperandType = "OPERAND_PCREL";
}

//===----------------------------------------------------------------------===//
// C++ semantics of nodes
//===----------------------------------------------------------------------===//

/// cpp: expression over $0, $1, ..; integers are int64_t, f32 float, f64 double;
/// a value type ((sext_inreg x, i32)) is its width in bits. Functions are those
/// of namespace num (simulator/lib/Numerics/Numerics.h), shared with tile instructions:
/// NaN results are the quiet NaN of the format.
///
/// Loads, stores, setcc and their predicates follow from the record of the node
/// or fragment (memory type, extension, condition code).
///
/// text: pseudo-code of the manual; unset: the node's name as a function.
///
/// undef: for the detection of uninitialized values, the mask of result bits
/// that may depend on the bits %0, %1, ... (uint64_t) of $0, $1, ...; functions
/// are those of namespaces num and undef (Common/Numerics.td). Unset: all bits
/// if any operand bit is in the mask.
class NodeSemantics<SDPatternOperator node, string cpp, string text = "", string undef = ""> {
  SDPatternOperator Node = node;
  string Cpp = cpp;
  string Text = text;
  string Undef = undef;
}

/// Transfers of control.
class ControlTransfer;

/// A node that transfers control, which has no C++ expression.
class ControlSemantics<SDPatternOperator node, ControlTransfer transfer, string text>
    : NodeSemantics<node, "", text> {
  ControlTransfer Transfer = transfer;
}

#endif // MATRIX_SCHEMA_SCALAR_TD
