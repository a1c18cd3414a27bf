//===- CApi.h - state behind the C interface --------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The structure behind the opaque handle of matrix_sim.h, with the validation
// that all functions of the C interface share. C callers may pass any pointer,
// so each handle is looked up in a set of the existing ones before it is
// dereferenced, and each pointer argument is compared with null. A failure
// stores its message in the handle and returns -1.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CAPI_H
#define MATRIX_SIMULATOR_CAPI_H

#include "Debug/Debugger.h"
#include "Debug/Inspect.h"
#include "DebugInfo/Symbols.h"
#include "matrix/Sim/Report.h"
#include "matrix_sim.h"
#include "llvm/ADT/Twine.h"
#include <chrono>

struct matrix_sim {
  using Clock = std::chrono::steady_clock;

  matrix::sim::Options options;
  matrix::sim::ReportOptions reportOptions;
  std::unique_ptr<matrix::sim::Simulator> simulator;
  std::unique_ptr<matrix::sim::Report> report; // null once written
  std::unique_ptr<matrix::sim::Debugger> debugger;
  // Strings returned to the caller: valid until the next call.
  std::string message, kept;
  int status = 0;
  unsigned stopped = 0; // core

  matrix_sim_progress_function onProgress = nullptr;
  void *progressData = nullptr;
  std::chrono::duration<double> interval{1}, ran{0};
  Clock::time_point nextCall, started;
  bool running = false;
  bool recorded = false; // the run is, or was, recorded

  matrix_sim();
  ~matrix_sim();
  /// True for a pointer returned by matrix_sim_create() and not yet destroyed.
  /// Every function of the interface checks this first.
  static bool isOne(const matrix_sim *sim);

  int fail(const llvm::Twine &what) {
    message = what.str();
    return -1;
  }
  /// Checks that a pointer argument is not null. `name` is the parameter's
  /// name.
  bool has(const void *pointer, const char *name) {
    if (!pointer)
      fail(llvm::Twine("'") + name + "' is null");
    return pointer;
  }
  /// Stores a string that is returned to the caller.
  const char *keep(std::string text) {
    kept = std::move(text);
    return kept.c_str();
  }
  /// Returns null and sets the message if there is no such core.
  matrix::sim::Core *core(unsigned number);
  const matrix::sim::Symbols *names();

  int load(llvm::Expected<std::unique_ptr<matrix::sim::Simulator>> loaded);
  int checkRecording();
  int restart();
  void unload();
  /// Resets what describes the last run.
  void begin();
  /// True, with a message, within a run: in its progress function.
  bool isBusy() { return running && fail("the program is running"); }
  double hostSeconds() const;
  void callProgress();
};

/// Copies as many members as the caller's structure has; the first member of
/// each structure is its size.
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
