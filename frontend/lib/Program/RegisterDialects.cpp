//===- RegisterDialects.cpp - dialects of the pipeline --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers all dialects, with the interfaces that the pipeline requires. The
// set is that of matrix-opt (InitAll.h), so that each tool parses the modules
// that another one prints.
//
//===----------------------------------------------------------------------===//

#include "matrix/Frontend/Passes.h"
#include "matrix/InitAll.h"

void matrix::registerFrontendDialects(mlir::DialectRegistry &registry) {
  // Qualified, because argument-dependent lookup also finds upstream's
  // function.
  ::matrix::registerAllDialects(registry);
}
