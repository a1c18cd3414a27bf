//===- ChainParts.h - rows of a chain that interleave -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A chain with contractions whose code for a block is short has it as one
// sequence of instructions, in which the groups are at different rows: products
// of some rows are beside elementwise operations of others. Longer chains
// execute one group after the other.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_CHAINPARTS_H
#define MATRIX_FRONTEND_LIB_CHAINPARTS_H

#include "GroupChain.h"

namespace matrix {

/// Returns whether the groups interleave, with these rows in a block. The roles
/// of the chain and of its groups must be known.
bool interleaves(const GroupChain &chain, int64_t rows,
                 const desc::VariantInfo &variant);

/// Returns the rows that a group computes at once; 0: the groups do not
/// interleave.
int64_t getPartRows(const GroupChain &chain, const desc::VariantInfo &variant);

/// Returns the cycles of a step whose groups take `cycles`.
double getStepCycles(const GroupChain &chain, llvm::ArrayRef<double> cycles,
                     const desc::VariantInfo &variant);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_CHAINPARTS_H
