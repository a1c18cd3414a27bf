//===- MatrixPairing.h - instructions with short forms ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which machine instructions of a function have a short form in a slot of a
// pair word. An instruction is lowered and encoded as at its emission, branches
// at both ends of the interval of distances that they may have.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MACHINEPASSES_MATRIXPAIRING_H
#define MATRIX_MACHINEPASSES_MATRIXPAIRING_H

#include "MatrixInstLowering.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <memory>
#include <optional>

namespace llvm {
class MachineBasicBlock;
class MachineFunction;
class MCCodeEmitter;

namespace Matrix {

class ShortWords : MatrixInstLowering {
public:
  explicit ShortWords(const MachineFunction &MF);
  ~ShortWords() override;

  /// Returns true if branches reach their targets whatever the padding before
  /// aligned blocks, which pairs change.
  bool haveReach() const;
  bool isShort(const MachineInstr &MI, unsigned Slot) const;
  /// Exchanges the operands of a commutative instruction if only then it has a
  /// short form.
  void commute(MachineInstr &MI) const;

private:
  struct Position {
    int64_t Offset;     // without pairs
    unsigned Estimates; // instructions before it of unknown size
  };
  struct Extent {
    Position Start, End;
  };
  int64_t distanceTo(const MachineBasicBlock &To, const MachineInstr &MI) const;
  bool isShortBranch(const MachineInstr &MI, MachineBasicBlock &To,
                     unsigned Slot) const;
  std::optional<uint32_t> wordOf(const MachineInstr &MI) const;
  std::optional<uint32_t> wordAt(const MachineInstr &MI, int64_t Bytes) const;
  bool lowerSymbolic(const MachineOperand &MO, MCOperand &Out) const override;

  const MachineFunction &MF;
  std::unique_ptr<MCCodeEmitter> Emitter;
  SmallVector<Extent> Blocks;   // by number
  mutable int64_t Distance = 0; // of the branch that is lowered
  mutable bool HasSymbol = false;
};

} // namespace Matrix
} // namespace llvm

#endif // MATRIX_MACHINEPASSES_MATRIXPAIRING_H
