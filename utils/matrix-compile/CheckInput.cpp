//===- CheckInput.cpp - checks of the input -------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks that precede the passes: kernel arguments must not be written. Stores
// are searched depth first through operations that create views of an argument.
// A store in a called function is not found.
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::compiler;

/// Returns an operation that stores into the argument, directly or through
/// views.
static mlir::Operation *findStore(mlir::Value Buffer) {
  for (mlir::Operation *User : Buffer.getUsers()) {
    if (isa<mlir::ViewLikeOpInterface>(User)) {
      for (mlir::Value View : User->getResults())
        if (mlir::Operation *Store = findStore(View))
          return Store;
      continue;
    }
    auto Effects = dyn_cast<mlir::MemoryEffectOpInterface>(User);
    if (Effects && Effects.getEffectOnValue<mlir::MemoryEffects::Write>(Buffer))
      return User;
  }
  return nullptr;
}

/// Kernel arguments are inputs and are not copied back (docs/contracts.md).
Error compiler::checkKernelArguments(mlir::ModuleOp Module) {
  auto Kernel = Module.lookupSymbol<mlir::func::FuncOp>("main");
  if (!Kernel || Kernel.isExternal())
    return Error::success();
  for (mlir::BlockArgument Argument : Kernel.getArguments()) {
    mlir::Operation *Store = isa<mlir::MemRefType>(Argument.getType())
                                 ? findStore(Argument)
                                 : nullptr;
    if (!Store)
      continue;
    Store->emitError("stores into argument ")
        << Argument.getArgNumber()
        << " of '@main', but arguments are inputs only; return a result, as a "
           "tensor or as a memref of its own";
    return alreadyReported();
  }
  return Error::success();
}
