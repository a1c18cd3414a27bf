//===- CheckDuplicates.cpp - duplicate semantics --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warns of two instructions of a variant with the same semantics, of which the
// compiler would select only one. Semantics are compared as text, with operands
// replaced by position and class; instructions with equal text are in one
// bucket of a hash table, so that only these are compared pairwise. Semantics
// that are equivalent but written differently are not found.
//
//===----------------------------------------------------------------------===//

#include "Checks/DescriptionChecks.h"
#include "Support/ReportedErrors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;
using namespace matrix::tblgen;

static void write(raw_ostream &os, const Instruction &i, StringRef name) {
  int index = i.find(name);
  if (index < 0)
    os << name;
  else
    os << '$' << index;
}

static void write(raw_ostream &os, const Instruction &i, const Init *init,
                  StringRef name) {
  auto *d = dyn_cast<DagInit>(init);
  if (!name.empty())
    return write(os, i, name);
  if (!d) {
    os << init->getAsString();
    return;
  }
  os << '(' << d->getOperator()->getAsString();
  for (unsigned k = 0; k < d->getNumArgs(); ++k) {
    os << ' ';
    write(os, i, d->getArg(k), d->getArgNameStr(k));
  }
  os << ')';
}

/// Returns operands and semantics as a key; empty: not compared.
static std::string keyOf(const Instruction &i) {
  std::string key;
  raw_string_ostream os(key);
  for (const Operand &o : i.Operands)
    os << o.Def->getName() << (o.Out ? " out, " : ", ");
  if (i.hasSemantics()) {
    if (i.Semantics.is(ExprKind::Seq) && i.Semantics.Args.empty())
      return "";
    write(os, i, i.Def->getValueAsDag("Semantics"), "");
    return key;
  }
  for (const Init *init : scalarSemantics(i))
    write(os, i, init, "");
  return key;
}

void matrix::tblgen::checkDuplicates(Checks &c) {
  StringMap<std::vector<const Instruction *>> bySemantics;
  for (const Instruction &i : c.m.Instructions) {
    if (hasReportedError(i.Def))
      continue;
    std::string key = keyOf(i);
    for (const Instruction *other : bySemantics[key]) {
      auto both = find_if(c.m.Variants, [&](const Variant &v) {
        return i.isAvailable(v) && other->isAvailable(v);
      });
      if (key.empty() || both == c.m.Variants.end())
        continue;
      bool isNewer = newerOf(i.Def, other->Def) == i.Def;
      const Instruction &newer = isNewer ? i : *other,
                        &older = isNewer ? *other : i;
      PrintWarning(newer.Def->getLoc(), newer.Name + " has the semantics of " +
                                            older.Name + " in variant " +
                                            both->CPU);
      pointAt(newer.Def, "the compiler uses one of them: remove the other, or "
                         "give it other semantics");
      pointAt(older.Def, older.Name + " is here");
      break;
    }
    bySemantics[key].push_back(&i);
  }
}
