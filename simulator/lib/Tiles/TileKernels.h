//===- TileKernels.h - loop kernels of tile functions -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transposition and contraction kernels that generated tile functions call.
// Included once per host by Tiles.cpp, in an unnamed namespace, after
// Numerics.h and Tiles.h.
//
//===----------------------------------------------------------------------===//

// A loop over the elements of a row. If it were unrolled early, it would not
// vectorize; the enclosing loop would instead, with gathers.
#ifdef __clang__
#define MATRIX_ELEMENTS _Pragma("clang loop unroll(disable)")
#else
#define MATRIX_ELEMENTS
#endif

namespace kernels {

/// Compiler vector of N elements of type T.
template <typename T, int N> struct Vector {
  typedef T type __attribute__((vector_size(sizeof(T) * N), may_alias));
};

/// Interleaves the first halves (First = 0) or the second halves of two
/// vectors.
template <int First, typename V, int... I>
MATRIX_INLINE V interleave(V a, V b, std::integer_sequence<int, I...>) {
  constexpr int n = int(sizeof...(I));
  return __builtin_shufflevector(a, b, (First + I / 2 + I % 2 * n)...);
}

/// Transposes N x N elements by log2(N) perfect shuffles. Each interleaves rows
/// i and i + N/2, which rotates the concatenated bits of row and column index
/// left by one; after log2(N) rotations row and column are exchanged.
template <int N, typename T>
MATRIX_INLINE void transposeBlock(T *out, int outPitch, const T *in,
                                  int inPitch) {
  using V = typename Vector<T, N>::type;
  constexpr auto places = std::make_integer_sequence<int, N>();
  V rows[N], next[N];
#pragma GCC unroll 16
  for (int i = 0; i < N; ++i)
    std::memcpy(&rows[i], in + i * inPitch, sizeof(V));
#pragma GCC unroll 16
  for (int step = 1; step < N; step *= 2) {
#pragma GCC unroll 16
    for (int i = 0; i < N / 2; ++i) {
      next[2 * i] = interleave<0>(rows[i], rows[i + N / 2], places);
      next[2 * i + 1] = interleave<N / 2>(rows[i], rows[i + N / 2], places);
    }
#pragma GCC unroll 16
    for (int i = 0; i < N; ++i)
      rows[i] = next[i];
  }
#pragma GCC unroll 16
  for (int i = 0; i < N; ++i)
    std::memcpy(out + i * outPitch, &rows[i], sizeof(V));
}

/// Transposes: out[j][i] = in[i][j].
template <typename T>
MATRIX_INLINE void transpose(T *__restrict out, const T *__restrict in,
                             int rows, int columns) {
  if (rows % 16 == 0 && columns % 16 == 0) {
    for (int i = 0; i < rows; i += 16)
      for (int j = 0; j < columns; j += 16)
        transposeBlock<16>(out + j * rows + i, rows, in + i * columns + j,
                           columns);
    return;
  }
  for (int j = 0; j < columns; ++j)
    MATRIX_ELEMENTS for (int i = 0; i < rows; ++i) out[j * rows + i] =
        in[i * columns + j];
}

template <typename V, int N>
MATRIX_INLINE V fusedMultiplyAdd(float a, V b, V c) {
#if __has_builtin(__builtin_elementwise_fma)
  return __builtin_elementwise_fma(a - V{}, b, c); // broadcast of a
#else
  V sum;
  for (int j = 0; j < N; ++j)
    sum[j] = __builtin_fmaf(a, b[j], c[j]);
  return sum;
#endif
}

// Number of accumulator rows of a column block that are kept in host vector
// registers.
constexpr int hostVectorBytes =
#if defined(__AVX512F__)
    64;
#elif defined(__AVX__)
    32;
#else
    16;
#endif
constexpr int blockColumns(int columns) {
  return columns % 16 == 0 ? 16 : columns % 8 == 0 ? 8 : 1;
}
constexpr int rowsInFlight(int columns) {
  int vectors = (columns * 4 + hostVectorBytes - 1) / hostVectorBytes;
  return vectors <= 1 ? 8 : vectors <= 2 ? 4 : 2;
}

/// Accumulates some rows of one column block: sum[i][j] is a chain of fma over
/// ascending k.
template <int Columns, int Rows>
MATRIX_INLINE void contractBlock(float *sum, const float *a, const float *b,
                                 int pitch, int depth) {
  using V = typename Vector<float, Columns>::type;
  V acc[Rows];
  for (int u = 0; u < Rows; ++u)
    std::memcpy(&acc[u], sum + u * pitch, sizeof(V));
  for (int k = 0; k < depth; ++k) {
    V row;
    std::memcpy(&row, b + k * pitch, sizeof(V));
#pragma GCC unroll 8
    for (int u = 0; u < Rows; ++u)
      acc[u] = fusedMultiplyAdd<V, Columns>(a[u * depth + k], row, acc[u]);
  }
  for (int u = 0; u < Rows; ++u)
    std::memcpy(sum + u * pitch, &acc[u], sizeof(V));
}

/// sum[i][j] += a[i][k] * b[k][j], each step fused, k ascending.
template <int Columns>
MATRIX_INLINE void contract(float *__restrict sum, const float *__restrict a,
                            const float *__restrict b, int rows, int depth) {
  constexpr int block = blockColumns(Columns), step = rowsInFlight(block);
  for (int j = 0; j < Columns; j += block) {
    int i = 0;
    for (; i + step <= rows; i += step)
      contractBlock<block, step>(sum + i * Columns + j, a + i * depth, b + j,
                                 Columns, depth);
    for (; i < rows; ++i)
      contractBlock<block, 1>(sum + i * Columns + j, a + i * depth, b + j,
                              Columns, depth);
  }
  // NaN propagates through the chain, so that canonicalization at the end
  // suffices.
  for (int i = 0; i < rows * Columns; ++i)
    sum[i] = num::canonical(sum[i]);
}

/// sum[i][j] += a[i][k] * b[j][k] modulo 2^32, in any order.
template <int Columns, typename A, typename B>
MATRIX_INLINE void contract(int32_t *__restrict sum, const A *__restrict a,
                            const B *__restrict b, int rows, int depth) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < Columns; ++j) {
      uint32_t dot = 0;
      for (int k = 0; k < depth; ++k)
        dot += uint32_t(int32_t(a[i * depth + k])) *
               uint32_t(int32_t(b[j * depth + k]));
      sum[i * Columns + j] = int32_t(uint32_t(sum[i * Columns + j]) + dot);
    }
}
/// Signed products of 16-bit operands do not overflow.
template <int Columns>
MATRIX_INLINE void contract(int32_t *__restrict sum,
                            const int16_t *__restrict a,
                            const int16_t *__restrict b, int rows, int depth) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < Columns; ++j) {
      int32_t dot = 0;
      for (int k = 0; k < depth; ++k)
        dot += int32_t(a[i * depth + k]) * int32_t(b[j * depth + k]);
      sum[i * Columns + j] = num::addi(sum[i * Columns + j], dot);
    }
}

} // namespace kernels
