//===- CommandOperands.cpp - operands of debugger commands ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small parser for operands of debugger commands.
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

bool CommandOperands::term(StringRef text, const Core &core, uint64_t &value) {
  if (!text.getAsInteger(0, value))
    return true;
  unsigned number = registerNumber(text);
  if (number < numScalarRegisters) {
    value = readRegister(core, number);
    return true;
  }
  return symbols.address(text.str(), value) ||
         fail("'" + text + "' is no number, register or symbol");
}

bool CommandOperands::number(StringRef text, const Core &core,
                             uint64_t &value) {
  size_t end = text.find_first_of("+-", 1);
  if (!term(text.take_front(end), core, value))
    return false;
  while (end != StringRef::npos) {
    bool minus = text[end] == '-';
    text = text.drop_front(end + 1);
    end = text.find_first_of("+-");
    uint64_t next;
    if (!term(text.take_front(end), core, next))
      return false;
    value += minus ? -next : next;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

bool CommandOperands::code(StringRef text, const Core &core,
                           std::vector<uint64_t> &addresses) {
  auto [file, lineText] = text.rsplit(':');
  unsigned line;
  if (text.contains(':') && !lineText.getAsInteger(10, line)) {
    addresses = symbols.addresses(file, line);
    return !addresses.empty() ||
           fail("no code comes from line " + lineText + " or a later one" +
                (file.empty() ? "" : " of " + file) +
                "; compile with debug information");
  }
  text.consume_front("*");
  addresses.resize(1);
  if (!number(text, core, addresses[0]))
    return false;
  return machine.code.at(addresses[0]) ||
         fail("there is no instruction at " + hex(addresses[0]));
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Parses ADDRESS:SIZE or ADDRESS:ROWSxBYTES.
bool CommandOperands::memory(StringRef text, const Core &core, Block &block) {
  auto [start, size] = text.rsplit(':');
  auto [rows, bytes] = size.contains('x') && !size.starts_with("0x")
                           ? size.split('x')
                           : std::pair<StringRef, StringRef>("1", size);
  uint64_t address;
  if (!number(start, core, address))
    return false;
  if (rows.getAsInteger(0, block.rows) || bytes.getAsInteger(0, block.rowBytes))
    return fail("'" + size + "' is no size; give BYTES or ROWSxBYTES");
  uint64_t total;
  bool fits = !__builtin_mul_overflow(block.rows, block.rowBytes, &total);
  if (total && fits)
    block.data = machine.memory.resolve(core.number, address, total);
  return block.data ||
         fail(size + " bytes at " + machine.memory.describe(address) +
              " are in no memory");
}

/// Parses NAME, NAME[ROW] or NAME[FIRST:COUNT].
bool CommandOperands::named(StringRef text, const Core &core, Block &block,
                            uint64_t &first) {
  auto [name, range] = text.split('[');
  block = findBlock(machine, core, name);
  uint64_t address;
  if (!block.data && symbols.address(name.str(), address))
    return fail("'" + name + "' is an address; give its size: " + name +
                ":64, or " + name + ":16x64 for rows");
  if (!block.data)
    return fail("variant '" + StringRef(machine.variant.cpu) + "' has no '" +
                name + "'; 'info blocks' lists what it has");
  if (!text.contains('['))
    return true;
  uint64_t count = 1;
  auto [from, many] = range.split(':');
  bool isPair = range.contains(':');
  if (!range.consume_back("]") ||
      (isPair ? from : range).getAsInteger(0, first) ||
      (isPair && many.drop_back().getAsInteger(0, count)))
    return fail("'" + text + "': rows are [ROW] or [FIRST:COUNT]");
  if (!count || first >= block.rows || count > block.rows - first)
    return fail("'" + text + "': there are " + Twine(block.rows) + " rows");
  block.data += first * block.rowBytes;
  block.rows = count;
  return true;
}

/// A general or floating-point register as a block.
static bool isScalar(StringRef text, const Core &core, Block &block) {
  unsigned number = registerNumber(text);
  if (number >= pcRegister)
    return false;
  const void *data = number < Core::numGeneral
                         ? static_cast<const void *>(&core.x[number])
                         : &core.f[number - Core::numGeneral];
  block = {static_cast<const uint8_t *>(data), 1, sizeof(core.x[0]), "x64"};
  return true;
}

bool CommandOperands::block(StringRef text, const Core &core, Block &block,
                            uint64_t &first) {
  first = 0;
  block = {};
  if (text == "scratchpad" && machine.memory.scratchpadBytes()) {
    uint64_t size = machine.memory.scratchpadBytes();
    uint64_t row =
        uint64_t(machine.variant.parameter("LineBytes", int64_t(size)));
    block = {machine.memory.resolveOwn(core.number,
                                       machine.variant.map.ownScratchpad, size),
             size / row, row, ""};
    return true;
  }
  if (isScalar(text, core, block))
    return true;
  return text.contains(':') && !text.contains('[')
             ? memory(text, core, block)
             : named(text, core, block, first);
}

bool CommandOperands::format(StringRef text, const Block &block,
                             std::optional<ElementFormat> &format) {
  if (text.empty())
    text = block.format;
  format = text.empty() ? ElementFormat::words(block.rowBytes % 4 ? 1 : 4)
                        : ElementFormat::lookup(text);
  if (!format)
    return fail("'" + text + "' is no format; known are " +
                ElementFormat::known());
  return block.rowBytes % format->bytes() == 0 ||
         fail("rows of " + Twine(block.rowBytes) + " bytes hold no whole " +
              text + " elements");
}
