//===- MatrixRegisterInfo.h - registers -------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Callee-saved and reserved registers, and the elimination of frame indices. An
// offset out of range of an immediate takes a scavenged register.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MATRIXREGISTERINFO_H
#define MATRIX_MATRIXREGISTERINFO_H

#include "llvm/CodeGen/TargetRegisterInfo.h"

#define GET_REGINFO_HEADER
#include "MatrixGenRegisterInfo.inc"

namespace llvm {
class MatrixSubtarget;

class MatrixRegisterInfo : public MatrixGenRegisterInfo {
  const MatrixSubtarget &ST;

public:
  explicit MatrixRegisterInfo(const MatrixSubtarget &ST);

  const MCPhysReg *getCalleeSavedRegs(const MachineFunction *) const override;
  /// With interprocedural register allocation (-enable-ipra), callers rely on
  /// these still, and lose the others inside a call.
  const MCPhysReg *getIPRACSRegs(const MachineFunction *MF) const override;
  ArrayRef<MCPhysReg>
  getIntraCallClobberedRegs(const MachineFunction *) const override;
  const uint32_t *getCallPreservedMask(const MachineFunction &,
                                       CallingConv::ID) const override;
  bool getRegAllocationHints(Register VirtReg, ArrayRef<MCPhysReg> Order,
                             SmallVectorImpl<MCPhysReg> &Hints,
                             const MachineFunction &MF, const VirtRegMap *VRM,
                             const LiveRegMatrix *Matrix) const override;
  BitVector getReservedRegs(const MachineFunction &MF) const override;
  bool isAsmClobberable(const MachineFunction &MF, MCRegister R) const override;
  Register getFrameRegister(const MachineFunction &MF) const override;

  bool requiresRegisterScavenging(const MachineFunction &) const override {
    return true;
  }
  bool requiresFrameIndexScavenging(const MachineFunction &) const override {
    return true;
  }
  bool eliminateFrameIndex(MachineBasicBlock::iterator MI, int SPAdj,
                           unsigned OpNo, RegScavenger *RS) const override;

private:
  static bool keepsThreadPointer(const MachineFunction &MF);
  bool setTileOffset(MachineInstr &MI, unsigned OpNo, Register Base,
                     int64_t Offset) const;
};

} // namespace llvm

#endif // MATRIX_MATRIXREGISTERINFO_H
