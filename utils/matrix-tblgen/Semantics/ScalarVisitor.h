//===- ScalarVisitor.h - dags of scalar semantics ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Traversal of the dags of SelectionDAG nodes that define scalar instructions:
// expands fragments, collects the memory type that they declare, and classifies
// leaves and nodes. Fragments are expanded by evaluation: the arguments of a
// fragment are visited in the outer environment and bound to its parameters,
// and the body is visited with these bindings. The memory type of a fragment is
// passed inward to the load or store node at its root.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_SCALARVISITOR_H
#define MATRIX_TBLGEN_SCALARVISITOR_H

#include "Semantics/ScalarNodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <map>
#include <string>
#include <vector>

namespace matrix::tblgen {

/// Properties of a load or store that its fragments declare.
struct MemoryAccess {
  int Bits = 0;
  bool ZeroExtended = false, SignExtended = false;
};

/// Translates a dag bottom-up to values. `Derived` defines
///
///   Value fail(Twine)                       reports "error; remedy"
///   Value number(int64_t)                   leaves, by kind
///   Value condition(const Record *)
///   Value fixedRegister(const Record *)
///   Value operand(StringRef name, bool isTarget)
///   Value address(ArrayRef<Value>)          base and offset
///   Value load(const Value &address, MemoryAccess)
///   Value store(const Value &value, const Value &address, MemoryAccess)
///   Value compare(ArrayRef<Value>)          setcc: values and condition
///   Value node(const Record *, ArrayRef<Value>)
///   Value result(const Record *, Value)     of any of the last four
///   bool isJump(const Record *)             operands are jump targets
///   bool check(const Record *, const DagInit *)          before the operands
///   bool checkTypes(const Record *, ArrayRef<Value>)     after them
template <class Derived, class Value> class ScalarVisitor {
protected:
  Value visit(const llvm::Init *init, llvm::StringRef name) {
    return visit(init, name, {}, {});
  }

private:
  /// Values of the named arguments of a fragment.
  using Arguments = std::map<std::string, Value>;

  Derived &derived() { return static_cast<Derived &>(*this); }

  Value visit(const llvm::Init *init, llvm::StringRef name,
              const Arguments &arguments, MemoryAccess access,
              bool isTarget = false) {
    if (auto *d = llvm::dyn_cast<llvm::DagInit>(init))
      return visitDag(d, arguments, access);
    if (auto *n = llvm::dyn_cast<llvm::IntInit>(init))
      return derived().number(n->getValue());
    if (auto *d = llvm::dyn_cast<llvm::DefInit>(init)) {
      const llvm::Record *r = d->getDef();
      if (r->isSubClassOf("CondCode"))
        return derived().condition(r);
      if (r->isSubClassOf("ValueType") && name.empty())
        return Value(std::to_string(r->getValueAsInt("Size")));
      if (r->isSubClassOf("Register") && name.empty())
        return derived().fixedRegister(r);
    }
    if (auto it = arguments.find(name.str()); it != arguments.end())
      return it->second;
    if (name.empty())
      return derived().fail(
          "'" + init->getAsString() +
          "' is not a value; name an operand, as in XReg:$ra");
    return derived().operand(name, isTarget);
  }

  Value visitDag(const llvm::DagInit *d, const Arguments &arguments,
                 MemoryAccess access) {
    auto *init = llvm::dyn_cast<llvm::DefInit>(d->getOperator());
    const llvm::Record *op = init ? init->getDef() : nullptr;
    if (op && op->isSubClassOf("ValueType")) // (i64 x)
      return d->getNumArgs() == 1
                 ? visit(d->getArg(0), d->getArgNameStr(0), arguments, access)
                 : derived().fail("(" + op->getName() +
                                  " x) takes one value; give one");
    if (!op || !isNode(op))
      return derived().fail("'" + d->getOperator()->getAsString() +
                            "' is not a node; name one of SelectionDAG");
    if (!derived().check(op, d))
      return Value("");
    return op->isSubClassOf("PatFrags")
               ? visitFragment(op, d, arguments, access)
               : visitNode(op, d, arguments, access);
  }

  Value visitNode(const llvm::Record *op, const llvm::DagInit *d,
                  const Arguments &arguments, MemoryAccess access) {
    bool isJump = derived().isJump(op);
    std::vector<Value> operands;
    for (unsigned i = 0; i < d->getNumArgs(); ++i)
      operands.push_back(
          visit(d->getArg(i), d->getArgNameStr(i), arguments, {}, isJump));
    if (op->isSubClassOf("ComplexPattern"))
      return derived().address(operands);
    if (!derived().checkTypes(op, operands))
      return Value("");
    return derived().result(op, apply(op, operands, access));
  }

  Value apply(const llvm::Record *op, llvm::ArrayRef<Value> operands,
              MemoryAccess access) {
    llvm::StringRef name = op->getName();
    if (name == "ld") // the selection node, not an instruction
      return derived().load(operands[0], access);
    if (name == "st")
      return derived().store(operands[0], operands[1], access);
    if (name == "setcc")
      return derived().compare(operands);
    return derived().node(op, operands);
  }

  Value visitFragment(const llvm::Record *op, const llvm::DagInit *d,
                      const Arguments &outer, MemoryAccess access) {
    if (const llvm::Record *type = op->getValueAsOptionalDef("MemoryVT"))
      access.Bits = type->getValueAsInt("Size");
    bool unset;
    access.ZeroExtended |= op->getValueAsBitOrUnset("IsZeroExtLoad", unset);
    access.SignExtended |= op->getValueAsBitOrUnset("IsSignExtLoad", unset);
    const llvm::DagInit *parameters = op->getValueAsDag("Operands");
    Arguments inner;
    for (unsigned i = 0; i < d->getNumArgs(); ++i)
      inner.insert_or_assign(
          parameters->getArgNameStr(i).str(),
          visit(d->getArg(i), d->getArgNameStr(i), outer, {}));
    if (llvm::is_contained(fragments, op))
      return derived().fail("fragment " + op->getName() +
                            " contains itself; write it over other nodes");
    fragments.push_back(op);
    Value value = visit(op->getValueAsListInit("Fragments")->getElement(0), "",
                        inner, access);
    fragments.pop_back();
    return value;
  }

  std::vector<const llvm::Record *> fragments; // enclosing ones
};

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_SCALARVISITOR_H
