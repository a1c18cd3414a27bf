//===- ContractionRates.h - how fast instructions multiply ------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The peak rate of products of a variant, for reports on scalar code. The rates
// of plans are members of ContractionRates in BlockCost.h.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_CONTRACTIONRATES_H
#define MATRIX_FRONTEND_LIB_CONTRACTIONRATES_H

#include "matrix/Description/Variants.h"
#include "mlir/IR/Types.h"
#include <optional>

namespace matrix {

/// Returns the multiply-adds per cycle of the variant's fastest instruction for
/// operands of the type, on one core; no value if it has none.
std::optional<double> getContractionRate(const desc::VariantInfo &variant,
                                         mlir::Type element);

/// Returns the lines of a scratchpad that the rows of a tile occupy, which a
/// load or store moves one or several per cycle.
double countTileLines(const desc::VariantInfo &variant);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_CONTRACTIONRATES_H
