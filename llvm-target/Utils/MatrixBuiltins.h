//===- MatrixBuiltins.h - builtins and roles --------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `call @matrix.<mnemonic>(...)` is the instruction of that mnemonic: operands
// in the order of the record, immediates as constant i64, general registers as
// i64 or ptr. Code that is independent of mnemonics uses
//
//   @matrix.role.<role>(...)   the instruction that holds the role
//   @matrix.csr.<name>()       the control register of that name
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MATRIXBUILTINS_H
#define MATRIX_MATRIXBUILTINS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class CallBase;
class FeatureBitset;

namespace Matrix {

struct BuiltinOperand {
  enum KindTy { Tile, General, Float32, Float64, Immediate } Kind;
  int64_t Min, Max, Step; // immediates

  bool accepts(int64_t Value) const {
    return Value >= Min && Value <= Max && (Value - Min) % Step == 0;
  }
};

struct Builtin {
  StringLiteral Mnemonic;
  unsigned Opcode;
  unsigned FirstOperand, NumResults, NumInputs;
  int Base;   // input with the address of a tile load or store, or -1
  int Offset; // input with the tile rows that are added to it, or -1
  bool MayLoad, MayStore, HasSideEffects;

  ArrayRef<BuiltinOperand> results() const;
  ArrayRef<BuiltinOperand> inputs() const;
  bool hasChain() const { return MayLoad || MayStore || HasSideEffects; }
};

/// Result of looking up the name `matrix.<Name>`, for any variant.
enum class BuiltinName { Unknown, KnownElsewhere, Found };
struct BuiltinLookup {
  BuiltinName State;
  const Builtin *Found;
};
BuiltinLookup lookupMnemonic(StringRef Mnemonic, const FeatureBitset &Features);
BuiltinLookup lookupRole(StringRef Role, const FeatureBitset &Features);

/// Returns the instruction that a call of `matrix.<mnemonic>` is in a variant,
/// or null.
const Builtin *getBuiltin(const CallBase &Call, const FeatureBitset &Features);

/// Whether the input is a tile of `matrix.<Mnemonic>` in some variant.
bool mayBeTile(StringRef Mnemonic, unsigned Input);

/// Whether `matrix.<Mnemonic>` has no effect besides its results in any
/// variant.
bool isPure(StringRef Mnemonic);

/// Returns the instruction that holds the role in a variant, or null.
inline const Builtin *findRole(StringRef Role, const FeatureBitset &Features) {
  return lookupRole(Role, Features).Found;
}

} // namespace Matrix
} // namespace llvm

#endif // MATRIX_MATRIXBUILTINS_H
