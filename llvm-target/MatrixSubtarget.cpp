//===- MatrixSubtarget.cpp - one variant ----------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixSubtarget.h"
#include "MatrixBuiltins.h"
#include "matrix/Description/Variants.h"
#include "llvm/CodeGen/LibcallLoweringInfo.h"
#include "llvm/CodeGen/MachineScheduler.h"
#include "llvm/Support/ErrorHandling.h"

#define DEBUG_TYPE "matrix-subtarget"

using namespace llvm;

#define GET_SUBTARGETINFO_TARGET_DESC
#define GET_SUBTARGETINFO_CTOR
#include "MatrixGenSubtargetInfo.inc"

#define GET_SDNODE_DESC
#include "MatrixGenSDNodeInfo.inc"

MatrixSelectionDAGInfo::MatrixSelectionDAGInfo()
    : SelectionDAGGenTargetInfo(MatrixGenSDNodeInfo) {}

MatrixSubtarget::MatrixSubtarget(const Triple &TT,
                                 const matrix::desc::VariantInfo &Variant,
                                 StringRef Features, const TargetMachine &TM)
    : MatrixGenSubtargetInfo(TT, Variant.cpu, Variant.cpu, Features),
      Variant(Variant), InstrInfo(initialize(Features)), FrameLowering(*this),
      Lowering(TM, *this) {}

/// Before the members that look at features.
MatrixSubtarget &MatrixSubtarget::initialize(StringRef Features) {
  ParseSubtargetFeatures(Variant.cpu, Variant.cpu, Features);
  if (popcount(getHwModeSet()) > int(Variant.hasTiles()))
    reportFatalUsageError("the size of tile registers follows -mcpu; leave it "
                          "out of the features");
  if (!Variant.hasTiles())
    return *this;
  const FeatureBitset &Bits = getFeatureBits();
  TileLoad = Matrix::findRole("tile_load_frame", Bits);
  TileStore = Matrix::findRole("tile_store_frame", Bits);
  TileZero = Matrix::findRole("tile_zero", Bits);
  TileMove = Matrix::findRole("tile_move", Bits);
  if (!TileLoad || !TileStore || !TileZero || !TileMove)
    reportFatalUsageError("variant '" + Twine(StringRef(Variant.cpu)) +
                          "' has tile registers, but no instructions that "
                          "load, store, clear and move them");
  return *this;
}

MVT MatrixSubtarget::tileType() const {
  if (!TileLoad)
    return MVT::Other;
  return MVT(*getRegisterInfo()->legalclasstypes_begin(Matrix::TRRegClass));
}

unsigned MatrixSubtarget::tileRowBytes() const { return Variant.tileRowBytes; }

/// RuntimeLibcalls.td knows no library for an unknown architecture: take over
/// the choices of a plain 64-bit ELF target.
void MatrixSubtarget::initLibcallLoweringInfo(LibcallLoweringInfo &Info) const {
  static thread_local bool Busy = false;
  if (Busy)
    return;
  Busy = true;
  RTLIB::RuntimeLibcallsInfo Library(Triple("riscv64-unknown-elf"));
  LibcallLoweringInfo Model(Library, *this);
  Busy = false;
  for (unsigned I = 0; I < RTLIB::UNKNOWN_LIBCALL; ++I) {
    auto Call = RTLIB::Libcall(I);
    Info.setLibcallImpl(Call, Model.getLibcallImpl(Call));
  }
}

/// Downwards, the scheduler counts cycles and stalls as the machine does.
/// Upwards, LLVM's default, it is 1 % worse over docs/performance.md, and 24 %
/// where loads and contractions of i8 compete.
void MatrixSubtarget::overrideSchedPolicy(MachineSchedPolicy &Policy,
                                          const SchedRegion &) const {
  Policy.OnlyTopDown = true;
  Policy.OnlyBottomUp = false;
}
