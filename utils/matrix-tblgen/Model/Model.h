//===- Model.h - the model of the description -------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C++ representation of td/: geometries, variants, and instructions with
// operands, encodings and typed semantics. Model::create builds it once per run
// and makes the structural checks on which all generators rely;
// DescriptionChecks.cpp makes the others.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_MODEL_H
#define MATRIX_TBLGEN_MODEL_H

#include "Semantics/Semantics.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/TableGen/Record.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace matrix::tblgen {

/// A variant with its geometry, features (including those of the geometry) and
/// parameters.
struct Variant {
  const llvm::Record *Def;
  std::string Name, CPU, Summary;
  bool Default;
  const Geometry *Tiles; // null: no tile registers
  int64_t TileRegisters;
  std::vector<const llvm::Record *> Features;
  std::map<std::string, int64_t>
      Parameters; // by Parameter record; includes the geometry
  bool hasFeature(const llvm::Record *f) const;
};

/// Consecutive bits of an operand within the instruction word.
struct BitRun {
  unsigned InstLow, FieldLow, Width;
};

/// An instruction word: bits of Mask have the value of Value, all others belong
/// to operands.
struct Encoding {
  uint32_t Mask = 0, Value = 0;                      // fixed bits
  std::map<std::string, std::vector<BitRun>> Fields; // by operand name
};

/// Condition of a specialization: a state or an operand, or a field of it, has
/// (or does not have) a value.
struct Requirement {
  const llvm::Record *State = nullptr; // or
  int Operand = -1;
  const llvm::Record *Field = nullptr; // BitField
  int64_t Value = 0;                   // float states: bit pattern
  bool Equal = true;
};
/// Semantics without Switch.
struct Specialization {
  Expr Semantics;
  std::vector<Requirement> Requires;
  bool Additional = false; // from AlsoMatches
};

/// By the class of the record: TileInst, SystemInst, RowInst, or none of them.
enum class InstructionClass { Scalar, Tile, System, Rows };

/// An instruction as all generators see it.
struct Instruction : OperandList {
  std::string Name, BaseMnemonic, Mnemonic;
  InstructionClass Class;
  Encoding Code;
  Expr Semantics;                 // all but Scalar
  std::vector<Expr> Alternatives; // AlsoMatches
  std::vector<Specialization>
      Specializations; // Semantics without Switch, then AlsoMatches
  std::vector<const llvm::Record *> ReadStates, WrittenStates;
  std::vector<const llvm::Record *> Features, Roles;
  bool MayLoad, MayStore, SideEffects;
  /// Parts of the record without errors. Generators receive complete ones only.
  bool HasOperands = false, HasCode = false, HasTree = false;

  bool hasRole(llvm::StringRef role) const;
  /// Returns the name of the pipe that executes it.
  llvm::StringRef pipe() const;
  bool isAvailable(const Variant &v) const;
  bool hasSemantics() const { return Class != InstructionClass::Scalar; }
};

/// Returns the semantics of a scalar instruction: ScalarSemantics, or else
/// Pattern.
llvm::ArrayRef<const llvm::Init *> scalarSemantics(const Instruction &i);

/// Calls the function for each tile in a flat memory that semantics read or
/// write: row operands, and views of addresses.
void forEachFlatTile(
    const Instruction &i,
    llvm::function_ref<void(const Expr &tile, bool isWritten)> function);

/// Queue of a row instruction on variants with queues: loads read a flat
/// memory, stores write one, all others execute.
enum class PipeQueue { Load, Store, Execute };
std::optional<PipeQueue> queueOf(const Instruction &i);

/// The description. It refers to the records, which must outlive it.
struct Model {
  const llvm::RecordKeeper &Records;
  std::vector<Geometry> Geometries;
  std::vector<Variant> Variants;         // default first
  std::vector<Instruction> Instructions; // by name

  /// Reads all valid records; reports errors.
  static Model read(const llvm::RecordKeeper &records);
  /// Terminates the program after errors.
  static Model create(const llvm::RecordKeeper &records);
  /// Evaluates a timing formula in cycles. Errors are reported; the result is
  /// INT64_MIN then.
  int64_t occupancy(const Instruction &i, const Variant &v) const;
  int64_t latency(const Instruction &i, const Variant &v) const;
  /// Returns the hash of all generated semantics and encodings: 16 hexadecimal
  /// digits.
  std::string descriptionHash() const;
};

/// During its lifetime, Model::create returns copies of the model.
class ModelInUse {
public:
  explicit ModelInUse(const Model &model) { current = &model; }
  ~ModelInUse() { current = nullptr; }
  static const Model *current;
};

/// Returns all records of a class in order of definition (TableGen orders them
/// by name).
std::vector<const llvm::Record *>
recordsInOrder(const llvm::RecordKeeper &records, llvm::StringRef cls);

/// Replaces $0, $1, ... in `pattern`.
std::string substitute(llvm::StringRef pattern,
                       llvm::ArrayRef<std::string> args);

/// Writes the first line of a generated file, a comment with `what` that warns
/// against editing.
void writeBanner(llvm::raw_ostream &os, llvm::StringRef what);

/// Writes a section of a generated file that is included by defining `macro`,
/// once.
void writeSection(llvm::raw_ostream &os, llvm::StringRef macro,
                  llvm::function_ref<void()> body);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_MODEL_H
