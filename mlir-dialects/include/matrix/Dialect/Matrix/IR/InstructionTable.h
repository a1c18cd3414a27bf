//===- InstructionTable.h - table of tile instructions ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constant tables of the tile instructions and row instructions: operands,
// timing, and semantics as flat expression trees. matrix-tblgen
// -gen-selection-tables generates them from the description; selection,
// expansion, verification and lowering interpret them. The tables do not depend
// on MLIR, so an edit of the description recompiles one small file.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_IR_INSTRUCTIONTABLE_H
#define MATRIX_DIALECT_MATRIX_IR_INSTRUCTIONTABLE_H

#include "matrix/Description/Variants.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace matrix::table {

/// An element format (td/Common/Formats.td).
struct Format {
  llvm::StringLiteral mlir; ///< element type; unused if isAny
  unsigned bits;
  bool isFloat, isUnsigned;
  bool isAny; ///< any format of this width
};

/// The number of rows or columns of a tile or memory operand.
struct Extent {
  enum Kind : uint8_t { None, Rows, Columns, Fixed, AtMost, Counted } kind;
  /// Columns: bits per element. Fixed, AtMost: the number. Counted: the index
  /// of the input that contains the number.
  int64_t value;

  int64_t evaluate(const desc::VariantInfo &variant) const {
    if (kind == Rows)
      return variant.tileRows;
    return kind == Columns ? int64_t(variant.tileRowBytes) * 8 / value : value;
  }
};

/// Kinds of nodes, with the members of Node that each uses.
enum class NodeKind : uint8_t {
  Operand,     ///< index of the input
  Number,      ///< value
  Elementwise, ///< op
  Cast,
  Bitcast,
  At,        ///< text: "ji", "0j", "i0", "ij"
  Reduce,    ///< op, text: "ik->ij", "kj->ij"
  ArgReduce, ///< op: a comparison; text as for Reduce
  Contract,  ///< text: "ik,jk->ij"; args: c, a, b
  Part,      ///< args: q, x
  Insert,    ///< args: q, part, x
  Leading,   ///< args: x; the first rows, one per accumulator column
  Row,       ///< args: p, q; row value * q + value2 of p
  Splat,
  Iota, ///< text: "i", "j"
  Mask, ///< args: rows, columns
  None,
  Element, ///< args: x, index; a scalar of the format
  Load,    ///< args: base, offset, stride
  Store,   ///< args: x, base, offset, stride
  RowBytes,
  Set ///< args: destination, value
};

/// Returns the spelling of the node kind in the description.
llvm::StringRef stringify(NodeKind kind);

struct Operator;

/// A node of an expression tree. `args` are indices of earlier nodes of the
/// tree.
struct Node {
  NodeKind kind;
  const Format *format; ///< null: scalar, address or no value
  Extent rows, columns;
  const Operator *op;
  llvm::StringLiteral text;
  double value;
  int64_t value2;
  int index;
  unsigned numArgs;
  int args[4];
};

/// An elementwise operator (td/Common/Operators.td).
struct Operator {
  llvm::StringLiteral name;
  llvm::StringLiteral mlirFloat,
      mlirInt; ///< with the predicate: "arith.cmpf olt"
  bool commutative;
  bool wide; ///< evaluated on f64 and rounded once
  /// The definition in terms of operand 0, root last. Empty for primitive
  /// operators.
  llvm::ArrayRef<Node> body;
};

enum class OperandUse : uint8_t {
  Tile,
  General,   ///< 64-bit integer
  Float,     ///< f32
  Immediate, ///< an attribute
  Base,      ///< address: memref and indices
  Offset,    ///< row offset from the base; always 0 here
  Stride,    ///< bytes between rows: derived from the memref
  MemRef,    ///< row instructions: a memref in `space`
  Count      ///< number of rows or columns: derived from types
};

/// An input of an instruction, in the order of its operation's operands.
struct Operand {
  llvm::StringLiteral name;
  OperandUse use;
  const Format *format; ///< tiles
  int64_t min, max;     ///< immediates, counts

