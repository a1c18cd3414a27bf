//===- Schema/Pair.td - two short instructions in one word ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Classes of short forms. A pair word consists of its opcode and two slots; each
// slot holds a short form, which denotes one instruction word: the fixed bits
// of the instruction, and operands computed from the fields of the slot. Both
// instructions execute in order, with the semantics of their words. Assembler,
// disassembler, simulator and code generator convert by tables made from these
// records.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SCHEMA_PAIR_TD
#define MATRIX_SCHEMA_PAIR_TD

include "Schema/Encoding.td"

/// The layout of a pair word: opcodes of the row, then the slot that executes
/// first, then the other. Variants with the feature have them.
class PairLayout<Feature needs, Opcode row, int slotBits> {
  Feature Needs = needs;
  Opcode Row = row;
  int SlotBits = slotBits;
}

/// A field of a slot. Each of the operands, whose names are those of the
/// instruction, has the value (field << shift) + base in its field of the
/// instruction word. Width 0 is a constant.
class ShortField<list<string> operands, int width, bit isSigned = 0, int shift = 0, int base = 0> {
  list<string> Operands = operands;
  int Width = width;
  bit Signed = isSigned;
  int Shift = shift;
  int Base = base;
}
class Constant<list<string> operands, int value> : ShortField<operands, 0, 0, 0, value>;

/// The slots in which a form may be. Transfers of control are in the second.
defvar FirstSlot = 1;
defvar SecondSlot = 2;
defvar BothSlots = 3;

/// A short form of an instruction: `prefix` in the upper bits of the slot, then
/// the fields from high to low bits. Together they fill the slot. Every operand
/// belongs to a field.
class ShortForm<MatrixInst inst, int prefix, list<ShortField> fields, bits<2> slots = BothSlots> {
  MatrixInst Of = inst;
  int Prefix = prefix;
  list<ShortField> Fields = fields;
  bits<2> Slots = slots;
  bit First = slots{0};
  bit Second = slots{1};
}

#endif // MATRIX_SCHEMA_PAIR_TD
