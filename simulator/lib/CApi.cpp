//===- CApi.cpp - the simulator as a C library ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CApi.h"
#include "Executable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::sim;

unsigned matrix_sim_version(void) { return MATRIX_SIM_VERSION; }

//===----------------------------------------------------------------------===//
// Beginning and end
//===----------------------------------------------------------------------===//

matrix_sim *matrix_sim_create(void) { return new matrix_sim(); }

void matrix_sim_destroy(matrix_sim *sim) { delete sim; }

const char *matrix_sim_message(const matrix_sim *sim) {
  return sim->message.c_str();
}

template <typename T>
static int setNumber(matrix_sim *sim, StringRef name, StringRef value,
                     T &option) {
  return value.getAsInteger(10, option)
             ? sim->fail("option '" + name + "' is a number, not '" + value +
                         "'")
             : 0;
}

static int setChoice(matrix_sim *sim, StringRef name, StringRef value,
                     StringRef no, StringRef yes, bool &option) {
  if (value != no && value != yes)
    return sim->fail("option '" + name + "' is " + no + " or " + yes +
                     ", not '" + value + "'");
  option = value == yes;
  return 0;
}

int matrix_sim_set_option(matrix_sim *sim, const char *name,
                          const char *value) {
  Options &options = sim->options;
  StringRef option = name;
  if (option == "mcpu") {
    options.cpu = value;
    return 0;
  }
  if (option == "cores")
    return setNumber(sim, option, value, options.cores);
  if (option == "max-cycles")
    return setNumber(sim, option, value, options.maxCycles);
  if (option == "max-instructions")
    return setNumber(sim, option, value, options.maxInstructions);
  if (option == "mode")
    return setChoice(sim, option, value, "functional", "timed", options.timed);
  if (option == "check")
    return setChoice(sim, option, value, "off", "on", options.checked);
  return sim->fail("there is no option '" + option +
                   "'; known are mcpu, cores, mode, check, max-cycles, "
                   "max-instructions");
}

int matrix_sim_set_arguments(matrix_sim *sim, int count,
                             const char *const *words) {
  sim->options.arguments.assign(words, words + count);
  return 0;
}

int matrix_sim_load(matrix_sim *sim, const char *path) {
  std::string error;
  auto simulator = Simulator::load(path, sim->options, error);
  if (!simulator)
    return sim->fail(error);
  sim->debugger.reset(); // refers to the simulator
  sim->symbols.reset();
  sim->simulator = std::move(simulator);
  sim->debugger = std::make_unique<Debugger>(*sim->simulator);
  sim->status = 0;
  sim->stopped = 0;
  sim->message.clear();
  return 0;
}

const char *matrix_sim_variant(const matrix_sim *sim) {
  return sim->simulator ? sim->simulator->variant().c_str() : "";
}

unsigned matrix_sim_cores(const matrix_sim *sim) {
  return sim->simulator ? unsigned(sim->simulator->machine().cores.size()) : 0;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Inputs first, as in the kernel's block; null with a message if there is
/// none.
static const Argument *findTensor(matrix_sim *sim, size_t index) {
  size_t wanted = index;
  if (sim->simulator)
    for (bool output : {false, true})
      for (const Argument &a : sim->simulator->arguments())
        if (a.output == output && wanted-- == 0)
          return &a;
  sim->fail("there is no tensor " + Twine(index));
  return nullptr;
}

size_t matrix_sim_tensors(const matrix_sim *sim) {
  return sim->simulator ? sim->simulator->arguments().size() : 0;
}

int matrix_sim_get_tensor(matrix_sim *sim, size_t index,
                          matrix_sim_tensor *tensor) {
  const Argument *a = findTensor(sim, index);
  if (!a)
    return -1;
  matrix_sim_tensor full = {};
  full.name = a->name.c_str();
  full.type = a->type.c_str();
  full.shape = a->shape.data();
  full.rank = a->shape.size();
  full.bytes = a->bytes;
  full.address = a->address;
  full.is_result = a->output;
  return copyKnown(sim, full, tensor);
}

static const Argument *findTensor(matrix_sim *sim, size_t index, size_t size) {
  const Argument *a = findTensor(sim, index);
  if (!a || a->bytes == size)
    return a;
  sim->fail("tensor " + Twine(index) + " (" + a->name + ") has " +
            Twine(a->bytes) + " bytes, not " + Twine(size));
  return nullptr;
}

int matrix_sim_write_tensor(matrix_sim *sim, size_t index, const void *data,
                            size_t size) {
  const Argument *a = findTensor(sim, index, size);
  return a ? matrix_sim_write(sim, 0, a->address, data, size) : -1;
}

int matrix_sim_read_tensor(matrix_sim *sim, size_t index, void *data,
                           size_t size) {
  const Argument *a = findTensor(sim, index, size);
  return a ? matrix_sim_read(sim, 0, a->address, data, size) : -1;
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

const Symbols *matrix_sim::names() {
  if (!simulator)
    return nullptr;
  if (!symbols)
    symbols = std::make_unique<Symbols>(simulator->program().object());
  return symbols.get();
}

int matrix_sim_symbol(matrix_sim *sim, const char *name, uint64_t *address) {
  const Symbols *symbols = sim->names();
  return symbols && symbols->address(name, *address)
             ? 0
             : sim->fail("there is no symbol '" + Twine(name) + "'");
}

const char *matrix_sim_place(matrix_sim *sim, uint64_t address) {
  const Symbols *symbols = sim->names();
  return sim->keep(symbols ? symbols->name(address) : "");
}

const char *matrix_sim_source(matrix_sim *sim, uint64_t address) {
  const Symbols *symbols = sim->names();
  SourcePlace place = symbols ? symbols->place(address) : SourcePlace();
  return sim->keep(place.line ? place.file + ":" + std::to_string(place.line)
                              : "");
}

const char *matrix_sim_disassemble(matrix_sim *sim, uint64_t address) {
  return sim->keep(
      sim->simulator ? disassemble(sim->simulator->machine(), address) : "");
}

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

int matrix_sim_statistics(matrix_sim *sim, unsigned core,
                          matrix_sim_core_statistics *statistics) {
  if (!sim->core(core))
    return -1;
  CoreStatistics figures = sim->simulator->statistics()[core];
  matrix_sim_core_statistics full = {};
  full.instructions = figures.instructions;
  full.dma_transfers = figures.dmaTransfers;
  full.dma_bytes = figures.dmaBytes;
  full.barriers = figures.barriers;
  return copyKnown(sim, full, statistics);
}
