//===- Debugger.h - stopping and stepping -----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Breakpoints are put over decoded instructions, so that the rest of a program
// runs as fast as without. Single steps run a copy of the program in which
// everything but one instruction is opcode::pause. Watching means single steps.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_DEBUG_DEBUGGER_H
#define MATRIX_SIMULATOR_DEBUG_DEBUGGER_H

#include "Machine.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <functional>
#include <map>

namespace matrix {
namespace sim {

enum class StopKind {
  Ended, // all cores have halted, or one has trapped: result() says more
  Interrupted,
  Breakpoint,
  Watchpoint, // the instruction before changed what is watched
  Stepped
};

struct Stop {
  StopKind kind;
  unsigned core = 0;
  unsigned number = 0; // of the breakpoint or watchpoint
  uint64_t pc = 0;     // watchpoint: of the instruction that did it
  std::vector<uint8_t> before = {}; // watchpoint: what was there
};

struct Breakpoint {
  uint64_t address = 0;
  int core = -1;         // any
  uint64_t stack = 0;    // if not 0: stop only if the stack pointer is that
  std::string text = {}; // what the user wrote
  uint64_t hits = 0;
};

/// Any bytes of the simulated machine.
struct Watchpoint {
  const uint8_t *data;
  uint64_t size;
  std::string text;
  std::vector<uint8_t> last;
  uint64_t rowBytes = 0, firstRow = 0; // if it is a matrix
};

class Debugger : public RunControl {
public:
  explicit Debugger(Simulator &simulator);
  ~Debugger() override;

  Simulator &simulator;
  Machine &machine;

  /// A number for it; 0 if there is no code, or nothing to watch, or too much.
  unsigned add(Breakpoint breakpoint);
  unsigned add(Watchpoint watchpoint);
  /// Bytes that a watchpoint may have, and has at least one of.
  static constexpr uint64_t maxWatched = 1 << 20;
  /// Either kind; false if there is none of that number.
  bool remove(unsigned number);
  const std::map<unsigned, Breakpoint> &breakpoints() const { return breaks; }
  const std::map<unsigned, Watchpoint> &watchpoints() const { return watches; }

  /// All cores, until something stops them.
  Stop resume();
  /// One instruction of a core; others run only if it waits for them, or, with
  /// timing, if they are earlier.
  Stop step(unsigned core);
  /// Steps until `done` is true after one.
  Stop stepUntil(unsigned core, llvm::function_ref<bool(const Core &)> done);
  /// A core, until it is at the address with this stack pointer.
  Stop runTo(unsigned core, uint64_t address, uint64_t stack);

  /// Is asked now and then while the program runs; true interrupts it.
  std::function<bool()> poll;
  /// Safe in signal handlers.
  void interrupt() { interrupted = true; }
  bool hasEnded() const { return ended; }
  const Result &result() const { return last; }

  bool mayRun(const Core &core) override;
  const Code &enter(Core &core, const Code &program) override;
  bool leave(Core &core) override;
  bool interruptsWait() override;

private:
  struct Progress {
    uint64_t enteredPc = 0, enteredRetired = 0;
    bool skips = false;    // the breakpoint it stands at has been reported
    uint64_t reported = 0; // where a stop left it, + 1; 0: it moved since
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
  int stepping = -1; // core
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
