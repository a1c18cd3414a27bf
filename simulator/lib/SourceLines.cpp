//===- SourceLines.cpp - where an instruction comes from ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceLines.h"
#include "llvm/DebugInfo/DIContext.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/DebugInfo/DWARF/DWARFDebugLine.h"

using namespace llvm;

static void ignore(Error error) { consumeError(std::move(error)); }

/// Line tables alone: what LLVM does to name the function crashes on damaged
/// files.
static bool lookup(DWARFContext &context, uint64_t pc, DILineInfo &info) {
  using Kind = DILineInfoSpecifier::FileLineInfoKind;
  for (const auto &unit : context.compile_units()) {
    const DWARFDebugLine::LineTable *table =
        context.getLineTableForUnit(unit.get());
    if (table && table->getFileLineInfoForAddress(
                     {pc, object::SectionedAddress::UndefSection},
                     /*Approximate=*/false, "", Kind::RawValue, info))
      return true;
  }
  return false;
}

std::string matrix::sim::sourceLine(const object::ObjectFile &object,
                                    uint64_t pc) {
  auto context = DWARFContext::create(
      object, DWARFContext::ProcessDebugRelocations::Ignore, nullptr, "",
      ignore, ignore);
  DILineInfo info;
  if (!lookup(*context, pc, info) || info.FileName.empty() ||
      info.FileName == DILineInfo::BadString || !info.Line)
    return "";
  return info.FileName + ":" + std::to_string(info.Line) + ":" +
         std::to_string(info.Column);
}
