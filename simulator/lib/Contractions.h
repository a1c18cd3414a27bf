//===- Contractions.h - what instructions multiply --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CONTRACTIONS_H
#define MATRIX_SIMULATOR_CONTRACTIONS_H

#include "matrix/Description/Variants.h"
#include <string_view>
#include <vector>

namespace matrix {
namespace sim {

/// What an instruction multiplies, and in how many cycles.
struct Contraction {
  std::string_view cpu;
  unsigned opcode;
  std::string_view element, sum; // MLIR types
  uint64_t rows, columns, depth, cycles;
  std::string_view pipe;
  uint64_t macs() const { return rows * columns * depth; }
};

/// Multiply-adds of each opcode, 0 for what does not contract.
std::vector<uint64_t> macsOfOpcodes(const desc::VariantInfo &variant);
/// The pipe of the variant's contractions; empty if it has none.
std::string_view contractionPipe(const desc::VariantInfo &variant);
/// The fastest one for operands of that type, or null.
const Contraction *fastestContraction(const desc::VariantInfo &variant,
                                      std::string_view element);
/// All of them.
std::vector<Contraction> contractionsFor(const desc::VariantInfo &variant,
                                         std::string_view element);

/// Bytes a cycle that instructions on rows move from and to DRAM at most, on
/// one core.
struct DramRates {
  double read = 0, written = 0;
};
DramRates dramRatesOfRows(const desc::VariantInfo &variant);
} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CONTRACTIONS_H
