//===- Schema/Rows.td - instructions on row memories ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accelerators without tile registers. Operands are tiles in a row memory,
// addressed by a register or an immediate, and configuration state, which is
// written by one instruction and read by others.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SCHEMA_ROWS_TD
#define MATRIX_SCHEMA_ROWS_TD

include "Schema/Encoding.td"

//===----------------------------------------------------------------------===//
// Configuration state: reserved physical registers
//===----------------------------------------------------------------------===//

class State<string name> : Register<name> { let Namespace = "Matrix"; string Name = name; }
/// A scalar; cpp is its C++ type in the simulator, int64_t or float.
class ScalarState<string name, string cpp, int reset> : State<name> {
  string Cpp = cpp;
  int Reset = reset;
}
/// A tile held in configuration state, such as a preloaded operand.
class TileState<string name, Format format, int rows, int columns> : State<name> {
  Format Fmt = format;
  int Rows = rows;
  int Columns = columns;
  /// Whether it is within the array of a pipe, element by element, so that the
  /// next instruction of the pipe uses it without waiting for its latency.
  /// Instructions of one pipe use it.
  bit IsForwarded = false;
}

/// A bit field of a register: (Field $a, "name"), unsigned. Fields may overlap.
/// A count or address above `max` traps on use.
class BitField<string name, int low, int width, int max = -1> {
  string Name = name;
  int Low = low;
  int Width = width;
  int Max = max;
}
/// State that latches an operand: a row address with its fields.
class PointerState<string name, list<BitField> fields> : State<name> { list<BitField> Fields = fields; }

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// A general register with named bit fields.
class Packed<list<BitField> fields> : RegisterOperand<GPR> { list<BitField> Fields = fields; }

/// A tile of `rows` x `columns` elements of format f in space s. An extent is a
/// number, a field of the address register ("rows"), a field of another operand
/// ("rs2.rows"), or an Immediate operand ("n"). The address is the field "row" of
/// the register, or all bits outside the fields. Its unit is a row in row
/// spaces and a byte in flat ones.
class TileAt<Space s, Format f, string rows, string columns> {
  Space In = s;
  Format Fmt = f;
  string Rows = rows;
  string Columns = columns;
  list<BitField> Fields = [];
  // Distance of consecutive rows: bytes in flat spaces, rows in row spaces;
  // unset: contiguous.
  ScalarState Stride = ?;
  // Row spaces: distance in rows of consecutive column blocks of a wide tile.
  ScalarState BlockStride = ?;
  int BlockRows = 0;
  // Null address: if this field has all bits set, or equals NullValue,
  // elements read as zero and stores have no effect.
  string NullField = "";
  int NullValue = -1;
}
class InRegister<Space s, Format f, string rows, string columns>
    : RegisterOperand<GPR>, TileAt<s, f, rows, columns>;
class InImmediate<int width, Space s, Format f, string rows, string columns>
    : Immediate<width>, TileAt<s, f, rows, columns>;

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// space: one of the four variant spaces, with 26 free bits.
class RowInst<bits<2> space, string baseMnemonic, dag ins, string args, Timing t, dag semantics>
    : MatrixInst<baseMnemonic, "", (outs), ins, args, t> {
  dag Semantics = semantics;
  list<dag> AlsoMatches = [];
  let Op{5-2} = OpVariant.Value{5-2};
  let Op{1-0} = space;
  // Conservative flags for all instructions: one that only writes state must
  // not be removed as dead code.
  let mayLoad = 1;
  let mayStore = 1;
  let hasSideEffects = 1;
}

#endif // MATRIX_SCHEMA_ROWS_TD
