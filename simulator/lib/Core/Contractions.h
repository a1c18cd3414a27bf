//===- Contractions.h - peak rates of instructions --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Multiply-add and DRAM rates of the instructions of a variant, derived from
// their semantics. Bounds and utilization are computed from them.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CONTRACTIONS_H
#define MATRIX_SIMULATOR_CONTRACTIONS_H

#include "matrix/Description/Variants.h"
#include <string_view>
#include <vector>

namespace matrix {
namespace sim {

/// Shape of an instruction's contraction, and its occupancy.
struct Contraction {
  std::string_view cpu;
  unsigned opcode;
  std::string_view element, sum; // MLIR types
  uint64_t rows, columns, depth, cycles;
  std::string_view pipe;
  uint64_t macs() const { return rows * columns * depth; }
};

/// Multiply-adds by opcode; 0 for instructions that do not contract.
std::vector<uint64_t> macsOfOpcodes(const desc::VariantInfo &variant);
/// Pipe of the variant's contractions; empty if it has none.
std::string_view contractionPipe(const desc::VariantInfo &variant);
/// The contraction with the highest rate for operands of this type, or null.
const Contraction *fastestContraction(const desc::VariantInfo &variant,
                                      std::string_view element);
/// All contractions for operands of this type.
std::vector<Contraction> contractionsFor(const desc::VariantInfo &variant,
                                         std::string_view element);

/// Maximum DRAM bytes per cycle and core that row instructions transfer.
struct DramRates {
  double read = 0, written = 0;
};
DramRates dramRatesOfRows(const desc::VariantInfo &variant);
} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CONTRACTIONS_H
