//===- MatcherLegality.cpp - users and memory effects of a match ----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks whether an instruction may replace the operations of a match: no other
// operation uses their results, and memory does not change between a read and
// the instruction. The check of memory is conservative: any operation between
// them that may write prevents the match, without alias analysis.
//
//===----------------------------------------------------------------------===//

#include "Matching/Matcher.h"
#include "Vector/VectorOperators.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace matrix;
using table::NodeKind;

/// Returns whether all users of the tile extract blocks; each block can then be
/// loaded separately.
static bool isReadInSlices(Operation *read) {
  return llvm::all_of(read->getUsers(), [](Operation *user) {
    return isa<vector::ExtractStridedSliceOp>(user);
  });
}

/// Returns whether the operation may have users outside of the match: its value
/// is available anyway, or can be recomputed at no cost.
bool Matcher::mayHaveOtherUsers(Operation *op) {
  auto type = dyn_cast<VectorType>(op->getResult(0).getType());
  if (pattern.root().kind != NodeKind::Set)
    return !isTileType(type, variant);
  return !type || type.getRank() != 2 ||
         isa<vector::TransferReadOp, vector::TransposeOp, vector::BroadcastOp,
             arith::ConstantOp>(op);
}

/// A covered tile with other users would be computed twice. Values that no
/// register can hold must be covered regardless of their users.
bool Matcher::hasNoOtherUsers(Operation *root) {
  for (Operation *op : found.covered) {
    if (op == root || op->getNumResults() != 1 || mayHaveOtherUsers(op) ||
        (op == found.access.op && isReadInSlices(op)))
      continue;
    for (Operation *user : op->getUsers())
      if (!llvm::is_contained(found.covered, user))
        return notifyMatchFailure([&] {
          return "the result of '" + spell(op) + "' has other users";
        });
  }
  return true;
}

/// The instruction is placed at the root, so memory must not be written between
/// the read and the root.
bool Matcher::canReadAt(Operation *root) {
  Operation *read = found.access.op;
  if (!read || read == root)
    return true;
  auto moved = [] {
    return "memory may change between the read and this operation";
  };
  if (read->getBlock() != root->getBlock())
    return notifyMatchFailure(moved);
  for (Operation *op = read->getNextNode(); op != root;
       op = op->getNextNode()) {
    auto effects = dyn_cast<MemoryEffectOpInterface>(op);
    if (!isMemoryEffectFree(op) &&
        !(effects && effects.onlyHasEffect<MemoryEffects::Read>()))
      return notifyMatchFailure(moved);
  }
  return true;
}

bool Matcher::cover(Operation *op) {
  found.covered.push_back(op);
  return true;
}
