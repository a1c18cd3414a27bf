//===- GatheredDepth.h - convolutions with few channels ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The channels of an image that has few, such as those of a picture, fill a
// small part of the depth of a tile. The depth of a tile then is all channels
// of all rows of a window, which the transposition of the image in the
// scratchpad gathers (TransposedBox.h).
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_GATHEREDDEPTH_H
#define MATRIX_FRONTEND_LIB_GATHEREDDEPTH_H

#include "Access/FusionGroup.h"
#include "matrix/Description/Variants.h"

namespace matrix {

/// The order of a filter's dimensions in which the depth can be gathered.
struct FilterOrder {
  unsigned input; ///< the filter
  llvm::SmallVector<int64_t> order;
};

/// Returns none if the dimensions of the group, for which selectWindowDims()
/// succeeded, do not permit gathering, or if it does not save half of the
/// products.
std::optional<FilterOrder> getFilterOrder(const FusionGroup &group,
                                          const desc::VariantInfo &variant);

/// Makes the depth of the group a loop over both dimensions. Returns false, and
/// changes nothing, if that is not possible, or if the filter has another
/// order.
bool gatherDepth(FusionGroup &group, const desc::VariantInfo &variant);

/// Replaces the columns of a tile from `valid` on by zeros.
mlir::Value clearColumns(mlir::ImplicitLocOpBuilder &builder, mlir::Value tile,
                         mlir::Value valid);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_GATHEREDDEPTH_H
