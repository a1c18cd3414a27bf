//===- QuadConvert.c - conversions of wide numbers ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between binary128 and the other formats, and between floating point and
// __int128. Conversions to integers saturate; NaN becomes 0.
//
//===----------------------------------------------------------------------===//

#include "SoftFloat.h"

//===----------------------------------------------------------------------===//
// Between formats
//===----------------------------------------------------------------------===//

/// Defines the conversions between a type and Number.
#define ACCESSORS(NAME, TYPE, BITS, FORMAT)                                    \
  static inline Number unpack##NAME(TYPE x) {                                  \
    BITS bits;                                                                 \
    __builtin_memcpy(&bits, &x, sizeof(bits));                                 \
    return unpack(bits, FORMAT);                                               \
  }                                                                            \
  static inline TYPE pack##NAME(Number n) {                                    \
    BITS bits = (BITS)pack(n, FORMAT);                                         \
    TYPE x;                                                                    \
    __builtin_memcpy(&x, &bits, sizeof(x));                                    \
    return x;                                                                  \
  }

ACCESSORS(Half, _Float16, uint16_t, Binary16)
ACCESSORS(Brain, __bf16, uint16_t, Brain16)
ACCESSORS(Single, float, uint32_t, Binary32)
ACCESSORS(Double, double, uint64_t, Binary64)
static inline Number unpackQuad(Quad x) { return numberOf(x); }
static inline Quad packQuad(Number n) { return quadOf(n); }

#define EXPORT_FORMAT(LETTERS, NAME, TYPE)                                     \
  EXPORT Quad RUNTIME_NAME(__extend##LETTERS##tf2)(TYPE x) {                   \
    return packQuad(unpack##NAME(x));                                          \
  }                                                                            \
  EXPORT TYPE RUNTIME_NAME(__trunctf##LETTERS##2)(Quad x) {                    \
    return pack##NAME(unpackQuad(x));                                          \
  }

EXPORT_FORMAT(hf, Half, _Float16)
EXPORT_FORMAT(bf, Brain, __bf16)
EXPORT_FORMAT(sf, Single, float)
EXPORT_FORMAT(df, Double, double)

//===----------------------------------------------------------------------===//
// To integers
//===----------------------------------------------------------------------===//

/// The magnitude, without its fraction; the greatest value if it is too large.
static Wide truncated(Number n) {
  if (n.class == Zero || n.class == NotANumber)
    return 0;
  if (n.class == Infinite || n.exponent > 0)
    return ~(Wide)0;
  return n.exponent <= -WideBits ? 0 : n.significand >> -n.exponent;
}

static Wide toUnsigned(Number n, int bits) {
  Wide limit = ~(Wide)0 >> (WideBits - bits), x = truncated(n);
  return n.negative ? 0 : x < limit ? x : limit;
}

static SignedWide toSigned(Number n, int bits) {
  Wide limit = ((Wide)1 << (bits - 1)) - !n.negative, x = truncated(n);
  x = x < limit ? x : limit;
  return (SignedWide)(n.negative ? -x : x);
}

#define EXPORT_TO_INTEGER(LETTERS, NAME, TYPE, SUFFIX, INT, BITS)              \
  EXPORT INT RUNTIME_NAME(__fix##LETTERS##SUFFIX)(TYPE x) {                    \
    return (INT)toSigned(unpack##NAME(x), BITS);                               \
  }                                                                            \
  EXPORT unsigned INT RUNTIME_NAME(__fixuns##LETTERS##SUFFIX)(TYPE x) {        \
    return (unsigned INT)toUnsigned(unpack##NAME(x), BITS);                    \
  }

EXPORT_TO_INTEGER(tf, Quad, Quad, si, int, 32)
EXPORT_TO_INTEGER(tf, Quad, Quad, di, long, 64)
EXPORT_TO_INTEGER(tf, Quad, Quad, ti, __int128, 128)
EXPORT_TO_INTEGER(df, Double, double, ti, __int128, 128)
EXPORT_TO_INTEGER(sf, Single, float, ti, __int128, 128)
EXPORT_TO_INTEGER(hf, Half, _Float16, ti, __int128, 128)

//===----------------------------------------------------------------------===//
// From integers
//===----------------------------------------------------------------------===//

static Number fromUnsigned(Wide x) {
  Number n = {Finite, false, 0, x};
  return normalize(n);
}

static Number fromSigned(SignedWide x) {
  Number n = fromUnsigned(x < 0 ? -(Wide)x : (Wide)x);
  n.negative = x < 0;
  return n;
}

#define EXPORT_FROM_INTEGER(LETTERS, NAME, TYPE, SUFFIX, INT)                  \
  EXPORT TYPE RUNTIME_NAME(__float##SUFFIX##LETTERS)(INT x) {                  \
    return pack##NAME(fromSigned(x));                                          \
  }                                                                            \
  EXPORT TYPE RUNTIME_NAME(__floatun##SUFFIX##LETTERS)(unsigned INT x) {       \
    return pack##NAME(fromUnsigned(x));                                        \
  }

EXPORT_FROM_INTEGER(tf, Quad, Quad, si, int)
EXPORT_FROM_INTEGER(tf, Quad, Quad, di, long)
EXPORT_FROM_INTEGER(tf, Quad, Quad, ti, __int128)
EXPORT_FROM_INTEGER(df, Double, double, ti, __int128)
EXPORT_FROM_INTEGER(sf, Single, float, ti, __int128)
EXPORT_FROM_INTEGER(hf, Half, _Float16, ti, __int128)
