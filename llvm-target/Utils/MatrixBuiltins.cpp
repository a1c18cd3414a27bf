//===- MatrixBuiltins.cpp - tables of builtins and roles ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks up instructions by the name of their builtin and by role, in tables
// generated from the description. Of several records with one name, the one
// that the features permit is found.
//
//===----------------------------------------------------------------------===//

#include "Utils/MatrixBuiltins.h"
#include "MCTargetDesc/MatrixMCTargetDesc.h"
#include "MCTargetDesc/MatrixOpcodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;
using namespace llvm::Matrix;

static constexpr BuiltinOperand Operands[] = {
#define GET_BUILTIN_OPERANDS
#include "MatrixGenBuiltins.inc"
};

static constexpr Builtin Builtins[] = {
#define GET_BUILTINS
#include "MatrixGenBuiltins.inc"
};

namespace {
struct RoleHolder {
  StringLiteral Role;
  unsigned Builtin;
};
} // namespace

static constexpr RoleHolder Roles[] = {
#define GET_ROLES
#include "MatrixGenBuiltins.inc"
};

ArrayRef<BuiltinOperand> Builtin::results() const {
  return ArrayRef(Operands).slice(FirstOperand, NumResults);
}
ArrayRef<BuiltinOperand> Builtin::inputs() const {
  return ArrayRef(Operands).slice(FirstOperand + NumResults, NumInputs);
}

static void consider(BuiltinLookup &Result, const Builtin &Candidate,
                     const FeatureBitset &Features) {
  if (Matrix_MC::isOpcodeAvailable(Candidate.Opcode, Features))
    Result = {BuiltinName::Found, &Candidate};
  else if (!Result.Found)
    Result.State = BuiltinName::KnownElsewhere;
}

BuiltinLookup Matrix::lookupMnemonic(StringRef Mnemonic,
                                     const FeatureBitset &Features) {
  BuiltinLookup Result = {BuiltinName::Unknown, nullptr};
  for (const Builtin &B : Builtins)
    if (B.Mnemonic == Mnemonic)
      consider(Result, B, Features);
  return Result;
}

BuiltinLookup Matrix::lookupRole(StringRef Role,
                                 const FeatureBitset &Features) {
  BuiltinLookup Result = {BuiltinName::Unknown, nullptr};
  for (const RoleHolder &Holder : Roles)
    if (Holder.Role == Role)
      consider(Result, Builtins[Holder.Builtin], Features);
  return Result;
}

static auto builtinsNamed(StringRef Mnemonic) {
  return make_filter_range(
      Builtins, [=](const Builtin &B) { return B.Mnemonic == Mnemonic; });
}

bool Matrix::mayBeTile(StringRef Mnemonic, unsigned Input) {
  return any_of(builtinsNamed(Mnemonic), [=](const Builtin &B) {
    return Input < B.NumInputs &&
           B.inputs()[Input].Kind == BuiltinOperand::Tile;
  });
}

bool Matrix::isPure(StringRef Mnemonic) {
  auto Named = builtinsNamed(Mnemonic);
  return !Named.empty() &&
         none_of(Named, [](const Builtin &B) { return B.hasChain(); });
}

const Builtin *Matrix::getBuiltin(const CallBase &Call,
                                  const FeatureBitset &Features) {
  const Function *Callee = Call.getCalledFunction();
  StringRef Name = Callee ? Callee->getName() : "";
  return Name.consume_front("matrix.") ? lookupMnemonic(Name, Features).Found
                                       : nullptr;
}
