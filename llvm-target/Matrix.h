//===- Matrix.h - passes ----------------------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constructors of the target's passes and of its scheduling strategy, which
// MatrixTargetMachine adds to the pipeline. The pass manager, or the machine
// scheduler, owns what a function returns. The classes themselves are local to
// the sources of the passes.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MATRIX_H
#define MATRIX_MATRIX_H

#include "MCTargetDesc/MatrixMCTargetDesc.h"
#include "llvm/Support/CodeGen.h"

namespace llvm {
class FunctionPass;
struct MachineSchedContext;
class MatrixTargetMachine;
class ModulePass;
class PassRegistry;
class ScheduleDAGInstrs;

FunctionPass *createMatrixISelDag(MatrixTargetMachine &TM,
                                  CodeGenOptLevel OptLevel);
ModulePass *createMatrixUnsupported(const MatrixTargetMachine &TM);
ModulePass *createMatrixModuleLowering(const MatrixTargetMachine &TM);
FunctionPass *createMatrixStrictFloat();
FunctionPass *createMatrixIntrinsics();
FunctionPass *createMatrixConstantRebasing();
FunctionPass *createMatrixPairing();
FunctionPass *createMatrixSignExtension();
FunctionPass *createMatrixRowAddresses(const MatrixTargetMachine &TM);
FunctionPass *createMatrixDescriptors(const MatrixTargetMachine &TM);
FunctionPass *createMatrixTileOffsets(const MatrixTargetMachine &TM);
ScheduleDAGInstrs *createMatrixScheduler(MachineSchedContext *C);
void initializeMatrixPairingPass(PassRegistry &);
} // namespace llvm

#endif // MATRIX_MATRIX_H
