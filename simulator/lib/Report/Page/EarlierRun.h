//===- EarlierRun.h - comparison with an earlier run ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the statistics of an earlier run, from --stats=json or from the page of
// --report, and compares them with those of a run. A page also has the cycles
// of each operation.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_REPORT_EARLIERRUN_H
#define MATRIX_SIMULATOR_REPORT_EARLIERRUN_H

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <map>

namespace matrix {
namespace sim {

/// A number of both runs.
struct Compared {
  std::string what;
  std::optional<double> before, now; // absent: not in that run
};

class EarlierRun {
public:
  static llvm::Expected<EarlierRun> read(const std::string &path);

  const std::string &path() const { return file; }
  /// `now`: the document of toJson(Summary).
  std::vector<Compared> compare(const llvm::json::Object &now) const;
  /// Cycles by the name of the operation, of all cores; empty without a page.
  std::map<std::string, double> operations() const;

private:
  EarlierRun(std::string file, llvm::json::Object data)
      : file(std::move(file)), data(std::move(data)) {}
  const llvm::json::Object &statistics() const;

  std::string file;
  llvm::json::Object data; // of the page, or the statistics only
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_REPORT_EARLIERRUN_H
