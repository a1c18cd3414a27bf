//===- Simulator.h - execution of programs ----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads an executable, creates the memories and cores of its variant, and runs
// it:
//
//   std::string error;
//   auto sim = Simulator::load("prog.elf", Options(), error);
//   if (!sim || !sim->setInput(0, array, error)) ...
//   Result result = sim->run();
//
// Errors are single lines, ready to be printed. The header does not depend on
// LLVM.
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

/// Reason of a trap. The exit status of the run is 128 + the value.
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
  UnknownHandle = 9,
  UnknownCsr = 10,
  UnknownHostCall = 11,
  Deadlock = 12,
  InstructionLimit = 13,
  NoSemaphore = 14,
  // Hazards: the outcome depends on more than the program.
  Uninitialized = 32,
  TransferRace = 33,
  CoreRace = 34,
  StackOverflow = 35,
  HeapOverflow = 36,
  CodeModified = 37,
  MissingFence = 38,
};

struct Options {
  std::string cpu; // variant; empty: that of the file
  /// 0: that of the file, else of the variant.
  unsigned cores = 0;
  uint64_t maxInstructions = 0; // per core; 0: unlimited
  /// 0: unlimited; instructions if functional.
  uint64_t maxCycles = 0;
  /// Arguments of the program, starting with its name.
  std::vector<std::string> arguments;
  bool timed = false;  // count cycles
  bool checked = true; // detect hazards
  std::string record;  // output file of issue events; timed only
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
  int status = 0;      // exit status of the tool
  std::string message; // empty, or one line followed by notes
  TrapKind trap = TrapKind::None;
  bool interrupted = false; // the next run() continues from here
};

/// Progress of a run.
struct Progress {
  uint64_t instructions = 0; // sum over all cores
  uint64_t cycles = 0;       // 0 if functional
  double clockMHz = 0;       // of the simulated machine
};

class Executable;
class Machine;

class Simulator {
public:
  /// Returns null and sets `error` to one line if the file cannot be executed.
  static std::unique_ptr<Simulator>
  load(const std::string &path, const Options &options, std::string &error);
  ~Simulator();

  /// Tensors of a kernel, inputs first; empty for programs that are not
  /// kernels.
  const std::vector<Argument> &arguments() const;
  /// Inputs and outputs are numbered separately, each from 0.
  bool setInput(size_t index, const NpyArray &array, std::string &error);
  bool getOutput(size_t index, NpyArray &array, std::string &error) const;

  /// Runs until all cores have halted, a core traps, or the machine's run
  /// control interrupts the run. An interrupted run continues at the next call.
  Result run();
  /// Ends an interrupted run for good: recorders and observers see its end.
  void abandon();
  /// True if all cores have halted.
  bool hasEnded() const;
  /// One line if the run has ended and its recording could not be written, else
  /// empty.
  std::string recordingError() const;
  /// Positions of all cores, one or more lines for each.
  std::string locations() const;
  /// Interrupts run(). Safe in signal handlers and other threads.
  void interrupt();
  /// Sets a function that run() calls about every `seconds` seconds.
  void onProgress(double seconds, std::function<void()> call);

  /// Access memory in the address space of core 0; return false if the range is
  /// outside every memory.
  bool read(uint64_t address, void *data, size_t size) const;
  bool write(uint64_t address, const void *data, size_t size);

  const std::string &variant() const;
  std::vector<CoreStatistics> statistics() const;
  Progress progress() const;
  /// All statistics of the run so far, except the exit status and the host
  /// time, which the caller adds.
  RunStatistics results() const;

  /// Internal interface for simulator/lib.
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
