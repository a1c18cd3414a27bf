//===- Bounds.h - lower bounds of cycles ------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lower bounds of the execution time, from the work annotation and the
// parameters of the variant (a roofline model). They hold for every program
// that computes the annotated operations. The only measured quantity is the
// DRAM traffic of instructions, which uses no DRAM slots in the timing model.
// Estimates are not bounds: fused and rewritten programs may take less.
// docs/reference/statistics.md has the formulas.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_REPORT_BOUNDS_H
#define MATRIX_SIMULATOR_REPORT_BOUNDS_H

#include "Core/Contractions.h"
#include "matrix/Sim/Work.h"
#include <optional>

namespace matrix {
namespace sim {

/// The contraction that an operation's bound assumes; of two operand types the
/// slower one decides.
const Contraction *contractionFor(const OperationWork &work,
                                  const desc::VariantInfo &variant);

/// DRAM traffic of instructions in the run, in bytes.
struct InstructionTraffic {
  uint64_t read = 0, written = 0;
};

/// Lower bounds in cycles on `cores` cores; absent if unknown.
struct Bounds {
  std::optional<double> mma;     // multiply-adds at the peak rate
  std::optional<double> shape;   // the same in whole tiles
  std::optional<double> dram;    // compulsory traffic
  std::optional<double> latency; // first line in, last line out

  // Estimates, not part of the roof.
  std::optional<double> ew; // elementwise operations, unfused
  /// Tile loads with the best register block of accumulators.
  std::optional<double> loads;

  /// The largest bound; shapeRoof() counts whole tiles.
  double roof() const { return largest(mma); }
  double shapeRoof() const { return largest(shape); }

private:
  double largest(const std::optional<double> &products) const;
};

/// DRAM bytes per cycle of all cores, read and written.
DramRates dramRates(const desc::VariantInfo &variant, unsigned cores);

Bounds boundsOf(const OperationWork &work, const desc::VariantInfo &variant,
                unsigned cores);
/// Bounds of a program whose operations overlap; DRAM traffic is that of the
/// kernel's arguments.
Bounds boundsOf(const ProgramWork &work, const desc::VariantInfo &variant,
                unsigned cores, const InstructionTraffic &traffic = {});
/// Estimate for an unfused program: operations execute one after another, each
/// through DRAM; `move` takes no time.
double layerByLayer(const ProgramWork &work, const desc::VariantInfo &variant,
                    unsigned cores);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_REPORT_BOUNDS_H
