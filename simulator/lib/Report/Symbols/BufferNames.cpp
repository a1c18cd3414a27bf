//===- BufferNames.cpp - names of addresses -------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the data symbols of the program; tensors of the kernel take precedence.
// Buffers are ordered by address: the candidate for an address is the last
// buffer that starts at or before it, and contains it if the offset is less
// than its size.
//
//===----------------------------------------------------------------------===//

#include "BufferNames.h"
#include "DebugInfo/SourceLines.h"
#include "Memory/DmaDescriptor.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace llvm::object;
using namespace matrix::sim;

TransferSides matrix::sim::sidesOf(const TransferStart &event) {
  const Descriptor &d = event.descriptor;
  if (d.usesIndexList() && event.indices.empty())
    return {d.source, d.destination}; // no rows
  DmaRow row = rowAt(d, event.indices.data(), 0, 0);
  return {firstReadByte(d, event.indices.data()), row.to};
}

static BufferNames::Buffer bufferOf(const Argument &tensor) {
  return {tensor.name, tensor.bytes, tensor.address, true};
}

BufferNames::BufferNames(const System &system,
                         const std::vector<Argument> &tensors,
                         const ObjectFile &object)
    : system(system) {
  for (const ELFSymbolRef symbol : symbolsOf(object)) {
    auto name = symbol.getName();
    auto address = symbol.getAddress();
    if (name && address && symbol.getSize() &&
        symbol.getELFType() == ELF::STT_OBJECT)
      add({name->str(), symbol.getSize(), *address, false});
    consumeError(name.takeError());
    consumeError(address.takeError());
  }
  for (const Argument &tensor : tensors)
    add(bufferOf(tensor));
}

const BufferNames::Buffer *BufferNames::find(uint64_t address) const {
  auto it = buffers.upper_bound(address);
  if (it == buffers.begin())
    return nullptr;
  const Buffer &buffer = std::prev(it)->second;
  return address - buffer.address < buffer.bytes ? &buffer : nullptr;
}

std::string BufferNames::name(unsigned core, uint64_t address) const {
  auto withOffset = [](std::string name, uint64_t offset) {
    return offset ? formatv("{0} + {1}", name, offset).str() : name;
  };
  if (auto place = scratchpadAt(core, address))
    return withOffset(formatv("scratchpad of core {0}", place->core),
                      place->offset);
  if (const Buffer *buffer = find(address))
    return withOffset(buffer->name, address - buffer->address);
  return formatv("DRAM {0:x}", address);
}
