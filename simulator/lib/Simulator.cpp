//===- Simulator.cpp - running programs of a matrix machine ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "matrix/Sim/Simulator.h"
#include "Checks/Hazards.h"
#include "Executable.h"
#include "Machine.h"
#include "Monitor.h"
#include "Recorder.h"
#include "SourceLines.h"
#include "Timing/CoreTime.h"
#include "matrix/Description/Hash.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"

using namespace matrix;
using namespace matrix::sim;

struct Simulator::State {
  Options options;
  std::unique_ptr<Executable> program;
  std::unique_ptr<Machine> machine;
  Monitor monitor;
  std::unique_ptr<Recorder> recorder;
  uint64_t argumentBlock = 0;
  uint64_t free = 0; // first byte of DRAM behind the program

  bool choose(std::string &error);
  bool place(std::string &error);
  bool placeSegment(const Segment &segment, std::string &error);
  bool placeArguments(std::string &error);
  bool placeTensors(std::string &error);
  bool record(std::string &error);
  bool allocate(uint64_t bytes, uint64_t &address, std::string &error);
  bool fail(std::string &error, const std::string &what) const;

  Argument *argument(bool output, size_t index);
  Core *runMachine();
  std::string placeOf(uint64_t pc) const;
  std::string instructionAt(uint64_t pc) const;
  std::string describe(const Core &core) const;
};

