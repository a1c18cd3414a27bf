//===- DescriptionHash.cpp - the hash of the description ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hashes a canonical text of the facts that compiled programs depend on:
// machines, formats, functions of operators and nodes, calling conventions, and
// the encoding and semantics of each instruction. A record is its name and its
// fields. Anonymous records are expanded at each use, because their names are
// numbers that an unrelated edit changes. Formulas of timing and texts of the
// manual are left out: objects that differ in these only can be linked.
//
//===----------------------------------------------------------------------===//

#include "Model/Model.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace matrix::tblgen {

/// Classes whose records are hashed whole.
static const char *const hashedClasses[] = {"TileGeometry",
                                            "TileSize",
                                            "Space",
                                            "Variant",
                                            "Csr",
                                            "CsrValue",
                                            "State",
                                            "DmaEngine",
                                            "DmaKind",
                                            "DmaFlag",
                                            "ProgramModel",
                                            "PairLayout",
                                            "ShortForm",
                                            "Format",
                                            "TileOp",
                                            "SimulatorFunctions",
                                            "NumericFunctions",
                                            "MaskFunctions",
                                            "NodeSemantics",
                                            "ControlSemantics",
                                            "Immediate",
                                            "PcRelative",
                                            "AddressMap",
                                            "TileOperand",
                                            "TileAt",
                                            "Packed",
                                            "CallingConv"};

/// Fields of instructions that are hashed.
static const char *const instructionFields[] = {"Mnemonic",
                                                "Inst",
                                                "OutOperandList",
                                                "InOperandList",
                                                "Pattern",
                                                "Defs",
                                                "Uses",
                                                "Constraints",
                                                "mayLoad",
                                                "mayStore",
                                                "ScalarSemantics",
                                                "Semantics"};

namespace {

class CanonicalText {
public:
  explicit CanonicalText(std::string &text) : os(text) {}

  void add(const Record *record) {
    os << "\n{" << (record->isAnonymous() ? "" : record->getName());
    for (const RecordVal &field : record->getValues())
      if (!isText(field.getName()) &&
          !record->isTemplateArg(field.getNameInit()))
        addField(field);
    os << "\n}";
  }

  void addInstruction(const Record *record) {
    os << "\n" << record->getName();
    for (const char *name : instructionFields)
      if (const RecordVal *field = record->getValue(name))
        addField(*field);
  }

private:
  static bool isText(StringRef field) {
    return field == "Summary" || field == "Brief" || field == "Text";
  }

  void addField(const RecordVal &field) {
    os << "\n  " << field.getName() << " = ";
    add(field.getValue());
  }

  void add(const Init *value) {
    if (auto *def = dyn_cast<DefInit>(value);
        def && def->getDef()->isAnonymous())
      return add(def->getDef());
    if (auto *list = dyn_cast<ListInit>(value)) {
      os << '[';
      for (const Init *element : *list)
        add(element);
      os << ']';
      return;
    }
    if (auto *dag = dyn_cast<DagInit>(value)) {
      os << '(';
      add(dag->getOperator());
      for (auto [arg, name] : dag->getArgAndNames()) {
        add(arg);
        os << '$' << (name ? name->getValue() : "");
      }
      os << ')';
      return;
    }
    os << value->getAsString() << ' ';
  }

  raw_string_ostream os;
};

} // namespace

std::string Model::descriptionHash() const {
  std::string text;
  CanonicalText canonical(text);
  for (const char *cls : hashedClasses)
    for (const Record *record : recordsInOrder(Records, cls))
      canonical.add(record);
  for (const Instruction &inst : Instructions)
    canonical.addInstruction(inst.Def);
  return utohexstr(xxh3_64bits(text), /*LowerCase=*/true, 16);
}

} // namespace matrix::tblgen
