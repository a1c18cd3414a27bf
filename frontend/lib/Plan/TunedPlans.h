//===- TunedPlans.h - databases of measured plans ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the plans of a database that matrix-tune writes, by the structure of
// fusion groups. docs/reference/file-formats.md defines the format.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_TUNEDPLANS_H
#define MATRIX_FRONTEND_LIB_TUNEDPLANS_H

#include "PlanFile.h"
#include "matrix/Description/Variants.h"
#include <map>

namespace matrix {

class TunedPlans {
public:
  /// Reads the plans for a target. The first error is emitted at its place in
  /// the file. Plans of other variants or descriptions are ignored, with one
  /// warning.
  static mlir::FailureOr<TunedPlans> read(llvm::StringRef path,
                                          const desc::VariantInfo &variant,
                                          mlir::MLIRContext *context);

  /// Returns the plan of a group on that many cores; null if there is none.
  PlanOp lookup(const NamedGroup &group, int64_t cores);

private:
  /// Key of the group's program, cores.
  std::map<std::pair<std::string, int64_t>, mlir::OwningOpRef<mlir::ModuleOp>>
      plans;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_TUNEDPLANS_H
