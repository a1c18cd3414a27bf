//===- Isa/CallingConvention.td - arguments, results, preserved registers -===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The RISC-V LP64D convention at the level of LLVM IR, so that IR of RISC-V
// front ends can be compiled. Tile registers are caller-saved.
//
// A scalar of 16 bytes (__int128, long double, a struct of that alignment) is
// passed here as two i64, the first marked as split. As in the RISC-V psABI:
//
//   named       the next two registers, or the last one and 8 bytes of stack
//   variadic    an even-odd pair of registers, so that va_arg finds the value
//               at a multiple of 16 in the area of saved registers
//   on stack    aligned to 16 bytes
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ISA_CALLINGCONVENTION_TD
#define MATRIX_ISA_CALLINGCONVENTION_TD

include "Isa/Registers.td"

defvar TileTypes = !foreach(size, TileSizes, size.VT);

defvar EvenArguments = ArgumentRegisters[0, 2, 4, 6];
defvar BeforeEvenArguments = ArgumentRegisters[0, 1, 3, 5];

class IfFirstOfPair<CCAction action>
    : CCIfType<[i64], CCIfSplit<CCIf<"ArgFlags.getNonZeroOrigAlign() == Align(16)", action>>>;

def CC_Matrix : CallingConv<!listconcat([
  CCIfType<[i1, i8, i16, i32], CCPromoteToType<i64>>,
  // Variadic arguments are passed as integers.
  CCIfType<[f32, f64], CCIfArgVarArg<CCBitConvertToType<i64>>>,
  CCIfType<[f32, f64], CCAssignToReg<FloatArgumentRegisters>>,
  CCIfType<[f32, f64], CCBitConvertToType<i64>>,
  CCIfArgVarArg<IfFirstOfPair<CCAssignToRegWithShadow<EvenArguments, BeforeEvenArguments>>>,
  // A register left without its partner stays unused.
  CCIfArgVarArg<IfFirstOfPair<CCAssignToStackWithShadow<8, 16, ArgumentRegisters>>>,
  CCIfType<[i64], CCAssignToReg<ArgumentRegisters>>,
  IfFirstOfPair<CCAssignToStack<8, 16>>,
  CCIfType<[i64], CCAssignToStack<8, 8>>,
  CCIfType<TileTypes, CCAssignToReg<TileArgumentRegisters>>],
  !foreach(size, TileSizes, CCIfType<[size.VT], CCAssignToStack<size.Bytes, size.Alignment>>))>;

def RetCC_Matrix : CallingConv<[
  CCIfType<[i1, i8, i16, i32], CCPromoteToType<i64>>,
  CCIfType<[i64], CCAssignToReg<ResultRegisters>>,
  CCIfType<[f32, f64], CCAssignToReg<FloatResultRegisters>>,
  CCIfType<TileTypes, CCAssignToReg<TileArgumentRegisters>>
]>;

def CSR_Matrix : CalleeSavedRegs<
    !dag(add, !listconcat([ReturnAddress, FramePointer], PreservedRegisters, FloatPreservedRegisters), ?)> {
  let OtherPreserved = (add ThreadPointer); // which no function changes
}

#endif // MATRIX_ISA_CALLINGCONVENTION_TD
