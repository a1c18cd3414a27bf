//===- ScalarNodes.h - what SelectionDAG says of its nodes ------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_SCALARNODES_H
#define MATRIX_TBLGEN_SCALARNODES_H

#include "llvm/TableGen/Record.h"
#include <map>

namespace matrix::tblgen {

/// An operator of a selection pattern: a node, fragment or complex pattern.
bool isNode(const llvm::Record *op);
/// How many operands it takes; -1 for any number.
int64_t argumentsOf(const llvm::Record *op);

/// Values of a node that are floats (true) or integers (false), as far as its
/// type says so: results first, then operands.
std::map<int64_t, bool> floatsOf(const llvm::Record *profile);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_SCALARNODES_H
