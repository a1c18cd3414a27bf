//===- MatrixTargetMachine.h - the target machine ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The target machine: creates a subtarget for each combination of variant and
// features of functions, and defines the pipeline of code generation passes.
// Subtargets are created on demand and owned by the target machine.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MATRIXTARGETMACHINE_H
#define MATRIX_MATRIXTARGETMACHINE_H

#include "MatrixSubtarget.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/CodeGen/CodeGenTargetMachineImpl.h"

namespace llvm {

class MatrixTargetMachine : public CodeGenTargetMachineImpl {
  std::unique_ptr<TargetLoweringObjectFile> ObjectFile;
  mutable StringMap<std::unique_ptr<MatrixSubtarget>> Subtargets;

public:
  MatrixTargetMachine(const Target &T, const Triple &TT, StringRef CPU,
                      StringRef FS, const TargetOptions &Options,
                      std::optional<Reloc::Model> RM,
                      std::optional<CodeModel::Model> CM,
                      CodeGenOptLevel OptLevel);

  const MatrixSubtarget *getSubtargetImpl(const Function &F) const override;
  TargetTransformInfo getTargetTransformInfo(const Function &F) const override;
  TargetPassConfig *createPassConfig(PassManagerBase &PM) override;
  ScheduleDAGInstrs *
  createMachineScheduler(MachineSchedContext *C) const override;
  TargetLoweringObjectFile *getObjFileLowering() const override {
    return ObjectFile.get();
  }
  MachineFunctionInfo *
  createMachineFunctionInfo(BumpPtrAllocator &Allocator, const Function &F,
                            const TargetSubtargetInfo *STI) const override;
  /// A scratchpad pointer has the value of its flat address.
  bool isNoopAddrSpaceCast(unsigned, unsigned) const override { return true; }
};

} // namespace llvm

#endif // MATRIX_MATRIXTARGETMACHINE_H
