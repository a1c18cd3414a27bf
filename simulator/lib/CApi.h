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
#include "matrix/Sim/Report.h"
#include "matrix_sim.h"
#include "llvm/ADT/Twine.h"
#include <chrono>

struct matrix_sim {
  using Clock = std::chrono::steady_clock;

  matrix::sim::Options options;
  matrix::sim::ReportOptions reportOptions;
  std::unique_ptr<matrix::sim::Simulator> simulator;
  std::unique_ptr<matrix::sim::Report> report; // not yet written
  std::unique_ptr<matrix::sim::Debugger> debugger;
  std::unique_ptr<matrix::sim::Symbols> symbols;
  std::string message, kept;
  int status = 0;
  unsigned stopped = 0; // core

  matrix_sim_progress_function onProgress = nullptr;
  void *progressData = nullptr;
  std::chrono::duration<double> interval{1}, ran{0};
  Clock::time_point nextCall, started;
  bool running = false;

  matrix_sim();
  ~matrix_sim();
  /// Not null, and not destroyed: every function looks first.
  static bool isOne(const matrix_sim *sim);

  int fail(const llvm::Twine &what) {
    message = what.str();
    return -1;
  }
  /// Is there a value, or a place for one? `name` is the parameter's.
  bool has(const void *pointer, const char *name) {
    if (!pointer)
      fail(llvm::Twine("'") + name + "' is null");
    return pointer;
  }
  /// A string for the caller.
  const char *keep(std::string text) {
    kept = std::move(text);
    return kept.c_str();
  }
  /// Null with a message if there is none.
  matrix::sim::Core *core(unsigned number);
  const matrix::sim::Symbols *names();

  void unload();
  double hostSeconds() const;
  void callProgress();
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
