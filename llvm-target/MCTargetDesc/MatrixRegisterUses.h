//===- MatrixRegisterUses.h - registers by their use ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The registers that have a use in all programs (RegisterUse of
// td/Isa/Registers.td) as registers of LLVM, and registers by encoding. Code
// that names a register uses these constants: its number may change in the
// description.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MCTARGETDESC_MATRIXREGISTERUSES_H
#define MATRIX_MCTARGETDESC_MATRIXREGISTERUSES_H

#include "MCTargetDesc/MatrixMCTargetDesc.h"
#include "matrix/Description/Variants.h"

namespace llvm {
namespace Matrix {

/// LLVM numbers the registers of a file in the order of their encodings.
constexpr MCRegister generalRegister(unsigned Encoding) {
  return R0 + Encoding;
}
constexpr MCRegister floatRegister(unsigned Encoding) { return F0 + Encoding; }
constexpr MCRegister tileRegister(unsigned Encoding) { return T0 + Encoding; }

namespace registers = ::matrix::desc::registers;

inline constexpr MCRegister Zero = generalRegister(registers::zero);
inline constexpr MCRegister ReturnAddress =
    generalRegister(registers::returnAddress);
inline constexpr MCRegister StackPointer =
    generalRegister(registers::stackPointer);
inline constexpr MCRegister FramePointer =
    generalRegister(registers::framePointer);
/// Used by functions that need a third pointer into the frame.
inline constexpr MCRegister BasePointer =
    generalRegister(registers::basePointer);
/// Address of the core's thread-local variables.
inline constexpr MCRegister ThreadPointer =
    generalRegister(registers::threadPointer);
/// A temporary, which holds the return address of outlined functions.
inline constexpr MCRegister OutlinedReturn =
    generalRegister(registers::outlinedReturn);
/// Caller-saved, and holds neither arguments nor results.
inline constexpr MCRegister Scratch = generalRegister(registers::scratch);

} // namespace Matrix
} // namespace llvm

#endif // MATRIX_MCTARGETDESC_MATRIXREGISTERUSES_H
