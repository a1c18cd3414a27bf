//===- ScalarEmitter.h - a scalar instruction as C++ ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates the selection pattern (or `ScalarSemantics`) of a scalar
// instruction to C++ statements: each SelectionDAG node is replaced by the
// text of its NodeSemantics record. Loads and jump targets become statements in
// front of the expression that uses them. The first error of an instruction is
// reported at its record; the emitter's results are invalid from then on.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_SCALAREMITTER_H
#define MATRIX_TBLGEN_SCALAREMITTER_H

#include "Model/Model.h"
#include "Semantics/ScalarVisitor.h"
#include "Simulator/Scalar/ScalarTerm.h"
#include <set>

namespace matrix::tblgen {

/// Effects of an instruction besides its results.
struct Effects {
  bool loads = false, stores = false;
  bool jumps = false;
  bool traps = false;
  bool links = false;      // the jump follows the write of the link register
  bool isRelative = false; // the target is an offset in the instruction
};

/// Translates one instruction; an emitter is used for one function only.
class ScalarEmitter : ScalarVisitor<ScalarEmitter, Term> {
public:
  ScalarEmitter(const Instruction &inst, const NodeTable &nodes)
      : inst(inst), nodes(nodes) {}

  /// Returns the function that executes the instruction (SimScalar.cpp).
  std::string execution();
  /// Returns the function that propagates undefined bits.
  std::string propagation();

private:
  friend ScalarVisitor;

  /// Statements that execute the instruction and that propagate undefined bits.
  struct Statements {
    std::string values, masks;
    void add(const Term &both);
  };

  // Statements
  void translate();
  llvm::ArrayRef<const llvm::Init *> semantics();
  const Operand *resultOf(const llvm::DagInit *d);
  void set(const llvm::DagInit *d);
  void effect(const llvm::DagInit *d);
  llvm::StringRef issue();
  std::string retire();
  int placeSlot();

  // Operands
  std::string assign(const Operand &o, llvm::StringRef value);
  bool isAtomic() const { return inst.MayLoad && inst.MayStore; }
  bool isTied(const Operand &out) const;
  const Operand *operandNamed(llvm::StringRef name);
  Term read(const Operand &o, bool place);

  // Values, called by ScalarVisitor
  Term number(int64_t n);
  Term condition(const llvm::Record *code);
  Term fixedRegister(const llvm::Record *reg);
  Term operand(llvm::StringRef name, bool isTarget);
  Term address(llvm::ArrayRef<Term> args);
  Term load(const Term &address, const MemoryAccess &access);
  Term store(const Term &value, const Term &address,
             const MemoryAccess &access);
  Term compare(llvm::ArrayRef<Term> args);
  Term node(const llvm::Record *op, llvm::ArrayRef<Term> args);
  Term result(const llvm::Record *op, Term term);
  bool isJump(const llvm::Record *op);
  bool check(const llvm::Record *op, const llvm::DagInit *d);
  bool checkTypes(const llvm::Record *op, llvm::ArrayRef<Term> args);

  // Nodes
  Term known(const NodeText &text, llvm::ArrayRef<Term> args);
  Term transfer(Transfer transfer, llvm::ArrayRef<Term> args);
  std::string memoryType(const MemoryAccess &access) const;

  // Errors
  std::string fail(const llvm::Twine &text);
  void checkResult(const Operand &to, const Term &value);
  void checkUses();
  void checkEffects();

  const Instruction &inst;
  const NodeTable &nodes;
  Effects effects;
  /// All operands are read before memory and results are written.
  Statements reads, actions;
  std::string writes;
  std::map<std::string, Term> loaded; // by type and address
  bool failed = false;
  std::set<const Operand *> used;
  OperandClass resultClass = OperandClass::General;
  unsigned temporaries = 0;
};

inline bool isFloat(const Operand &o) {
  return o.Class == OperandClass::Float32 || o.Class == OperandClass::Float64;
}

inline llvm::StringRef cppType(OperandClass c) {
  return c == OperandClass::Float32   ? "float"
         : c == OperandClass::Float64 ? "double"
                                      : "int64_t";
}

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_SCALAREMITTER_H
