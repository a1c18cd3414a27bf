//===- SelectionTables.h - semantics as dialect tables ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared parts of the two generators of selection tables, for tile operations
// and for operations on row memories: trees, formats, variants and costs as C++
// initializers. Functions that return a string return an expression; the arrays
// to which it refers have been written to the stream before.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_SELECTIONTABLES_H
#define MATRIX_TBLGEN_SELECTIONTABLES_H

#include "Model/Model.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace matrix::tblgen::tables {

// Parts of initializers.
std::string boolean(bool b);
/// Returns a pointer to the format, or null.
std::string format(const llvm::Record *f);
/// `padded`: fixed extents are maxima.
std::string extent(const Extent &e, bool padded = false);

/// Returns the number of operations that a tree covers. Constants have a small
/// weight, so that an instruction with an immediate constant is preferred to
/// one that needs it in a tile.
unsigned sizeOf(const Expr &e);
/// Returns the body of a Composed operator.
Expr bodyOf(const llvm::Record *composed);

/// Writes the tree in postorder as the array `name`. Without an instruction,
/// operands are input indices.
void writeTree(llvm::raw_ostream &os, const std::string &name, const Expr &root,
               const Instruction *inst, bool padded = false);

/// Writes the variants that have an instruction as the array kCpus<name>;
/// returns the expression that refers to it.
std::string writeCpus(llvm::raw_ostream &os, const Instruction &inst,
                      llvm::ArrayRef<const Variant *> variants);

/// Writes the cycles of an instruction on those variants as the array
/// kCycles<name>; returns the expression that refers to it.
std::string writeCycles(llvm::raw_ostream &os, const Instruction &inst,
                        const Model &model,
                        llvm::ArrayRef<const Variant *> variants);

/// Writes the tables of row instructions and of their state.
void writeRowTables(llvm::raw_ostream &os, const Model &model);

} // namespace matrix::tblgen::tables

#endif // MATRIX_TBLGEN_SELECTIONTABLES_H
