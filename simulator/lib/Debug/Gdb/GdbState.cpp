//===- GdbState.cpp - registers and memory for GDB ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbering of registers for GDB, the target description in XML, and packets
// that read and write registers and memory. The description declares the
// registers of a 64-bit RISC-V machine, and the general registers a second time
// under the names of this machine. Values are little-endian hexadecimal text of
// 64 bits. Memory is that of the selected core's address space.
//
//===----------------------------------------------------------------------===//

#include "GdbServer.h"
#include "matrix/Description/Variants.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include <array>

using namespace llvm;
using namespace matrix;
using namespace matrix::sim;

//===----------------------------------------------------------------------===//
// Registers: general ones, program counter, floating-point ones
//===----------------------------------------------------------------------===//

/// GDB uses RISC-V's numbers: DWARF numbers, with the program counter between
/// the two register files. Aliases by the machine's names of general registers
/// follow.
static constexpr unsigned ownNames = numScalarRegisters,
                          numNumbers = ownNames + Core::numGeneral;

static unsigned toOwn(unsigned number) {
  if (number >= ownNames)
    return number - ownNames;
  return number < Core::numGeneral    ? registerOfDwarf(number)
         : number == Core::numGeneral ? pcRegister
                                      : registerOfDwarf(number - 1);
}

/// Returns a part of the document: `m` if more follows, `l` for the last one.
std::string GdbServer::features(StringRef range) const {
  std::string xml =
      "<?xml version=\"1.0\"?><!DOCTYPE target SYSTEM \"gdb-target.dtd\">"
      "<target version=\"1.0\"><architecture>riscv:rv64</architecture>"
      "<osabi>none</osabi>"
      "<feature name=\"org.gnu.gdb.riscv.cpu\">";
  auto add = [&](const std::string &name, const char *type, unsigned number) {
    xml += "<reg name=\"" + name + "\" bitsize=\"64\" type=\"" + type +
           "\" regnum=\"" + std::to_string(number) + "\"/>";
  };
  for (unsigned i = 0; i < Core::numGeneral; ++i)
    add("x" + std::to_string(i),
        toOwn(i) == desc::registers::stackPointer ? "data_ptr" : "int", i);
  add("pc", "code_ptr", Core::numGeneral);
  xml += "</feature><feature name=\"org.gnu.gdb.riscv.fpu\">";
  for (unsigned i = 0; i < Core::numFloat; ++i)
    add("f" + std::to_string(i), "ieee_double", Core::numGeneral + 1 + i);
  xml += "</feature><feature name=\"matrix\">";
  for (unsigned i = 0; i < Core::numGeneral; ++i)
    add(registerName(i), "int", ownNames + i);
  xml += "</feature></target>";
  auto [start, size] = range.split(',');
  size_t from, maximum;
  if (start.getAsInteger(16, from) || size.getAsInteger(16, maximum))
    return bad;
  StringRef piece = StringRef(xml).substr(from, maximum);
  return (from + piece.size() >= xml.size() ? "l" : "m") + piece.str();
}

static std::string hexOf(uint64_t value) {
  char bytes[8];
  support::endian::write64le(bytes, value);
  return toHexText(StringRef(bytes, sizeof(bytes)));
}

static bool valueOf(StringRef hex, uint64_t &value) {
  std::string bytes;
  if (!fromHexText(hex, bytes) || bytes.size() != sizeof(value))
    return false;
  value = support::endian::read64le(bytes.data());
  return true;
}

std::string GdbServer::readAll() const {
  std::string all;
  for (unsigned i = 0; i < numNumbers; ++i)
    all += hexOf(readRegister(core(), toOwn(i)));
  return all;
}

std::string GdbServer::writeAll(StringRef hex) {
  if (hex.size() != 16 * numNumbers)
    return bad;
  std::array<uint64_t, numScalarRegisters> values;
  for (unsigned i = 0; i < numScalarRegisters; ++i)
    if (!valueOf(hex.substr(16 * i, 16), values[i]))
      return bad; // before any register changes
  for (unsigned i = 0; i < numScalarRegisters; ++i)
    writeRegister(core(), toOwn(i), values[i]);
  return good;
}

std::string GdbServer::readOne(StringRef text) const {
  unsigned number;
  if (text.getAsInteger(16, number) || number >= numNumbers)
    return bad;
  return hexOf(readRegister(core(), toOwn(number)));
}

std::string GdbServer::writeOne(StringRef assignment) {
  auto [text, hex] = assignment.split('=');
  unsigned number;
  uint64_t value;
  if (text.getAsInteger(16, number) || number >= numNumbers ||
      !valueOf(hex, value))
    return bad;
  writeRegister(core(), toOwn(number), value);
  return good;
}

//===----------------------------------------------------------------------===//
// Memory in the address space of the selected core
//===----------------------------------------------------------------------===//

static bool parseRange(StringRef range, uint64_t &address, uint64_t &size) {
  auto [start, length] = range.split(',');
  return !start.getAsInteger(16, address) && !length.getAsInteger(16, size);
}

std::string GdbServer::readMemory(StringRef range) const {
  uint64_t address, size;
  if (!parseRange(range, address, size))
    return bad;
  size = std::min<uint64_t>(size, maxBytes);
  const uint8_t *bytes = system.memory().resolve(selected, address, size);
  return bytes
             ? toHexText(StringRef(reinterpret_cast<const char *>(bytes), size))
             : bad;
}

std::string GdbServer::writeMemory(StringRef packet) {
  auto [range, hex] = packet.split(':');
  uint64_t address, size;
  std::string bytes;
  if (!parseRange(range, address, size) || !fromHexText(hex, bytes) ||
      bytes.size() != size)
    return bad;
  return shell.target().machine.write(selected, address, bytes.data(), size)
             ? good
             : bad;
}
