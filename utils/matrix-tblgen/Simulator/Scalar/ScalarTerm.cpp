//===- ScalarTerm.cpp - values and undefined bits in C++ ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Substitutes operand values and masks into the texts of NodeSemantics records,
// and translates comparisons. A term whose operands are all defined is defined,
// whatever its node is; a node without a rule for undefined bits has no defined
// bit if one bit of an operand is undefined. For floats, "or unordered" is the
// negation of the inverse relation, since C++ relations are false for NaN:
//
//   SETULT(a, b)  =  !(a >= b)
//
//===----------------------------------------------------------------------===//

#include "Simulator/Scalar/ScalarTerm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace matrix::tblgen {

static Transfer transferOf(const Record *node) {
  if (!node->isSubClassOf("ControlSemantics"))
    return Transfer::None;
  return StringSwitch<Transfer>(node->getValueAsDef("Transfer")->getName())
      .Case("ConditionalJump", Transfer::ConditionalJump)
      .Case("JumpAndLink", Transfer::JumpAndLink)
      .Case("SoftwareTrap", Transfer::SoftwareTrap);
}

NodeTable nodesOf(const RecordKeeper &records) {
  NodeTable nodes;
  for (const Record *r : records.getAllDerivedDefinitions("NodeSemantics"))
    nodes[r->getValueAsDef("Node")] = {r->getValueAsString("Cpp").str(),
                                       r->getValueAsString("Undef").str(),
                                       transferOf(r)};
  return nodes;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// Replaces $0, ... and %0, ... in a text by the arguments' values and masks.
static std::string fillIn(StringRef text, ArrayRef<Term> args) {
  std::string filled;
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned number =
        i + 1 < text.size() ? unsigned(text[i + 1] - '0') : args.size();
    bool isArgument =
        (text[i] == '$' || text[i] == '%') && number < args.size();
    if (isArgument)
      filled += text[i++] == '$' ? args[number].value
                                 : "uint64_t(" + args[number].undef + ")";
    else
      filled += text[i];
  }
  return filled;
}

std::string unionOf(ArrayRef<Term> args) {
  std::string all;
  for (const Term &arg : args)
    if (!arg.isDefined())
      all += (all.empty() ? "" : " | ") + arg.undef;
  return all;
}

Term withNode(const NodeText &node, ArrayRef<Term> args) {
  Term term(fillIn(node.value, args));
  if (all_of(args, [](const Term &arg) { return arg.isDefined(); }))
    return term;
  term.undef = node.undef.empty() ? "undef::any(" + unionOf(args) + ")"
                                  : fillIn(node.undef, args);
  return term;
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

/// Returns an empty string if the condition has no relation.
static StringRef relationOf(StringRef condition) {
  static const std::map<StringRef, StringRef> relations = {
      {"EQ", "=="}, {"NE", "!="}, {"LT", "<"},
      {"GT", ">"},  {"LE", "<="}, {"GE", ">="}};
  auto it = relations.find(condition);
  return it == relations.end() ? "" : it->second;
}

static StringRef inverse(StringRef relation) {
  static const std::map<StringRef, StringRef> inverses = {
      {"==", "!="}, {"<", ">="}, {">", "<="}, {"<=", ">"}, {">=", "<"}};
  return inverses.at(relation);
}

std::optional<Term> comparisonOf(ArrayRef<Term> args) {
  StringRef code = args[2].value;
  code.consume_front("SET");
  bool floats = args[0].isFloat.value_or(false);
  bool ordered = code.consume_front("O"),
       unordered = !ordered && code.consume_front("U");
  StringRef relation = relationOf(code);
  if (relation.empty())
    return std::nullopt;
  const std::string &a = args[0].value, &b = args[1].value;
  std::string undef =
      floats                                 ? "undef::any(%0 | %1)"
      : relation == "==" || relation == "!=" ? "undef::equal($0, %0, $1, %1)"
      : unordered ? "undef::ordered(uint64_t($0), %0, uint64_t($1), %1)"
                  : "undef::orderedSigned($0, %0, $1, %1)";
  undef = fillIn(undef, args);
  // SETUEQ, SETONE: relations of C++ are false for NaN, except !=.
  if (floats && relation == (ordered ? "!=" : unordered ? "==" : ""))
    return std::nullopt;
  if (floats && unordered && relation != "!=")
    return Term(formatv("(!({0} {1} {2}))", a, inverse(relation), b), undef);
  StringRef kind = unordered && !floats ? "uint64_t" : "";
  return Term(formatv("({0}({1}) {2} {0}({3}))", kind, a, relation, b), undef);
}

} // namespace matrix::tblgen
