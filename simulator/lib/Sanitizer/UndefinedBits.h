//===- UndefinedBits.h - propagation of uninitialized bits ------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shadow propagation of scalar operators. A bit is uninitialized if it depends
// on memory that was never written. Each function takes values and the masks of
// their uninitialized bits and returns the mask of its result: a superset of
// the bits that change under any choice of the uninitialized ones. The records
// NodeSemantics (td/Common/ScalarNodes.td) refer to these functions.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CHECKS_UNDEFINEDBITS_H
#define MATRIX_SIMULATOR_CHECKS_UNDEFINEDBITS_H

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace undef {

constexpr uint64_t all = ~uint64_t(0);

/// All bits from the lowest uninitialized one upward: lower bits of a product
/// do not depend on higher bits of the operands.
inline uint64_t upwards(uint64_t mask) { return mask | -mask; }

/// Carries are monotonic in the operands. A carry therefore is uninitialized
/// only if it differs between the smallest operands (uninitialized bits 0) and
/// the largest ones (uninitialized bits 1). (x + y) ^ x ^ y are the carries
/// into each bit.
inline uint64_t sumWithCarry(uint64_t a, uint64_t ofA, uint64_t b, uint64_t ofB,
                             uint64_t carry) {
  uint64_t lowA = a & ~ofA, highA = a | ofA, lowB = b & ~ofB, highB = b | ofB;
  uint64_t minimum = (lowA + lowB + carry) ^ lowA ^ lowB,
           maximum = (highA + highB + carry) ^ highA ^ highB;
  return ofA | ofB | (minimum ^ maximum);
}
inline uint64_t sum(int64_t a, uint64_t ofA, int64_t b, uint64_t ofB) {
  return sumWithCarry(uint64_t(a), ofA, uint64_t(b), ofB, 0);
}
inline uint64_t difference(int64_t a, uint64_t ofA, int64_t b, uint64_t ofB) {
  return sumWithCarry(uint64_t(a), ofA, ~uint64_t(b), ofB, 1);
}

/// Conservative: every result bit depends on every operand bit.
inline uint64_t any(uint64_t mask) { return mask ? all : 0; }

inline uint64_t bitAnd(int64_t a, uint64_t ofA, int64_t b, uint64_t ofB) {
  return (ofA & ofB) | (ofA & uint64_t(b)) | (uint64_t(a) & ofB);
}
inline uint64_t bitOr(int64_t a, uint64_t ofA, int64_t b, uint64_t ofB) {
  return (ofA & ofB) | (ofA & ~uint64_t(b)) | (~uint64_t(a) & ofB);
}

/// `shifted`: the mask, shifted like the value. Counts are modulo 64.
inline uint64_t shift(uint64_t shifted, uint64_t ofCount) {
  return ofCount & 63 ? all : shifted;
}

template <typename T>
std::enable_if_t<std::is_integral_v<T>, uint64_t> bits(T value) {
  return uint64_t(value);
}
inline uint64_t bits(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}
inline uint64_t bits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

/// A value is nonzero if one of its initialized bits is set.
template <typename T> bool isDecided(T condition, uint64_t mask) {
  return !mask || (bits(condition) & ~mask);
}
template <typename T>
uint64_t select(T condition, uint64_t ofCondition, uint64_t a, uint64_t ofA,
                uint64_t b, uint64_t ofB) {
  if (isDecided(condition, ofCondition))
    return condition ? ofA : ofB;
  return ofA | ofB | (a ^ b);
}

/// Mask of a comparison, in bit 0: equality is decided if initialized bits
/// differ.
inline uint64_t equal(int64_t a, uint64_t ofA, int64_t b, uint64_t ofB) {
  uint64_t mask = ofA | ofB;
  return mask && !(uint64_t(a ^ b) & ~mask);
}

/// The order is decided if the intervals of possible values are disjoint.
inline uint64_t ordered(uint64_t a, uint64_t ofA, uint64_t b, uint64_t ofB) {
  uint64_t lowA = a & ~ofA, highA = a | ofA, lowB = b & ~ofB, highB = b | ofB;
  return (ofA | ofB) && lowA <= highB && lowB <= highA;
}
/// Flipping the sign bit maps the signed order to the unsigned order.
inline uint64_t orderedSigned(int64_t a, uint64_t ofA, int64_t b,
                              uint64_t ofB) {
  constexpr uint64_t sign = uint64_t(1) << 63;
  return ordered(uint64_t(a) ^ sign, ofA, uint64_t(b) ^ sign, ofB);
}

} // namespace undef

#endif // MATRIX_SIMULATOR_CHECKS_UNDEFINEDBITS_H
