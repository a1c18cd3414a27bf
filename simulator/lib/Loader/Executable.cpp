//===- Executable.cpp - executable files ----------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the ELF header, reads the loadable segments, and parses the JSON note.
// LLVM's object library validates offsets; this file checks what it does not:
// the machine, the ABI version, sizes of segments, the alignment of notes, and
// the ranges of the note's numbers. The nesting depth of the JSON text is
// bounded by a scan of its brackets before the recursive parser reads it.
//
//===----------------------------------------------------------------------===//

#include "Executable.h"
#include "WorkReader.h"
#include "matrix/Sim/Npy.h"
#include "matrix/Support/ElfFormat.h"
#include "matrix/Support/JsonText.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace llvm::object;
using namespace matrix::sim;

Error Executable::fail(const Twine &what) const {
  return createStringError(path + ": error: " + what);
}

Error Executable::damaged(const Twine &what) const {
  return fail("is damaged: " + what + "; link it again");
}

Expected<std::unique_ptr<Executable>>
Executable::open(const std::string &path) {
  auto file = MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/false,
                                           /*RequiresNullTerminator=*/false);
  if (!file)
    return createStringError(
        path + ": error: cannot be opened: " + file.getError().message());
  return read(std::move(*file), path);
}

Expected<std::unique_ptr<Executable>>
Executable::read(std::unique_ptr<MemoryBuffer> contents,
                 const std::string &path) {
  auto program = std::make_unique<Executable>();
  program->path = path;
  program->buffer = std::move(contents);
  if (Error error = program->parse())
    return error;
  return program;
}

Error Executable::parse() {
  StringRef magic =
      buffer->getBuffer().take_front(6); // ELF, 64 bits, little-endian
  if (magic != StringRef("\x7f"
                         "ELF\x02\x01",
                         6))
    return fail(
        "is not a 64-bit little-endian ELF file; link it with matrix-ld");
  auto parsed = ObjectFile::createELFObjectFile(buffer->getMemBufferRef());
  if (!parsed)
    return damaged(toString(parsed.takeError()));
  elf = std::move(*parsed);
  if (Error error = readHeader())
    return error;
  if (Error error = readSegments())
    return error;
  Expected<std::string> json = findNote();
  return json ? readNote(*json) : json.takeError();
}

//===----------------------------------------------------------------------===//
// ELF
//===----------------------------------------------------------------------===//

Error Executable::readHeader() {
  const auto &header = cast<File>(*elf).getELFFile().getHeader();
  if (header.e_machine != matrix::elf::EM_MATRIX)
    return fail("is for another machine (e_machine " + Twine(header.e_machine) +
                ")");
  unsigned version = header.e_flags & ~matrix::elf::FloatsInRegisters;
  if (version != matrix::elf::ABIVersion)
    return fail("has ABI version " + Twine(version) + ", this simulator runs " +
                Twine(matrix::elf::ABIVersion) + "; build it again");
  if (header.e_type != ELF::ET_EXEC)
    return fail("is not linked; link it with matrix-ld");
  entry = header.e_entry;
  return Error::success();
}

Error Executable::readSegments() {
  const auto &file = cast<File>(*elf).getELFFile();
  auto headers = file.program_headers();
  if (!headers)
    return damaged(toString(headers.takeError()));
  for (const auto &header : *headers) {
    if (header.p_type != ELF::PT_LOAD)
      continue;
    auto contents = file.getSegmentContents(header);
    if (!contents)
      return damaged(toString(contents.takeError()));
    if (header.p_memsz < header.p_filesz)
      return damaged("a segment is larger in the file than in memory");
    segments.push_back({header.p_vaddr, header.p_memsz, *contents,
                        bool(header.p_flags & ELF::PF_X),
                        bool(header.p_flags & ELF::PF_W)});
  }
  return Error::success();
}

/// Finds the JSON text in .note.matrix.
Expected<std::string> Executable::findNote() const {
  std::string json;
  const auto &file = cast<File>(*elf).getELFFile();
  auto sections = file.sections();
  if (!sections)
    return damaged(toString(sections.takeError()));
  for (const auto &section : *sections) {
    if (section.sh_type != ELF::SHT_NOTE)
      continue;
    uint64_t alignment = std::max<uint64_t>(section.sh_addralign, 4);
    if (alignment != 4 && alignment != 8)
      return damaged("a note section is aligned to " + Twine(alignment));
    Error damage = Error::success();
    for (const auto &note : file.notes(section, damage))
      if (note.getName() == matrix::elf::NoteOwner &&
          note.getType() == matrix::elf::NoteType)
        json = note.getDescAsStringRef(alignment).rtrim('\0').str();
    if (damage)
      return damaged(toString(std::move(damage)));
  }
  if (json.empty())
    return fail("has no .note.matrix; link it with matrix-ld");
  return json;
}

//===----------------------------------------------------------------------===//
// Note
//===----------------------------------------------------------------------===//

Error Executable::readNote(StringRef text) {
  auto parsed = parseJsonText(text);
  if (!parsed)
    return damaged(".note.matrix: " + toString(parsed.takeError()));
  const json::Object *note = parsed->getAsObject();
  auto name = note ? note->getString("variant") : std::nullopt;
  if (!name)
    return damaged(".note.matrix: no variant in it");
  variant = name->str();
  hash = note->getString("hash").value_or("").str();
  int64_t count = note->getInteger("cores").value_or(0);
  if (count < 0 || count > 1 << 20)
    return damaged(".note.matrix: cores = " + Twine(count));
  cores = unsigned(count);
  int64_t stack = note->getInteger("stack").value_or(0);
  if (stack < 0 || stack > int64_t(1) << 40)
    return damaged(".note.matrix: stack = " + Twine(stack));
  stackSize = uint64_t(stack);
  anyCores = note->getString("mode") == "single";
  const json::Value *annotation = note->get("work");
  if (annotation && !readWork(*annotation, work))
    return damaged(".note.matrix: its work");
  return readArguments(*note);
}

/// Example: {"name": "arg0", "type": "f32", "shape": [4, 3], "dir": "in"}
static bool readArgument(const json::Value &value, Argument &argument) {
  const json::Object *object = value.getAsObject();
  if (!object)
    return false;
  auto type = object->getString("type"), direction = object->getString("dir");
  const json::Array *shape = object->getArray("shape");
  if (!type || !direction || !shape ||
      (*direction != "in" && *direction != "out"))
    return false;
  argument.name = object->getString("name").value_or("?").str();
  argument.type = type->str();
  argument.output = *direction == "out";
  argument.bytes = npyElementSize(npyDescr(argument.type));
  for (const json::Value &extent : *shape) {
    auto n = extent.getAsInteger();
    if (!n || *n < 0 ||
        __builtin_mul_overflow(argument.bytes, uint64_t(*n), &argument.bytes))
      return false;
    argument.shape.push_back(uint64_t(*n));
  }
  return npyElementSize(npyDescr(argument.type)) != 0;
}

Error Executable::readArguments(const json::Object &note) {
  const json::Array *list = note.getArray("args");
  isKernel = list && !list->empty();
  if (!list)
    return Error::success();
  for (const json::Value &value : *list) {
    arguments.emplace_back();
    if (!readArgument(value, arguments.back()))
      return damaged(".note.matrix: tensor " + Twine(arguments.size() - 1) +
                     " of the kernel has no known type, or no fixed shape");
  }
  return Error::success();
}