bool Simulator::State::fail(std::string &error, const std::string &what) const {
  error = program->path + ": error: " + what;
  return false;
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

/// "base, qkv"
static std::string variantNames() {
  std::string names;
  for (const desc::VariantInfo &v : desc::variants)
    names += (names.empty() ? "" : ", ") + std::string(v.cpu);
  return names;
}

bool Simulator::State::choose(std::string &error) {
  const desc::VariantInfo *variant = desc::lookupVariant(program->variant);
  if (!variant)
    return fail(error, "is for variant '" + program->variant + "'; known are " +
                           variantNames());
  if (!options.cpu.empty() && desc::lookupVariant(options.cpu) != variant)
    return fail(error, "is for variant '" + std::string(variant->cpu) +
                           "', not '" + options.cpu +
                           "'; compile it for that one, or leave --mcpu out");
  if (!program->hash.empty() && program->hash != desc::descriptionHash)
    return fail(
        error,
        "was made from another description of the machine; build it again");
  unsigned cores = program->cores ? program->cores : variant->cores;
  if (options.cores && program->cores && !program->anyCores &&
      options.cores != program->cores)
    return fail(error, "is for " + std::to_string(program->cores) +
                           " cores, not " + std::to_string(options.cores) +
                           "; compile it for those, or leave --cores out");
  cores = options.cores ? options.cores : cores;
  if (cores > variant->cores)
    return fail(error, "variant '" + std::string(variant->cpu) + "' has " +
                           std::to_string(variant->cores) + " cores, not " +
                           std::to_string(cores));
  machine = std::make_unique<Machine>(*variant, cores);
  machine->maxCycles = options.maxCycles;
  machine->setMode(options.timed, options.checked);
  return (machine->isValid() &&
          (!machine->hazards || machine->hazards->isValid())) ||
         fail(error, "the host has no address space for its memories");
}

bool Simulator::State::placeSegment(const Segment &segment,
                                    std::string &error) {
  const Memory &memory = machine->memory;
  bool own = memory.resolveOwn(0, segment.address, segment.size) != nullptr;
  for (unsigned core = 0; core < (own ? machine->cores.size() : 1); ++core) {
    uint8_t *to = memory.resolve(core, segment.address, segment.size);
    if (!to)
      return fail(error, "segment of " + std::to_string(segment.size) +
                             " bytes at " + memory.describe(segment.address) +
                             " is in no memory of variant '" +
                             std::string(machine->variant.cpu) + "'");
    std::copy(segment.data.begin(), segment.data.end(), to);
    if (machine->hazards)
      machine->hazards->place(core, segment.address, segment.size,
                              segment.executable);
  }
  if (segment.executable)
    machine->code.add(machine->decoder, segment.address, segment.data.data(),
                      segment.data.size());
  if (!own)
    free = std::max(free, segment.address + segment.size);
  return true;
}

bool Simulator::State::place(std::string &error) {
  uint64_t low = UINT64_MAX, high = 0;
  for (const Segment &s : program->segments)
    if (s.executable) {
      low = std::min(low, s.address);
      high = std::max(high, s.address + s.size);
      if (s.address % 4)
        return fail(error, "has code at an address that is no multiple of 4");
    }
  if (low >= high)
    return fail(error, "has no code");
  if (high - low > uint64_t(1) << 27)
    return fail(error, "has code spread over more than 128 MiB");
  for (const Segment &s : program->segments)
    if (!placeSegment(s, error))
      return false;
  if (!machine->code.at(program->entry))
    return fail(error, "starts at 0x" + llvm::utohexstr(program->entry, true) +
                           ", where it has no code");
  if (program->isKernel && machine->hazards)
    machine->hazards->restrictDram();
  return program->isKernel ? placeTensors(error) : placeArguments(error);
}

bool Simulator::State::record(std::string &error) {
  recorder = Recorder::create(*machine, options.record, error);
  machine->observer = recorder.get();
  return recorder != nullptr;
}

bool Simulator::State::allocate(uint64_t bytes, uint64_t &address,
                                std::string &error) {
  address = llvm::alignTo(free, 64);
  bool room = address <= machine->memory.dramBytes() &&
              bytes <= machine->memory.dramBytes() - address;
  free = address + bytes;
  if (room && machine->hazards)
    machine->hazards->place(0, address, bytes, /*isCode=*/false);
  return room || fail(error, "its arguments don't fit into DRAM");
}

/// A kernel's block: the addresses of its tensors, inputs first.
bool Simulator::State::placeTensors(std::string &error) {
  auto &arguments = program->arguments;
  if (!allocate(8 * arguments.size(), argumentBlock, error))
    return false;
  uint64_t slot = argumentBlock;
  for (bool output : {false, true})
    for (Argument &a : arguments) {
      if (a.output != output)
        continue;
      if (!allocate(a.bytes, a.address, error))
        return false;
      std::memcpy(machine->memory.resolve(0, slot, 8), &a.address, 8);
      slot += 8;
    }
  return true;
}

/// Any other program's: argc, argv[0], .., argv[argc - 1], 0.
bool Simulator::State::placeArguments(std::string &error) {
  const auto &strings = options.arguments;
  if (strings.empty())
    return true;
  if (!allocate(8 * (strings.size() + 2), argumentBlock, error))
    return false;
  std::vector<uint64_t> block = {strings.size()};
  for (const std::string &s : strings) {
    block.push_back(0);
    if (!allocate(s.size() + 1, block.back(), error))
      return false;
    std::memcpy(machine->memory.resolve(0, block.back(), s.size() + 1),
                s.c_str(), s.size() + 1);
  }
  std::memcpy(machine->memory.resolve(0, argumentBlock, 8), block.data(),
              8 * block.size());
  return true;
}

Simulator::Simulator() : state(std::make_unique<State>()) {}
Simulator::~Simulator() = default;

std::unique_ptr<Simulator> Simulator::load(const std::string &path,
                                           const Options &options,
                                           std::string &error) {
  std::unique_ptr<Simulator> simulator(new Simulator());
  State &state = *simulator->state;
  state.options = options;
  state.program = Executable::open(path, error);
  if (!state.program || !state.choose(error) || !state.place(error))
    return nullptr;
  state.machine->reset(state.program->entry, state.argumentBlock);
  if (!options.record.empty() && !state.record(error))
    return nullptr;
  return simulator;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

const std::vector<Argument> &Simulator::arguments() const {
  return state->program->arguments;
}

Argument *Simulator::State::argument(bool output, size_t index) {
  for (Argument &a : program->arguments)
    if (a.output == output && index-- == 0)
      return &a;
  return nullptr;
}

bool Simulator::setInput(size_t index, const NpyArray &array,
                         std::string &error) {
  const Argument *a = state->argument(false, index);
  if (!a)
    return state->fail(error, "takes no input " + std::to_string(index));
  std::string wanted =
      npyShape(a->shape) + " of '" + npyDescr(a->type) + "' (" + a->type + ")";
  if (!npyAccepts(a->type, array.descr) || array.shape != a->shape ||
      array.data.size() != a->bytes)
    return state->fail(error, "input " + std::to_string(index) + " (" +
                                  a->name + ") must be " + wanted + ", not " +
                                  npyShape(array.shape) + " of '" +
                                  array.descr + "'");
  return write(a->address, array.data.data(), array.data.size());
}

bool Simulator::getOutput(size_t index, NpyArray &array,
                          std::string &error) const {
  const Argument *a = state->argument(true, index);
  if (!a)
    return state->fail(error, "gives no output " + std::to_string(index));
  array.descr = npyDescr(a->type);
  array.shape = a->shape;
  array.data.resize(a->bytes);
  return read(a->address, array.data.data(), array.data.size());
}

bool Simulator::read(uint64_t address, void *data, size_t size) const {
  const uint8_t *from = state->machine->memory.resolve(0, address, size);
  if (from)
    std::memcpy(data, from, size);
  return from;
}

bool Simulator::write(uint64_t address, const void *data, size_t size) {
  uint8_t *to = state->machine->memory.resolve(0, address, size);
  if (to)
    std::memcpy(to, data, size);
  if (to && state->machine->hazards)
    state->machine->hazards->define(0, address, size);
  return to;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// "file:line:col", or the program's file.
std::string Simulator::State::placeOf(uint64_t pc) const {
  std::string line = sourceLine(program->object(), pc);
  return line.empty() ? program->path : line;
}

/// "pc 0x10000: `add r1, r2, r3`"
std::string Simulator::State::instructionAt(uint64_t pc) const {
  std::string text = "pc 0x" + llvm::utohexstr(pc, true);
  uint32_t word;
  const uint8_t *bytes = machine->memory.resolve(0, pc, sizeof(word));
  if (!machine->code.at(pc) || !bytes)
    return text;
  std::memcpy(&word, bytes, sizeof(word));
  return text + ": " + machine->decoder.text(word, pc);
}

Core *Simulator::State::runMachine() {
  RunControl *other = machine->control; // a debugger
  if (!other)
    machine->control = &monitor;
  monitor.start();
  Core *trapped = machine->run(options.maxInstructions);
  machine->control = other;
  return trapped;
}

void Simulator::interrupt() { state->monitor.interrupt(); }

void Simulator::onProgress(double seconds, std::function<void()> call) {
  state->monitor.interval = std::chrono::duration<double>(seconds);
  state->monitor.progress = std::move(call);
}

/// The line that says which core trapped, where and why, and notes with the
/// instruction, and with those of others that have a part in it.
std::string Simulator::State::describe(const Core &core) const {
  uint64_t pc = core.trapped.elsewhere ? core.trapped.pc : core.pc;
  std::string text =
      placeOf(pc) + ": error: core " + std::to_string(core.number) + ": " +
      core.trapped.what + "\n" + program->path + ": note: " +
      (core.time ? "cycle " + std::to_string(core.time->issue) + ", " : "") +
      "instruction " + std::to_string(core.retired) + ", " + instructionAt(pc);
  for (const Machine::Note &note : machine->notes)
    text += "\n" + placeOf(note.pc) + ": note: " + note.what + ": " +
            instructionAt(note.pc);
  return text;
}

Result Simulator::run() {
  Machine &machine = *state->machine;
  Result result;
  if (const Core *core = state->runMachine()) {
    result.trap = core->trapped.kind;
    result.status = 128 + int(result.trap);
    result.message = state->describe(*core);
    return result;
  }
  result.interrupted = machine.isPaused();
  if (result.interrupted)
    return result;
  result.status = machine.cores[0]->exitStatus;
  for (auto &core : machine.cores)
    if (core->exitStatus && core->number && !result.status) {
      result.status = core->exitStatus;
      result.message = state->program->path + ": error: core " +
                       std::to_string(core->number) + " ended with status " +
                       std::to_string(core->exitStatus);
    }
  return result;
}

Machine &Simulator::machine() { return *state->machine; }
const Machine &Simulator::machine() const { return *state->machine; }

const std::string &Simulator::variant() const {
  return state->program->variant;
}

std::vector<CoreStatistics> Simulator::statistics() const {
  std::vector<CoreStatistics> all;
  for (auto &core : state->machine->cores) {
    CoreStatistics s = core->statistics;
    s.instructions = core->retired;
    s.dmaTransfers = state->machine->dma[core->number].transfers();
    s.dmaBytes = state->machine->dma[core->number].bytes();
    all.push_back(s);
  }
  return all;
}

const Executable &Simulator::program() const { return *state->program; }
