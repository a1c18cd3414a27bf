//===- InstructionTable.h - tile instructions as tables ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What selection, expansion, verification and lowering know of the tile
// instructions: their operands and their meanings as flat trees, generated from
// the description (matrix-tblgen -gen-selection-tables). Free of MLIR, so that
// an edited description recompiles one small file.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_IR_INSTRUCTIONTABLE_H
#define MATRIX_DIALECT_MATRIX_IR_INSTRUCTIONTABLE_H

#include "matrix/Description/Variants.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace matrix::table {

/// An element format (td/Schema/Format.td).
struct Format {
  llvm::StringLiteral mlir; ///< element type; unused if isAny
  unsigned bits;
  bool isFloat, isUnsigned;
  bool isAny; ///< bits, whatever they mean
};

/// A number of rows or columns.
struct Extent {
  enum Kind : uint8_t { None, Rows, Columns, Fixed, AtMost, Counted } kind;
  /// Columns: bits of an element; Fixed, AtMost: the number; Counted: the input
  /// that has it.
  int64_t value;

  int64_t evaluate(const desc::VariantInfo &variant) const {
    if (kind == Rows)
      return variant.tileRows;
    return kind == Columns ? int64_t(variant.tileRowBytes) * 8 / value : value;
  }
};

enum class NodeKind : uint8_t {
  Operand,     ///< index: of the input
  Number,      ///< value
  Elementwise, ///< op
  Cast,
  Bitcast,
  At,        ///< text: "ji", "0j", "i0", "ij"
  Reduce,    ///< op, text: "ik->ij", "kj->ij"
  ArgReduce, ///< op (a comparison), text as of Reduce
  Contract,  ///< text: "ik,jk->ij"; args: c, a, b
  Part,      ///< args: q, x
  Insert,    ///< args: q, part, x
  Leading,   ///< args: x; as many rows as an accumulator has columns
  Row,       ///< args: p, q; row value*q+value2 of p
  Splat,
  Iota, ///< text: "i", "j"
  Mask, ///< args: rows, columns
  None,
  Element, ///< args: x, number: a scalar of the format
  Load,    ///< args: base, offset, stride
  Store,   ///< args: x, base, offset, stride
  RowBytes,
  Set ///< args: where, what
};

/// As the description writes it.
llvm::StringRef stringify(NodeKind kind);

struct Operator;

/// A node of a tree; the arguments are the numbers of earlier nodes.
struct Node {
  NodeKind kind;
  const Format *format; ///< null: a scalar, an address or nothing
  Extent rows, columns;
  const Operator *op;
  llvm::StringLiteral text;
  double value;
  int64_t value2;
  int index;
  unsigned numArgs;
  int args[4];
};

/// An elementwise operator (td/Schema/Operators.td).
struct Operator {
  llvm::StringLiteral name;
  llvm::StringLiteral mlirFloat,
      mlirInt; ///< with a predicate: "arith.cmpf olt"
  bool commutative;
  bool wide; ///< evaluated on f64 and rounded once
  /// The definition over operand 0, root last; empty unless composed.
  llvm::ArrayRef<Node> body;
};

enum class OperandUse : uint8_t {
  Tile,
  General,   ///< 64-bit integer
  Float,     ///< f32
  Immediate, ///< an attribute
  Base,      ///< an address: memref and indices
  Offset,    ///< rows added to it in the encoding; always 0 from here
  Stride,    ///< bytes from row to row: follows from the memref
  Place,     ///< instructions on rows: a memref in `space`
  Count      ///< rows or columns of places: follows from their types
};

struct Operand {
  llvm::StringLiteral name;
  OperandUse use;
  const Format *format; ///< tiles
  int64_t min, max;     ///< immediates, counts

  // Instructions on rows.
  /// The builtin's argument that holds it, and its bits there; -1: none.
  int word = -1;
  unsigned low = 0, width = 64;
  int state = -1; ///< what configuration left behind: index into states()
  const desc::SpaceInfo *space = nullptr; ///< places
  Extent rows = {Extent::None, 0}, columns = {Extent::None, 0};
  bool read = false, written = false;
  int stride = -1; ///< the input that holds the bytes from row to row
};

/// An instruction does what its form says only while the state is so.
struct Requirement {
  int state;
  int64_t value; ///< bits of a float
};

/// Bits of an argument that select the form.
struct WordConstant {
  int word;
  unsigned low;
  int64_t value;
};

/// One tree whose evaluation the instruction is.
struct Form {
  llvm::ArrayRef<Node> nodes; ///< root last
  unsigned size;              ///< how much it replaces: the largest match wins
  bool also = false;          ///< another tree than the instruction computes
  const Node &root() const { return nodes.back(); }
};

/// Configuration that outlives an instruction.
struct State {
  llvm::StringLiteral name;
  bool isScalar, isFloat; ///< a number, of that kind
  bool isAddress;         ///< of a place; else a tile
  int64_t reset;          ///< numbers
};
struct StateWrite {
  int state, input; ///< which gets whose value; -1: this one
  int64_t value;
};

/// What an instruction takes on a variant.
struct Cycles {
  int64_t occupancy, latency;
};

struct Instruction {
  llvm::StringLiteral record, stem, mnemonic;
  /// What the attribute `form` says if types don't. Instructions on rows: the
  /// number of the form, where there are several.
  llvm::StringLiteral suffix;
  const Format *result; ///< null: none
  llvm::ArrayRef<Operand> inputs;
  llvm::ArrayRef<Form> forms; ///< the meaning first
  bool givesScalar; ///< the result is one element, in a scalar register
  bool widthFree; ///< moves whole rows: any element width, whatever the format
  bool load, store;
  llvm::ArrayRef<llvm::StringLiteral> cpus; ///< variants that have it
  // Instructions on rows.
  llvm::ArrayRef<StateWrite> writes = {}; ///< configuration
  llvm::ArrayRef<Requirement> needs = {};
  llvm::ArrayRef<WordConstant> constants = {};
  unsigned words = 0;                 ///< arguments of the builtin
  llvm::ArrayRef<Cycles> cycles = {}; ///< tile instructions: on each cpu

  const Form &meaning() const { return forms.front(); }
  bool isAvailable(const desc::VariantInfo &variant) const;
  /// On a variant that has it.
  const Cycles &getCycles(const desc::VariantInfo &variant) const;
};

/// An operation of the dialect: instructions that differ in formats only.
struct Stem {
  llvm::StringLiteral name;
  llvm::ArrayRef<const Instruction *> instructions;
};

/// By name.
llvm::ArrayRef<Stem> stems();
/// All tile instructions, by record name.
llvm::ArrayRef<Instruction> instructions();
/// Those of one operation (`stem`, without the dialect's name).
llvm::ArrayRef<const Instruction *> instructionsOf(llvm::StringRef stem);

/// All instructions on rows of memories, each form of a meaning by itself.
llvm::ArrayRef<Instruction> rowInstructions();
llvm::ArrayRef<State> states();

} // namespace matrix::table

#endif // MATRIX_DIALECT_MATRIX_IR_INSTRUCTIONTABLE_H
