//===- Backtrace.cpp - call stacks ----------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates the unwind tables of .debug_frame and .eh_frame, frame by frame,
// over a copy of the registers of the core. A row of the table gives the
// canonical frame address (CFA) as a register plus an offset; saved registers
// are loaded from addresses relative to it, and the stack pointer of the caller
// is the CFA. The pc of a caller is that of its call, so that its source line
// is the call's. Unwinding ends at an undefined return address, at a register
// that cannot be restored, or after a maximum number of frames.
//
//===----------------------------------------------------------------------===//

#include "Backtrace.h"
#include "Registers.h"
#include "matrix/Description/Target.h"
#include "llvm/DebugInfo/DWARF/DWARFDebugFrame.h"
#include "llvm/DebugInfo/DWARF/LowLevel/DWARFUnwindTable.h"
#include <array>
#include <cstring>
#include <optional>

using namespace llvm;
using namespace matrix::sim;
namespace registers = matrix::desc::registers;
using dwarf::UnwindLocation;

/// Maximum number of frames: damaged call frame information may contain cycles.
static constexpr unsigned deepest = 256;

namespace {
class Unwinder {
public:
  Unwinder(const System &system, const Core &core, const Symbols &symbols)
      : system(system), symbols(symbols), number(core.number), pc(core.pc) {
    std::copy_n(core.x, x.size(), x.begin());
  }

  std::vector<Frame> run() {
    std::vector<Frame> frames;
    while (frames.size() < deepest && system.code().at(pc)) {
      uint64_t stack = x[registers::stackPointer];
      frames.push_back({pc, stack});
      if (!toCaller(/*isFirst=*/frames.size() == 1))
        break;
    }
    return frames;
  }

private:
  /// Returns the pair whose second instruction is at the pc. It is decoded from
  /// memory, because breakpoints replace instructions of the code.
  std::optional<std::array<Decoded, 2>> startedPair() const {
    uint64_t address = system.code().wordAddress(pc);
    uint32_t word;
    const uint8_t *bytes =
        address == pc ? nullptr
                      : system.memory().resolve(0, address, sizeof(word));
    if (!bytes)
      return std::nullopt;
    std::memcpy(&word, bytes, sizeof(word));
    return system.decoder().decodePair(word);
  }

  /// Returns an address that follows the pair in the function, nothing if the
  /// second instruction returns.
  std::optional<uint64_t> afterPair(const Decoded &second) const {
    uint64_t word = system.code().wordAddress(pc);
    int slot = codeAddressSlot(second.opcode);
    if (slot >= 0)
      return word + int64_t(second.imm[slot]);
    if (transfers(second))
      return std::nullopt;
    return word + matrix::desc::instructionBytes;
  }

  /// Restores the registers of the caller at its call.
  bool toCaller(bool isFirst) {
    // Rows describe the state between words. A register that locates the frame
    // already has the value after the pair; before a return, the frame is gone.
    auto pair = startedPair();
    auto after = pair ? afterPair((*pair)[1]) : std::nullopt;
    bool left = pair && !after && writes((*pair)[0], registers::stackPointer);
    auto row = left ? std::nullopt : findRow(pc);
    bool moved =
        row && after &&
        writes((*pair)[0], registerOfDwarf(row->getCFAValue().getRegister()));
    auto frame = moved ? findRow(*after) : row;
    if (row && frame ? !restore(*row, frame->getCFAValue()) : !isFirst)
      return false;
    pc = x[registers::returnAddress] - matrix::desc::instructionBytes;
    return x[registers::returnAddress] != 0;
  }

  const dwarf::FDE *findEntry(Expected<const DWARFDebugFrame *> frames) const {
    if (!frames) {
      consumeError(frames.takeError());
      return nullptr;
    }
    for (const dwarf::FrameEntry &entry : (*frames)->entries())
      if (const auto *fde = dyn_cast<dwarf::FDE>(&entry))
        // FDEs of sections discarded by the linker have address 0.
        if (fde->getInitialLocation() &&
            pc - fde->getInitialLocation() < fde->getAddressRange())
          return fde;
    return nullptr;
  }

  std::optional<dwarf::UnwindRow> findRow(uint64_t address) const {
    DWARFContext *context = symbols.dwarf();
    if (!context)
      return std::nullopt;
    const dwarf::FDE *fde = findEntry(context->getDebugFrame());
    fde = fde ? fde : findEntry(context->getEHFrame());
    if (!fde || address - fde->getInitialLocation() > fde->getAddressRange())
      return std::nullopt;
    auto table = dwarf::createUnwindTable(fde);
    if (!table) {
      consumeError(table.takeError());
      return std::nullopt;
    }
    std::optional<dwarf::UnwindRow> found;
    for (const dwarf::UnwindRow &row : *table)
      if (row.hasAddress() && row.getAddress() <= address)
        found = row;
    return found;
  }

  /// Returns false if the function has no caller or its registers cannot be
  /// restored.
  bool restore(const dwarf::UnwindRow &row, const UnwindLocation &rule) {
    unsigned base = registerOfDwarf(rule.getRegister());
    if (rule.getLocation() != UnwindLocation::RegPlusOffset || base >= x.size())
      return false;
    uint64_t frame = x[base] + int64_t(rule.getOffset());
    std::array<uint64_t, Core::numGeneral> before = x;
    for (unsigned dwarf = 0; dwarf < x.size(); ++dwarf) {
      auto place = row.getRegisterLocations().getRegisterLocation(dwarf);
      unsigned own = registerOfDwarf(dwarf);
      if (place && own == registers::returnAddress &&
          place->getLocation() == UnwindLocation::Undefined)
        return false;
      if (place && place->getLocation() == UnwindLocation::CFAPlusOffset &&
          !load(frame + int64_t(place->getOffset()), before[own]))
        return false;
    }
    x = before;
    x[registers::stackPointer] = frame;
    return true;
  }

  bool load(uint64_t address, uint64_t &value) const {
    const uint8_t *bytes =
        system.memory().resolve(number, address, sizeof(value));
    if (bytes)
      std::memcpy(&value, bytes, sizeof(value));
    return bytes;
  }

  const System &system;
  const Symbols &symbols;
  unsigned number;
  uint64_t pc;
  std::array<uint64_t, Core::numGeneral> x;
};
} // namespace

std::vector<Frame> matrix::sim::backtrace(const System &system,
                                          const Core &core,
                                          const Symbols &symbols) {
  return Unwinder(system, core, symbols).run();
}
