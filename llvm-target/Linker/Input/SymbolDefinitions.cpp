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
// becomes its copy after all inputs are resolved.
//
//===----------------------------------------------------------------------===//

#include "SymbolTable.h"

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
  if (!Value.getAsInteger(0, S.Value))
    return Error::success();
  Aliases.emplace_back(&S, Value.str());
  return require(Value);
}

Error SymbolTable::resolveDefinitions() {
  Error Errors = Error::success();
  for (const auto &[S, Value] : Aliases) {
    const Symbol *Target = find(Value);
    if (!Target->isDefined()) {
      Errors = joinErrors(std::move(Errors),
                          makeError("matrix-ld: error: --defsym " + S->Name +
                                    "=" + Value + ": '" + Value +
                                    "' is neither a number nor a symbol"));
      continue;
    }
    S->Kind = Target->Kind;
    S->Type = Target->Type;
    S->Section = Target->Section;
    S->Value = Target->Value;
    S->Size = Target->Size;
    S->File = Target->File;
  }
  return Errors;
}
