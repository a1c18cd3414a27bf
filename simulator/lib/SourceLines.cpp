//===- SourceLines.cpp - where an instruction comes from
//--------------------===//
//
// Part of the Matrix project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceLines.h"
#include "llvm/DebugInfo/DIContext.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"

using namespace llvm;

static void ignore(Error error) { consumeError(std::move(error)); }

std::string matrix::sim::sourceLine(const object::ObjectFile &object,
                                    uint64_t pc) {
  auto context = DWARFContext::create(
      object, DWARFContext::ProcessDebugRelocations::Ignore, nullptr, "",
      ignore, ignore);
  using Kind = DILineInfoSpecifier::FileLineInfoKind;
  auto info = context->getLineInfoForAddress(
      {pc, object::SectionedAddress::UndefSection},
      DILineInfoSpecifier(Kind::RawValue));
  if (!info || info->FileName.empty() ||
      info->FileName == DILineInfo::BadString || !info->Line)
    return "";
  return info->FileName + ":" + std::to_string(info->Line) + ":" +
         std::to_string(info->Column);
}
