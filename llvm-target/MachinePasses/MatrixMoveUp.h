//===- MatrixMoveUp.h - changes of the order for pairs ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells whether an instruction may move up to another one of its block, so that
// the results stay the same and no instruction waits longer for an operand.
// Calls, terminators and what directives of unwinding describe stay in place.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MACHINEPASSES_MATRIXMOVEUP_H
#define MATRIX_MACHINEPASSES_MATRIXMOVEUP_H

#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/TargetSchedule.h"

namespace llvm {
class MachineFunction;

namespace Matrix {

class MoveUp {
public:
  using Iterator = MachineBasicBlock::iterator;

  explicit MoveUp(const MachineFunction &MF);

  /// Returns true if `MI`, after `Above`, may follow it directly.
  bool isPossible(Iterator MI, Iterator Above) const;
  /// Moves it there.
  void move(Iterator MI, Iterator Above) const;
  /// Debug values between `From` and `MI` that name its results are no longer
  /// known if they take effect after it.
  void forgetResults(Iterator From, Iterator MI) const;

private:
  bool depends(const MachineInstr &MI, const MachineInstr &Earlier) const;
  bool waitsLonger(Iterator MI, Iterator Above) const;
  bool delays(Iterator MI, Iterator Above) const;
  unsigned latency(const MachineInstr &MI) const;

  const TargetRegisterInfo &TRI;
  TargetSchedModel Model;
};

/// Returns true for what takes effect between instructions and has no code.
inline bool isDirective(const MachineInstr &MI) {
  return MI.isDebugInstr() || MI.isCFIInstruction();
}

} // namespace Matrix
} // namespace llvm

#endif // MATRIX_MACHINEPASSES_MATRIXMOVEUP_H
