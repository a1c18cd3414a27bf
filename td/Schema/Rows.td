//===- Schema/Rows.td - instructions that name rows of a memory -  ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accelerators without tile registers: operands are tiles in a row memory,
// named by an address in a register or in the instruction, and configuration
// state that outlives an instruction.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SCHEMA_ROWS_TD
#define MATRIX_SCHEMA_ROWS_TD

include "Schema/Instruction.td"

//===----------------------------------------------------------------------===//
// State: reserved physical registers
//===----------------------------------------------------------------------===//

class State<string name> : Register<name> { let Namespace = "Matrix"; string Name = name; }
/// A number; cpp is its C++ type in the simulator, int64_t or float.
class ScalarState<string name, string cpp, int reset> : State<name> {
  string Cpp = cpp;
  int Reset = reset;
}
class TileState<string name, Format format, int rows, int columns> : State<name> {
  Format Fmt = format;
  int Rows = rows;
  int Columns = columns;
}

/// Named bits of a register: (Field $a, "name"), unsigned. Fields may overlap.
/// A count or address beyond `most` traps when it is used.
class BitField<string name, int low, int width, int most = -1> {
  string Name = name;
  int Low = low;
  int Width = width;
  int Most = most;
}
/// State that remembers an operand: an address of rows and what stands beside it.
class PointerState<string name, list<BitField> fields> : State<name> { list<BitField> Fields = fields; }

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// A general register whose bits have names.
class Packed<list<BitField> fields> : RegisterOperand<GPR> { list<BitField> Fields = fields; }

/// A tile of `rows` x `columns` elements of format f in space s. Each extent is
/// a number, a field of the register with the address ("rows"), a field of
/// another operand ("rs2.rows"), or an operand that counts ("n").
/// The address is the field "row" of that register, or all bits that are in no
/// field. It counts rows in a row space, bytes in a flat one.
class TileAt<Space s, Format f, string rows, string columns> {
  Space In = s;
  Format Fmt = f;
  string Rows = rows;
  string Columns = columns;
  list<BitField> Fields = [];
  // From one row to the next: bytes in a flat space, rows in a row space;
  // unset: no gap.
  ScalarState Stride = ?;
  // Row spaces: columns beyond one row continue so many rows further on.
  ScalarState BlockStride = ?;
  int BlockRows = 0;
  // No tile at all if this field has all bits set, or has the value given:
  // elements read as zeros, nothing is written.
  string Absent = "";
  int AbsentValue = -1;
}
class InRegister<Space s, Format f, string rows, string columns>
    : RegisterOperand<GPR>, TileAt<s, f, rows, columns>;
class InImmediate<int width, Space s, Format f, string rows, string columns>
    : Immediate<width>, TileAt<s, f, rows, columns>;

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// space: one of the four variant spaces (op 0x38 to 0x3B), 26 bits free. Each
/// variant has all four: variants may use the same bits.
class RowInst<bits<2> space, string stem, dag ins, string args, Timing t, dag meaning>
    : MatrixInst<stem, "", (outs), ins, args, t> {
  dag Meaning = meaning;
  list<dag> AlsoMatches = [];
  let Op{5-2} = 0b1110;
  let Op{1-0} = space;
  // Effects are made centrally: whatever an instruction only does to state
  // must keep it alive.
  let mayLoad = 1;
  let mayStore = 1;
  let hasSideEffects = 1;
}

#endif // MATRIX_SCHEMA_ROWS_TD
