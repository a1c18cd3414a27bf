//===- LegalNodes.cpp - legal selection nodes -----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -gen-legal-nodes: MATRIX_LEGAL_NODE(node, type, condition) for every scalar
// instruction whose pattern is a single LLVM node over its operands. Without a
// legal action, legalization would expand the node before selection. The
// condition tests the features of the instruction, so that variants without it
// keep the expansion.
//
//===----------------------------------------------------------------------===//

#include "Model/Model.h"
#include "Support/Generator.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace matrix::tblgen;

/// Returns x of (i64 x).
static const DagInit *withoutType(const Init *init) {
  auto *d = dyn_cast<DagInit>(init);
  auto *op = d ? dyn_cast<DefInit>(d->getOperator()) : nullptr;
  if (op && op->getDef()->isSubClassOf("ValueType"))
    return dyn_cast<DagInit>(d->getArg(0));
  return d;
}

/// Accepts XReg:$a or i64:$a, but not the i8 of (sext_inreg x, i8).
static bool isOperand(const Init *arg, StringRef name) {
  auto *leaf = dyn_cast<DefInit>(arg);
  return leaf && (leaf->getDef()->isSubClassOf("RegisterOperand") ||
                  (leaf->getDef()->isSubClassOf("ValueType") && !name.empty()));
}

/// Returns the node if the pattern consists of it ("ISD::ROTL"); else empty.
static StringRef onlyNode(const Record *inst) {
  auto *patterns = dyn_cast<ListInit>(inst->getValueInit("Pattern"));
  if (!patterns || patterns->size() != 1)
    return "";
  auto *set = dyn_cast<DagInit>(patterns->getElement(0));
  auto *d =
      set && set->getNumArgs() == 2 ? withoutType(set->getArg(1)) : nullptr;
  auto *op = d ? dyn_cast<DefInit>(d->getOperator()) : nullptr;
  if (!op || !op->getDef()->isSubClassOf("SDNode"))
    return "";
  for (unsigned i = 0; i < d->getNumArgs(); ++i)
    if (!isOperand(d->getArg(i), d->getArgNameStr(i)))
      return "";
  StringRef name = op->getDef()->getValueAsString("Opcode");
  return name.starts_with("ISD::") ? name : "";
}

static StringRef typeOf(const Operand &o) {
  return o.Class == OperandClass::Float32   ? "f32"
         : o.Class == OperandClass::Float64 ? "f64"
                                            : "i64";
}

static void emitLegalNodes(const RecordKeeper &records, raw_ostream &os) {
  Model model = Model::create(records);
  writeBanner(os, "Selection nodes that are one instruction");
  for (const Instruction &i : model.Instructions) {
    if (i.Class != InstructionClass::Scalar || !i.numOutputs())
      continue;
    StringRef node = onlyNode(i.Def);
    if (node.empty())
      continue;
    std::string condition = "true";
    for (const Record *f : i.Features)
      condition += formatv(" && ST.hasFeature(Matrix::{0})", f->getName());
    os << formatv("MATRIX_LEGAL_NODE({0}, {1}, {2})\n", node,
                  typeOf(i.Operands[0]), condition);
  }
}

static Generator registration("gen-legal-nodes", emitLegalNodes,
                              "Generate the selection nodes that "
                              "are one instruction");
