//===- Bounds.h - lower bounds of cycles ------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// From the work that the compiler noted and the figures of the variant. Bounds
// hold for every program that computes what the source says; of what the
// simulator measured only the bytes go in that instructions moved from and to
// DRAM, because in the timing model they take no slots of DRAM. Estimates are
// no bounds: fused and rewritten programs take less. docs/statistics.md has the
// formulas.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_REPORT_BOUNDS_H
#define MATRIX_SIMULATOR_REPORT_BOUNDS_H

#include "../Contractions.h"
#include "matrix/Sim/Work.h"
#include <optional>

namespace matrix {
namespace sim {

/// The one for an operation; of two types of operands the slower one decides.
const Contraction *contractionFor(const OperationWork &work,
                                  const desc::VariantInfo &variant);

/// Bytes that instructions of the run moved from and to DRAM.
struct InstructionTraffic {
  uint64_t read = 0, written = 0;
};

/// Cycles that `cores` cores need at least. What is not known is absent.
struct Bounds {
  std::optional<double> mma;     // products at the peak rate
  std::optional<double> shape;   // the same in whole tiles
  std::optional<double> dram;    // compulsory bytes, once
  std::optional<double> latency; // the first line in and the last one out

  // Estimates, no part of the roof.
  std::optional<double> ew; // elementwise operations, as written
  /// Tile loads, with accumulators in the best block of registers.
  std::optional<double> loads;

  /// The largest one; with whole tiles if asked for.
  double roof() const { return largest(mma); }
  double shapeRoof() const { return largest(shape); }

private:
  double largest(const std::optional<double> &products) const;
};

/// Bytes a cycle that all cores together read from DRAM, and write.
DramRates dramRates(const desc::VariantInfo &variant, unsigned cores);

Bounds boundsOf(const OperationWork &work, const desc::VariantInfo &variant,
                unsigned cores);
/// All operations overlapped; bytes of the kernel's border.
Bounds boundsOf(const ProgramWork &work, const desc::VariantInfo &variant,
                unsigned cores, const InstructionTraffic &traffic = {});
/// An estimate for programs that are not fused: one operation after the other,
/// each through DRAM; `move` costs nothing.
double layerByLayer(const ProgramWork &work, const desc::VariantInfo &variant,
                    unsigned cores);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_REPORT_BOUNDS_H
