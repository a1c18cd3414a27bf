//===- Encodings.h - Handwritten instruction encodings ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TEST_UNIT_SIMULATOR_ENCODINGS_H
#define MATRIX_TEST_UNIT_SIMULATOR_ENCODINGS_H

#include <cstdint>

namespace encodings {

inline uint32_t R(int op, int rd, int ra, int rb, int fn) {
  return uint32_t(op) << 26 | rd << 21 | ra << 16 | rb << 11 | fn;
}
inline uint32_t I(int op, int rd, int ra, int imm) {
  return uint32_t(op) << 26 | rd << 21 | ra << 16 | (imm & 0xffff);
}
inline uint32_t addi(int rd, int ra, int imm) { return I(0x03, rd, ra, imm); }
inline uint32_t add(int rd, int ra, int rb) { return R(0x01, rd, ra, rb, 0); }
inline uint32_t lb(int rd, int ra, int imm) { return I(0x10, rd, ra, imm); }
inline uint32_t sd(int rd, int ra, int imm) { return I(0x1A, rd, ra, imm); }
inline uint32_t bne(int ra, int rb, int words) {
  return I(0x22, ra, rb, words);
}
inline uint32_t jal(int rd, int words) {
  return 0x27u << 26 | rd << 21 | (words & 0x1fffff);
}
inline uint32_t jalr(int rd, int ra, int imm) { return I(0x28, rd, ra, imm); }
inline uint32_t csrr(int rd, int csr) { return I(0x2D, rd, 0, csr); }
inline uint32_t movk(int rd, int imm, int half) {
  return 0x0Bu << 26 | rd << 21 | half << 19 | 2 << 16 | imm;
}
inline uint32_t hostCall() { return R(0x2E, 0, 0, 0, 0); }
inline uint32_t halt(int ra) { return R(0x2E, 0, ra, 0, 1); }
inline uint32_t dmaStart(int rd, int ra) { return R(0x36, rd, ra, 0, 0); }
inline uint32_t dmaWait(int ra) { return R(0x36, 0, ra, 0, 1); }
inline uint32_t barrier() { return R(0x36, 0, 0, 0, 5); }

inline uint32_t cycle(int rd) { return I(0x2D, rd, 0, 2); }
inline uint32_t core(int rd) { return I(0x2D, rd, 0, 0); }
inline uint32_t semPost(int core, int number) {
  return R(0x36, 0, core, number, 3);
}
inline uint32_t semWait(int count, int number) {
  return R(0x36, 0, count, number, 4);
}
// Contiguous tiles at ra.
inline uint32_t tldc(int td, int ra) {
  return R(0x30, td, ra, 0, 0x180 << 2 | 3);
}
inline uint32_t tstc(int td, int ra) {
  return R(0x30, td, ra, 0, 0x180 << 2 | 2);
}
inline uint32_t tmmaBf16(int td, int ta, int tb) {
  return R(0x31, td, ta, tb, 2 << 2);
}
inline uint32_t taddF32(int td, int ta, int tb) {
  return R(0x32, td, ta, tb, 0);
}

} // namespace encodings

#endif // MATRIX_TEST_UNIT_SIMULATOR_ENCODINGS_H
