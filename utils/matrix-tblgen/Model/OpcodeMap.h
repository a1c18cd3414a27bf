//===- OpcodeMap.h - opcodes and free codes ---------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The opcodes of the description and the free codes between them, for the
// manual and for checks. An opcode is free without an Opcode record, a function
// code if no instruction of any variant decodes it. Free codes are printed as
// ranges, such as 2, 5-7.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_OPCODEMAP_H
#define MATRIX_TBLGEN_OPCODEMAP_H

#include "Model/Model.h"
#include "Model/ProgramModel.h"

namespace matrix::tblgen {

/// The opcode map: the Opcode records, and the instructions of each opcode.
class OpcodeMap {
public:
  explicit OpcodeMap(const Model &m);

  unsigned bits() const { return field.bits; }
  unsigned count() const { return rows.size(); }
  unsigned opcodeOf(const Instruction &i) const {
    return i.Code.Value >> field.low;
  }

  /// Returns the row of the opcode; null if it is free.
  const llvm::Record *find(unsigned opcode) const { return rows[opcode]; }
  llvm::ArrayRef<const Instruction *> instructions(unsigned opcode) const {
    return byOpcode[opcode];
  }
  /// Returns opcodes without a row, as ranges: "0xd-0xf, 0x2f".
  std::string freeOpcodes() const;
  /// Returns the function codes that no instruction of the opcode has in any
  /// variant, as ranges; empty without a function code.
  std::string freeFunctionCodes(unsigned opcode) const;

private:
  OpcodeField field;
  std::vector<const llvm::Record *> rows;
  std::vector<std::vector<const Instruction *>> byOpcode;
};

/// Returns the class of the format without prefix: "R" for InstR.
std::string layoutName(const llvm::Record *opcode);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_OPCODEMAP_H
