//===- MatrixSubtarget.h - subtarget of one variant -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variant as the code generator sees it: its features, the size of its tiles,
// the instructions that load, store, clear and move tiles, and the classes that
// depend on them. The instructions are found by role, since their names may
// change in the description.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MATRIXSUBTARGET_H
#define MATRIX_MATRIXSUBTARGET_H

#include "MatrixFrameLowering.h"
#include "MatrixISelLowering.h"
#include "MatrixInstrInfo.h"
#include "llvm/CodeGen/SelectionDAGTargetInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

#define GET_SUBTARGETINFO_HEADER
#include "MatrixGenSubtargetInfo.inc"

namespace matrix::desc {
struct VariantInfo;
}

namespace llvm {
namespace Matrix {
struct Builtin;
}

class MatrixSelectionDAGInfo : public SelectionDAGGenTargetInfo {
public:
  MatrixSelectionDAGInfo();
};

class MatrixSubtarget : public MatrixGenSubtargetInfo {
  const matrix::desc::VariantInfo &Variant;
  // Instructions that the code generator requires of a tile register file; null
  // without tile registers.
  const Matrix::Builtin *TileLoad = nullptr, *TileStore = nullptr,
                        *TileZero = nullptr, *TileMove = nullptr;
#define GET_SUBTARGETINFO_MACRO(ATTRIBUTE, DEFAULT, GETTER)                    \
  bool ATTRIBUTE = DEFAULT;
#include "MatrixGenSubtargetInfo.inc"

  MatrixInstrInfo InstrInfo;
  MatrixFrameLowering FrameLowering;
  MatrixSelectionDAGInfo DAGInfo;
  MatrixTargetLowering Lowering;

  MatrixSubtarget &initialize(StringRef Features);

public:
  MatrixSubtarget(const Triple &TT, const matrix::desc::VariantInfo &Variant,
                  StringRef Features, const TargetMachine &TM);

  void ParseSubtargetFeatures(StringRef CPU, StringRef TuneCPU, StringRef FS);
#define GET_SUBTARGETINFO_MACRO(ATTRIBUTE, DEFAULT, GETTER)                    \
  bool GETTER() const { return ATTRIBUTE; }
#include "MatrixGenSubtargetInfo.inc"

  const matrix::desc::VariantInfo &variant() const { return Variant; }

  const Matrix::Builtin *tileLoad() const { return TileLoad; }
  const Matrix::Builtin *tileStore() const { return TileStore; }
  const Matrix::Builtin *tileZero() const { return TileZero; }
  const Matrix::Builtin *tileMove() const { return TileMove; }
  /// Returns the type of a tile in LLVM IR; MVT::Other without tile registers.
  MVT tileType() const;
  unsigned tileRowBytes() const;

  void initLibcallLoweringInfo(LibcallLoweringInfo &Info) const override;

  /// Cores issue in order, so stalls depend on the instruction order.
  bool enableMachineScheduler() const override { return true; }
  void overrideSchedPolicy(MachineSchedPolicy &Policy,
                           const SchedRegion &Region) const override;

  const MatrixInstrInfo *getInstrInfo() const override { return &InstrInfo; }
  const MatrixRegisterInfo *getRegisterInfo() const override {
    return &InstrInfo.getRegisterInfo();
  }
  const MatrixFrameLowering *getFrameLowering() const override {
    return &FrameLowering;
  }
  const MatrixTargetLowering *getTargetLowering() const override {
    return &Lowering;
  }
  const SelectionDAGTargetInfo *getSelectionDAGInfo() const override {
    return &DAGInfo;
  }
};

} // namespace llvm

#endif // MATRIX_MATRIXSUBTARGET_H
