//===- Bounds.h - what no program can beat ----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// From the annotation and the figures of the variant alone: nothing that the
// compiler or the simulator did goes in. docs/statistics.md has the formulas.
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

/// Cycles that `cores` cores need at least. What is not known is absent.
struct Bounds {
  std::optional<double> mma;     // products at the peak rate
  std::optional<double> shape;   // the same in whole tiles
  std::optional<double> dram;    // compulsory bytes, once
  std::optional<double> ew;      // elementwise operations, as written
  std::optional<double> latency; // the first line in and the last one out
  /// Tile loads, with accumulators in the best block of registers: what a
  /// program should reach, no part of the roof.
  std::optional<double> loads;

  /// The largest one; with whole tiles if asked for.
  double roof() const { return largest(mma); }
  double shapeRoof() const { return largest(shape); }

private:
  double largest(const std::optional<double> &products) const;
};

Bounds boundsOf(const OperationWork &work, const desc::VariantInfo &variant,
                unsigned cores);
/// All operations overlapped; bytes of the kernel's border.
Bounds boundsOf(const ProgramWork &work, const desc::VariantInfo &variant,
                unsigned cores);
/// One operation after the other, each through DRAM; `move` costs nothing.
double layerByLayer(const ProgramWork &work, const desc::VariantInfo &variant,
                    unsigned cores);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_REPORT_BOUNDS_H
