//===- CApiState.cpp - the C library: running, and the state of cores -----===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CApi.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::sim;

Core *matrix_sim::core(unsigned number) {
  if (simulator && number < simulator->machine().cores.size())
    return simulator->machine().cores[number].get();
  fail(simulator ? "there is no core " + Twine(number)
                 : Twine("no program is loaded"));
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static matrix_sim_state ended(matrix_sim *sim, const Result &result) {
  sim->status = result.status;
  sim->message = result.message;
  return result.trap == TrapKind::None ? MATRIX_SIM_ENDED : MATRIX_SIM_TRAPPED;
}

static matrix_sim_state stopped(matrix_sim *sim, const Stop &stop) {
  sim->stopped = stop.core;
  switch (stop.kind) {
  case StopKind::Ended:
    return ended(sim, sim->debugger->result());
  case StopKind::Interrupted:
    return MATRIX_SIM_INTERRUPTED;
  case StopKind::Breakpoint:
    return MATRIX_SIM_BREAKPOINT;
  case StopKind::Watchpoint:
    return MATRIX_SIM_WATCHPOINT;
  case StopKind::Stepped:
    return MATRIX_SIM_STEPPED;
  }
  return MATRIX_SIM_FAILED;
}

matrix_sim_state matrix_sim_run(matrix_sim *sim) {
  return sim->core(0) ? stopped(sim, sim->debugger->resume())
                      : MATRIX_SIM_FAILED;
}

matrix_sim_state matrix_sim_step(matrix_sim *sim, unsigned core,
                                 uint64_t instructions) {
  if (!sim->core(core))
    return MATRIX_SIM_FAILED;
  if (!instructions)
    return MATRIX_SIM_STEPPED;
  return stopped(sim,
                 sim->debugger->stepUntil(core, [&instructions](const Core &) {
                   return --instructions == 0;
                 }));
}

void matrix_sim_interrupt(matrix_sim *sim) {
  if (sim->debugger)
    sim->debugger->interrupt();
}

int matrix_sim_status(const matrix_sim *sim) { return sim->status; }

unsigned matrix_sim_stopped_core(const matrix_sim *sim) { return sim->stopped; }

int matrix_sim_break(matrix_sim *sim, uint64_t address, int core) {
  if (!sim->core(core < 0 ? 0 : unsigned(core)))
    return -1;
  Breakpoint point = {};
  point.address = address;
  point.core = core;
  unsigned number = sim->debugger->add(std::move(point));
  return number ? int(number)
                : sim->fail("there is no instruction at 0x" +
                            utohexstr(address, /*LowerCase=*/true));
}

/// Null with a message if it isn't all in one memory.
static uint8_t *resolve(matrix_sim *sim, unsigned core, uint64_t address,
                        size_t size) {
  if (!sim->core(core))
    return nullptr;
  const Memory &memory = sim->simulator->machine().memory;
  uint8_t *bytes = memory.resolve(core, address, size);
  if (!bytes)
    sim->fail(Twine(size) + " bytes at " + memory.describe(address) +
              " are in no memory");
  return bytes;
}

int matrix_sim_watch(matrix_sim *sim, unsigned core, uint64_t address,
                     size_t size) {
  const uint8_t *bytes = resolve(sim, core, address, size);
  if (!bytes)
    return -1;
  return int(sim->debugger->add(
      Watchpoint{bytes, size, "0x" + utohexstr(address, true), {}}));
}

int matrix_sim_remove(matrix_sim *sim, int number) {
  bool known =
      sim->debugger && number > 0 && sim->debugger->remove(unsigned(number));
  return known ? 0
               : sim->fail("there is no breakpoint or watchpoint " +
                           Twine(number));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

int matrix_sim_read(matrix_sim *sim, unsigned core, uint64_t address,
                    void *data, size_t size) {
  const uint8_t *bytes = resolve(sim, core, address, size);
  if (!bytes)
    return -1;
  std::memcpy(data, bytes, size);
  return 0;
}

int matrix_sim_write(matrix_sim *sim, unsigned core, uint64_t address,
                     const void *data, size_t size) {
  uint8_t *bytes = resolve(sim, core, address, size);
  if (!bytes)
    return -1;
  std::memcpy(bytes, data, size);
  return 0;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

unsigned matrix_sim_registers(void) { return numScalarRegisters; }

const char *matrix_sim_register_name(matrix_sim *sim, unsigned number) {
  return sim->keep(number < numScalarRegisters ? registerName(number) : "");
}

static bool findRegister(matrix_sim *sim, unsigned core, const char *name,
                         unsigned &number) {
  number = registerNumber(name);
  if (number == numScalarRegisters)
    sim->fail("there is no scalar register '" + Twine(name) + "'");
  return sim->core(core) && number < numScalarRegisters;
}

int matrix_sim_read_register(matrix_sim *sim, unsigned core, const char *name,
                             uint64_t *value) {
  unsigned number;
  if (!findRegister(sim, core, name, number))
    return -1;
  *value = readRegister(*sim->core(core), number);
  return 0;
}

int matrix_sim_write_register(matrix_sim *sim, unsigned core, const char *name,
                              uint64_t value) {
  unsigned number;
  if (!findRegister(sim, core, name, number))
    return -1;
  if (number == pcRegister && !sim->simulator->machine().code.at(value))
    return sim->fail("there is no instruction at 0x" + utohexstr(value, true));
  writeRegister(*sim->core(core), number, value);
  return 0;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

static bool findBlock(matrix_sim *sim, unsigned core, const char *name,
                      Block &block) {
  if (!sim->core(core))
    return false;
  const Machine &machine = sim->simulator->machine();
  block = sim::findBlock(machine, *sim->core(core), name);
  if (!block.data)
    sim->fail("variant '" + StringRef(machine.variant.cpu) + "' has no '" +
              name + "'");
  return block.data;
}

int matrix_sim_block(matrix_sim *sim, unsigned core, const char *name,
                     size_t *rows, size_t *row_bytes) {
  Block block;
  if (!findBlock(sim, core, name, block))
    return -1;
  *rows = block.rows;
  *row_bytes = block.rowBytes;
  return 0;
}

int matrix_sim_read_block(matrix_sim *sim, unsigned core, const char *name,
                          void *data, size_t size) {
  Block block;
  if (!findBlock(sim, core, name, block))
    return -1;
  if (size != block.bytes())
    return sim->fail("'" + Twine(name) + "' has " + Twine(block.bytes()) +
                     " bytes, not " + Twine(size));
  std::memcpy(data, block.data, size);
  return 0;
}
