//===- Model.h - the description as C++ -------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the generators know of td/: geometries, variants, instructions with
// operands, encodings and typed meanings. Built once per run by
// Model::create, which also makes the structural checks that no generator can
// do without; Checks.cpp has the rest.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_MODEL_H
#define MATRIX_TBLGEN_MODEL_H

#include "Meaning.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/TableGen/Record.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace matrix::tblgen {

struct Geometry {
  const llvm::Record *Def;
  std::string Name;
  int64_t Rows, RowBytes;
  int64_t bytes() const { return Rows * RowBytes; }
  /// Columns of a register tile whose elements have `bits` bits.
  int64_t columns(int64_t bits) const { return RowBytes * 8 / bits; }
};

struct Variant {
  const llvm::Record *Def;
  std::string Name, CPU, Summary;
  bool Default;
  const Geometry *Tiles; // null: no tile registers
  int64_t TileRegisters;
  std::vector<const llvm::Record *> Features;
  std::map<std::string, int64_t>
      Figures; // by Parameter record; geometry included
  bool hasFeature(const llvm::Record *f) const;
};

enum class OperandClass {
  General, // 64-bit integer register
  Float32,
  Float64,
  Tile,      // register tile
  Immediate, // encoded number
  Rows       // tile in a memory (TileAt); address in a register, or encoded if
             // Encoded
};

struct Operand {
  std::string Name;
  const llvm::Record *Def;
  OperandClass Class;
  bool Out = false;
  const llvm::Record *Format = nullptr; // Tile, Rows
  int TiedTo = -1; // inputs: index of the output in the same register
  bool PcRelative = false;
  // Register operands: slot in the decoded instruction; tied operands share
  // it. Immediates (and encoded rows): their own count.
  int RegisterSlot = -1, ImmediateSlot = -1;
  std::vector<const llvm::Record *> Fields; // BitFields of its register
  // Rows
  const llvm::Record *Space = nullptr, *Stride = nullptr;
  Extent RowCount, ColumnCount;
  bool Read = false, Written = false;
  bool isRegister() const { return RegisterSlot >= 0; }
};

/// A run of bits of an operand inside the instruction word.
struct BitRun {
  unsigned InstLow, FieldLow, Width;
};

struct Encoding {
  uint32_t Mask = 0, Value = 0;                      // the fixed bits
  std::map<std::string, std::vector<BitRun>> Fields; // by operand name
};

/// This form of a meaning holds only if a state or an operand, or a field of
/// it, has (or has not) a value.
struct Requirement {
  const llvm::Record *State = nullptr; // or
  int Operand = -1;
  const llvm::Record *Field = nullptr; // BitField
  int64_t Value = 0;                   // float states: the bits
  bool Equal = true;
};
/// A meaning without Switch.
struct Form {
  Expr Meaning;
  std::vector<Requirement> Requires;
  bool Also = false; // from AlsoMatches
};

enum class InstructionClass { Scalar, Tile, System, Rows };

struct Instruction {
  const llvm::Record *Def;
  std::string Name, Stem, Mnemonic;
  InstructionClass Class;
  std::vector<Operand> Operands; // outputs first, then inputs
  Encoding Code;
  Expr Meaning;            // all but Scalar
  std::vector<Form> Forms; // Meaning with Switch resolved, then AlsoMatches
  std::vector<const llvm::Record *> ReadStates, WrittenStates;
  std::vector<const llvm::Record *> Features, Roles;
  bool MayLoad, MayStore, SideEffects;
  /// What could be read of the record. Generators see whole ones only.
  bool HasOperands = false, HasCode = false, HasTree = false;

  unsigned numOutputs() const;
  int find(llvm::StringRef operand) const;
  bool hasRole(llvm::StringRef role) const;
  bool isAvailable(const Variant &v) const;
  /// One element of a tile, in a register of the scalar core.
  bool givesScalar() const {
    return Class == InstructionClass::Tile && numOutputs() == 1 &&
           (Operands[0].Class == OperandClass::General ||
            Operands[0].Class == OperandClass::Float32);
  }
  bool hasMeaning() const { return Class != InstructionClass::Scalar; }
};

/// What a scalar instruction does: its Sem, or else its Pattern.
llvm::ArrayRef<const llvm::Init *> scalarMeanings(const Instruction &i);

/// Row instructions wait in queues on variants that have them: loads take rows
/// out of a flat memory, stores bring rows there, the rest executes.
enum class PipeQueue { Load, Store, Execute };
std::optional<PipeQueue> queueOf(const Instruction &i);

struct Model {
  const llvm::RecordKeeper &Records;
  std::vector<Geometry> Geometries;
  std::vector<Variant> Variants;         // the default one first
  std::vector<Instruction> Instructions; // by name

  /// Reports what it can't read, and reads the rest.
  static Model read(const llvm::RecordKeeper &records);
  /// Ends the program after errors.
  static Model create(const llvm::RecordKeeper &records);
  /// Cycles of a timing formula. Reports what it can't evaluate; the result is
  /// INT64_MIN then.
  int64_t occupancy(const Instruction &i, const Variant &v) const;
  int64_t latency(const Instruction &i, const Variant &v) const;
  /// Of everything that is generated: 16 hexadecimal digits.
  std::string descriptionHash() const;
};

/// While it lives, Model::create gives copies of the model.
class ModelInUse {
public:
  explicit ModelInUse(const Model &model) { current = &model; }
  ~ModelInUse() { current = nullptr; }
  static const Model *current;
};

/// All records of a class in the order of their definition (TableGen's own
/// order is by name).
std::vector<const llvm::Record *>
recordsInOrder(const llvm::RecordKeeper &records, llvm::StringRef cls);

/// $0, $1, ... in `pattern` replaced.
std::string substitute(llvm::StringRef pattern,
                       llvm::ArrayRef<std::string> args);

/// "//===- <what>, generated by matrix-tblgen ... do not edit" banner.
void writeBanner(llvm::raw_ostream &os, llvm::StringRef what);

/// A part of a generated file that whoever defines `macro` includes, once.
void writeSection(llvm::raw_ostream &os, llvm::StringRef macro,
                  llvm::function_ref<void()> body);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_MODEL_H
