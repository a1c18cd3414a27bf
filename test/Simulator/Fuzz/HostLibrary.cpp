//===- HostLibrary.cpp - Fuzzing of the C library and of .npy -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "matrix_sim.h"

using namespace fuzz;
using namespace matrix::sim;

//===----------------------------------------------------------------------===//
// The C library
//===----------------------------------------------------------------------===//

static void option(matrix_sim *sim) {
  static const char *const names[] = {
      "mcpu", "cores", "mode",  "check",           "max-cycles",
      "none", "",      nullptr, "max-instructions"};
  static const char *const values[] = {
      "timed", "functional",           "on", "off",  "0", "1", "2", "-1",
      "base",  "18446744073709551616", "",   nullptr};
  matrix_sim_set_option(sim, oneOf(names), oneOf(values));
}

static void coreState(matrix_sim *sim) {
  static const char *const names[] = {"r1",  "f3",    "pc",    "t0",
                                      "t99", "d1",    "acc",   "main",
                                      "",    nullptr, "_start"};
  uint8_t data[256] = {};
  uint64_t value;
  size_t rows, bytes;
  unsigned core = unsigned(below(5) ? below(4) : edge());
  const char *name = oneOf(names);
  size_t size = below(3) ? below(sizeof(data)) : 0;
  switch (below(12)) {
  case 0:
    matrix_sim_read(sim, core, address(), data, size);
    return;
  case 1:
    matrix_sim_write(sim, core, address(), data, size);
    return;
  case 2:
    matrix_sim_read_register(sim, core, name, below(9) ? &value : nullptr);
    return;
  case 3:
    matrix_sim_write_register(sim, core, name, address());
    return;
  case 4:
    matrix_sim_block(sim, core, name, &rows, below(9) ? &bytes : nullptr);
    return;
  case 5:
    matrix_sim_read_block(sim, core, name, data, size);
    return;
  case 6:
    matrix_sim_symbol(sim, name, &value);
    return;
  case 7:
    matrix_sim_place(sim, address());
    matrix_sim_source(sim, address());
    return;
  case 8:
    matrix_sim_disassemble(sim, address());
    matrix_sim_register_name(sim, unsigned(edge()));
    return;
  case 9:
    matrix_sim_break(sim, address(), int(below(6)) - 1);
    return;
  case 10:
    matrix_sim_watch(sim, core, address(), below(3) ? below(64) : edge());
    return;
  default:
    matrix_sim_remove(sim, int(below(4) ? below(5) : edge()));
  }
}

static void tensor(matrix_sim *sim) {
  uint8_t data[64] = {};
  size_t index = below(4) ? below(3) : edge();
  matrix_sim_tensor t = {};
  t.size = below(3) ? sizeof(t) : edge();
  matrix_sim_core_statistics s = {};
  s.size = below(3) ? sizeof(s) : edge();
  matrix_sim_get_tensor(sim, index, below(9) ? &t : nullptr);
  matrix_sim_write_tensor(sim, index, below(9) ? data : nullptr, 32);
  matrix_sim_read_tensor(sim, index, data, below(3) ? 32 : below(64));
  matrix_sim_statistics(sim, unsigned(index), below(9) ? &s : nullptr);
}

/// Loads the program, or a part of it, from memory.
static void loadMemory(matrix_sim *sim, const Bytes &bytes) {
  size_t size = below(9) ? bytes.size() : below(bytes.size() + 1);
  matrix_sim_load_memory(sim, below(9) ? bytes.data() : nullptr, size,
                         below(9) ? "memory" : nullptr);
}

/// Restarts, and calls with buffers of right and wrong sizes.
static void restart(matrix_sim *sim, Outcome &outcome) {
  uint8_t data[3][64] = {};
  matrix_sim_buffer buffers[3];
  for (unsigned i = 0; i < 3; ++i)
    buffers[i] = {below(4) ? data[i] : nullptr, below(4) ? 32 : below(64)};
  size_t tensors = matrix_sim_tensors(sim);
  if (below(2) || tensors > 3)
    matrix_sim_restart(sim);
  else
    outcome.trapped +=
        matrix_sim_call(sim, below(9) ? tensors : tensors + 1,
                        below(9) ? buffers : nullptr) == MATRIX_SIM_TRAPPED;
}

void fuzz::calls(const Program &program, const std::string &path,
                 Outcome &outcome) {
  write(path, program.bytes);
  matrix_sim *sim = matrix_sim_create();
  matrix_sim_set_option(sim, "max-instructions", "2000");
  const char *words[] = {"a", nullptr, "b"};
  for (unsigned i = 0; i < 40; ++i)
    switch (below(11)) {
    case 9:
      loadMemory(sim, program.bytes);
      break;
    case 10:
      restart(sim, outcome);
      break;
    case 0:
      option(sim);
      break;
    case 1:
      matrix_sim_load(sim, below(9) ? path.c_str() : below(2) ? "" : nullptr);
      break;
    case 2:
      outcome.trapped += matrix_sim_run(sim) == MATRIX_SIM_TRAPPED;
      break;
    case 3:
      matrix_sim_step(sim, unsigned(below(5)), below(100));
      break;
    case 4:
      tensor(sim);
      break;
    case 5:
      if (below(9) == 0)
        matrix_sim_set_arguments(sim, int(below(5)) - 1, words);
      matrix_sim_message(sim);
      matrix_sim_variant(sim);
      outcome.ended += matrix_sim_status(sim) == 0;
      if (below(9) == 0)
        matrix_sim_interrupt(sim);
      break;
    default:
      coreState(sim);
    }
  matrix_sim_destroy(sim);
}

//===----------------------------------------------------------------------===//
// .npy
//===----------------------------------------------------------------------===//

void fuzz::tensors(const Program &program, const std::string &path,
                   Outcome &outcome) {
  static const char *const descrs[] = {"<f4", "<f4", "<f4", "|u1",
                                       "<i8", "|V2", ""};
  write(path, program.bytes);
  NpyArray array;
  array.descr = oneOf(descrs);
  array.shape = {4, 2};
  array.data.resize(8 * npyElementSize(array.descr));
  std::string npy = path + ".npy";
  llvm::consumeError(writeNpy(npy, array));
  Bytes bytes = read(npy);
  for (unsigned i = bytes.empty() ? 0 : below(4); i; --i)
    if (below(8) == 0)
      bytes.resize(1 + below(bytes.size()));
    else
      bytes[below(below(2) ? bytes.size()
                           : std::min<size_t>(12, bytes.size()))] =
          uint8_t(below(2) ? engine() : "'(){}:,0129 \n"[below(13)]);
  write(npy, bytes);
  auto simulator = load(path, Options(), outcome);
  auto damaged = readNpy(npy);
  llvm::Error error = damaged.takeError();
  if (!error && simulator)
    error = simulator->setInput(below(2), *damaged);
  if (error || !simulator)
    ++outcome.trapped;
  else
    run(*simulator, outcome);
  llvm::consumeError(std::move(error));
}
