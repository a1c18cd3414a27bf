//===- Note.cpp - notes of objects and programs ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses the JSON notes of objects, checks that variants, ABI versions, hashes
// and modes agree, and creates the note of the executable. Every object is
// compared with the first one that has a note, so that an error names two
// files. The hash identifies the description: objects of different descriptions
// may encode different instructions by one word.
//
//===----------------------------------------------------------------------===//

#include "Note.h"
#include "MCTargetDesc/MatrixELF.h"
#include "matrix/Description/Hash.h"
#include "matrix/Description/Target.h"
#include "matrix/Description/Variants.h"
#include "matrix/Support/JsonText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/JSON.h"
#include <set>

using namespace llvm;
using namespace matrix;
using namespace matrix::linker;

//===----------------------------------------------------------------------===//
// Note section: | namesz | descsz | type | "Matrix\0" pad | desc pad |
//===----------------------------------------------------------------------===//

static Expected<StringRef> noteText(ArrayRef<uint8_t> Contents) {
  const size_t HeaderSize = sizeof(ELFT::Nhdr);
  if (Contents.size() < HeaderSize)
    return makeError("truncated note");
  auto Word = [&](unsigned I) {
    return support::endian::read32le(Contents.data() + 4 * I);
  };
  uint64_t DescStart = HeaderSize + alignTo(uint64_t(Word(0)), 4);
  if (DescStart + Word(1) > Contents.size())
    return makeError("truncated note");
  StringRef Bytes = toStringRef(Contents);
  StringRef Owner = Bytes.substr(HeaderSize, Word(0)).rtrim('\0');
  if (Owner != elf::NoteOwner || Word(2) != elf::NoteType)
    return makeError("note of owner '" + Owner + "', type " + Twine(Word(2)) +
                     "; expected '" + elf::NoteOwner + "', type " +
                     Twine(elf::NoteType));
  return Bytes.substr(DescStart, Word(1)).rtrim('\0');
}

Expected<ObjectNote> matrix::linker::parseNote(ArrayRef<uint8_t> Contents) {
  auto Text = noteText(Contents);
  if (!Text)
    return Text.takeError();
  auto Parsed = parseJsonText(*Text);
  if (!Parsed)
    return makeError("not JSON: " + toString(Parsed.takeError()));
  const json::Object *Object = Parsed->getAsObject();
  auto Abi = Object ? Object->getInteger("abi") : std::nullopt;
  auto Variant = Object ? Object->getString("variant") : std::nullopt;
  auto Hash = Object ? Object->getString("hash") : std::nullopt;
  if (!Abi || !Variant || !Hash)
    return makeError("the note lacks 'abi', 'variant' or 'hash'");
  ObjectNote Note{true, *Abi, Variant->str(), Hash->str(), {}};
  if (const json::Array *Features = Object->getArray("features"))
    for (const json::Value &Feature : *Features)
      Note.Features.push_back(Feature.getAsString().value_or("").str());
  return Note;
}

std::vector<uint8_t> matrix::linker::encodeNote(StringRef Json) {
  StringRef Owner = elf::NoteOwner;
  std::vector<uint8_t> Bytes(sizeof(ELFT::Nhdr));
  support::endian::write32le(&Bytes[0], Owner.size() + 1);
  support::endian::write32le(&Bytes[4], Json.size());
  support::endian::write32le(&Bytes[8], elf::NoteType);
  for (StringRef Part : {Owner, Json}) {
    Bytes.insert(Bytes.end(), Part.begin(), Part.end());
    if (Part.data() == Owner.data())
      Bytes.push_back(0);
    Bytes.resize(alignTo(Bytes.size(), 4));
  }
  return Bytes;
}

//===----------------------------------------------------------------------===//
// Agreement of objects
//===----------------------------------------------------------------------===//

