//===- MatrixMachineFunctionInfo.h - per-function state ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// State of a function during code generation that LLVM's classes do not have.
// The lowering of formal arguments sets it; the lowering of va_start and of
// `musttail` calls reads it.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MATRIXMACHINEFUNCTIONINFO_H
#define MATRIX_MATRIXMACHINEFUNCTIONINFO_H

#include "llvm/CodeGen/CallingConvLower.h"
#include "llvm/CodeGen/MachineFunction.h"

namespace llvm {

struct MatrixMachineFunctionInfo : public MachineFunctionInfo {
  int VarArgsFrameIndex = 0; // of the first unnamed argument
  /// Unnamed arguments in registers, which `musttail` calls pass on.
  SmallVector<ForwardedRegister> Forwarded;

  MatrixMachineFunctionInfo(const Function &, const TargetSubtargetInfo *) {}
  MachineFunctionInfo *
  clone(BumpPtrAllocator &Allocator, MachineFunction &Dest,
        const DenseMap<MachineBasicBlock *, MachineBasicBlock *> &)
      const override {
    return Dest.cloneInfo<MatrixMachineFunctionInfo>(*this);
  }
};

} // namespace llvm

#endif // MATRIX_MATRIXMACHINEFUNCTIONINFO_H
