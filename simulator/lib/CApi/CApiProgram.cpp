//===- CApiProgram.cpp - C interface: tensors, symbols, instructions ------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory of a program, access to the tensors of a kernel, and queries of
// symbols, source lines and assembly. Tensors are numbered as in the argument
// block, inputs first. Symbols and debug information are read at the first
// query, so that runs without queries do not pay for it.
//
//===----------------------------------------------------------------------===//

#include "CApi.h"
#include "Loader/Executable.h"
#include "Support/Quantity.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::sim;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static void addSegments(const Executable &program, const Memory &memory,
                        matrix_sim_memory &all) {
  for (const Segment &s : program.segments)
    (memory.resolveOwn(0, s.address, s.size) ? all.scratchpad_used
                                             : all.dram_used) += s.size;
}

static void addStacks(const System &system, matrix_sim_memory &all) {
  if (system.variant().stack->number == desc::address_space::scratchpad)
    all.scratchpad_used += system.stackSize();
  else
    all.dram_used += system.stackSize() * system.numCores();
}

int matrix_sim_get_memory(matrix_sim *sim, matrix_sim_memory *memory) {
  if (!matrix_sim::isOne(sim) || !sim->core(0) || !sim->has(memory, "memory"))
    return -1;
  const System &system = sim->simulator->machine().system();
  matrix_sim_memory full = {};
  full.dram = system.memory().dramBytes();
  full.scratchpad = system.memory().scratchpadBytes();
  addSegments(sim->simulator->program(), system.memory(), full);
  addStacks(system, full);
  for (const Argument &a : sim->simulator->arguments())
    full.dram_used += a.bytes;
  return copyKnown(sim, full, memory);
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Inputs first, as in the argument block. Returns null and sets the message if
/// there is no such tensor.
static const Argument *findTensor(matrix_sim *sim, size_t index) {
  if (!matrix_sim::isOne(sim))
    return nullptr;
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
  return matrix_sim::isOne(sim) && sim->simulator
             ? sim->simulator->arguments().size()
             : 0;
}

int matrix_sim_get_tensor(matrix_sim *sim, size_t index,
                          matrix_sim_tensor *tensor) {
  const Argument *a = findTensor(sim, index);
  if (!a || !sim->has(tensor, "tensor"))
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
            quantity(a->bytes, "byte") + ", not " + Twine(size));
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
// Symbols, lines, instructions
//===----------------------------------------------------------------------===//

const Symbols *matrix_sim::names() {
  return simulator ? &simulator->symbols() : nullptr;
}

int matrix_sim_symbol(matrix_sim *sim, const char *name, uint64_t *address) {
  if (!matrix_sim::isOne(sim) || !sim->has(name, "name") ||
      !sim->has(address, "address"))
    return -1;
  const Symbols *symbols = sim->names();
  return symbols && symbols->address(name, *address)
             ? 0
             : sim->fail("there is no symbol '" + Twine(name) + "'");
}

const char *matrix_sim_place(matrix_sim *sim, uint64_t address) {
  if (!matrix_sim::isOne(sim))
    return "";
  const Symbols *symbols = sim->names();
  return sim->keep(symbols ? symbols->name(address) : "");
}

const char *matrix_sim_source(matrix_sim *sim, uint64_t address) {
  if (!matrix_sim::isOne(sim))
    return "";
  const Symbols *symbols = sim->names();
  SourceLocation location =
      symbols ? symbols->location(address) : SourceLocation();
  return sim->keep(
      location.line ? location.file + ":" + std::to_string(location.line) : "");
}

const char *matrix_sim_disassemble(matrix_sim *sim, uint64_t address) {
  if (!matrix_sim::isOne(sim))
    return "";
  return sim->keep(
      sim->simulator ? disassemble(sim->simulator->machine().system(), address)
                     : "");
}
