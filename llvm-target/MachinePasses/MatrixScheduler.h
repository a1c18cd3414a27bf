//===- MatrixScheduler.h - the order of instructions ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scheduling strategy that limits the number of live tiles. A spilled tile
// costs a store and a load of all its rows, more than the wait that a load
// would fill.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MACHINEPASSES_MATRIXSCHEDULER_H
#define MATRIX_MACHINEPASSES_MATRIXSCHEDULER_H

#include "llvm/CodeGen/MachineScheduler.h"

namespace llvm {

/// LLVM's list scheduler considers only instructions that can issue in the
/// current cycle, and fills the time in which a product waits for its pipe with
/// loads of the tiles of later products. This one prefers the wait to more live
/// tiles than there are registers: a spilled tile is stored and loaded again.
class MatrixScheduler final : public GenericScheduler {
  const MachineRegisterInfo *MRI = nullptr;
  MachineBasicBlock *MBB = nullptr;

public:
  explicit MatrixScheduler(const MachineSchedContext *C)
      : GenericScheduler(C) {}

  void initPolicy(MachineBasicBlock::iterator Begin,
                  MachineBasicBlock::iterator End,
                  unsigned NumRegionInstrs) override;
  SUnit *pickNode(bool &IsTopNode) override;
  void enterMBB(MachineBasicBlock *Block) override;
  void leaveMBB() override;

protected:
  bool tryCandidate(SchedCandidate &Best, SchedCandidate &Next,
                    SchedBoundary *Zone) const override;

private:
  unsigned countTiles(const MachineInstr &MI) const;
  bool exceedsTiles(const SUnit *Node) const;
  SUnit *waitWithinTiles();
};

} // namespace llvm

#endif // MATRIX_MACHINEPASSES_MATRIXSCHEDULER_H
