//===- ContractionRates.cpp - how fast instructions multiply --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks up the fastest contraction of a variant for an element type in the
// table that is generated for the simulator's bounds.
//
//===----------------------------------------------------------------------===//

#include "ContractionRates.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <string>

using namespace matrix;

namespace {
struct ContractionInfo {
  std::string_view cpu, element;
  int64_t macs, cycles;
};
} // namespace

static constexpr ContractionInfo contractions[] = {
#define CONTRACTION(cpu, name, element, sum, rows, columns, depth, cycles,     \
                    pipe)                                                      \
  {cpu, element, int64_t(rows) * (columns) * (depth), cycles},
#include "MatrixWork.inc"
};

std::optional<double>
matrix::getContractionRate(const desc::VariantInfo &variant,
                           mlir::Type element) {
  std::string name;
  llvm::raw_string_ostream(name) << element;
  std::optional<double> best;
  for (const ContractionInfo &p : contractions)
    if (p.cpu == variant.cpu && p.element == name)
      best = std::max(best.value_or(0), double(p.macs) / double(p.cycles));
  return best;
}
