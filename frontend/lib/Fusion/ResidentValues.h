//===- ResidentValues.h - values between launches ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values that launches of a block compute and others read. Launches are those
// of getLaunches(), whose groups know which operands are marked as resident.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_RESIDENTVALUES_H
#define MATRIX_FRONTEND_LIB_RESIDENTVALUES_H

#include "PlannedLaunch.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace matrix {

/// An operand of a group, by its position in getResidentOperands().
struct ResidentUse {
  unsigned launch;
  mlir::linalg::GenericOp root, epilogue;
  size_t operand, numOperands;
};

/// A result of a launch, and operands of later launches that are it or parts of
/// it.
struct ResidentValue {
  mlir::Value value;
  ResidentUse definition;
  llvm::SmallVector<ResidentUse> uses;
  bool isStored = true; ///< whether it has to be in DRAM, too

  int64_t countBits() const;
};

/// The launches of a block.
class LaunchSequence {
public:
  explicit LaunchSequence(std::vector<PlannedLaunch> launches)
      : launches(std::move(launches)) {}

  /// Returns the values that `uses` read, without those between whose uses
  /// other operations access memory.
  std::vector<ResidentValue> findValues();

  /// Verifies the marks of resident values. Calls `fail` with the root of a
  /// group whose marks are wrong, and the reason.
  mlir::LogicalResult
  verify(llvm::function_ref<mlir::LogicalResult(mlir::linalg::GenericOp,
                                                const llvm::Twine &)>
             fail);

  /// Returns the range of columns that operands other than `uses` read; none if
  /// it is unknown or empty.
  std::optional<std::pair<int64_t, int64_t>>
  getStoredColumns(const ResidentValue &value);

  std::vector<PlannedLaunch> launches;

private:
  bool isReadBy(mlir::Value value, const ResidentValue &resident) const;
  bool isReadByGroups(mlir::Value value) const;
  bool isUninterrupted(const ResidentValue &value);
  /// Returns the number of operands of later launches that are the value.
  size_t countUses(const ResidentValue &value);
  bool isReadInPlace(mlir::tensor::ExtractSliceOp slice);
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_RESIDENTVALUES_H
