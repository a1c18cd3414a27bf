//===- MatrixSubtarget.cpp - subtarget of one variant ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Initializes a subtarget from the variant and its features: generated flags,
// the mode that fixes the size of tile registers, and the instructions of the
// tile roles. Also selects the library calls, for which LLVM has no default on
// this architecture, and the direction of scheduling.
//
//===----------------------------------------------------------------------===//

#include "MatrixSubtarget.h"
#include "Utils/MatrixBuiltins.h"
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

/// Runs before the initialization of members that depend on features.
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

/// RuntimeLibcalls.td selects no libraries for unknown architectures: use the
/// choices of a generic 64-bit ELF target.
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

/// Top-down scheduling models cycles and stalls as the in-order machine issues.
/// LLVM's default, bottom-up, is 1 % slower over docs/performance.md and 24 %
/// slower for competing loads and i8 contractions.
void MatrixSubtarget::overrideSchedPolicy(MachineSchedPolicy &Policy,
                                          const SchedRegion &) const {
  // Row instructions wait in queues: their order matters less than the number
  // of addresses in registers, of which LLVM's default needs fewer.
  if (!variant().tileRegisters)
    return;
  Policy.OnlyTopDown = true;
  Policy.OnlyBottomUp = false;
}
