//===- CDeclaration.cpp - builtins in C -----------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parameter for each operand that is read, in the order of the record, then
// one for each register that the instruction reads without an operand. The
// header's text defines the types.
//
//===----------------------------------------------------------------------===//

#include "Target/CDeclaration.h"
#include "Dialect/TileOps.h"
#include "Support/Keywords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace matrix::tblgen;

static std::string typeOf(const Operand &o) {
  switch (o.Class) {
  case OperandClass::Tile:
    return "matrix_tile ";
  case OperandClass::Float32:
    return "float ";
  case OperandClass::Float64:
    return "double ";
  case OperandClass::Rows:
    // Flat memories by pointer, row memories by row number.
    if (o.isRegister() && !o.Space->getValueAsInt("Rows"))
      return o.Written ? "void *" : "const void *";
    return "int64_t ";
  default:
    return "int64_t ";
  }
}

/// The address of a tile load or store is one of the scratchpad.
static std::string typeOf(const Instruction &i, unsigned n) {
  if (i.Class == InstructionClass::Tile && useOf(i, n) == OperandUse::Base &&
      findMemoryAccess(i.Semantics))
    return i.MayStore ? "MATRIX_SCRATCHPAD void *"
                      : "const MATRIX_SCRATCHPAD void *";
  return typeOf(i.Operands[n]);
}

/// Implicit uses or definitions.
static std::vector<const Record *> hidden(const Instruction &i,
                                          StringRef field) {
  std::vector<const Record *> all;
  for (const Record *r : i.Def->getValueAsListOfDefs(field))
    if (!r->isSubClassOf("State"))
      all.push_back(r);
  return all;
}

std::string matrix::tblgen::cIdentifier(StringRef name) {
  std::string s = ("matrix_" + name).str();
  std::replace(s.begin(), s.end(), '.', '_');
  return s;
}

/// Types of other parameters are hidden by a parameter of their name.
std::string matrix::tblgen::cName(StringRef name) {
  bool isType = name == "matrix_tile" || name == "int64_t";
  return (name + (isType || isKeyword(name) ? "_" : "")).str();
}

std::string matrix::tblgen::cDeclaration(const Instruction &i, StringRef name) {
  std::vector<std::string> parameters;
  std::string result = hidden(i, "Defs").empty() ? "void " : "int64_t ";
  for (auto [n, o] : enumerate(i.Operands))
    if (o.Out)
      result = typeOf(i, n);
    else
      parameters.push_back(typeOf(i, n) + (o.Def->isSubClassOf("Immediate")
                                               ? "imm_" + o.Name
                                               : cName(o.Name)));
  for (const Record *r : hidden(i, "Uses"))
    parameters.push_back("int64_t " + r->getName().lower());
  return result + cIdentifier(name) + "(" +
         (parameters.empty() ? "void" : join(parameters, ", ")) + ")";
}
