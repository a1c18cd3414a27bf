//===- LaunchGroupChain.h - launches of chains of groups --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The replacement of the operations of a chain by one launch. Operations are
// erased by the caller, users first.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_LAUNCHGROUPCHAIN_H
#define MATRIX_FRONTEND_LIB_LAUNCHGROUPCHAIN_H

#include "FusionGroupKey.h"
#include "Plan/Chains/GroupChain.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace matrix {

/// Returns the key of a chain: chains with equal keys have equal code. No value
/// if a group has none.
std::optional<FusionGroupKey> getGroupChainKey(const GroupChain &chain);

/// Launches the function of a chain and replaces the results of the chain.
void launchGroupChain(const GroupChain &chain, mlir::func::FuncOp function,
                      llvm::ArrayRef<int64_t> elementwise);

/// Returns the operations of the chain, users first, and of reshapes between
/// them.
llvm::SmallVector<mlir::Operation *> getGroupChainOps(const GroupChain &chain);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_LAUNCHGROUPCHAIN_H
