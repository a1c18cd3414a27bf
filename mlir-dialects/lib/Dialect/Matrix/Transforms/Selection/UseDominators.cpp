//===- UseDominators.cpp - operations that all uses pass through ----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pass over the operations with users before producers, by intersection of
// paths to the root (Cooper, Harvey, Kennedy). The graph has no cycles, so that
// one pass suffices.
//
//===----------------------------------------------------------------------===//

#include "Selection/UseDominators.h"
#include "mlir/IR/OpDefinition.h"
#include <optional>

using namespace mlir;
using namespace matrix;

void UseDominators::compute(Operation *scope) {
  children.clear();
  // Users have higher numbers than producers.
  SmallVector<Operation *> ops;
  llvm::DenseMap<Operation *, size_t> number;
  scope->walk<WalkOrder::PostOrder>([&](Operation *op) {
    number[op] = ops.size();
    ops.push_back(op);
  });
  const size_t root = ops.size();
  SmallVector<size_t> parent(ops.size(), root);
  auto intersect = [&](size_t a, size_t b) {
    while (a != b)
      if (a < b)
        a = parent[a];
      else
        b = parent[b];
    return a;
  };
  for (size_t i = ops.size(); i-- > 0;) {
    // Constants have many users, and no cost.
    if (ops[i]->hasTrait<OpTrait::ConstantLike>())
      continue;
    std::optional<size_t> common;
    for (Operation *user : ops[i]->getUsers()) {
      auto known = number.find(user);
      size_t next =
          known != number.end() && known->second > i ? known->second : root;
      common = common ? intersect(*common, next) : next;
    }
    parent[i] = common.value_or(root);
    if (parent[i] != root)
      children[ops[parent[i]]].push_back(ops[i]);
  }
}
