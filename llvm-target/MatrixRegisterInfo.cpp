//===- MatrixRegisterInfo.cpp - registers ---------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reserved and callee-saved registers, and the elimination of frame indices.
// Tile registers that the variant lacks are reserved, so that one register
// class serves all variants. The thread pointer is allocatable in functions
// that neither read it nor call others, and is then callee-saved. Offsets of
// tile accesses are in rows: an offset that is not a multiple of a row takes an
// address register.
//
//===----------------------------------------------------------------------===//

#include "MatrixRegisterInfo.h"
#include "MCTargetDesc/MatrixRegisterUses.h"
#include "MatrixSubtarget.h"
#include "Utils/MatrixBuiltins.h"
#include "matrix/Description/Target.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/RegisterScavenging.h"
#include <vector>

using namespace llvm;
namespace immediate = matrix::desc::immediate;

#define GET_REGINFO_TARGET_DESC
#include "MatrixGenRegisterInfo.inc"
#define GET_CC_REGISTER_LISTS
#include "MatrixGenCallingConv.inc"

MatrixRegisterInfo::MatrixRegisterInfo(const MatrixSubtarget &ST)
    : MatrixGenRegisterInfo(Matrix::ReturnAddress, 0, 0, 0,
                            ST.getHwMode(MCSubtargetInfo::HwMode_RegInfo)),
      ST(ST) {}

/// Returns true if functions of the module may access registers by name.
static bool accessesRegistersByName(const Module &M) {
  return M.getFunction("llvm.read_register.i64") ||
         M.getFunction("llvm.read_volatile_register.i64") ||
         M.getFunction("llvm.write_register.i64");
}

/// Callees may read the thread pointer, so it has to hold its value at each
/// call. A function that reads it has it as a live-in.
bool MatrixRegisterInfo::keepsThreadPointer(const MachineFunction &MF) {
  return MF.getFrameInfo().hasCalls() || MF.hasInlineAsm() ||
         MF.getRegInfo().isLiveIn(Matrix::ThreadPointer) ||
         accessesRegistersByName(*MF.getFunction().getParent());
}

namespace {
/// The registers that calls of a convention preserve.
struct Preserved {
  std::vector<uint32_t> Mask = {CSR_Matrix_RegMask,
                                std::end(CSR_Matrix_RegMask)};
  /// Lists end with 0.
  std::vector<MCPhysReg> List = {CSR_Matrix_SaveList,
                                 std::end(CSR_Matrix_SaveList)};
  std::vector<MCPhysReg> WithThreadPointer;

  /// Adds registers of the classes that neither pass arguments nor are changed
  /// by calls of outlined functions.
  explicit Preserved(ArrayRef<const TargetRegisterClass *> Temporaries) {
    List.pop_back();
    for (const TargetRegisterClass *RC : Temporaries)
      for (MCPhysReg R : *RC)
        if (!is_contained(CC_Matrix_ArgRegs, R) && !is_contained(List, R) &&
            R != Matrix::OutlinedReturn)
          add(R);
    WithThreadPointer = List;
    WithThreadPointer.push_back(Matrix::ThreadPointer.id());
    List.push_back(0);
    WithThreadPointer.push_back(0);
  }

private:
  void add(MCPhysReg R) {
    List.push_back(R);
    Mask[R / 32] |= 1u << (R % 32);
  }
};
} // namespace

/// preserve_mostcc keeps general registers as well, preserve_allcc all but
/// tiles.
static const Preserved &preservedBy(CallingConv::ID CC) {
  static const Preserved Usual({}), Most({&Matrix::GPRTailRegClass}),
      All({&Matrix::GPRTailRegClass, &Matrix::FPR64RegClass});
  if (CC == CallingConv::PreserveMost)
    return Most;
  return CC == CallingConv::PreserveAll ? All : Usual;
}

const MCPhysReg *
MatrixRegisterInfo::getCalleeSavedRegs(const MachineFunction *MF) const {
  if (!MF)
    return CSR_Matrix_SaveList;
  const Preserved &Registers = preservedBy(MF->getFunction().getCallingConv());
  return keepsThreadPointer(*MF) ? Registers.List.data()
                                 : Registers.WithThreadPointer.data();
}

