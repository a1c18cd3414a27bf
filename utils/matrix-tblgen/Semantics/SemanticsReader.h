//===- SemanticsReader.h - reader of expression trees -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parser of semantics: one member function for the arguments of each
// operator. The class is split over two files, SemanticsParser.cpp with values
// and the table of operators, and SemanticsParserOperators.cpp with their
// arguments.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_SEMANTICSREADER_H
#define MATRIX_TBLGEN_SEMANTICSREADER_H

#include "Semantics/SemanticsParser.h"

namespace matrix::tblgen {

/// Reads dags into trees. Without an instruction (body of a Composed operator)
/// every name is operand 0.
class SemanticsReader {
public:
  SemanticsReader(const llvm::Record *def, const OperandList *inst,
                  const llvm::Record *argumentFormat)
      : def(def), inst(inst), argumentFormat(argumentFormat) {}

  std::optional<Expr> parseAll(const llvm::Init *init);

private:
  Expr parse(const llvm::Init *init, llvm::StringRef name);
  void fail(const llvm::Twine &what);
  static Expr number(double v);
  Expr textNumber(llvm::StringRef text);
  Expr operand(llvm::StringRef name);
  Expr record(const llvm::Record *r);
  Expr dag(const llvm::DagInit *d);

  // Operators by name
  using Reader = void (SemanticsReader::*)(Expr &, const llvm::DagInit *);
  struct Structure {
    llvm::StringRef name;
    ExprKind kind;
    int operands; // after its other arguments; -1: variadic
    Reader read;
  };
  static llvm::ArrayRef<Structure> structures();
  void structured(Expr &e, const llvm::DagInit *d, llvm::StringRef name);

  // Arguments of an operator
  const llvm::Init *argument(const llvm::DagInit *d, unsigned i,
                             const llvm::Twine &what);
  static std::string opName(const llvm::DagInit *d);
  std::string text(const llvm::DagInit *d, unsigned i, const llvm::Twine &what);
  int64_t integer(const llvm::DagInit *d, unsigned i, const llvm::Twine &what);
  const llvm::Record *recordOf(const llvm::DagInit *d, unsigned i,
                               llvm::StringRef cls);
  void children(Expr &e, const llvm::DagInit *d, unsigned from);
  void count(const Expr &e, const llvm::DagInit *d, unsigned n);

  // Operators on tiles
  void plain(Expr &e, const llvm::DagInit *d);
  void point(Expr &e, const llvm::DagInit *d);
  void typed(Expr &e, const llvm::DagInit *d);
  void role(Expr &e, const llvm::DagInit *d);
  void contract(Expr &e, const llvm::DagInit *d);
  void iota(Expr &e, const llvm::DagInit *d);
  void load(Expr &e, const llvm::DagInit *d);
  void at(Expr &e, const llvm::DagInit *d);
  void reduce(Expr &e, const llvm::DagInit *d);
  void row(Expr &e, const llvm::DagInit *d);
  void pad(Expr &e, const llvm::DagInit *d);

  // State and packed operands
  void switchOn(Expr &e, const llvm::DagInit *d);
  void is(Expr &e, const llvm::DagInit *d);
  void checkNumber(const Expr &e, const llvm::Twine &op);
  void checkComparand(const Expr &e, double value);
  std::vector<const llvm::Record *> source(Expr &e, const llvm::DagInit *d,
                                           unsigned i);
  void view(Expr &e, const llvm::DagInit *d);
  void field(Expr &e, const llvm::DagInit *d);

  const llvm::Record *def;
  const OperandList *inst;
  const llvm::Record *argumentFormat;
  bool failed = false;
};

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_SEMANTICSREADER_H
