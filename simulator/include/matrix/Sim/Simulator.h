//===- Simulator.h - execution of programs ----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C++ interface of the simulator: loads an executable, creates the memories
// and cores of its variant, and runs it in one host thread:
//
//   auto sim = Simulator::load("prog.elf", Options());
//   if (!sim)
//     return sim.takeError();
//   if (llvm::Error error = (*sim)->setInput(0, array))
//     return error;
//   Result result = (*sim)->run();
//
// Errors are single lines, ready to be printed. A trap of the program is a
// Result, not an error. Programs outside of simulator/ use the C interface,
// matrix_sim.h.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIM_SIMULATOR_H
#define MATRIX_SIM_SIMULATOR_H

#include "matrix/Sim/Argument.h"
#include "matrix/Sim/Npy.h"
#include "matrix/Sim/Statistics.h"
#include "matrix/Sim/Trap.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class MemoryBuffer;
}

namespace matrix {
namespace sim {

struct Options {
  std::string cpu; // variant; empty: that of the file
  /// 0: that of the file, else of the variant.
  unsigned cores = 0;
  uint64_t maxInstructions = 0; // per core; 0: unlimited
  /// 0: unlimited; instructions if functional.
  uint64_t maxCycles = 0;
  /// Arguments of the program, starting with its name.
  std::vector<std::string> arguments;
  /// Folder whose files host calls can open; empty: none.
  std::string files;
  bool timed = false;  // count cycles
  bool checked = true; // detect hazards
  std::string record;  // output file of issue events; timed only
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
class Symbols;

class Simulator {
public:
  static llvm::Expected<std::unique_ptr<Simulator>>
  load(const std::string &path, const Options &options);
  /// The same for the contents of a file, which `path` names in messages.
  static llvm::Expected<std::unique_ptr<Simulator>>
  load(std::unique_ptr<llvm::MemoryBuffer> contents, const std::string &path,
       const Options &options);
  ~Simulator();

  /// Sets all cores to the entry point again. Memory keeps its contents, except
  /// that writable segments of the program are initialized; everything else,
  /// including hazard detection, is as after load(). Not for recorded runs.
  llvm::Error restart();

  /// Tensors of a kernel, inputs first; empty for programs that are not
  /// kernels.
  const std::vector<Argument> &arguments() const;
  /// Inputs and outputs are numbered separately, each from 0.
  llvm::Error setInput(size_t index, const NpyArray &array);
  llvm::Expected<NpyArray> getOutput(size_t index) const;

  /// Runs until all cores have halted, a core traps, or the machine's run
  /// control interrupts the run. An interrupted run continues at the next call.
  Result run();
  /// Ends an interrupted run permanently, and notifies recorders and observers.
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
  /// Symbols and debug information of the program, read by the first call.
  const Symbols &symbols() const;

private:
  Simulator();
  static llvm::Expected<std::unique_ptr<Simulator>>
  make(llvm::Expected<std::unique_ptr<Executable>> program,
       const Options &options);
  Result runToEnd();
  void checkBounds(Result &result) const;
  struct State;
  std::unique_ptr<State> state;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIM_SIMULATOR_H
