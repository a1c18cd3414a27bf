//===- PredictedPlans.h - plans of a program --------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the file that matrix-compile --emit=plan writes. The simulator needs
// the source location, the text and the predicted cycles of each plan only; it
// does not depend on the dialect.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_REPORT_PREDICTEDPLANS_H
#define MATRIX_SIMULATOR_REPORT_PREDICTEDPLANS_H

#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace matrix {
namespace sim {

struct PredictedPlan {
  std::string name; // of the fusion group
  std::string file; // without folders; empty: unknown
  unsigned line = 0;
  std::string text;                  // of the attribute, in one line
  std::optional<uint64_t> predicted; // cycles
};

llvm::Expected<std::vector<PredictedPlan>> readPlans(const std::string &path);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_REPORT_PREDICTEDPLANS_H
