//===- CommandOperands.cpp - operands of debugger commands ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A recursive-descent parser for the operands of debugger commands:
//
//     number  = ["+" | "-"] term { ("+" | "-") term }
//     term    = integer | register | symbol
//     code    = [file] ":" line | ["*"] number
//     block   = "scratchpad" | register | name ["[" first [":" count] "]"]
//             | number ":" bytes | number ":" rows "x" rowBytes
//
// A symbol that is not the name of a block is an address without a size, which
// the message states. Ranges are checked against the rows of the block.
//
//===----------------------------------------------------------------------===//

#include "CommandOperands.h"
#include "Support/Hex.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::sim;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Expected<uint64_t> CommandOperands::term(StringRef text,
                                         const Core &core) const {
  uint64_t value;
  if (!text.getAsInteger(0, value))
    return value;
  unsigned number = registerNumber(text);
  if (number < numScalarRegisters)
    return readRegister(core, number);
  if (symbols.address(text.str(), value))
    return value;
  return createStringError("'" + text +
                           "' is not a number, register or symbol");
}

Expected<uint64_t> CommandOperands::number(StringRef text,
                                           const Core &core) const {
  size_t end = text.find_first_of("+-");
  Expected<uint64_t> sum =
      end ? term(text.take_front(end), core) : Expected<uint64_t>(0);
  while (sum && end != StringRef::npos) {
    bool minus = text[end] == '-';
    text = text.drop_front(end + 1);
    end = text.find_first_of("+-");
    Expected<uint64_t> next = term(text.take_front(end), core);
    if (!next)
      return next;
    *sum += minus ? -*next : *next;
  }
  return sum;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

/// A text after the last colon that is not a number makes the whole an address.
Expected<std::vector<uint64_t>> CommandOperands::code(StringRef text,
                                                      const Core &core) const {
  auto [file, lineText] = text.rsplit(':');
  unsigned line;
  if (text.contains(':') && !lineText.getAsInteger(10, line)) {
    std::vector<uint64_t> addresses = symbols.addresses(file, line);
    if (!addresses.empty())
      return addresses;
    return createStringError("no code comes from line " + lineText +
                             " or a later one" +
                             (file.empty() ? "" : " of " + file) +
                             "; compile with debug information");
  }
  text.consume_front("*");
  Expected<uint64_t> address = number(text, core);
  if (!address)
    return address.takeError();
  if (system.code().at(*address))
    return std::vector<uint64_t>{*address};
  return createStringError("there is no instruction at " + hex(*address));
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Parses ADDRESS:SIZE or ADDRESS:ROWSxBYTES.
Expected<BlockRows> CommandOperands::memory(StringRef text,
                                            const Core &core) const {
  auto [start, size] = text.rsplit(':');
  auto [rows, bytes] = size.contains('x') && !size.starts_with("0x")
                           ? size.split('x')
                           : std::pair<StringRef, StringRef>("1", size);
  Expected<uint64_t> address = number(start, core);
  if (!address)
    return address.takeError();
  Block block;
  if (rows.getAsInteger(0, block.rows) || bytes.getAsInteger(0, block.rowBytes))
    return createStringError("'" + size +
                             "' is not a size; give BYTES or ROWSxBYTES");
  uint64_t total;
  bool fits = !__builtin_mul_overflow(block.rows, block.rowBytes, &total);
  if (total && fits)
    block.data = system.memory().resolve(core.number, *address, total);
  if (block.data)
    return BlockRows{block};
  return createStringError(size + " bytes at " +
                           system.memory().describe(*address) +
                           " are in no memory");
}

/// Parses NAME, NAME[ROW] or NAME[FIRST:COUNT].
Expected<BlockRows> CommandOperands::named(StringRef text,
                                           const Core &core) const {
  auto [name, range] = text.split('[');
  Block block = findBlock(system, core, name);
  uint64_t address;
  if (!block.data && symbols.address(name.str(), address))
    return createStringError("'" + name + "' is an address; give its size: " +
                             name + ":64, or " + name + ":16x64 for rows");
  if (!block.data)
    return createStringError("variant '" + StringRef(system.variant().cpu) +
                             "' has no '" + name +
                             "'; 'info blocks' lists what it has");
  if (!text.contains('['))
    return BlockRows{block};
  uint64_t first = 0, count = 1;
  auto [from, many] = range.split(':');
  bool isPair = range.contains(':');
  if (!range.consume_back("]") ||
      (isPair ? from : range).getAsInteger(0, first) ||
      (isPair && many.drop_back().getAsInteger(0, count)))
    return createStringError("'" + text + "': rows are [ROW] or [FIRST:COUNT]");
  if (!count || first >= block.rows || count > block.rows - first)
    return createStringError("'" + text + "': there are " + Twine(block.rows) +
                             " rows");
  block.data += first * block.rowBytes;
  block.rows = count;
  return BlockRows{block, first};
}

/// A general or floating-point register as a block; no data if there is none of
/// this name.
static Block scalar(StringRef text, const Core &core) {
  unsigned number = registerNumber(text);
  if (number >= pcRegister)
    return {};
  const void *data = number < Core::numGeneral
                         ? static_cast<const void *>(&core.x[number])
                         : &core.f[number - Core::numGeneral];
  return {static_cast<const uint8_t *>(data), 1, sizeof(core.x[0]), "x64"};
}

Expected<BlockRows> CommandOperands::block(StringRef text,
                                           const Core &core) const {
  const Memory &memories = system.memory();
  if (text == "scratchpad" && memories.scratchpadBytes()) {
    uint64_t size = memories.scratchpadBytes();
    uint64_t row =
        uint64_t(system.variant().parameters.lineBytes.value_or(int64_t(size)));
    const uint8_t *data = memories.resolveOwn(
        core.number, system.variant().map.ownScratchpad, size);
    return BlockRows{{data, size / row, row, ""}};
  }
  if (Block block = scalar(text, core); block.data)
    return BlockRows{block};
  return text.contains(':') && !text.contains('[') ? memory(text, core)
                                                   : named(text, core);
}

Expected<ElementFormat> CommandOperands::format(StringRef text,
                                                const Block &block) const {
  if (text.empty())
    text = block.format;
  std::optional<ElementFormat> format =
      text.empty() ? ElementFormat::words(block.rowBytes % 4 ? 1 : 4)
                   : ElementFormat::lookup(text);
  if (!format)
    return createStringError("'" + text + "' is not a format; known are " +
                             ElementFormat::known());
  if (block.rowBytes % format->bytes() == 0)
    return *format;
  return createStringError("rows of " + Twine(block.rowBytes) +
                           " bytes hold no whole " + text + " elements");
}
