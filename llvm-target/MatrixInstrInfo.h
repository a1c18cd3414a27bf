//===- MatrixInstrInfo.h - instructions -------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Properties of instructions that the code generator uses: copies, spills,
// constants, branches, and pseudo instructions that are expanded after register
// allocation. Instructions are named by their roles.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MATRIXINSTRINFO_H
#define MATRIX_MATRIXINSTRINFO_H

#include "MCTargetDesc/MatrixMCTargetDesc.h"
#include "MatrixRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"

#define GET_INSTRINFO_HEADER
#include "MatrixGenInstrInfo.inc"

namespace llvm {

class MatrixInstrInfo : public MatrixGenInstrInfo {
  const MatrixSubtarget &ST;
  MatrixRegisterInfo RegisterInfo;

public:
  explicit MatrixInstrInfo(const MatrixSubtarget &ST);
  const MatrixRegisterInfo &getRegisterInfo() const { return RegisterInfo; }

  /// Returns true if the opcode accesses a tile on the frame.
  static bool isTileAccess(const MatrixSubtarget &ST, unsigned Opcode);

  /// D := Value.
  void moveImmediate(MachineBasicBlock &MBB, MachineBasicBlock::iterator I,
                     const DebugLoc &DL, Register D, int64_t Value,
                     MachineInstr::MIFlag Flag = MachineInstr::NoFlags) const;
  /// D := S + Value. A large Value uses Scratch, which may equal D if D differs
  /// from S.
  void addImmediate(MachineBasicBlock &MBB, MachineBasicBlock::iterator I,
                    const DebugLoc &DL, Register D, Register S, int64_t Value,
                    Register Scratch,
                    MachineInstr::MIFlag Flag = MachineInstr::NoFlags) const;

  void copyPhysReg(MachineBasicBlock &MBB, MachineBasicBlock::iterator I,
                   const DebugLoc &DL, Register D, Register S, bool KillSrc,
                   bool RenamableDest, bool RenamableSrc) const override;
  void storeRegToStackSlot(MachineBasicBlock &MBB,
                           MachineBasicBlock::iterator I, Register R,
                           bool IsKill, int FI, const TargetRegisterClass *RC,
                           Register VReg,
                           MachineInstr::MIFlag Flags) const override;
  void loadRegFromStackSlot(MachineBasicBlock &MBB,
                            MachineBasicBlock::iterator I, Register R, int FI,
                            const TargetRegisterClass *RC, Register VReg,
                            unsigned SubReg,
                            MachineInstr::MIFlag Flags) const override;
  Register isLoadFromStackSlot(const MachineInstr &MI, int &FI) const override;
  Register isStoreToStackSlot(const MachineInstr &MI, int &FI) const override;
  bool expandPostRAPseudo(MachineInstr &MI) const override;
  unsigned getInstSizeInBytes(const MachineInstr &MI) const override;

  // Target flags are relocation specifiers; these functions name them in MIR.
  std::pair<unsigned, unsigned>
  decomposeMachineOperandsTargetFlags(unsigned Flags) const override {
    return {Flags, 0};
  }
  ArrayRef<std::pair<unsigned, const char *>>
  getSerializableDirectMachineOperandTargetFlags() const override;

  bool analyzeBranch(MachineBasicBlock &MBB, MachineBasicBlock *&Taken,
                     MachineBasicBlock *&Otherwise,
                     SmallVectorImpl<MachineOperand> &Cond,
                     bool AllowModify) const override;
  unsigned removeBranch(MachineBasicBlock &MBB, int *Bytes) const override;
  unsigned insertBranch(MachineBasicBlock &MBB, MachineBasicBlock *Taken,
                        MachineBasicBlock *Otherwise,
                        ArrayRef<MachineOperand> Cond, const DebugLoc &DL,
                        int *Bytes) const override;
  bool
  reverseBranchCondition(SmallVectorImpl<MachineOperand> &Cond) const override;
  MachineBasicBlock *getBranchDestBlock(const MachineInstr &MI) const override;
  bool isBranchOffsetInRange(unsigned Opcode, int64_t Offset) const override;
  void insertIndirectBranch(MachineBasicBlock &MBB, MachineBasicBlock &Dest,
                            MachineBasicBlock &Restore, const DebugLoc &DL,
                            int64_t Offset, RegScavenger *RS) const override;

  // The machine outliner, MatrixOutliner.cpp.
  bool shouldOutlineFromFunctionByDefault(MachineFunction &MF) const override;
  bool isFunctionSafeToOutlineFrom(MachineFunction &MF,
                                   bool OutlineFromLinkOnceODRs) const override;
  std::optional<std::unique_ptr<outliner::OutlinedFunction>>
  getOutliningCandidateInfo(const MachineModuleInfo &MMI,
                            std::vector<outliner::Candidate> &Sequences,
                            unsigned MinRepeats) const override;
  void buildOutlinedFrame(MachineBasicBlock &MBB, MachineFunction &MF,
                          const outliner::OutlinedFunction &OF) const override;
  MachineBasicBlock::iterator
  insertOutlinedCall(Module &M, MachineBasicBlock &MBB,
                     MachineBasicBlock::iterator &It, MachineFunction &MF,
                     outliner::Candidate &C) const override;

protected:
  outliner::InstrType getOutliningTypeImpl(const MachineModuleInfo &MMI,
                                           MachineBasicBlock::iterator &It,
                                           unsigned Flags) const override;

private:
  unsigned loadOpcode(const TargetRegisterClass *RC) const;
  unsigned storeOpcode(const TargetRegisterClass *RC) const;
  void expandAddress(MachineInstr &MI) const;
};

} // namespace llvm

#endif // MATRIX_MATRIXINSTRINFO_H
