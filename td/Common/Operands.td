//===- Common/Operands.td - operands of instructions ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operand classes that instructions on tiles use: tiles by format, scalar
// registers, and immediates. The class of an operand fixes its format; the same
// tile register has a different class in instructions of another format, since
// registers have no type.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_COMMON_OPERANDS_TD
#define MATRIX_COMMON_OPERANDS_TD

include "Schema/Instruction.td"
include "Common/Formats.td"

def TF32  : TileOperand<FmtF32>;
def TI32  : TileOperand<FmtI32>;
def TBF16 : TileOperand<FmtBF16>;
def TF16  : TileOperand<FmtF16>;
def TI8   : TileOperand<FmtI8>;
def TU8   : TileOperand<FmtU8>;
def TE4M3 : TileOperand<FmtE4M3>;
def TE5M2 : TileOperand<FmtE5M2>;
def TAny8  : TileOperand<FmtAny8>;
def TAny16 : TileOperand<FmtAny16>;
def TAny32 : TileOperand<FmtAny32>;   // format of instructions that only move bytes

def XReg : RegisterOperand<GPR>;      // 64-bit integer
def SReg : RegisterOperand<FPR32>;    // f32

def ColumnBlock  : Immediate<2>;      // q: which column block of a narrow tile
def TileOffset   : Immediate<9, isSigned=1>;   // in units of one tile row (RB bytes)
def TileOffset7  : Immediate<7>;      // the same, unsigned

/// Written as a name or a number.
def CsrClass : AsmOperandClass {
  let Name = "Csr";
  let PredicateMethod = "isMatrixImm<16, 0, 0, 0>";
  let ParserMethod = "parseCsr";
  let RenderMethod = "addImmOperands";
  let DiagnosticString = "expected the name of a control register or an integer from 0 to 65535";
}
def CsrNumber    : Immediate<16> {
  let ParserMatchClass = CsrClass;
  let PrintMethod = "printCsr";
}

#endif // MATRIX_COMMON_OPERANDS_TD
