//===- Interfaces.cpp - Fuzzing of the host interfaces --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Debug/Gdb/GdbServer.h"
#include "Debug/Shell.h"
#include "Fuzz.h"
#include "matrix_sim.h"
#include "llvm/ADT/StringExtras.h"
#include <arpa/inet.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

using namespace fuzz;
using namespace matrix::sim;

static std::string hex(uint64_t value) { return llvm::utohexstr(value, true); }

/// A random address, sometimes a valid one.
static uint64_t address() {
  static const uint64_t bases[] = {
      0x10000, 0x10008, 0x100000, 1ull << 45, (1ull << 45) + 4096, 1ull << 46};
  return below(4) ? oneOf(bases) + below(2) * 4 * below(16) : edge();
}

/// Mutates text by duplicating, removing and replacing characters.
static std::string mangled(std::string text) {
  for (unsigned i = below(4) ? 0 : 1 + below(3); i && !text.empty(); --i) {
    size_t at = below(text.size());
    if (below(3) == 0)
      text.erase(at, 1);
    else if (below(2))
      text[at] = char(engine());
    else
      text.insert(at, 1, oneOf(":,;=#[]x-+*. 09"));
  }
  return text;
}

//===----------------------------------------------------------------------===//
// The debugger
//===----------------------------------------------------------------------===//

static std::string what() {
  static const char *const blocks[] = {
      "t0",  "t1[2:3]", "t99",   "d1",    "d2[0:4]",   "scratchpad",
      "r5",  "f1",      "pc",    "t1[0]", "spad[1:2]", "t1[5:99999999999]",
      "acc", "sp:8",    "_start"};
  if (below(3))
    return oneOf(blocks);
  std::string text = below(3) ? "0x" + hex(address()) : "r5+_start-main";
  return text + ":" + (below(2) ? std::to_string(below(40)) + "x" : "") +
         (below(4) ? std::to_string(below(100)) : "0x" + hex(edge()));
}

static std::string command(const std::string &path) {
  static const char *const formats[] = {"f32", "bf16", "i8",  "x64",
                                        "f64", "e4m3", "u16", "any"};
  static const char *const rest[] = {
      "break _start",       "break :1",    "break :9",   "break main",
      "continue",           "step",        "next",       "finish",
      "backtrace",          "core 0",      "core 1",     "registers",
      "registers r1 f3 pc", "info breaks", "info cores", "info blocks",
      "info state",         "info csr",    "help",       "disassemble",
      "disassemble :1 99",  "delete 1",    "delete 2",   "quit",
      "# nothing"};
  switch (below(8)) {
  case 0:
    return std::string(below(2) ? "show " : "p ") + what() + " " +
           (below(2) ? oneOf(formats) : "");
  case 1:
    return "dump " + path + ".npy " + what() + " " +
           (below(2) ? oneOf(formats) : "");
  case 2:
    return "watch " + what();
  case 3:
    return "break *0x" + hex(address()) +
           (below(2) ? " core " + std::to_string(below(5)) : "");
  case 4:
    return "set r" + std::to_string(below(34)) + " 0x" + hex(address());
  case 5:
    return (below(2) ? "stepi " : "x 0x") + std::to_string(below(200));
  case 6:
    return "set pc 0x" + hex(address());
  default:
    return oneOf(rest);
  }
}

void fuzz::commands(const Program &program, const std::string &path,
                    Outcome &outcome) {
  write(path, program.bytes);
  auto simulator = load(path, anyOptions(), outcome);
  if (!simulator)
    return;
  std::string text;
  llvm::raw_string_ostream out(text);
  Shell shell(*simulator, out);
  for (unsigned i = 0; i < 25; ++i)
    if (llvm::Error error = shell.execute(mangled(command(path)))) {
      llvm::consumeError(std::move(error));
      ++outcome.refused;
    } else {
      ++outcome.ended;
    }
}

//===----------------------------------------------------------------------===//
// GDB's remote protocol
//===----------------------------------------------------------------------===//

static std::string packet() {
  static const char *const simple[] = {
      "?",
      "g",
      "c",
      "s",
      "vCont?",
      "vCont;c",
      "vCont;s:1;c",
      "vCont;s:0",
      "vCont;s:-1",
      "vCont;S05:2",
      "Hg0",
      "Hg-1",
      "Hc2",
      "Hg99",
      "T1",
      "T0",
      "qSupported",
      "qC",
      "qfThreadInfo",
      "qsThreadInfo",
      "qAttached",
      "qThreadExtraInfo,1",
      "qThreadExtraInfo,",
      "QStartNoAckMode",
      "qHostInfo",
      "qXfer:features:read:target.xml:0,ffffffffffffffff",
      "qXfer:features:read:target.xml:ffffffffffffffff,1",
      "",
      "v",
      "q",
      "X"};
  std::string size = hex(below(4) ? below(5000) : edge());
  switch (below(6)) {
  case 0:
    return "m" + hex(address()) + "," + size;
  case 1: {
    std::string data(below(20), 'a');
    return "M" + hex(address()) + "," + hex(data.size() / 2) + ":" + data;
  }
  case 2:
    return oneOf("zZ") + std::to_string(below(4)) + "," + hex(address()) + "," +
           size;
  case 3:
    return "P" + hex(below(70)) + "=" +
           llvm::toHex(std::string(8, char(engine())));
  case 4:
    return "qRcmd," + llvm::toHex(mangled(command("gdb")));
  default:
    return oneOf(simple);
  }
}

static std::string framed(const std::string &text) {
  uint8_t sum = 0;
  for (char c : text)
    sum += uint8_t(c);
  return "$" + text + "#" + llvm::utohexstr(sum, true, 2);
}

/// Connects and sends all packets before the server reads the first one.
static int client = -1;
static std::thread listener;
static void talk(unsigned port) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(uint16_t(port));
  client = ::socket(AF_INET, SOCK_STREAM, 0);
  if (::connect(client, reinterpret_cast<sockaddr *>(&address),
                sizeof(address)))
    return;
  std::string all;
  for (unsigned i = 0; i < 30; ++i) {
    all += below(10) ? framed(mangled(packet())) : mangled(framed(packet()));
    all += below(10) ? "+" : std::string(1, char(engine()));
  }
  [[maybe_unused]] ssize_t sent = ::send(client, all.data(), all.size(), 0);
  ::shutdown(client, SHUT_WR);
  // Replies are drained; otherwise the server blocks on a full socket buffer.
  listener = std::thread([] {
    char bytes[4096];
    while (::recv(client, bytes, sizeof(bytes), 0) > 0)
      ;
  });
}

void fuzz::packets(const Program &program, const std::string &path,
                   Outcome &outcome) {
  write(path, program.bytes);
  auto simulator = load(path, anyOptions(), outcome);
  if (!simulator)
    return;
  {
    GdbConnection connection;
    if (llvm::Error error = connection.accept(0, talk))
      llvm::consumeError(std::move(error));
    else
      ++(GdbServer(*simulator, connection).serve() ? outcome.ended
                                                   : outcome.trapped);
  }
  if (listener.joinable())
    listener.join();
  ::close(client);
}

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
