//===- SelectionTables.h - meanings as tables for the dialect ---*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_SELECTIONTABLES_H
#define MATRIX_TBLGEN_SELECTIONTABLES_H

#include "Model.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace matrix::tblgen::tables {

// Pieces of initialisers.
std::string boolean(bool b);
/// A pointer to it, or to none.
std::string format(const llvm::Record *f);
/// `padded`: fixed extents are the most that there can be.
std::string extent(const Extent &e, bool padded = false);

/// How much of a program the tree stands for. Numbers count a little, so that
/// an instruction with the constant inside wins over one that needs it in a
/// tile.
unsigned sizeOf(const Expr &e);
/// Of a Composed operator.
Expr bodyOf(const llvm::Record *composed);

/// Writes the array `name`, arguments before what takes them. Operands are
/// numbers of inputs, if no instruction is given.
void writeTree(llvm::raw_ostream &os, const std::string &name, const Expr &root,
               const Instruction *inst, bool padded = false);

/// Which variants have an instruction, as the array kCpus<name>; returns what
/// to call it where it is used.
std::string writeCpus(llvm::raw_ostream &os, const Instruction &inst,
                      llvm::ArrayRef<const Variant *> variants);

/// Instructions on rows, and the states that they leave behind.
void writeRowTables(llvm::raw_ostream &os, const Model &model);

} // namespace matrix::tblgen::tables

#endif // MATRIX_TBLGEN_SELECTIONTABLES_H
