//===- Recorder.cpp - recording of timed runs -----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes one JSON object per event. Registers are recorded as differences: the
// recorder keeps the registers of each core at its last event and writes those
// that have changed. The first line has the code and all registers, from which
// the later values can be reconstructed. The file is completed at the end of
// core 0, since a tool that is interrupted may exit without destructors.
//
//===----------------------------------------------------------------------===//

#include "Recorder.h"
#include "Timing/Dma/TimedDma.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace matrix;
using namespace matrix::sim;

static std::string hex(const uint8_t *bytes, uint64_t size) {
  return llvm::toHex(llvm::ArrayRef<uint8_t>(bytes, size), /*LowerCase=*/true);
}

llvm::Expected<std::unique_ptr<Recorder>>
Recorder::create(const System &system, const std::string &path) {
  auto file = std::make_unique<OutputFile>(path);
  if (llvm::Error error = file->open())
    return error;
  std::unique_ptr<Recorder> recorder(new Recorder(system, std::move(file)));
  recorder->writeBeginning();
  return recorder;
}

void Recorder::writeBeginning() {
  const Code &code = system.code();
  out << "{\"variant\":\"" << system.variant().cpu
      << "\",\"cores\":" << system.numCores() << ",\"base\":" << code.base()
      << ",\"words\":\""
      << hex(system.memory().resolve(0, code.base(), code.end() - code.base()),
             code.end() - code.base())
      << "\",\"registers\":[";
  for (const auto &core : system.cores()) {
    out << (core->number ? ",[" : "[");
    writeRegisters(*core);
    out << "]";
  }
  out << "]}\n";
}

void Recorder::writeRegisters(const Core &core) {
  Registers &seen = cores[core.number].registers;
  std::copy_n(core.x, seen.size(), seen.begin());
  for (size_t i = 0; i < seen.size(); ++i)
    out << (i ? "," : "") << seen[i];
}

void Recorder::issued(const IssueEvent &event) {
  const Core &core = system.core(event.core);
  out << "{\"c\":" << event.core << ",\"i\":" << event.index
      << ",\"t\":" << event.issue;
  if (event.start != event.issue)
    out << ",\"s\":" << event.start;
  writeDescriptor(event);
  writeChanges(core);
  if (event.accesses)
    writeRows(*event.accesses);
  out << "}\n";
}

/// Writes the registers that have changed since the last instruction.
void Recorder::writeChanges(const Core &core) {
  Registers &seen = cores[core.number].registers;
  bool first = true;
  for (unsigned i = 0; i < seen.size(); ++i) {
    if (core.x[i] == seen[i])
      continue;
    out << (first ? ",\"x\":[[" : ",[") << i << "," << core.x[i] << "]";
    seen[i] = core.x[i];
    first = false;
  }
  out << (first ? "" : "]");
}

/// Writes accesses to row memories; addresses of tile accesses follow from
/// registers.
void Recorder::writeRows(const AccessLog &accesses) {
  bool first = true;
  for (const Access &a : accesses) {
    if (a.memory == AccessLog::flat)
      continue;
    out << (first ? ",\"a\":[[" : ",[") << a.start << "," << a.pitch << ","
        << a.rows << "," << a.bytes << "," << a.memory << "," << int(a.isWrite)
        << "]";
    first = false;
  }
  out << (first ? "" : "]");
}

/// Writes the descriptor if the instruction has started a transfer: its
/// operands are the handle and the address of the descriptor.
void Recorder::writeDescriptor(const IssueEvent &event) {
  Seen &seen = cores[event.core];
  const DmaEngine &engine = system.dma(event.core);
  if (!engine.isIssued(seen.handles + 1))
    return;
  ++seen.handles;
  uint64_t size = system.variant().dma->descriptorSize;
  uint64_t address = seen.registers[event.instruction->reg[1]];
  out << ",\"d\":\""
      << hex(system.memory().resolveOwn(event.core, address, size), size)
      << "\"";
  auto rows = engine.indicesOf(engine.descriptorOf(seen.handles));
  if (rows.empty())
    return;
  out << ",\"l\":[";
  for (size_t i = 0; i < rows.size(); ++i)
    out << (i ? "," : "") << rows[i];
  out << "]";
}

void Recorder::transferred(const TransferRecord &record) {
  out << "{\"c\":" << record.core << ",\"k\":" << record.handle
      << ",\"first\":" << record.firstLine << ",\"last\":" << record.lastLine
      << ",\"done\":" << record.completed << "}\n";
}

void Recorder::finished(const EndEvent &event) {
  if (event.core != 0)
    return;
  out << "{\"cycles\":" << event.end << (event.isCut ? ",\"cut\":1}\n" : "}\n");
  // An interrupted tool may terminate by a signal, without destructors.
  if (llvm::Error error = file->keep())
    failure = llvm::toString(std::move(error));
}
