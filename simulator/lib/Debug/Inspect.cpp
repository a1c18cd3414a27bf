//===- Inspect.cpp - named state of cores ---------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lookup of tile registers, row memories and configuration state by name, and
// formatting of values. The include file MatrixSimState.inc has one macro call
// for each record of the description; each function defines the macros for its
// own purpose. A state exists for a variant if one of its instructions uses it.
//
//===----------------------------------------------------------------------===//

#include "Inspect.h"
#include "Support/Quantity.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace llvm;
using namespace matrix;
using namespace matrix::sim;

//===----------------------------------------------------------------------===//
// Lookup of blocks
//===----------------------------------------------------------------------===//

static Block findTile(const System &system, const Core &core, StringRef name) {
  const desc::VariantInfo &variant = system.variant();
  unsigned number;
  if (!name.consume_front(desc::registers::tilePrefix) ||
      name.getAsInteger(10, number) || number >= variant.tileRegisters)
    return {};
  return {core.tiles + number * variant.tileBytes(), uint64_t(variant.tileRows),
          uint64_t(variant.tileRowBytes), ""};
}

/// True if the variant has an instruction that uses the state.
static bool isUsed(const System &system, StringRef users) {
  return users.contains(("," + StringRef(system.variant().cpu) + ",").str());
}

Block sim::findBlock(const System &system, const Core &core, StringRef name) {
  Block block = findTile(system, core, name);
#define ROW_MEMORY(member, title, height, width)                               \
  if (name == title &&                                                         \
      system.variant().memoryIn(desc::lookupSpace(title)->number))             \
    block = {core.rowMemories->member, height, width, ""};
#include "MatrixSimState.inc"
#define NUMBER_STATE(member, title, users)
#define TILE_STATE(member, title, format, height, width, users)                \
  if (name == title && isUsed(system, users))                                  \
    block = {reinterpret_cast<const uint8_t *>(core.rows.member), height,      \
             width * sizeof(core.rows.member[0]), format};
#include "MatrixSimState.inc"
  return block;
}

static std::string shapeText(uint64_t rows, uint64_t rowBytes) {
  return quantity(rows, "row") + " of " + quantity(rowBytes, "byte");
}

static std::string tileName(int64_t number) {
  return desc::registers::tilePrefix + std::to_string(number);
}

std::vector<std::string> sim::listBlocks(const System &system) {
  const desc::VariantInfo &variant = system.variant();
  std::vector<std::string> lines;
  if (variant.hasTiles())
    lines.push_back(
        tileName(0) + " to " + tileName(variant.tileRegisters - 1) +
        ": tile registers of " +
        shapeText(uint64_t(variant.tileRows), uint64_t(variant.tileRowBytes)));
  for (const desc::MemoryInfo &memory : variant.memories)
    if (memory.space->rows)
      lines.push_back(std::string(memory.space->name) + ": row memory of " +
                      shapeText(uint64_t(memory.space->rows),
                                uint64_t(memory.space->rowSize)));
#define NUMBER_STATE(member, title, users)
#define TILE_STATE(member, title, format, height, width, users)                \
  if (isUsed(system, users))                                                   \
    lines.push_back(std::string(title) + ": state, " #height " x " #width      \
                                         " of " format);
#include "MatrixSimState.inc"
  return lines;
}

//===----------------------------------------------------------------------===//
// Output of blocks
//===----------------------------------------------------------------------===//

static std::string padded(const std::string &text, size_t width) {
  return std::string(width - text.size(), ' ') + text;
}

std::string sim::printBlock(const Block &block, const ElementFormat &format,
                            uint64_t firstRow) {
  uint64_t columns = block.rowBytes / format.bytes();
  std::vector<std::string> texts;
  size_t width = 0;
  for (uint64_t i = 0; i < block.rows * columns; ++i) {
    const uint8_t *row = block.data + i / columns * block.rowBytes;
    texts.push_back(format.print(row + i % columns * format.bytes()));
    width = std::max(width, texts.back().size());
  }
  size_t margin = std::to_string(firstRow + block.rows - 1).size();
  std::string text;
  for (uint64_t r = 0; r < block.rows; ++r) {
    text += padded(std::to_string(firstRow + r), margin) + ":";
    for (uint64_t c = 0; c < columns; ++c)
      text += " " + padded(texts[r * columns + c], width);
    text += "\n";
  }
  return text;
}

NpyArray sim::blockArray(const Block &block, const ElementFormat &format) {
  NpyArray array;
  array.descr = format.descr();
  array.shape = {block.rows, block.rowBytes / format.bytes()};
  array.data.assign(block.data, block.data + block.bytes());
  return array;
}

std::string sim::disassemble(const System &system, uint64_t address) {
  uint32_t word;
  const Code &code = system.code();
  const uint8_t *bytes =
      system.memory().resolve(0, code.wordAddress(address), sizeof(word));
  if (!bytes || !code.at(address))
    return "";
  std::memcpy(&word, bytes, sizeof(word));
  std::string text = system.decoder().text(word, address);
  text.erase(std::remove(text.begin(), text.end(), '`'), text.end());
  return text;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

std::vector<NamedNumber> sim::listState(const System &system,
                                        const Core &core) {
  std::vector<NamedNumber> list;
#define NUMBER_STATE(member, title, users)                                     \
  if (isUsed(system, users))                                                   \
    list.push_back({title, std::to_string(core.rows.member)});
#define TILE_STATE(member, title, format, height, width, users)
#include "MatrixSimState.inc"
  return list;
}

std::vector<NamedNumber> sim::listControlRegisters(Core &core) {
  std::vector<NamedNumber> list;
  for (const desc::CsrInfo &csr : desc::csrs)
    list.push_back({std::string(csr.name),
                    std::to_string(core.role_read_csr(csr.number))});
  return list;
}
