//===- ZeroPadding.h - elements beyond the edge of a tensor -----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides whether a reduction needs a mask at the edges of tensors, where DMA
// transfers fill blocks with zeros. The test is conservative: a body whose
// value for zeros is not a compile-time constant needs a mask.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_ZEROPADDING_H
#define MATRIX_FRONTEND_LIB_ZEROPADDING_H

#include "Access/FusionGroup.h"

namespace matrix {

/// Returns whether the zeros with which DMA transfers pad dimension `dim` leave
/// the result of the reduction unchanged, that is, whether the body maps zeros
/// to the neutral element. Blocks that are kept are not padded.
bool isZeroPaddingNeutral(const FusionGroup &group, int dim);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_ZEROPADDING_H
