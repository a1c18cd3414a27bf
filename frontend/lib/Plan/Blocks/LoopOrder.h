//===- LoopOrder.h - order of loops over blocks -----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the order of the loops over blocks.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_LOOPORDER_H
#define MATRIX_FRONTEND_LIB_LOOPORDER_H

#include "BlockPlan.h"

namespace matrix {

/// Sets the distributed and the sequential dimensions of a plan.
void orderDims(const FusionGroup &group, const desc::VariantInfo &variant,
               BlockPlan &plan);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_LOOPORDER_H
