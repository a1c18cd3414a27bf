//===- SimArrays.h - arrays in tile functions -------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Subexpressions that need loops of their own (reductions, contractions, loads,
// inserted column blocks) are evaluated into local arrays before the loop over
// the elements. ArrayEmitter is the base class of the emitters of tile and row
// functions. The names of the arrays are registered with the ElementEmitter,
// which reads them in place of the expressions.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_SIMARRAYS_H
#define MATRIX_TBLGEN_SIMARRAYS_H

#include "Simulator/SimElement.h"
#include "llvm/Support/raw_ostream.h"

namespace matrix::tblgen {

/// Emits the arrays of one function. The stream must be inside the body of the
/// function, in which `core` and `insn` are its parameters.
class ArrayEmitter {
public:
  ArrayEmitter(const Instruction &inst, llvm::raw_ostream &os)
      : inst(inst), os(os), element(inst) {}

  /// Emits the arrays of an expression, innermost first.
  void emitArrays(const Expr &e);

protected:
  void fail(const llvm::Twine &what);

  /// Returns a scalar operand or an immediate of the simulated core.
  static std::string scalarOperand(const Operand &o);

  /// Emits the heads of the loops over i and j; a statement must follow.
  void forAll(const Shape &s);
  static std::string arrayOf(llvm::StringRef name, llvm::StringRef type,
                             const Shape &s);
  /// Returns the address of row i of a load or store.
  std::string rowPlace(const Expr &base, const Expr &imm, const Expr &stride);

  /// Reports a load or store of that size to the access log; `access` ends with
  /// base, offset in tile rows and stride.
  void logRows(const Expr &access, const Shape &size, llvm::StringRef type,
               bool isWrite);

  const Instruction &inst;
  llvm::raw_ostream &os;
  ElementEmitter element;

private:
  std::string newName(llvm::StringRef prefix);
  void emitLoad(const Expr &e);
  void emitInsert(const Expr &e);
  void emitReduce(const Expr &e);
  void emitArgReduce(const Expr &e);
  void emitContract(const Expr &e);
  std::string pack(const Expr &x, bool asItIs, llvm::StringRef type);

  unsigned names = 0;
};

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_SIMARRAYS_H
