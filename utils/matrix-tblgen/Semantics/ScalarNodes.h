//===- ScalarNodes.h - properties of SelectionDAG nodes ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Properties of the operators in selection patterns of scalar instructions,
// derived from the classes of LLVM's TableGen files. Checks of scalar
// instructions and the generator of their functions in the simulator use them.
// A value whose type the profile does not define as float or integer has no
// property.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_SCALARNODES_H
#define MATRIX_TBLGEN_SCALARNODES_H

#include "llvm/TableGen/Record.h"
#include <map>

namespace matrix::tblgen {

/// Returns true for an operator of selection patterns: node, fragment or
/// complex pattern.
bool isNode(const llvm::Record *op);
/// Returns the number of operands; -1 if variadic.
int64_t argumentsOf(const llvm::Record *op);

/// Returns which values of a node are floats (true) or integers (false), as far
/// as its type profile defines it: results first, then operands.
std::map<int64_t, bool> floatsOf(const llvm::Record *profile);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_SCALARNODES_H
