//===- TileReuse.cpp - reuse of overwritten tiles -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of narrow elements is assembled by a chain of insertions into an
// initial tile that is overwritten entirely. Some instructions read the column
// block that they replace, such as the addition of a narrow tensor after a
// contraction. If each block is computed from the same block of one tile
// without other users, that tile becomes the initial tile of the chain.
//
//===----------------------------------------------------------------------===//

#include "Legalization/Legalization.h"
#include "Legalization/TileChains.h"
#include "Matching/Matcher.h"
#include "Selection/Candidates.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace matrix;
using table::Node;
using table::NodeKind;
using vector::ExtractStridedSliceOp;
using vector::InsertStridedSliceOp;

/// Returns whether the semantics inserts a block into an operand of which it
/// reads a block.
static bool replacesOperandBlock(const table::Pattern &pattern) {
  const Node &top = pattern.root();
  if (top.kind != NodeKind::Insert)
    return false;
  const Node &into = pattern.nodes[top.args[2]];
  return llvm::any_of(pattern.nodes, [&](const Node &node) {
    return node.kind == NodeKind::Part &&
           pattern.nodes[node.args[1]].kind == NodeKind::Operand &&
           pattern.nodes[node.args[1]].index == into.index;
  });
}

static SmallVector<Candidate>
findBlockReplacingInstructions(const desc::VariantInfo &variant) {
  SmallVector<Candidate> found;
  for (const table::Instruction &inst : table::instructions())
    for (const table::Pattern &pattern : inst.patterns)
      if (inst.isAvailable(variant) && replacesOperandBlock(pattern))
        found.push_back({&inst, &pattern});
  return found;
}

int64_t matrix::columnOf(InsertStridedSliceOp op) {
  return cast<IntegerAttr>(op.getOffsets().getValue().back()).getInt();
}

int64_t matrix::columnOf(ExtractStridedSliceOp op) {
  SmallVector<int64_t> offsets;
  op.getOffsets(offsets);
  return offsets.back();
}

SmallVector<InsertStridedSliceOp> matrix::findChain(InsertStridedSliceOp last) {
  SmallVector<InsertStridedSliceOp> chain;
  llvm::SmallDenseSet<int64_t> columns;
  auto tile = cast<VectorType>(last.getType());
  auto block = cast<VectorType>(last.getValueToStore().getType());
  if (tile.getRank() != 2 || block.getRank() != 2 ||
      tile.getDimSize(0) != block.getDimSize(0))
    return {};
  for (InsertStridedSliceOp op = last;
       op && op.getValueToStore().getType() == block && !op.hasNonUnitStrides();
       op = op.getDest().getDefiningOp<InsertStridedSliceOp>()) {
    if (op != last && !op->hasOneUse())
      break;
    chain.push_back(op);
    columns.insert(columnOf(op));
  }
  bool isWhole =
      int64_t(columns.size()) * block.getDimSize(1) == tile.getDimSize(1);
  return isWhole && columns.size() == chain.size()
             ? chain
             : SmallVector<InsertStridedSliceOp>();
}

/// Collects the blocks of tiles of type `tile` from which the value is computed
/// elementwise.
static void collectParts(Value value, VectorType tile,
                         llvm::SmallPtrSetImpl<Operation *> &seen,
                         SmallVectorImpl<ExtractStridedSliceOp> &parts) {
  Operation *op = value.getDefiningOp();
  if (!op || !seen.insert(op).second)
    return;
  if (auto part = dyn_cast<ExtractStridedSliceOp>(op)) {
    if (part->getOperand(0).getType() == tile)
      parts.push_back(part);
    return;
  }
  if (OpTrait::hasElementwiseMappableTraits(op))
    for (Value operand : op->getOperands())
      collectParts(operand, tile, seen, parts);
}

/// Returns the tile whose blocks are read by the corresponding blocks of the
/// chain and by no other operation; null if there is none.
static Value findSource(MutableArrayRef<InsertStridedSliceOp> chain) {
  auto tile = cast<VectorType>(chain.front().getType());
  Value source;
  llvm::SmallPtrSet<Operation *, 4> used;
  for (InsertStridedSliceOp op : chain) {
    llvm::SmallPtrSet<Operation *, 16> seen;
    SmallVector<ExtractStridedSliceOp> parts;
    collectParts(op.getValueToStore(), tile, seen, parts);
    auto own = llvm::find_if(parts, [&](ExtractStridedSliceOp part) {
      return columnOf(part) == columnOf(op) &&
             (!source || part->getOperand(0) == source);
    });
    if (own == parts.end())
      return {};
    source = (*own)->getOperand(0);
    used.insert(*own);
  }
  bool hasNoOtherUsers = llvm::all_of(
      source.getUsers(), [&](Operation *user) { return used.contains(user); });
  return hasNoOtherUsers ? source : Value();
}

void matrix::reuseOverwrittenTiles(Operation *scope,
                                   const desc::VariantInfo &variant) {
  SmallVector<Candidate> candidates = findBlockReplacingInstructions(variant);
  if (candidates.empty())
    return;
  auto isReplacement = [&](InsertStridedSliceOp op) {
    return llvm::any_of(candidates, [&](const Candidate &c) {
      return Matcher(*c.inst, *c.pattern, variant).match(op).has_value();
    });
  };
  scope->walk([&](InsertStridedSliceOp last) {
    SmallVector<InsertStridedSliceOp> chain = findChain(last);
    Value source = chain.empty() ? Value() : findSource(chain);
    if (!source)
      return;
    Value before = chain.back().getDest();
    chain.back().getDestMutable().assign(source);
    if (!llvm::all_of(chain, isReplacement))
      chain.back().getDestMutable().assign(before);
  });
}

/// Returns whether only the block that `op` inserts is read.
static bool readsOnlyBlock(InsertStridedSliceOp op) {
  Type block = op.getValueToStore().getType();
  return llvm::all_of(op->getUsers(), [&](Operation *user) {
    auto part = dyn_cast<ExtractStridedSliceOp>(user);
    return part && part.getType() == block &&
           part.getOffsets() == op.getOffsets();
  });
}

void matrix::dropOverwrittenConstants(Operation *scope) {
  scope->walk([&](InsertStridedSliceOp last) {
    auto tile = cast<VectorType>(last.getType());
    SmallVector<InsertStridedSliceOp> chain = findChain(last);
    if (chain.empty() && tile.getRank() == 2 && readsOnlyBlock(last))
      chain = {last};
    if (chain.empty() || !matchPattern(chain.back().getDest(), m_Constant()))
      return;
    OpBuilder b(chain.back());
    chain.back().getDestMutable().assign(
        ub::PoisonOp::create(b, last.getLoc(), tile));
  });
}
