//===- Debugger.h - breakpoints and single steps ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Breakpoints replace decoded instructions by opcode::pause, so that the rest
// of the program runs at full speed. Single steps execute a copy of the program
// in which all instructions but one are opcode::pause. Watchpoints are
// implemented by single steps.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_DEBUG_DEBUGGER_H
#define MATRIX_SIMULATOR_DEBUG_DEBUGGER_H

#include "Machine/Machine.h"
#include "matrix/Sim/Simulator.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <functional>
#include <map>

namespace matrix {
namespace sim {

enum class StopKind {
  Ended, // all cores have halted, or one trapped; see result()
  Interrupted,
  Breakpoint,
  Watchpoint, // the preceding instruction changed the value
  Stepped
};

struct Stop {
  StopKind kind;
  unsigned core = 0;
  unsigned number = 0;              // of the breakpoint or watchpoint
  uint64_t pc = 0;                  // watchpoint: of the instruction that wrote
  std::vector<uint8_t> before = {}; // watchpoint: previous value
};

struct Breakpoint {
  uint64_t address = 0;
  int core = -1;         // -1: any core
  uint64_t stack = 0;    // if not 0, the required stack pointer
  std::string text = {}; // as entered by the user
  uint64_t hits = 0;
};

/// A watched range of the simulated machine's state.
struct Watchpoint {
  const uint8_t *data;
  uint64_t size;
  std::string text;
  std::vector<uint8_t> last;
  uint64_t rowBytes = 0, firstRow = 0; // for matrices
};

class Debugger : public RunControl {
public:
  explicit Debugger(Simulator &simulator);
  ~Debugger() override;

  Simulator &simulator;
  Machine &machine;
  System &system;

  /// Return the number of the breakpoint or watchpoint; 0 if the address has no
  /// code, or the range is empty or too large.
  unsigned add(Breakpoint breakpoint);
  unsigned add(Watchpoint watchpoint);
  /// Maximum size of a watchpoint in bytes.
  static constexpr uint64_t maxWatched = 1 << 20;
  /// Removes a breakpoint or watchpoint; returns false if the number is
  /// unknown.
  bool remove(unsigned number);
  const std::map<unsigned, Breakpoint> &breakpoints() const { return breaks; }
  const std::map<unsigned, Watchpoint> &watchpoints() const { return watches; }

  /// Restarts the simulator. Breakpoints and watchpoints remain.
  llvm::Error restart();
  /// Runs all cores until a stop.
  Stop resume();
  /// Executes one instruction of a core. Other cores execute only if it waits
  /// for them or, in timed runs, if they are earlier.
  Stop step(unsigned core);
  /// Single-steps until `done` returns true after an instruction.
  Stop stepUntil(unsigned core, llvm::function_ref<bool(const Core &)> done);
  /// Runs until the core is at the address with this stack pointer.
  Stop runTo(unsigned core, uint64_t address, uint64_t stack);

  /// Called regularly during the run; returning true interrupts it.
  std::function<bool()> poll;
  /// Safe in signal handlers.
  void interrupt() { interrupted = true; }
  bool hasEnded() const { return ended; }
  const Result &result() const { return last; }

  bool mayRun(const Core &core) override;
  const Code &enter(Core &core, const Code &program) override;
  bool leave(Core &core) override;
  bool interruptsWait() override;
  bool interruptsCall() override;

private:
  struct Progress {
    uint64_t enteredPc = 0, enteredRetired = 0;
    bool skips = false;    // its current breakpoint has been reported
    uint64_t reported = 0; // pc of the last stop + 1; 0: it has moved since
  };

  Stop run();
  const Code &single(uint64_t pc);
  void patch(uint64_t address);
  bool stop(StopKind kind, const Core &core);
  bool isInterrupted();
  bool findBreakpoint(Core &core);
  bool findChange(const Core &core);

  std::map<unsigned, Breakpoint> breaks;
  std::map<unsigned, Watchpoint> watches;
  unsigned numbers = 0;
  int stepping = -1; // core, or -1
  std::vector<Progress> progress;
  Code original, steps; // as loaded; all opcode::pause but one
  uint64_t armed = 0;
  std::atomic<bool> interrupted{false};
  Stop current{StopKind::Ended};
  Result last;
  bool ended = false;
  unsigned turns = 0; // since the start
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_DEBUG_DEBUGGER_H
