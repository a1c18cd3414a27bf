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
/// A number; cpp is its C++ type in the simulator.
class ScalarState<string name, string cpp, int reset> : State<name> {
  string Cpp = cpp;
  int Reset = reset;
}
class TileState<string name, Format format, int rows, int columns> : State<name> {
  Format Fmt = format;
  int Rows = rows;
  int Columns = columns;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// A field inside an address register besides the row: counts and flags.
class AddressField<string name, int low, int width> {
  string Name = name;
  int Low = low;
  int Width = width;
}

/// A tile of `rows` rows (a number, or the name of the operand that counts
/// them) and `columns` columns of format f, in space s. In a row space the
/// address counts rows; in a flat space it is in bytes and rows are `Stride`
/// bytes apart, or dense where that is unset.
class TileAt<Space s, Format f, string rows, int columns> {
  Space In = s;
  Format Fmt = f;
  string Rows = rows;
  int Columns = columns;
  list<AddressField> Fields = [];
  ScalarState Stride = ?;
}
class InRegister<Space s, Format f, string rows, int columns>
    : RegisterOperand<GPR>, TileAt<s, f, rows, columns>;
class InImmediate<int width, Space s, Format f, string rows, int columns>
    : Immediate<width>, TileAt<s, f, rows, columns>;
/// State that holds the address of a tile.
class PointerState<string name, TileAt tile> : State<name> { TileAt To = tile; }

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// space: one of the four variant spaces (op 0x38 to 0x3B), 26 bits free.
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