  // Row instructions only. `word` is the index of the builtin's argument that
  // contains the operand (-1: none); `low` and `width` are its bit field there.
  int word = -1;
  unsigned low = 0, width = 64;
  int state = -1; ///< configuration state read: index into states()
  const desc::SpaceInfo *space = nullptr; ///< memory operands
  Extent rows = {Extent::None, 0}, columns = {Extent::None, 0};
  bool read = false, written = false;
  int stride = -1; ///< the input that contains the row stride
};

/// A value of configuration state that the specialization requires.
struct Requirement {
  int state;
  int64_t value; ///< floats: the bit pattern
};

/// Constant bits of a builtin argument that select the specialization.
struct WordConstant {
  int word;
  unsigned low;
  int64_t value;
};

/// One expression tree that the instruction evaluates.
struct Pattern {
  llvm::ArrayRef<Node> nodes; ///< root last
  unsigned size;              ///< nodes covered; the largest match is preferred
  bool isAdditional = false;  ///< an additional pattern, not the semantics
  const Node &root() const { return nodes.back(); }
};

/// Configuration state: a value that persists between instructions.
struct State {
  llvm::StringLiteral name;
  bool isScalar, isFloat; ///< kind of number; else address or tile
  bool isAddress;         ///< address of a memory operand
  int64_t reset;          ///< initial value of numbers
};
/// The effect of an instruction on configuration state.
struct StateWrite {
  int state, input; ///< state written, input read; -1: `value`
  int64_t value;
};

/// Cycles of an instruction on one variant.
struct Cycles {
  int64_t occupancy, latency;
};

/// One row of a table: a tile instruction, or a specialization of a row
/// instruction.
struct Instruction {
  llvm::StringLiteral record, baseMnemonic, mnemonic;
  /// Value of the attribute `form` where the types are ambiguous. Row
  /// instructions: the index of the specialization, if there are several.
  llvm::StringLiteral suffix;
  const Format *result; ///< null: none
  llvm::ArrayRef<Operand> inputs;
  llvm::ArrayRef<Pattern> patterns; ///< semantics first
  bool givesScalar; ///< the result is one element in a scalar register
  bool widthFree;   ///< moves bits: legal for every element width
  bool load, store;
  llvm::ArrayRef<llvm::StringLiteral> cpus; ///< available variants
  // Row instructions only, except `cycles` and `pipe`.
  llvm::ArrayRef<StateWrite> writes = {}; ///< configuration state written
  llvm::ArrayRef<Requirement> needs = {};
  llvm::ArrayRef<WordConstant> constants = {};
  unsigned words = 0;                 ///< number of arguments of the builtin
  llvm::ArrayRef<Cycles> cycles = {}; ///< for each cpu
  llvm::StringLiteral pipe = "";

  const Pattern &semantics() const { return patterns.front(); }
  bool isAvailable(const desc::VariantInfo &variant) const;
  /// Returns the cycles on `variant`, which must have the instruction.
  const Cycles &getCycles(const desc::VariantInfo &variant) const;
};

/// An operation of the dialect: the instructions with one base mnemonic, which
/// differ only in formats.
struct BaseMnemonic {
  llvm::StringLiteral name;
  llvm::ArrayRef<const Instruction *> instructions;
};

/// Returns all operations, sorted by name.
llvm::ArrayRef<BaseMnemonic> baseMnemonics();
/// Returns all tile instructions, sorted by record name.
llvm::ArrayRef<Instruction> instructions();
/// Returns the instructions of the operation `matrix.<base mnemonic>`.
llvm::ArrayRef<const Instruction *>
instructionsOf(llvm::StringRef baseMnemonic);

/// Returns all row instructions; each specialization is a separate entry.
llvm::ArrayRef<Instruction> rowInstructions();
llvm::ArrayRef<State> states();

} // namespace matrix::table

#endif // MATRIX_DIALECT_MATRIX_IR_INSTRUCTIONTABLE_H
