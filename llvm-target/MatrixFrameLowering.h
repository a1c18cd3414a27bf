//===- MatrixFrameLowering.h - stack frames ---------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layout of stack frames, prologues and epilogues, and their call frame
// information. The class comment shows the layout.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MATRIXFRAMELOWERING_H
#define MATRIX_MATRIXFRAMELOWERING_H

#include "MCTargetDesc/MatrixMCTargetDesc.h"
#include "matrix/Description/Target.h"
#include "llvm/CodeGen/TargetFrameLowering.h"

namespace llvm {
class MatrixSubtarget;

/// Frame layout, high addresses first; all parts are multiples of the stack
/// alignment:
///
///   | arguments on the stack |  <- CFA = fp, if the function has one
///   | variable arguments     |
///   | saved registers        |
///   | locals, spilled tiles  |  <- bp, if sp varies and was realigned
///   | dynamic allocations    |
///   | outgoing arguments     |  <- sp
class MatrixFrameLowering : public TargetFrameLowering {
  const MatrixSubtarget &ST;

public:
  explicit MatrixFrameLowering(const MatrixSubtarget &ST)
      : TargetFrameLowering(StackGrowsDown, Align(matrix::desc::stackAlignment),
                            0),
        ST(ST) {}

  void emitPrologue(MachineFunction &MF, MachineBasicBlock &MBB) const override;
  void emitEpilogue(MachineFunction &MF, MachineBasicBlock &MBB) const override;
  /// Call frame information is inserted in all functions and filtered when code
  /// is emitted, so that debug information does not affect the instructions.
  bool enableCFIFixup(const MachineFunction &) const override { return true; }
  void resetCFIToInitialState(MachineBasicBlock &MBB) const override;
  bool enableShrinkWrapping(const MachineFunction &MF) const override;
  bool hasReservedCallFrame(const MachineFunction &MF) const override;
  bool hasBP(const MachineFunction &MF) const;
  /// Returns whether sp changes between prologue and epilogue: by dynamic
  /// allocations, or by calls whose arguments on the stack sp does not span.
  bool variesSP(const MachineFunction &MF) const;
  StackOffset getFrameIndexReference(const MachineFunction &MF, int FI,
                                     Register &Base) const override;
  void determineCalleeSaves(MachineFunction &MF, BitVector &Saved,
                            RegScavenger *RS) const override;
  void processFunctionBeforeFrameFinalized(MachineFunction &MF,
                                           RegScavenger *RS) const override;
  MachineBasicBlock::iterator
  eliminateCallFramePseudoInstr(MachineFunction &MF, MachineBasicBlock &MBB,
                                MachineBasicBlock::iterator I) const override;

protected:
  bool hasFPImpl(const MachineFunction &MF) const override;
};

} // namespace llvm

#endif // MATRIX_MATRIXFRAMELOWERING_H
