//===- CApi.h - what stands behind the C library's handle -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CAPI_H
#define MATRIX_SIMULATOR_CAPI_H

#include "Debug/Debugger.h"
#include "Debug/Inspect.h"
#include "Debug/Symbols.h"
#include "matrix_sim.h"
#include "llvm/ADT/Twine.h"

struct matrix_sim {
  matrix::sim::Options options;
  std::unique_ptr<matrix::sim::Simulator> simulator;
  std::unique_ptr<matrix::sim::Debugger> debugger;
  std::unique_ptr<matrix::sim::Symbols> symbols;
  std::string message, kept;
  int status = 0;
  unsigned stopped = 0; // core

  int fail(const llvm::Twine &what) {
    message = what.str();
    return -1;
  }
  /// A string for the caller.
  const char *keep(std::string text) {
    kept = std::move(text);
    return kept.c_str();
  }
  /// Null with a message if there is none.
  matrix::sim::Core *core(unsigned number);
  const matrix::sim::Symbols *names();
};

/// As many members as the caller knows; structures begin with their size.
template <typename T> int copyKnown(matrix_sim *sim, T &from, T *to) {
  size_t size = to->size;
  if (size < sizeof(size) || size > sizeof(T))
    return sim->fail("the structure's size is " + llvm::Twine(size) +
                     ", but this library's has " + llvm::Twine(sizeof(T)) +
                     "; set it to sizeof");
  from.size = size;
  std::memcpy(static_cast<void *>(to), &from, size);
  return 0;
}

#endif // MATRIX_SIMULATOR_CAPI_H
