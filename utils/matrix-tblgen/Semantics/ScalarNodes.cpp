//===- ScalarNodes.cpp - properties of SelectionDAG nodes -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks up the operators of selection patterns: SelectionDAG nodes, fragments
// (PatFrags) and complex patterns, with their operand counts and the kinds of
// values that their type profiles define. The kind of an operand follows from
// its own constraint, or in one pass over SDTCisSameAs from that of another
// operand. Polymorphic operands, such as those of a load, have no kind.
//
//===----------------------------------------------------------------------===//

#include "Semantics/ScalarNodes.h"
#include <optional>

using namespace llvm;

namespace matrix::tblgen {

bool isNode(const Record *op) {
  return op->isSubClassOf("SDNode") || op->isSubClassOf("PatFrags") ||
         op->isSubClassOf("ComplexPattern");
}

int64_t argumentsOf(const Record *op) {
  if (op->isSubClassOf("PatFrags"))
    return op->getValueAsDag("Operands")->getNumArgs();
  if (op->isSubClassOf("SDNode"))
    return op->getValueAsDef("TypeProfile")->getValueAsInt("NumOperands");
  if (op->isSubClassOf("ComplexPattern"))
    return op->getValueAsInt("NumOperands");
  return -1;
}

/// Returns the kind that a constraint implies for its own operand.
static std::optional<bool> isFloat(const Record *constraint) {
  if (constraint->isSubClassOf("SDTCisFP"))
    return true;
  if (constraint->isSubClassOf("SDTCisInt") ||
      constraint->isSubClassOf("SDTCisPtrTy"))
    return false;
  if (!constraint->isSubClassOf("SDTCisVT"))
    return std::nullopt;
  const Record *type = constraint->getValueAsDef("VT");
  if (type->getValueAsBit("isFP"))
    return true;
  return type->getValueAsBit("isInteger") ? std::optional(false) : std::nullopt;
}

std::map<int64_t, bool> floatsOf(const Record *profile) {
  std::map<int64_t, bool> floats;
  auto constraints = profile->getValueAsListOfDefs("Constraints");
  for (const Record *t : constraints)
    if (auto known = isFloat(t))
      floats[t->getValueAsInt("OperandNum")] = *known;
  for (const Record *t : constraints)
    if (t->isSubClassOf("SDTCisSameAs")) {
      int64_t a = t->getValueAsInt("OperandNum"),
              b = t->getValueAsInt("OtherOperandNum");
      if (floats.count(a) != floats.count(b))
        floats[floats.count(a) ? b : a] = floats[floats.count(a) ? a : b];
    }
  return floats;
}

} // namespace matrix::tblgen