const MCPhysReg *
MatrixRegisterInfo::getIPRACSRegs(const MachineFunction *MF) const {
  static constexpr MCPhysReg Registers[] = {
      Matrix::ThreadPointer.id(), Matrix::ReturnAddress.id(),
      Matrix::FramePointer.id(), Matrix::BasePointer.id(), 0};
  return keepsThreadPointer(*MF) ? std::next(Registers) : Registers;
}

/// Thunks and calls of outlined functions change registers.
ArrayRef<MCPhysReg>
MatrixRegisterInfo::getIntraCallClobberedRegs(const MachineFunction *) const {
  static constexpr MCPhysReg Registers[] = {Matrix::Scratch.id(),
                                            Matrix::OutlinedReturn.id()};
  return Registers;
}

const uint32_t *
MatrixRegisterInfo::getCallPreservedMask(const MachineFunction &,
                                         CallingConv::ID CC) const {
  return preservedBy(CC).Mask.data();
}

/// Functions save the return address that inline assembly clobbers, and no
/// other reserved register.
bool MatrixRegisterInfo::isAsmClobberable(const MachineFunction &MF,
                                          MCRegister R) const {
  return R == Matrix::ReturnAddress || R == Matrix::Zero ||
         !getReservedRegs(MF).test(R);
}

BitVector MatrixRegisterInfo::getReservedRegs(const MachineFunction &MF) const {
  BitVector Reserved(getNumRegs());
  for (MCRegister R :
       {Matrix::Zero, Matrix::ReturnAddress, Matrix::StackPointer})
    Reserved.set(R);
  if (keepsThreadPointer(MF))
    Reserved.set(Matrix::ThreadPointer);
  if (ST.getFrameLowering()->hasFP(MF))
    Reserved.set(Matrix::FramePointer);
  if (ST.getFrameLowering()->hasBP(MF))
    Reserved.set(Matrix::BasePointer);
  for (MCRegister R : Matrix::TRRegClass)
    if (!Matrix::hasTileRegister(ST.variant(), R))
      Reserved.set(R);
  // Configuration state: implicit operands only.
  for (unsigned R = 1; R < getNumRegs(); ++R)
    if (none_of(regclasses(), [&](auto *RC) { return RC->contains(R); }))
      Reserved.set(R);
  return Reserved;
}

Register MatrixRegisterInfo::getFrameRegister(const MachineFunction &MF) const {
  return ST.getFrameLowering()->hasFP(MF) ? Matrix::FramePointer
                                          : Matrix::StackPointer;
}

/// Offsets of tile accesses are in units of rows.
bool MatrixRegisterInfo::setTileOffset(MachineInstr &MI, unsigned OpNo,
                                       Register Base, int64_t Offset) const {
  const Matrix::BuiltinOperand &Imm = ST.tileLoad()->inputs()[1];
  int64_t Row = ST.tileRowBytes();
  if (Offset % Row || !Imm.accepts(Offset / Row))
    return false;
  MI.getOperand(OpNo).ChangeToRegister(Base, false);
  MI.getOperand(OpNo + 1).setImm(Offset / Row);
  return true;
}

/// In every instruction the offset operand follows the frame index.
bool MatrixRegisterInfo::eliminateFrameIndex(MachineBasicBlock::iterator It,
                                             int, unsigned OpNo,
                                             RegScavenger *) const {
  MachineInstr &MI = *It;
  MachineFunction &MF = *MI.getMF();
  bool IsTile = MatrixInstrInfo::isTileAccess(ST, MI.getOpcode());
  Register Base;
  int64_t Offset =
      ST.getFrameLowering()
          ->getFrameIndexReference(MF, MI.getOperand(OpNo).getIndex(), Base)
          .getFixed();
  MachineOperand &Imm = MI.getOperand(OpNo + 1);
  Offset += Imm.getImm() * (IsTile ? int64_t(ST.tileRowBytes()) : 1);

  if (IsTile && setTileOffset(MI, OpNo, Base, Offset))
    return false;
  if (!IsTile && immediate::SignedImmediate.contains(Offset)) {
    MI.getOperand(OpNo).ChangeToRegister(Base, false);
    Imm.setImm(Offset);
    return false;
  }
  Register Address =
      MF.getRegInfo().createVirtualRegister(&Matrix::GPRRegClass);
  ST.getInstrInfo()->addImmediate(*MI.getParent(), It, MI.getDebugLoc(),
                                  Address, Base, Offset, Address);
  MI.getOperand(OpNo).ChangeToRegister(Address, false, false, /*isKill=*/true);
  Imm.setImm(0);
  return false;
}
