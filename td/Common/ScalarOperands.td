//===- Common/ScalarOperands.td - operands of scalar instructions ---------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operand classes of scalar instructions: immediates with their ranges, branch
// targets, and parts of addresses. A 64-bit constant or address consists of
// four halfwords, which the modifiers %abs_g<n> and %tprel_g<n> select.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_COMMON_SCALAROPERANDS_TD
#define MATRIX_COMMON_SCALAROPERANDS_TD

include "Schema/Scalar.td"
include "Common/Operands.td"

def DReg : RegisterOperand<FPR64>;   // f64

def SignedImmediate   : Immediate<16, isSigned=1>;
def UnsignedImmediate : Immediate<16>;
def Shift6     : Immediate<6>;
def Shift5     : Immediate<5>;
def HalfWord   : Immediate<2>;       // index of a 16-bit part of a register

/// A 16-bit part of a constant or, as %abs_g<n>(symbol), of an address, or, as
/// %tprel_g<n>(symbol), of the offset of a thread-local variable.
def MoveImmediateClass : AsmOperandClass {
  let Name = "MoveImmediate";
  let RenderMethod = "addImmOperands";
  let DiagnosticString = "expected a number from 0 to 65535, %abs_g<n>(symbol) or %tprel_g<n>(symbol)";
}
def MoveImmediate : Immediate<16> {
  let ParserMatchClass = MoveImmediateClass;
  let EncoderMethod = "encodeMoveImm";
}

foreach width = [16, 21] in def PcRelativeClass#width : PcRelativeClass<width>;
def BranchTarget : PcRelative<OtherVT, 16>;
def JumpTarget   : PcRelative<OtherVT, 21>;
def CallTarget   : PcRelative<i64, 21>;

/// base + signed 16-bit offset; base may be a frame index.
def Address : ComplexPattern<iPTR, 2, "selectAddress">;

#endif // MATRIX_COMMON_SCALAROPERANDS_TD
