//===- Fuzz.h - Interface shared by all fuzz kinds --------------*- C++ -*-===//
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
/// A boundary value (zero, a power of two, an end of a memory) or a neighbor.
uint64_t edge();
/// A random address, sometimes a valid one.
uint64_t address();
/// Mutates text by duplicating, removing and replacing characters.
std::string mangled(std::string text);

Bytes read(const std::string &path);
void write(const std::string &path, const Bytes &bytes);

struct Program {
  std::string name; // name of the file
  Bytes bytes;
};

/// Outcome counts over all runs.
struct Outcome {
  unsigned rejected = 0, ended = 0, trapped = 0, compared = 0;
  uint64_t instructions = 0;
};

/// Chooses a random mode and number of cores.
matrix::sim::Options anyOptions();
/// Returns null and counts a rejection if the file is rejected.
std::unique_ptr<matrix::sim::Simulator>
load(const std::string &path, const matrix::sim::Options &options,
     Outcome &outcome);
matrix::sim::Result run(matrix::sim::Simulator &simulator, Outcome &outcome);

/// Mutates bytes of the file or truncates it.
void damage(Bytes &program);
/// Replaces the program's marker words by random instructions. Instructions
/// that trap are replaced again, so that many instructions execute.
void words(const Program &program, const std::string &path, Outcome &outcome);
/// Creates random descriptors for a program that starts all of them.
void transfers(const Program &program, const std::string &path,
               Outcome &outcome);
/// Mutates debugger commands, GDB packets, C API calls and .npy files.
void commands(const Program &program, const std::string &path,
              Outcome &outcome);
void packets(const Program &program, const std::string &path, Outcome &outcome);
void calls(const Program &program, const std::string &path, Outcome &outcome);
void tensors(const Program &program, const std::string &path, Outcome &outcome);

} // namespace fuzz

#endif // MATRIX_TEST_FUZZ_H
