//===- MatrixInstLowering.h - MachineInstr to MCInst ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers machine instructions to those of the MC layer, pseudo-instructions by
// the generated expansions. Users differ in what operands with symbols become:
// the assembly printer makes expressions, the formation of pairs distances.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MATRIXINSTLOWERING_H
#define MATRIX_MATRIXINSTLOWERING_H

#include "llvm/MC/MCInst.h"

namespace llvm {
class MachineInstr;
class MachineOperand;

class MatrixInstLowering {
public:
  virtual ~MatrixInstLowering() = default;

  MCInst lower(const MachineInstr &MI) const;
  /// Returns false for operands without a representation in the MCInst.
  bool lowerOperand(const MachineOperand &MO, MCOperand &Out) const;

private:
  virtual bool lowerSymbolic(const MachineOperand &MO,
                             MCOperand &Out) const = 0;
};

} // namespace llvm

#endif // MATRIX_MATRIXINSTLOWERING_H
