//===- Operands.h - operands of an instruction ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands of instructions as all generators see them: kind, format, register
// file or range, and the position in the decoded instruction. Outputs precede
// inputs; an index into the list identifies an operand in trees, extents and
// encodings.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_OPERANDS_H
#define MATRIX_TBLGEN_OPERANDS_H

#include "Operands/Extent.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace matrix::tblgen {

enum class OperandClass {
  General, // 64-bit integer register
  Float32,
  Float64,
  Tile,      // register tile
  Immediate, // encoded number
  Rows       // tile in a memory (TileAt); address in a register, or encoded if
             // Encoded
};

/// An operand of the lists (outs ...) and (ins ...) of a record.
struct Operand {
  std::string Name;
  const llvm::Record *Def;
  OperandClass Class;
  bool Out = false;
  const llvm::Record *Format = nullptr; // Tile, Rows
  int TiedTo = -1; // inputs: index of the tied output, or -1
  bool PcRelative = false;
  // Register operands: slot in the decoded instruction, shared by tied
  // operands. Immediates (and encoded rows) have slots of their own.
  int RegisterSlot = -1, ImmediateSlot = -1;
  std::vector<const llvm::Record *> Fields; // BitFields of the register
  // Rows
  const llvm::Record *Space = nullptr, *Stride = nullptr;
  Extent RowCount, ColumnCount;
  bool Read = false, Written = false;
  bool isRegister() const { return RegisterSlot >= 0; }
};

/// The operands of an instruction.
struct OperandList {
  const llvm::Record *Def;
  std::vector<Operand> Operands; // outputs first, then inputs

  unsigned numOutputs() const;
  /// Returns the index of the operand, of the input if an output has the same
  /// name; -1 if there is none.
  int find(llvm::StringRef operand) const;
  /// Returns true for tile instructions that extract one element of a tile to a
  /// scalar register.
  bool givesScalar() const;
};

/// Reads classes, ties, slots and row counts from the operand lists of the
/// record. Returns false after an error.
bool readOperands(OperandList &inst);

/// Resolves an extent of a TileAt: a number, a field of the address register
/// (whose fields are `fields`, of operand `source` or of the PointerState
/// `state`), "operand.field", or a counting operand.
Extent readExtent(llvm::StringRef text, const OperandList &inst,
                  llvm::ArrayRef<const llvm::Record *> fields, int source,
                  const llvm::Record *state);

/// Returns the field value that denotes a null address (TileAt).
int64_t nullValue(const llvm::Record *tile, const llvm::Record *field);

/// Returns null if no field has the name.
const llvm::Record *findField(llvm::ArrayRef<const llvm::Record *> fields,
                              llvm::StringRef name);

/// Returns the bit of that name; false if the record does not have or set it.
bool flag(const llvm::Record *r, llvm::StringRef name);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_OPERANDS_H
