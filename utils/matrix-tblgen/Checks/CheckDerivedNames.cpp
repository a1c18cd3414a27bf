//===- CheckDerivedNames.cpp - names that follow from mnemonics -----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks that a mnemonic is none of the assembler's aliases, which LLVM's
// assembly matcher would choose in place of the instruction, and that the
// builtins of different mnemonics have different names in LLVM IR and in C.
// There, the names of control registers, roles and types begin with "matrix"
// too, and dots become underscores:
//
//   name.f32        matrix.name.f32      matrix_name_f32
//   role barrier    matrix.role.barrier  matrix_role_barrier
//
//===----------------------------------------------------------------------===//

#include "Checks/DescriptionChecks.h"
#include "Target/CDeclaration.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;
using namespace matrix::tblgen;

/// An alias may be another form of the instruction itself.
static void checkAliases(Checks &c) {
  StringMap<std::vector<const Record *>> aliases;
  for (const Record *alias : recordsInOrder(c.m.Records, "InstAlias"))
    aliases[alias->getValueAsString("AsmString").split(' ').first].push_back(
        alias);
  for (const Instruction &i : c.m.Instructions)
    for (const Record *alias : aliases.lookup(i.Mnemonic)) {
      const Record *of =
          alias->getValueAsDag("ResultInst")->getOperatorAsDef(alias->getLoc());
      if (of == i.Def)
        continue;
      c.error(i.Def, "Mnemonic",
              "mnemonic '" + i.Mnemonic + "' is an alias of " + of->getName(),
              "choose another base mnemonic or suffix");
      pointAt(alias, "the alias is here");
    }
}

namespace {

/// Names in C of the builtins.
class NamesInC {
public:
  explicit NamesInC(Checks &c) : c(c) {
    names["matrix_tile"] = "the type of tiles";
    for (const Record *csr : recordsInOrder(c.m.Records, "Csr"))
      take("csr_", "control register ", csr->getValueAsString("Name"));
    for (const Record *role : recordsInOrder(c.m.Records, "Role"))
      if (!role->isSubClassOf("ScalarRole"))
        take("role_", "role ", role->getValueAsString("Name"));
  }

  /// Variants may have different instructions of one mnemonic. The error is at
  /// the later one.
  void add(const Instruction &i) {
    std::string name = cIdentifier(i.Mnemonic);
    if (auto it = names.find(name); it != names.end())
      return report(i, it->second, name);
    auto [it, isNew] = instructions.try_emplace(name, &i);
    const Instruction &other = *it->second;
    if (other.Mnemonic == i.Mnemonic)
      return;
    bool isNewer = newerOf(i.Def, other.Def) == i.Def;
    const Instruction &newer = isNewer ? i : other,
                      &older = isNewer ? other : i;
    report(newer, "mnemonic '" + older.Mnemonic + "'", name);
    pointAt(older.Def, older.Name + " is here");
  }

private:
  void report(const Instruction &i, const Twine &other, const Twine &name) {
    c.error(i.Def, "Mnemonic",
            "mnemonic '" + i.Mnemonic + "' and " + other +
                " have the same name in C, " + name,
            "choose another base mnemonic or suffix");
  }

  void take(StringRef prefix, StringRef kind, StringRef name) {
    names[cIdentifier((prefix + name).str())] = (kind + "'" + name + "'").str();
  }

  Checks &c;
  StringMap<std::string> names; // not of instructions, and their owners
  StringMap<const Instruction *> instructions;
};

} // namespace

void matrix::tblgen::checkDerivedNames(Checks &c) {
  checkAliases(c);
  NamesInC names(c);
  for (const Instruction &i : c.m.Instructions)
    if (i.Class != InstructionClass::Scalar)
      names.add(i);
}
