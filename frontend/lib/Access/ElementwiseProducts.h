//===- ElementwiseProducts.h - contractions as reductions -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of matrices and vectors that are contiguous along a batch dimension.
// Tiles of such a matrix have a line of DRAM for each element, but columns of
// elementwise products are contiguous.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_ELEMENTWISEPRODUCTS_H
#define MATRIX_FRONTEND_LIB_ELEMENTWISEPRODUCTS_H

#include "Access/FusionGroup.h"

namespace matrix {

/// Returns whether the contraction is computed as a sum of elementwise
/// products, which the variant has to have instructions for.
bool isElementwiseProduct(const FusionGroup &group);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_ELEMENTWISEPRODUCTS_H
