//===- MatrixELF.h - the object file format ---------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Object file format shared by assembler and linker: ELF64, little-endian,
// RELA.
//
// S: value of the symbol, A: addend, P: address of the first byte relocated, T:
// address of the program's thread-local segment (PT_TLS).
// An instruction is one little-endian 32-bit word. A relocation of an
// instruction replaces its field and preserves all other bits:
//
//   Move     the low bits, as many as MoveImmediate of td/ has   (format W)
//   Branch   the same, BranchTarget                              (format I)
//   Jump     the same, CallTarget                                (format J)
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MCTARGETDESC_MATRIXELF_H
#define MATRIX_MCTARGETDESC_MATRIXELF_H

#include "matrix/Description/Target.h"
#include "matrix/Support/ElfFormat.h"
#include <cstdint>

namespace matrix {
namespace elf {

/// name, number, field, value, and the range checked by the linker.
///
///   data      8/16/32/64 bits, little-endian
///   Move, Branch, Jump: see above
///
/// `Unsigned n`: 0 <= value < 2^n before the shift; `Signed n`: a signed n-bit
/// number before the shift; `Any`: unchecked, the low bits are stored. The two
/// low bits of a shifted PC-relative value must be zero.
#define MATRIX_RELOCATIONS(R)                                                  \
  /* name           no  field  value        shift check     bits */            \
  R(R_MATRIX_NONE, 0, None, Absolute, 0, Any, 0)                               \
  R(R_MATRIX_32, 1, Data32, Absolute, 0, Either, 32)                           \
  R(R_MATRIX_64, 2, Data64, Absolute, 0, Any, 64)                              \
  R(R_MATRIX_PC32, 3, Data32, PcRelative, 0, Signed, 32)                       \
  R(R_MATRIX_PC64, 4, Data64, PcRelative, 0, Any, 64)                          \
  /* conditional branches */                                                   \
  R(R_MATRIX_PC16W, 5, Branch, PcRelative, BranchShift, Signed, BranchBits)    \
  /* adr */                                                                    \
  R(R_MATRIX_PC21W, 6, Jump, PcRelative, JumpShift, Signed, JumpBits)          \
  /* movz, movk: halfword n of an address; _NC: not the highest of a           \
     sequence, so nothing is checked */                                        \
  R(R_MATRIX_ABS_G0, 7, Move, Absolute, 0, Unsigned, 16)                       \
  R(R_MATRIX_ABS_G0_NC, 8, Move, Absolute, 0, Any, 16)                         \
  R(R_MATRIX_ABS_G1, 9, Move, Absolute, 16, Unsigned, 32)                      \
  R(R_MATRIX_ABS_G1_NC, 10, Move, Absolute, 16, Any, 16)                       \
  R(R_MATRIX_ABS_G2, 11, Move, Absolute, 32, Unsigned, 48)                     \
  R(R_MATRIX_ABS_G2_NC, 12, Move, Absolute, 32, Any, 16)                       \
  R(R_MATRIX_ABS_G3, 13, Move, Absolute, 48, Any, 16)                          \
  R(R_MATRIX_16, 14, Data16, Absolute, 0, Either, 16)                          \
  R(R_MATRIX_8, 15, Data8, Absolute, 0, Either, 8)                             \
  /* jal; the linker may put a thunk between */                                \
  R(R_MATRIX_JUMP21W, 16, Jump, PcRelative, JumpShift, Signed, JumpBits)       \
  /* offset of a thread-local variable from the thread pointer, as ABS */      \
  R(R_MATRIX_TPREL_G0, 17, Move, ThreadRelative, 0, Unsigned, 16)              \
  R(R_MATRIX_TPREL_G0_NC, 18, Move, ThreadRelative, 0, Any, 16)                \
  R(R_MATRIX_TPREL_G1, 19, Move, ThreadRelative, 16, Unsigned, 32)             \
  /* the same in debug information */                                          \
  R(R_MATRIX_TPREL_64, 20, Data64, ThreadRelative, 0, Any, 64)

enum Relocation : uint32_t {
#define MATRIX_RELOCATION(Name, Number, Field, Value, Shift, Check, Bits)      \
  Name = Number,
  MATRIX_RELOCATIONS(MATRIX_RELOCATION)
#undef MATRIX_RELOCATION
};

/// Field at P that is replaced.
enum class Field : uint8_t {
  None,
  Data8,
  Data16,
  Data32,
  Data64,
  Move,
  Branch,
  Jump
};
/// Absolute: S + A. PcRelative: S + A - P. ThreadRelative: S + A - T.
enum class Value : uint8_t { Absolute, PcRelative, ThreadRelative };
/// Either: in range as a signed or as an unsigned number (data words).
enum class Check : uint8_t { Any, Signed, Unsigned, Either };

struct RelocationInfo {
  const char *Name;
  uint32_t Number;
  Field Where;
  Value What;
  uint8_t Shift; // the field holds value >> Shift
  Check Range;   // of the value before the shift
  uint8_t Bits;
};

/// Returns nullptr for numbers that are not relocations of this ABI.
inline const RelocationInfo *lookupRelocation(uint32_t Number) {
  constexpr unsigned BranchShift = desc::immediate::BranchTarget.shift,
                     BranchBits = desc::immediate::BranchTarget.bits(),
                     JumpShift = desc::immediate::CallTarget.shift,
                     JumpBits = desc::immediate::CallTarget.bits();
  static constexpr RelocationInfo Table[] = {
#define MATRIX_RELOCATION(N, Number, F, V, Shift, C, Bits)                     \
  {#N, Number, Field::F, Value::V, Shift, Check::C, Bits},
      MATRIX_RELOCATIONS(MATRIX_RELOCATION)
#undef MATRIX_RELOCATION
  };
  for (const RelocationInfo &Info : Table)
    if (Info.Number == Number)
      return &Info;
  return nullptr;
}

/// Returns true if the value fits into the field of the relocation.
inline bool fits(const RelocationInfo &Info, int64_t V) {
  if (Info.What == Value::PcRelative && (V & ((1 << Info.Shift) - 1)))
    return false;
  if (Info.Range == Check::Any || Info.Bits == 64)
    return true;
  // V is a signed number of n bits if bit n - 1 and all above are equal.
  bool Unsigned = uint64_t(V) >> Info.Bits == 0;
  int64_t Sign = V >> (Info.Bits - 1);
  bool Signed = Sign == 0 || Sign == -1;
  return (Unsigned && Info.Range != Check::Signed) ||
         (Signed && Info.Range != Check::Unsigned);
}

/// Number of bytes patched, and of their low bits that hold the value.
inline unsigned bytesOf(Field F) {
  switch (F) {
  case Field::None:
    return 0;
  case Field::Data8:
    return 1;
  case Field::Data16:
    return 2;
  case Field::Data64:
    return 8;
  default:
    return 4;
  }
}
inline unsigned bitsOf(Field F) {
  switch (F) {
  case Field::Move:
    return desc::immediate::MoveImmediate.width;
  case Field::Branch:
    return desc::immediate::BranchTarget.width;
  case Field::Jump:
    return desc::immediate::CallTarget.width;
  default:
    return 8 * bytesOf(F);
  }
}

/// Replaces the field at `Where` by the value.
inline void patch(const RelocationInfo &Info, uint8_t *Where, uint64_t V) {
  unsigned Bits = bitsOf(Info.Where);
  uint64_t Mask = Bits == 64 ? ~uint64_t(0) : (uint64_t(1) << Bits) - 1;
  // Byte by byte, because the address of data is not necessarily aligned.
  uint64_t New = uint64_t(int64_t(V) >> Info.Shift) & Mask;
  for (unsigned I = 0; I < bytesOf(Info.Where); ++I) {
    uint8_t Keep = uint8_t(~(Mask >> (8 * I)));
    Where[I] = uint8_t((Where[I] & Keep) | uint8_t(New >> (8 * I)));
  }
}

} // namespace elf
} // namespace matrix

#endif // MATRIX_MCTARGETDESC_MATRIXELF_H
