//===- CApiState.cpp - C interface: registers and memory ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes memory, scalar registers, tile registers, row memories and
// configuration state. Addresses are those of the given core. Bytes written by
// the host are initialized for hazard detection.
//
//===----------------------------------------------------------------------===//

#include "CApi.h"
#include "Support/Hex.h"
#include "Support/Quantity.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::sim;

Core *matrix_sim::core(unsigned number) {
  if (simulator && number < simulator->machine().system().numCores())
    return &simulator->machine().system().core(number);
  fail(simulator ? "there is no core " + Twine(number)
                 : Twine("no program is loaded"));
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Returns null and sets the message if the range is not within one memory.
static const uint8_t *resolve(matrix_sim *sim, unsigned core, uint64_t address,
                              size_t size) {
  if (!matrix_sim::isOne(sim) || !sim->core(core))
    return nullptr;
  const Memory &memory = sim->simulator->machine().system().memory();
  const uint8_t *bytes = memory.resolve(core, address, size);
  if (!bytes)
    sim->fail(quantity(size, "byte") + " at " + memory.describe(address) +
              (size == 1 ? " is" : " are") + " in no memory");
  return bytes;
}

int matrix_sim_watch(matrix_sim *sim, unsigned core, uint64_t address,
                     size_t size) {
  const uint8_t *bytes = resolve(sim, core, address, size);
  if (!bytes)
    return -1;
  unsigned number =
      sim->debugger->add(Watchpoint{bytes, size, hex(address), {}});
  return number ? int(number)
                : sim->fail("1 to " + Twine(Debugger::maxWatched) +
                            " bytes can be watched, not " + Twine(size));
}

int matrix_sim_read(matrix_sim *sim, unsigned core, uint64_t address,
                    void *data, size_t size) {
  const uint8_t *bytes = resolve(sim, core, address, size);
  if (!bytes || (size && !sim->has(data, "data")))
    return -1;
  std::copy_n(bytes, size, static_cast<uint8_t *>(data));
  return 0;
}

/// The bytes written are initialized for hazard detection.
int matrix_sim_write(matrix_sim *sim, unsigned core, uint64_t address,
                     const void *data, size_t size) {
  if (!resolve(sim, core, address, size) || (size && !sim->has(data, "data")))
    return -1;
  sim->simulator->machine().write(core, address, data, size);
  return 0;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

unsigned matrix_sim_registers(void) { return numScalarRegisters; }

const char *matrix_sim_register_name(matrix_sim *sim, unsigned number) {
  if (!matrix_sim::isOne(sim))
    return "";
  return sim->keep(number < numScalarRegisters ? registerName(number) : "");
}

static bool findRegister(matrix_sim *sim, unsigned core, const char *name,
                         unsigned &number) {
  if (!matrix_sim::isOne(sim) || !sim->has(name, "name"))
    return false;
  number = registerNumber(name);
  if (number == numScalarRegisters)
    sim->fail("there is no scalar register '" + Twine(name) + "'");
  return sim->core(core) && number < numScalarRegisters;
}

int matrix_sim_read_register(matrix_sim *sim, unsigned core, const char *name,
                             uint64_t *value) {
  unsigned number;
  if (!findRegister(sim, core, name, number) || !sim->has(value, "value"))
    return -1;
  *value = readRegister(*sim->core(core), number);
  return 0;
}

int matrix_sim_write_register(matrix_sim *sim, unsigned core, const char *name,
                              uint64_t value) {
  unsigned number;
  if (!findRegister(sim, core, name, number))
    return -1;
  if (number == pcRegister &&
      !sim->simulator->machine().system().code().at(value))
    return sim->fail("there is no instruction at " + hex(value));
  writeRegister(*sim->core(core), number, value);
  return 0;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

static bool findBlock(matrix_sim *sim, unsigned core, const char *name,
                      Block &block) {
  if (!matrix_sim::isOne(sim) || !sim->has(name, "name") || !sim->core(core))
    return false;
  const System &system = sim->simulator->machine().system();
  block = sim::findBlock(system, *sim->core(core), name);
  if (!block.data)
    sim->fail("variant '" + StringRef(system.variant().cpu) + "' has no '" +
              name + "'");
  return block.data;
}

int matrix_sim_block(matrix_sim *sim, unsigned core, const char *name,
                     size_t *rows, size_t *row_bytes) {
  Block block;
  if (!findBlock(sim, core, name, block) || !sim->has(rows, "rows") ||
      !sim->has(row_bytes, "row_bytes"))
    return -1;
  *rows = block.rows;
  *row_bytes = block.rowBytes;
  return 0;
}

int matrix_sim_read_block(matrix_sim *sim, unsigned core, const char *name,
                          void *data, size_t size) {
  Block block;
  if (!findBlock(sim, core, name, block) || !sim->has(data, "data"))
    return -1;
  if (size != block.bytes())
    return sim->fail("'" + Twine(name) + "' has " + Twine(block.bytes()) +
                     " bytes, not " + Twine(size));
  std::memcpy(data, block.data, size);
  return 0;
}
