//===- ContractionRates.h - how fast instructions multiply ------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Multiply-adds per cycle of a variant, for the cost function of plans.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_CONTRACTIONRATES_H
#define MATRIX_FRONTEND_LIB_CONTRACTIONRATES_H

#include "matrix/Description/Variants.h"
#include "mlir/IR/Types.h"
#include <optional>

namespace matrix {

/// Multiply-adds a cycle of the variant's fastest instruction for operands of
/// the type, on one core.
std::optional<double> getContractionRate(const desc::VariantInfo &variant,
                                         mlir::Type element);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_CONTRACTIONRATES_H
