//===- CheckRecordNames.cpp - names of records that C++ has too -----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks that names of records can be names in generated C++:
//
//   instruction   opcode of LLVM, function of the simulator
//   Immediate     constant in Target.h
//   Parameter     member of Parameters, with a small first letter
//   State, Space  member of the simulator's row memories and states
//
// Names of instructions begin with capitals, as mnemonics do in descriptions of
// LLVM's targets. Namespaces, classes and variables of the simulator do not.
//
//===----------------------------------------------------------------------===//

#include "Checks/DescriptionChecks.h"
#include "Model/ProgramModel.h"
#include "Support/Keywords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;
using namespace matrix::tblgen;

static void checkInstructionName(Checks &c, const Instruction &i) {
  if (i.Def->isAnonymous())
    return c.error(i.Def, "instruction " + i.Mnemonic + " has no name",
                   "name the record after the mnemonic, in capitals");
  StringRef name = i.Name;
  if (!isUpper(name.front()) || (name.size() > 1 && isLower(name[1])))
    return c.error(i.Def, "instruction name '" + i.Name + "'",
                   "name the record after the mnemonic, in capitals, with '_' "
                   "for '.'");
  if (i.Name == "R" || i.Name == "RB")
    c.error(i.Def, "instruction name '" + i.Name + "'",
            "functions of the simulator have a parameter of this name: rename "
            "it");
}

static void checkKeywords(Checks &c, StringRef cls) {
  for (const Record *r : recordsInOrder(c.m.Records, cls))
    if (isKeyword(r->getName()))
      c.error(r, "record name '" + r->getName() + "' is a keyword of C++",
              "C++ is generated with this name: rename it");
}

static void checkParameterNames(Checks &c) {
  StringMap<const Record *> members;
  for (const Record *p : recordsInOrder(c.m.Records, "Parameter")) {
    std::string member = parameterMember(p);
    auto [other, isNew] = members.try_emplace(member, p);
    if (isKeyword(member))
      c.error(p,
              "parameter " + p->getName() + " is '" + member +
                  "' in C++, a keyword",
              "rename it");
    else if (!isNew)
      c.error(p,
              "parameters " + other->second->getName() + " and " +
                  p->getName() + " have the same name in C++, " + member,
              "rename one");
  }
}

void matrix::tblgen::checkRecordNames(Checks &c) {
  for (const Instruction &i : c.m.Instructions)
    checkInstructionName(c, i);
  for (StringRef cls : {"Immediate", "Space", "State"})
    checkKeywords(c, cls);
  checkParameterNames(c);
}