static Error compareNotes(const ObjectFile &First, const ObjectFile &Other) {
  const ObjectNote &A = First.Note, &B = Other.Note;
  if (A.Variant != B.Variant)
    return Other.error("compiled for variant '" + B.Variant + "', but " +
                       First.name() + " for '" + A.Variant +
                       "'; compile both with the same -mcpu");
  if (A.Abi != B.Abi)
    return Other.error("note of ABI version " + Twine(B.Abi) + ", but " +
                       First.name() + " of version " + Twine(A.Abi) +
                       "; compile both with the same tools");
  if (A.Hash != B.Hash)
    return Other.error("compiled from description " + B.Hash + ", but " +
                       First.name() + " from " + A.Hash +
                       "; compile both with the same tools");
  return Error::success();
}

static Error checkAbi(const ObjectFile &First, const ObjectFile &Other) {
  if (Other.abi() == elf::ABIVersion)
    return Error::success();
  Twine Reason = "; compile it with the tools of this linker";
  if (&First == &Other)
    return Other.error("ABI version " + Twine(Other.abi()) +
                       ", but this linker is for " + Twine(elf::ABIVersion) +
                       Reason);
  return Other.error("ABI version " + Twine(Other.abi()) + ", but " +
                     First.name() + " has " + Twine(First.abi()) +
                     "; compile both with the same tools");
}

static std::string knownVariants() {
  std::vector<std::string> Names;
  for (const desc::VariantInfo &V : desc::variants)
    Names.push_back(("'" + StringRef(V.cpu) + "'").str());
  return join(Names, ", ");
}

/// Objects without a note, such as those of other assemblers, fit any variant.
Expected<std::string> matrix::linker::agreeOnVariant(const ObjectList &Objects,
                                                     StringRef Wanted) {
  const ObjectFile *First = nullptr;
  for (const auto &Object : Objects) {
    if (Error E = checkAbi(*Objects.front(), *Object))
      return std::move(E);
    if (!Object->Note.Present)
      continue;
    if (!First)
      First = Object.get();
    if (Error E = compareNotes(*First, *Object))
      return std::move(E);
  }
  if (First && !Wanted.empty() && First->Note.Variant != Wanted)
    return First->error("compiled for variant '" + First->Note.Variant +
                        "', but --mcpu=" + Wanted + " was given");
  if (!First && Wanted.empty())
    return makeError(
        "matrix-ld: error: no object names its variant; give --mcpu=V");
  StringRef Name = First ? StringRef(First->Note.Variant) : Wanted;
  const desc::VariantInfo *Variant =
      desc::lookupVariant(std::string_view(Name));
  if (!Variant)
    return makeError((First ? First->name() : StringRef("matrix-ld")) +
                     ": error: unknown variant '" + Name +
                     "'; known: " + knownVariants());
  if (First && First->Note.Hash != StringRef(desc::descriptionHash))
    return First->error("compiled from description " + First->Note.Hash +
                        ", but this linker is of " +
                        StringRef(desc::descriptionHash) +
                        "; compile it again (the C library: utils/newlib)");
  return std::string(Variant->cpu);
}

static json::Array featuresOf(const ObjectList &Objects) {
  std::set<std::string> Features;
  for (const auto &Object : Objects)
    Features.insert(Object->Note.Features.begin(), Object->Note.Features.end());
  return json::Array(Features);
}

std::string matrix::linker::makeObjectNote(const ObjectList &Objects) {
  std::string Text;
  auto First =
      find_if(Objects, [](const auto &Object) { return Object->Note.Present; });
  if (First == Objects.end())
    return Text;
  raw_string_ostream OS(Text);
  json::OStream Json(OS);
  Json.object([&] {
    Json.attribute("abi", (*First)->Note.Abi);
    Json.attribute("variant", (*First)->Note.Variant);
    Json.attribute("hash", (*First)->Note.Hash);
    Json.attribute("features", featuresOf(Objects));
  });
  return Text;
}

//===----------------------------------------------------------------------===//
// Note of the program
//===----------------------------------------------------------------------===//

