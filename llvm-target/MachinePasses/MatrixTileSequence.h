//===- MatrixTileSequence.h - long sequences of tiles -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sequences of tile instructions without branches, in blocks with a call of
// llvm.sideeffect that has the bundle "matrix-ordered-tiles": the frontend has
// ordered them (matrix-schedule-tiles), with as many tiles at once as there are
// registers.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MACHINEPASSES_MATRIXTILESEQUENCE_H
#define MATRIX_MACHINEPASSES_MATRIXTILESEQUENCE_H

#include "llvm/CodeGen/MachineScheduler.h"

namespace llvm {

/// Returns whether the operand, a register, is a virtual tile register.
bool isTile(const MachineOperand &Operand, const MachineRegisterInfo &MRI);
/// Returns whether the instruction defines a tile without other tiles: a load
/// or a constant.
bool startsTile(const MachineInstr &MI, const MachineRegisterInfo &MRI);

/// Keeps the order of tile instructions, if the region is a long sequence.
/// Constants precede the instruction of their pipe before their use, if there
/// are registers for it: after it they would wait for the pipe, and their
/// users for them. Returns false if the region is not such a sequence.
bool keepTileSequence(ScheduleDAGMILive &DAG, const RegisterClassInfo &Classes);

/// Assigns tile registers to the virtual registers of a block with a long
/// sequence in the order of its instructions, as hints. LLVM's allocator
/// assigns long live ranges first, and then spills although there are enough
/// registers.
void hintTileRegisters(MachineBasicBlock &Block, const LiveIntervals &LIS,
                       const RegisterClassInfo &Classes);

} // namespace llvm

#endif // MATRIX_MACHINEPASSES_MATRIXTILESEQUENCE_H
