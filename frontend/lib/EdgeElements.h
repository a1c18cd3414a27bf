//===- EdgeElements.h - elements beyond the edge of a tensor --*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_EDGEELEMENTS_H
#define MATRIX_FRONTEND_LIB_EDGEELEMENTS_H

#include "Group.h"

namespace matrix {

/// Whether elements beyond the edge of dimension `dim`, which transfers fill
/// with zeros, leave the result of the reduction as it is: the body, on zeros,
/// gives the neutral element.
bool zerosAreNeutral(const Group &group, int dim);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_EDGEELEMENTS_H
