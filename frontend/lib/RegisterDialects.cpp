//===- RegisterDialects.cpp - dialects of the pipeline -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "matrix/Frontend/Passes.h"
#include "matrix/InitAll.h"

void matrix::registerFrontendDialects(mlir::DialectRegistry &registry) {
  // Qualified, since upstream's of that name is found by its argument.
  ::matrix::registerAllDialects(registry);
}
