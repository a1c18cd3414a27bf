//===- CheckPredicates.cpp - features and predicates ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A predicate has two equivalent conditions: C++ over a subtarget flag for the
// code generator, and features for assembler, decoder and simulator. Both must
// name the same features. The C++ condition is therefore restricted to a
// conjunction of getters of the subtarget, and the other one to `all_of`: the
// two are compared as sets. Also checks that a variant has each feature and
// each instruction.
//
//===----------------------------------------------------------------------===//

#include "Checks/DescriptionChecks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

using namespace llvm;
using namespace matrix::tblgen;

//===----------------------------------------------------------------------===//
// Features
//===----------------------------------------------------------------------===//

/// Returns the subtarget's method: "hasZip" for the flag "HasZip".
static std::string getterOf(const Record *feature) {
  std::string flag = feature->getValueAsString("FieldName").str();
  flag[0] = toLower(flag[0]);
  return flag;
}

static bool isIdentifier(StringRef s) {
  return !s.empty() && isUpper(s.front()) &&
         all_of(s, [](char x) { return isAlnum(x) || x == '_'; });
}

static void checkSpelling(Checks &c, const Record *f) {
  StringRef name = f->getValueAsString("Name"),
            flag = f->getValueAsString("FieldName");
  bool isOption = !name.empty() && all_of(name, [](char x) {
    return isLower(x) || isDigit(x) || x == '-' || x == '_' || x == '.';
  });
  if (!isOption)
    c.error(f, "feature name '" + name + "'",
            "tools take it as --mattr=+NAME: use lower-case letters, digits, "
            "'-', '_', '.'");
  if (name == "help" || name == "cpuhelp")
    c.error(f, "feature name '" + name + "'",
            "LLVM's tools print their features on --mattr=+" + name +
                ": choose another one");
  if (!isIdentifier(flag))
    c.error(f, "flag '" + flag + "' of feature '" + name + "'",
            "it becomes a member of the subtarget: use letters and digits, "
            "the first one upper-case, such as HasZip");
}

static void checkFeatures(Checks &c) {
  std::map<StringRef, const Record *> names, flags;
  for (const Record *f : recordsInOrder(c.m.Records, "SubtargetFeature")) {
    checkSpelling(c, f);
    for (auto [field, taken] :
         {std::pair("Name", &names), {"FieldName", &flags}})
      if (auto [it, isNew] = taken->try_emplace(f->getValueAsString(field), f);
          !isNew)
        c.error(
            f,
            Twine(StringRef(field) == "Name" ? "feature name '" : "flag '") +
                it->first + "' is that of " + it->second->getName() +
                " already",
            "choose another one");
  }
}

/// Programs and tests cover only features and instructions that some variant
/// has.
static void checkInUse(Checks &c) {
  for (const Record *f : recordsInOrder(c.m.Records, "Feature"))
    if (none_of(c.m.Variants,
                [&](const Variant &v) { return v.hasFeature(f); }))
      c.error(f, "no variant has feature '" + f->getValueAsString("Name") + "'",
              "add " + f->getName() +
                  " to the Features of a variant of your own");
}

//===----------------------------------------------------------------------===//
// Predicates
//===----------------------------------------------------------------------===//

/// Returns the flags of a C++ condition of the form "Subtarget->hasA() &&
/// Subtarget->hasB()"; nullopt for other conditions.
static std::optional<std::set<std::string>> gettersIn(StringRef condition) {
  std::set<std::string> getters;
  SmallVector<StringRef> terms;
  condition.split(terms, "&&");
  for (StringRef term : terms) {
    term = term.trim();
    if (!term.consume_front("Subtarget->") || !term.consume_back("()"))
      return std::nullopt;
    getters.insert(term.str());
  }
  return getters;
}

/// Returns the features of (all_of A, B); nullopt for other conditions.
static std::optional<std::set<const Record *>> featuresIn(const Record *p) {
  const DagInit *d = p->getValueAsDag("AssemblerCondDag");
  auto *op = dyn_cast<DefInit>(d->getOperator());
  if (!op || op->getDef()->getName() != "all_of" || !d->getNumArgs())
    return std::nullopt;
  std::set<const Record *> features;
  for (const Init *arg : d->getArgs()) {
    auto *f = dyn_cast<DefInit>(arg);
    if (!f || !f->getDef()->isSubClassOf("SubtargetFeature"))
      return std::nullopt;
    features.insert(f->getDef());
  }
  return features;
}

static void checkFlags(Checks &c, const Record *p,
                       const std::set<const Record *> &features) {
  StringRef condition = p->getValueAsString("CondString");
  auto getters = gettersIn(condition);
  std::set<std::string> wanted;
  std::string text;
  for (const Record *f : features) {
    wanted.insert(getterOf(f));
    text +=
        (text.empty() ? "Subtarget->" : " && Subtarget->") + getterOf(f) + "()";
  }
  if (getters && *getters == wanted)
    return;
  std::string names = join(
      map_range(features, [](const Record *f) { return f->getName().str(); }),
      ", ");
  c.error(p, "CondString",
          "predicate " + p->getName() + " tests \"" + condition +
              "\" in the code generator and " + names + " in the assembler",
          "write Predicate<\"" + text + "\">, the flags of these features");
}

static void checkPredicate(Checks &c, const Record *p) {
  if (!p->isSubClassOf("AssemblerPredicate"))
    return c.error(p,
                   "predicate " + p->getName() +
                       " has no features, and assembler and simulator would "
                       "take the instruction everywhere",
                   "add AssemblerPredicate<(all_of Feature..)>");
  auto features = featuresIn(p);
  if (!features)
    return c.error(p, "AssemblerCondDag",
                   "predicate " + p->getName() +
                       " has a condition that is not a list of features",
                   "write AssemblerPredicate<(all_of FeatureA, FeatureB)>");
  checkFlags(c, p, *features);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static void checkAvailable(Checks &c, const Instruction &i) {
  if (any_of(c.m.Variants, [&](const Variant &v) { return i.isAvailable(v); }))
    return;
  bool named = all_of(i.Features, [&](const Record *f) {
    return any_of(c.m.Variants,
                  [&](const Variant &v) { return v.hasFeature(f); });
  });
  std::string features = join(
      map_range(i.Features, [](const Record *f) { return f->getName().str(); }),
      ", ");
  if (named || any_of(i.Features, [](const Record *f) {
        return !f->isSubClassOf("Feature");
      }))
    c.error(i.Def, "Predicates",
            "no variant has " + i.Mnemonic + ", which needs " + features,
            "give these features to one variant, or drop one of the "
            "predicates");
}

void matrix::tblgen::checkPredicates(Checks &c) {
  checkFeatures(c);
  checkInUse(c);
  std::set<const Record *, LessRecordByID> used;
  for (const Instruction &i : c.m.Instructions) {
    for (const Record *p : i.Def->getValueAsListOfDefs("Predicates"))
      used.insert(p);
    checkAvailable(c, i);
  }
  for (const Record *p : used)
    checkPredicate(c, p);
}
