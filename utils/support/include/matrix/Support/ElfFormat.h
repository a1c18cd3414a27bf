//===- ElfFormat.h - constants of the object file format --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers and names of ELF files (docs/contracts.md) that the code generator,
// the linker and the simulator share. MatrixELF.h of the target defines the
// relocations.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SUPPORT_ELFFORMAT_H
#define MATRIX_SUPPORT_ELFFORMAT_H

#include <cstdint>

namespace matrix {
namespace elf {

/// e_machine ("MX"; not officially assigned) and e_flags.
enum : uint16_t { EM_MATRIX = 0x4d58 };
enum : uint32_t { ABIVersion = 1 };
/// Additional e_flags bit of executables. GDB treats the machine as RISC-V and,
/// by this flag, reads f64 results from floating-point registers.
enum : uint32_t { FloatsInRegisters = 4 };

/// The note that records variant and mode of a file: owner, type, and a
/// one-line JSON object as descriptor (without a terminating zero).
inline constexpr const char NoteSection[] = ".note.matrix";
inline constexpr const char NoteOwner[] = "Matrix";
enum : uint32_t { NoteType = 1 };

} // namespace elf
} // namespace matrix

#endif // MATRIX_SUPPORT_ELFFORMAT_H