static Expected<const ObjectFile *> findKernel(const ObjectList &Objects) {
  const ObjectFile *Kernel = nullptr;
  for (const auto &Object : Objects) {
    if (Object->Kernel.empty())
      continue;
    if (Kernel)
      return Object->error("has a kernel, and so has " + Kernel->name() +
                           "; a program has at most one");
    Kernel = Object.get();
  }
  return Kernel;
}

namespace {
struct KernelInfo {
  std::string Mode = "single";
  int64_t Cores = 0;         // 0: any number
  int64_t StackSize = 0;     // bytes per core; 0: not given
  bool HasArguments = false; // otherwise a program with an explicit mode
  json::Array Arguments;
  json::Value Work = nullptr; // work, from which the simulator computes bounds
};
} // namespace

static Error parseStack(const ObjectFile &File, const json::Object &Object,
                        KernelInfo &Info) {
  const json::Value *Stack = Object.get("stack");
  if (!Stack)
    return Error::success();
  Info.StackSize = Stack->getAsInteger().value_or(0);
  if (Info.StackSize > 0 && uint64_t(Info.StackSize) <= LargestStack &&
      Info.StackSize % desc::stackAlignment == 0)
    return Error::success();
  std::string Text;
  raw_string_ostream(Text) << *Stack;
  return File.error(KernelSection + ": stack " + Text +
                    "; expected bytes, a multiple of " +
                    Twine(desc::stackAlignment));
}

static Expected<KernelInfo> parseKernel(const ObjectFile &File) {
  auto Parsed = parseJsonText(File.Kernel);
  if (!Parsed)
    return File.error(KernelSection +
                      ": not JSON: " + toString(Parsed.takeError()));
  const json::Object *Object = Parsed->getAsObject();
  if (!Object)
    return File.error(KernelSection + ": not a JSON object");
  KernelInfo Info;
  Info.Mode = Object->getString("mode").value_or("single").str();
  if (Info.Mode != "single" && Info.Mode != "spmd")
    return File.error(KernelSection + ": mode '" + Info.Mode +
                      "'; expected 'single' or 'spmd'");
  Info.Cores = Object->getInteger("cores").value_or(0);
  if (Error E = parseStack(File, *Object, Info))
    return std::move(E);
  if (const json::Array *Arguments = Object->getArray("args")) {
    Info.HasArguments = true;
    Info.Arguments = *Arguments;
  }
  if (const json::Value *Work = Object->get("work"))
    Info.Work = *Work;
  return Info;
}

Expected<ProgramNote> matrix::linker::makeProgramNote(const ObjectList &Objects,
                                                      StringRef Variant,
                                                      uint64_t StackSize) {
  auto Kernel = findKernel(Objects);
  if (!Kernel)
    return Kernel.takeError();
  KernelInfo Info;
  if (*Kernel) {
    auto Parsed = parseKernel(**Kernel);
    if (!Parsed)
      return Parsed.takeError();
    Info = std::move(*Parsed);
  }
  if (!StackSize)
    StackSize = uint64_t(Info.StackSize);
  ProgramNote Note{Variant.str(), Info.HasArguments, Info.Mode == "spmd",
                   StackSize, ""};
  raw_string_ostream OS(Note.Json);
  json::OStream Json(OS);
  Json.object([&] {
    Json.attribute("abi", int64_t(elf::ABIVersion));
    Json.attribute("variant", Variant);
    Json.attribute("hash", StringRef(desc::descriptionHash));
    Json.attribute("features", featuresOf(Objects));
    Json.attribute("mode", Info.Mode);
    Json.attribute("cores", Info.Cores);
    if (StackSize)
      Json.attribute("stack", int64_t(StackSize));
    Json.attribute("args", std::move(Info.Arguments));
    if (Info.Work.kind() != json::Value::Null)
      Json.attribute("work", std::move(Info.Work));
  });
  return Note;
}
