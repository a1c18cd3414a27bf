//===- ProgramModel.h - properties of programs ------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Queries of the records that are common to all variants: registers and their
// use, the DMA descriptor, the kinds of parameters. They read the records
// directly, so that generators of headers need no model of the instructions.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_PROGRAMMODEL_H
#define MATRIX_TBLGEN_PROGRAMMODEL_H

#include "llvm/TableGen/Record.h"
#include <string>
#include <vector>

namespace matrix::tblgen {

struct Variant;

/// Returns the alignment of the stack pointer at calls, in bytes.
int64_t stackAlignment(const llvm::RecordKeeper &records);

/// The size of every instruction, in bytes.
int64_t instructionBytes(const llvm::RecordKeeper &records);

/// The position and width of the opcode, the upper bits of every instruction.
struct OpcodeField {
  explicit OpcodeField(const llvm::RecordKeeper &records);
  unsigned low, bits;
};

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

using Registers = std::vector<const llvm::Record *>;

/// Returns the number that encodes a register.
int64_t registerNumber(const llvm::Record *reg);
/// Returns the registers of a class in its order.
Registers registersOf(const llvm::RecordKeeper &records,
                      llvm::StringRef registerClass);
/// Returns the registers of a named RegisterUse.
Registers registersFor(const llvm::RecordKeeper &records, llvm::StringRef use);
/// Returns "r" for GPR.
llvm::StringRef registerPrefix(const llvm::RecordKeeper &records,
                               llvm::StringRef registerClass);
/// Returns "r4-r11" for consecutive registers, and otherwise all names.
std::string registerList(const Registers &registers);

//===----------------------------------------------------------------------===//
// DMA descriptors and parameters
//===----------------------------------------------------------------------===//

/// Returns the width of a field of DMA descriptors, whose layout all engines
/// share, or 0 without DMA.
unsigned descriptorBits(const llvm::RecordKeeper &records,
                        llvm::StringRef field);

/// Returns the parameter LineBytes, the line of the DMA engine as well, or 0.
int64_t lineBytes(const Variant &v);
/// Returns true if variants give the parameter; others follow from their tiles
/// or from an instruction.
bool isGivenByVariants(const llvm::Record *parameter);
/// Returns the member of matrix::desc::Parameters: lineBytes for LineBytes.
std::string parameterMember(const llvm::Record *parameter);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_PROGRAMMODEL_H
