//===- Fuzz.h - what all kinds of damage share ------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TEST_FUZZ_H
#define MATRIX_TEST_FUZZ_H

#include "matrix/Sim/Simulator.h"
#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace fuzz {

using Bytes = std::vector<uint8_t>;

inline std::mt19937_64 engine;
inline uint64_t below(uint64_t n) { return engine() % n; }
template <typename T, size_t N> const T &oneOf(const T (&list)[N]) {
  return list[below(N)];
}
/// Zero, powers of two, ends of memories; each and its neighbors.
uint64_t edge();

Bytes read(const std::string &path);
void write(const std::string &path, const Bytes &bytes);

struct Program {
  std::string name; // of its file
  Bytes bytes;
};

/// What became of all runs.
struct Outcome {
  unsigned refused = 0, ended = 0, trapped = 0, compared = 0;
  uint64_t instructions = 0;
};

/// Any mode, any number of cores.
matrix::sim::Options anyOptions();
/// Null: refused. Counted.
std::unique_ptr<matrix::sim::Simulator>
load(const std::string &path, const matrix::sim::Options &options,
     Outcome &outcome);
matrix::sim::Result run(matrix::sim::Simulator &simulator, Outcome &outcome);

/// Changed bytes of the file, or a part of it.
void damage(Bytes &program);
/// Random instructions where the program has marker words; those that trap
/// give way to others, so that many of them run.
void words(const Program &program, const std::string &path, Outcome &outcome);
/// Random descriptors for a program that starts them all.
void transfers(const Program &program, const std::string &path,
               Outcome &outcome);
/// Commands of the debugger, GDB's packets, calls of the C library, .npy files.
void commands(const Program &program, const std::string &path,
              Outcome &outcome);
void packets(const Program &program, const std::string &path, Outcome &outcome);
void calls(const Program &program, const std::string &path, Outcome &outcome);
void tensors(const Program &program, const std::string &path, Outcome &outcome);

} // namespace fuzz

#endif // MATRIX_TEST_FUZZ_H
