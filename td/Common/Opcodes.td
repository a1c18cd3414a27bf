//===- Common/Opcodes.td - the opcode map ---------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The opcode map: a row for each group of instructions. The manual prints it
// with the free opcodes; classes of formats take their opcode from a row.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_COMMON_OPCODES_TD
#define MATRIX_COMMON_OPCODES_TD

include "Schema/Opcode.td"

def OpTrap           : Opcode<0x00, "InstR",  "trap">;
def OpInteger        : Opcode<0x01, "InstR",  "integer arithmetic">;
def OpInteger32      : Opcode<0x02, "InstR",  "integer arithmetic on 32 bits, extensions">;
def OpIntegerImm     : Opcode<0x03, "InstI",  "integer arithmetic with an immediate", count=7>;
def OpShiftImm       : Opcode<0x0A, "InstR",  "shifts by an immediate">;
def OpMoveImm        : Opcode<0x0B, "InstW",  "constants">;
def OpAddress        : Opcode<0x0C, "InstJ",  "addresses relative to the instruction">;
def OpIndexedMemory  : Opcode<0x0F, "InstR",  "loads and stores, base and index">;
def OpIntegerMemory  : Opcode<0x10, "InstI",  "integer loads and stores", count=11>;
def OpFloatMemory    : Opcode<0x1B, "InstI",  "float loads and stores", count=6>;
def OpBranch         : Opcode<0x21, "InstI",  "conditional branches", count=6>;
def OpJump           : Opcode<0x27, "InstJ",  "jumps and calls">;
def OpJumpRegister   : Opcode<0x28, "InstI",  "indirect jumps and calls">;
def OpFloat          : Opcode<0x29, "InstR",  "float arithmetic">;
def OpFloatFma       : Opcode<0x2A, "InstR4", "multiply-add">;
def OpFloatConvert   : Opcode<0x2B, "InstR",  "float conversions and moves">;
def OpAtomic         : Opcode<0x2C, "InstR",  "atomic read-modify-write">;
def OpCsr            : Opcode<0x2D, "InstI",  "control registers">;
def OpSystem         : Opcode<0x2E, "InstR",  "host calls, order of memory accesses">;
def OpTileMemory     : Opcode<0x30, "InstTM", "tile loads and stores">;
def OpTileContract   : Opcode<0x31, "InstT",  "contractions">;
def OpTileBinary     : Opcode<0x32, "InstT",  "elementwise, two or three tiles">;
def OpTileUnary      : Opcode<0x33, "InstT",  "elementwise, one tile; reductions">;
def OpTileConvert    : Opcode<0x34, "InstT",  "conversions and the output stage">;
def OpTileMisc       : Opcode<0x35, "InstT",  "constants, moves, masks, elements">;
def OpSync           : Opcode<0x36, "InstR",  "DMA, semaphores, barriers">;
// Variants may assign the same encodings to different instructions.
def OpVariant        : Opcode<0x38, "",       "spaces of the variant, 26 bits each", count=4>;
def OpPair           : Opcode<0x3C, "",       "two short instructions, 14 bits each", count=4>;

#endif // MATRIX_COMMON_OPCODES_TD
