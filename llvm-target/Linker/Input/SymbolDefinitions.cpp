//===- SymbolDefinitions.cpp - symbols of the command line ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --wrap and --defsym. Wrapping redirects the names of references when an
// object is added, so that definitions keep their name. A symbol that is
// defined by another one requires it, which may load an archive member, and
// becomes its copy after all inputs are resolved. Definitions of objects yield
// to --defsym, and so do earlier options to later ones.
//
//===----------------------------------------------------------------------===//

#include "SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <utility>

using namespace llvm;
using namespace matrix::linker;

void SymbolTable::wrap(StringRef Name) {
  Redirections[Name] = ("__wrap_" + Name).str();
  Redirections[("__real_" + Name).str()] = Name.str();
}

StringRef SymbolTable::redirected(StringRef Name) const {
  auto It = Redirections.find(Name);
  return It == Redirections.end() ? Name : StringRef(It->second);
}

Error SymbolTable::defineAs(StringRef Name, StringRef Value) {
  Symbol &S = intern(Name);
  S.Kind = Symbol::Absolute;
  S.Binding = ELF::STB_GLOBAL;
  S.Prescribed = true;
  erase_if(Aliases, [&](const Alias &Earlier) { return Earlier.first == &S; });
  if (!Value.getAsInteger(0, S.Value))
    return Error::success();
  Aliases.emplace_back(&S, Value.str());
  return require(Value);
}

static std::string describe(const SymbolTable::Alias &Definition) {
  return ("matrix-ld: error: --defsym " + Definition.first->Name + "=" +
          Definition.second + ": ")
      .str();
}

/// Reports the aliases of a cycle, but not those that lead to it.
Error SymbolTable::reportCycles(ArrayRef<Alias> Definitions) const {
  DenseMap<const Symbol *, const Symbol *> Targets;
  for (const auto &[S, Value] : Definitions)
    Targets[S] = find(Value);
  Error Errors = Error::success();
  for (const Alias &Definition : Definitions) {
    const Symbol *S = Targets.lookup(Definition.first);
    for (size_t I = 0; S != Definition.first && I < Targets.size(); ++I)
      S = Targets.lookup(S);
    if (S == Definition.first)
      Errors = joinErrors(std::move(Errors),
                          makeError(describe(Definition) + "'" + S->Name +
                                    "' is defined by itself"));
  }
  return Errors;
}

Error SymbolTable::resolve(const Alias &Definition) const {
  auto &[S, Value] = Definition;
  const Symbol *Target = find(Value);
  if (!Target->isDefined())
    return makeError(describe(Definition) + "'" + Value +
                     "' is neither a number nor a symbol");
  S->Kind = Target->Kind;
  S->Type = Target->Type;
  S->Section = Target->Section;
  S->Value = Target->Value;
  S->Size = Target->Size;
  S->File = Target->File;
  return Error::success();
}

/// Copies symbols in rounds: a target that is an alias itself is copied first.
/// The aliases that a round without copies leaves depend on a cycle, or on a
/// symbol that layout defines.
Error SymbolTable::resolveDefinitions(bool IsLast) {
  Error Errors = Error::success();
  for (std::vector<Alias> Pending = std::exchange(Aliases, {});
       !Pending.empty();) {
    DenseSet<const Symbol *> Waiting;
    for (const auto &[S, Value] : Pending)
      Waiting.insert(S);
    std::vector<Alias> Later;
    for (const Alias &Definition : Pending) {
      const Symbol *Target = find(Definition.second);
      if (Waiting.contains(Target) || (!IsLast && !Target->isDefined()))
        Later.push_back(Definition);
      else
        Errors = joinErrors(std::move(Errors), resolve(Definition));
    }
    if (Later.size() == Pending.size()) {
      Aliases = std::move(Later);
      return joinErrors(std::move(Errors), reportCycles(Aliases));
    }
    Pending = std::move(Later);
  }
  return Errors;
}
