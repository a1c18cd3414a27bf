//===- InputFile.h - relocatable objects ------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sections, symbols and relocations of one relocatable object, and the symbols
// that symbol resolution shares between objects. Contents and names refer to
// the input buffer, which must outlive the object. Later passes store their
// results in these structures: the output section and offset of an input
// section, and the section and value of a symbol, from which addresses follow.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LINKER_INPUTFILE_H
#define MATRIX_LINKER_INPUTFILE_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/Object/ELFTypes.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <memory>
#include <string>
#include <vector>

namespace matrix {
namespace linker {

using ELFT = llvm::object::ELF64LE;

class ObjectFile;
struct OutputSection;
struct Symbol;

/// A section of an object, or the storage of a common symbol.
struct InputSection {
  ObjectFile *File = nullptr;
  llvm::StringRef Name;
  uint32_t Type = 0;
  uint64_t Flags = 0;
  uint64_t Alignment = 1;
  uint64_t Size = 0;
  llvm::ArrayRef<uint8_t> Contents; // empty for NOBITS
  llvm::ArrayRef<ELFT::Rela> Relocations;
  bool Discarded = false; // in a group that another object defines
  /// The section that this one describes (SHF_LINK_ORDER).
  const InputSection *LinkedTo = nullptr;

  /// Thunks that replace the targets of calls.
  llvm::DenseMap<const ELFT::Rela *, Symbol *> Thunks;

  OutputSection *Out = nullptr;
  uint64_t Offset = 0; // within Out

  uint64_t address() const;
  bool isAllocated() const { return Flags & llvm::ELF::SHF_ALLOC; }
  bool isThreadLocal() const { return Flags & llvm::ELF::SHF_TLS; }
  /// Functions that run before the constructors.
  bool isBeforeConstructors() const {
    return isAllocated() && Name.starts_with(".preinit_array");
  }
};

struct Symbol {
  enum KindType { Undefined, Lazy, Common, Defined, Absolute };
  llvm::StringRef Name;
  KindType Kind = Undefined;
  uint8_t Binding = llvm::ELF::STB_GLOBAL;
  uint8_t Type = llvm::ELF::STT_NOTYPE;
  uint8_t Visibility = llvm::ELF::STV_DEFAULT;
  ObjectFile *File = nullptr; // definition, else first reference
  InputSection *Section = nullptr;
  uint64_t Value = 0; // offset in Section, address, or alignment (Common)
  uint64_t Size = 0;
  unsigned Member = 0;     // Lazy: archive member that defines it
  bool Prescribed = false; // by --defsym, whatever objects define

  bool isDefined() const { return Kind >= Common; }
  bool isWeak() const { return Binding == llvm::ELF::STB_WEAK; }
  bool isThreadLocal() const {
    return Type == llvm::ELF::STT_TLS || (Section && Section->isThreadLocal());
  }
  uint64_t address() const;
  /// In a section that the linker interprets or leaves out, or a member of a
  /// group that another object defines.
  bool isGone() const {
    if (Kind == Defined)
      return !Section || !Section->Out;
    return !isDefined() && Binding == llvm::ELF::STB_LOCAL;
  }
  /// The name for messages: 'f', or section .text.
  std::string quotedName() const;
};

/// The contents of an object's `.note.matrix`, and the kernel it defines.
struct ObjectNote {
  bool Present = false;
  int64_t Abi = 0;
  std::string Variant, Hash;
  std::vector<std::string> Features;
};

/// A symbol table entry before name resolution.
struct RawSymbol {
  llvm::StringRef Name;
  const ELFT::Sym *Entry;
};

class ObjectFile {
public:
  /// Reads an object and checks all invariants of later passes: offsets are
  /// within the file, indices are valid.
  static llvm::Expected<std::unique_ptr<ObjectFile>>
  create(llvm::MemoryBufferRef Buffer, std::string Name);

  llvm::StringRef name() const { return Name; }
  uint32_t abi() const { return Abi; }

  std::vector<std::unique_ptr<InputSection>> Sections; // by index; may be null
  std::vector<RawSymbol> RawSymbols;                   // by index
  std::vector<Symbol *> Symbols;                       // by index, resolved
  std::vector<std::unique_ptr<Symbol>> Locals;
  /// COMDAT groups: signature and members.
  std::vector<std::pair<llvm::StringRef, std::vector<uint32_t>>> Groups;
  ObjectNote Note;
  std::string Kernel; // the JSON of `.matrix.kernel`, or empty

  llvm::Error error(const llvm::Twine &Message) const;
  /// Returns `section+0x12 (in function f)` for a location in this object.
  std::string describe(const InputSection &Section, uint64_t Offset) const;

private:
  friend class ObjectReader;
  std::string Name;
  llvm::MemoryBufferRef Buffer;
  uint32_t Abi = 0;
};

llvm::Error makeError(const llvm::Twine &Message);

} // namespace linker
} // namespace matrix

#endif // MATRIX_LINKER_INPUTFILE_H
