//===- HorizontalPlans.h - plans of groups for one core ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Horizontal fusion. Elementwise groups that read arguments of the program and
// constants, such as the factors of a normalization, depend on no other launch.
// A small one takes as long on one core as on all of them, because latencies
// dominate. Such groups are planned for one core, and their launches become one
// (FuseLaunches.cpp), in which each core computes some of the groups.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_HORIZONTALPLANS_H
#define MATRIX_FRONTEND_LIB_HORIZONTALPLANS_H

#include "Plan/PlanFile.h"
#include "matrix/Description/Variants.h"

namespace matrix {

/// Returns whether an elementwise group reads only arguments of a function and
/// constants.
bool readsOnlyArguments(const NamedGroup &group);

/// Returns whether the plan of a group is for one core of several.
bool isForOneCore(mlir::linalg::GenericOp root, int64_t cores);

/// Plans groups for one core each, where a block of operations has several and
/// that takes fewer predicted cycles than one after the other on all cores.
void planHorizontally(
    llvm::ArrayRef<NamedGroup> groups, const desc::VariantInfo &variant,
    int64_t cores, llvm::function_ref<bool(const NamedGroup &)> isPrescribed);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_HORIZONTALPLANS_H
