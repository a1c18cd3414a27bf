//===- ScalarEmitter.h - a scalar instruction as C++ ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates the selection pattern (or `ScalarSemantics`) of a scalar
// instruction to a C++ statement: each SelectionDAG node is replaced by the
// text of its NodeSemantics record. The first error of an instruction is
// reported at its record; the emitter's results are invalid from then on.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_SCALAREMITTER_H
#define MATRIX_TBLGEN_SCALAREMITTER_H

#include "Model/Model.h"
#include "Simulator/Scalar/ScalarTerm.h"
#include <set>

namespace matrix::tblgen {

/// Properties of a load or store that its fragments declare.
struct MemoryAccess {
  int Bits = 0;
  bool ZeroExtended = false;
};

/// Effects of an instruction besides its results.
struct Effects {
  bool loads = false, stores = false;
  bool jumps = false;
  bool links = false;      // the jump follows the write of the link register
  bool isRelative = false; // the target is an offset in the instruction
};

class ScalarEmitter {
public:
  ScalarEmitter(const Instruction &inst, const NodeTable &nodes)
      : inst(inst), nodes(nodes) {}

  /// Returns the macro of SimScalar.cpp with its arguments.
  std::string text();
  /// Returns UNDEFINED with its arguments.
  std::string undefined();

private:
  /// Terms of the named arguments of a fragment.
  using Arguments = std::map<std::string, Term>;

  // Statements
  int placeSlot();
  Term body();
  llvm::ArrayRef<const llvm::Init *> semantics();
  const Operand *resultOf(const llvm::DagInit *d);
  void set(const llvm::DagInit *d, std::string &reads, std::string &writes,
           std::string &undef);
  Term effect(const llvm::DagInit *d);

  // Operands
  std::string assign(const Operand &o, llvm::StringRef value);
  bool isTied(const Operand &out) const;
  const Operand *operandNamed(llvm::StringRef name);
  Term leaf(llvm::StringRef name, bool place);
  Term read(const Operand &o, bool place);

  // Nodes
  Term expression(const llvm::Init *init, llvm::StringRef name,
                  const Arguments &arguments, MemoryAccess access,
                  bool place = false);
  Term node(const llvm::DagInit *d, const Arguments &arguments,
            MemoryAccess access);
  Term operation(const llvm::Record *op, const llvm::DagInit *d,
                 const Arguments &arguments, MemoryAccess access);
  Term compute(const llvm::Record *op, llvm::ArrayRef<Term> args,
               MemoryAccess access);
  Term known(const NodeText &text, llvm::ArrayRef<Term> args);
  Term transfer(Transfer transfer, llvm::ArrayRef<Term> args);
  Term fragment(const llvm::Record *op, const llvm::DagInit *d,
                const Arguments &outer, MemoryAccess access);
  std::string memoryType(const MemoryAccess &access) const;
  Term load(const Term &address, const MemoryAccess &access);
  Term store(llvm::ArrayRef<Term> args, const MemoryAccess &access);

  // Errors
  std::string fail(const llvm::Twine &text);
  void checkResult(const Operand &to, const Term &value);
  void checkUses();
  void checkEffects();
  bool checkCount(const llvm::Record *op, const llvm::DagInit *d);
  void checkTypes(const llvm::Record *op, llvm::ArrayRef<Term> args);

  const Instruction &inst;
  const NodeTable &nodes;
  Effects effects;
  bool failed = false;
  std::set<const Operand *> used;
  std::vector<const llvm::Record *> fragments; // enclosing fragments
  OperandClass result = OperandClass::General;
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
