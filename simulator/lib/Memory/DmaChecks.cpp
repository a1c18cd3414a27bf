//===- DmaChecks.cpp - validation of DMA descriptors ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Validates a descriptor when a transfer starts: kind, flags, extents,
// receivers, and the memories of source and destination. The range of addresses
// follows from the strides without enumeration of the rows: an address is base
// + row * rowStride + plane * planeStride, and each term is least and greatest
// at one of the ends of its index range. Rows of an index list are validated
// when they move, since the list may change until then.
//
//===----------------------------------------------------------------------===//

#include "Dma.h"
#include "Support/Hex.h"
#include <algorithm>

using namespace llvm;
using namespace matrix;
using namespace matrix::sim;
namespace kind = matrix::desc::dma_kind;

namespace {

/// Indices of rows or planes from `first` to before `end`.
struct Indices {
  int64_t stride;
  uint64_t first, end;
};

/// Offsets of the first bytes of rows, from the base address.
struct OffsetRange {
  int64_t low = 0, high = 0;

  uint64_t size() const { return uint64_t(high - low); }
};

} // namespace

static OffsetRange getOffsets(const Indices &rows, const Indices &planes) {
  OffsetRange range;
  for (const Indices &indices : {rows, planes}) {
    int64_t a = indices.stride * int64_t(indices.first),
            b = indices.stride * int64_t(indices.end - 1);
    range.low += std::min(a, b);
    range.high += std::max(a, b);
  }
  return range;
}

Error DmaEngine::checkSides(const Descriptor &d) const {
  uint64_t lowest, size = d.readBytes();
  auto inMemory = [&](bool own, uint64_t address, uint64_t bytes) {
    return own ? memory.resolveOwn(core, address, bytes)
               : memory.resolve(core, address, bytes);
  };
  auto outside = [&](const char *side, bool own) {
    return createStringError(
        std::string(side) + " of " + std::to_string(size) + " bytes from " +
        memory.describe(lowest) + " is not in " +
        (own ? "the core's own scratchpad" : "one memory"));
  };
  // Rows of an index list are validated when they move. Their memory is known
  // from the base address.
  uint64_t listed = d.kind == kind::gather ? d.source : d.destination;
  if (d.usesIndexList() && !memory.hasOwner(listed))
    return createStringError("rows of the list count from " +
                             memory.describe(listed) +
                             ", which is in no memory");
  if (d.reads() && d.kind != kind::gather) {
    OffsetRange offsets = getOffsets(
        {d.sourceRow, d.firstRow, std::min(d.lastRow, d.rows)},
        {d.sourcePlane, d.firstPlane, std::min(d.lastPlane, d.planes)});
    lowest = d.source + uint64_t(offsets.low) + d.left;
    size += offsets.size();
    if (!inMemory(d.readsOwn(), lowest, size))
      return outside("source", d.readsOwn());
  }
  if (d.kind == kind::scatter)
    return Error::success();
  OffsetRange offsets = getOffsets({d.destinationRow, 0, d.rows},
                                   {d.destinationPlane, 0, d.planes});
  lowest = d.destination + uint64_t(offsets.low);
  size = d.rowBytes + offsets.size();
  return inMemory(d.writesOwn(), lowest, size)
             ? Error::success()
             : outside("destination", d.writesOwn());
}

Error DmaEngine::checkCores(const Descriptor &d) const {
  if (d.hasMask() && cores < desc::dma_field::cores.bits && d.cores >> cores)
    return createStringError("core mask " + hex(d.cores) +
                             " names cores beyond the " +
                             std::to_string(cores) + " that run");
  if (!memory.reaches(core, d.receivers(core)))
    return createStringError(
        "core mask " + hex(d.cores) +
        " names other cores, and the variant has no interconnect");
  return d.posts() ? semaphores.check(core, d.semaphore) : Error::success();
}

static Error checkFlags(const desc::DmaInfo &engine, unsigned flags) {
  unsigned known = 0;
  std::string names;
  for (const desc::DmaFlagInfo &flag : engine.flags) {
    known |= flag.value;
    names += (names.empty() ? "" : ", ") + std::string(flag.name) + " (" +
             hex(flag.value) + ")";
  }
  if (flags & ~known)
    return createStringError("flags " + hex(flags) + ": only known are " +
                             names);
  return Error::success();
}

/// Addresses of a transfer without bytes are not checked.
Error DmaEngine::check(const Descriptor &d) const {
  if (!lookupKind(*info, d.kind))
    return createStringError("kind " + std::to_string(d.kind) +
                             " is not known");
  if (Error error = checkFlags(*info, d.flags))
    return error;
  if (d.left + d.right > d.rowBytes)
    return createStringError(
        "left and right fill of " + std::to_string(d.left + d.right) +
        " bytes exceed the row of " + std::to_string(d.rowBytes));
  if (Error error = checkCores(d))
    return error;
  if (!d.rows || !d.planes || !d.rowBytes)
    return Error::success();
  if (d.usesIndexList() &&
      !memory.resolveOwn(core, memory.map().ownScratchpad + d.cores,
                         4 * d.rows * d.planes))
    return createStringError("index list at offset " + hex(d.cores) +
                             " is not in the core's own scratchpad");
  return checkSides(d);
}

Expected<Descriptor> DmaEngine::read(uint64_t address) const {
  if (!info)
    return createStringError("this variant has no DMA engine");
  auto invalid = [&](const std::string &what) {
    return createStringError("descriptor at " + memory.describe(address) +
                             ": " + what);
  };
  const uint8_t *bytes = memory.resolveOwn(core, address, info->descriptorSize);
  if (!bytes)
    return invalid("must be in the core's own scratchpad");
  if (address % info->descriptorSize)
    return invalid("must be aligned to " +
                   std::to_string(info->descriptorSize) + " bytes");
  Descriptor d = Descriptor::read(bytes);
  if (Error error = check(d))
    return invalid(toString(std::move(error)));
  return d;
}
