//===- Simulator.h - running programs ---------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loaded executable, the memories and cores that its variant has, and a run
// of it:
//
//   std::string error;
//   auto sim = Simulator::load("prog.elf", Options(), error);
//   if (!sim || !sim->setInput(0, array, error)) ...
//   Result result = sim->run();
//
// Errors are one line each, ready to be printed. Free of LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIM_SIMULATOR_H
#define MATRIX_SIM_SIMULATOR_H

#include "matrix/Sim/Npy.h"
#include "matrix/Sim/Statistics.h"
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace matrix {
namespace sim {

/// Why a core stopped for good. The exit status of a run is 128 + the number.
enum class TrapKind : unsigned {
  None = 0,
  IllegalInstruction = 1,
  FetchOutsideCode = 2,
  Misaligned = 3,
  OutOfRange = 4,
  TileOutsideScratchpad = 5,
  RowsOutsideMemory = 6,
  UndefinedState = 7,
  BadDescriptor = 8,
  UnknownTicket = 9,
  UnknownCsr = 10,
  UnknownHostCall = 11,
  Deadlock = 12,
  InstructionLimit = 13,
  NoSemaphore = 14,
  // Hazards: what happens depends on more than the program.
  Uninitialised = 32,
  TransferRace = 33,
  CoreRace = 34,
  StackOverflow = 35,
  HeapOverflow = 36,
  CodeModified = 37,
  MissingFence = 38,
};

struct Options {
  std::string cpu;                    // variant; empty: the file's
  unsigned cores = 0;                 // 0: the file's, else the variant's
  uint64_t maxInstructions = 0;       // per core; 0: no limit
  uint64_t maxCycles = 0;             // the same; instructions without timing
  std::vector<std::string> arguments; // of the program, its name first
  bool timed = false;                 // count cycles
  bool checked = true;                // look for hazards
  std::string record;                 // file for what issues when; timed only
};

/// One tensor of a kernel.
struct Argument {
  std::string name;
  std::string type; // MLIR element type
  std::vector<uint64_t> shape;
  bool output = false;
  uint64_t bytes = 0;
  uint64_t address = 0; // in DRAM
};

struct Result {
  int status = 0;      // of the process that shows the run
  std::string message; // empty, or one line with notes below
  TrapKind trap = TrapKind::None;
  bool interrupted = false; // run() goes on where this one has ended
};

/// How far a run is.
struct Progress {
  uint64_t instructions = 0; // of all cores
  uint64_t cycles = 0;       // 0 without timing
  double clockMHz = 0;       // of the simulated machine
};

class Executable;
class Machine;

class Simulator {
public:
  /// Null and one line in `error` if the file can't be run.
  static std::unique_ptr<Simulator>
  load(const std::string &path, const Options &options, std::string &error);
  ~Simulator();

  /// Tensors of a kernel, inputs first; none for other programs.
  const std::vector<Argument> &arguments() const;
  /// The index counts inputs, or outputs, alone.
  bool setInput(size_t index, const NpyArray &array, std::string &error);
  bool getOutput(size_t index, NpyArray &array, std::string &error) const;

  /// Until all cores have halted, or one has trapped, or the machine's control
  /// ends it: then it can be called again.
  Result run();
  /// An interrupted run is not to go on: what records or watches it ends here.
  void giveUp();
  /// All cores have halted.
  bool hasEnded() const;
  /// One line, if the run has ended and its recording could not be written.
  std::string recordingError() const;
  /// Where each core is, one line or more for each.
  std::string places() const;
  /// Ends run() soon. Safe in signal handlers and other threads.
  void interrupt();
  /// What run() calls about every so many seconds.
  void onProgress(double seconds, std::function<void()> call);

  /// Memory as core 0 sees it; false outside of it.
  bool read(uint64_t address, void *data, size_t size) const;
  bool write(uint64_t address, const void *data, size_t size);

  const std::string &variant() const;
  std::vector<CoreStatistics> statistics() const;
  Progress progress() const;
  /// All figures of the run so far; the caller adds its status and how long
  /// it took the host.
  RunStatistics results() const;

  /// For those who look inside (simulator/lib).
  Machine &machine();
  const Machine &machine() const;
  const Executable &program() const;

private:
  Simulator();
  Result runToEnd();
  void checkBounds(Result &result) const;
  struct State;
  std::unique_ptr<State> state;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIM_SIMULATOR_H
