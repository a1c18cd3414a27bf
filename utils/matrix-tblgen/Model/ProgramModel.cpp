//===- ProgramModel.cpp - properties of programs --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements the queries of ProgramModel.h on the records. Members of a
// register class are expanded by LLVM's SetTheory, as llvm-tblgen does, so that
// their order is that of the class.
//
//===----------------------------------------------------------------------===//

#include "Model/ProgramModel.h"
#include "Model/Model.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TableGen/SetTheory.h"

using namespace llvm;
using namespace matrix::tblgen;

int64_t matrix::tblgen::stackAlignment(const RecordKeeper &records) {
  return records.getDef("MatrixProgram")->getValueAsInt("StackAlignment");
}

OpcodeField::OpcodeField(const RecordKeeper &records) {
  const Record *instruction = records.getClass("MatrixInst");
  auto width = [&](StringRef field) {
    return cast<BitsRecTy>(instruction->getValue(field)->getType())
        ->getNumBits();
  };
  bits = width("Op");
  low = width("Inst") - bits;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

int64_t matrix::tblgen::registerNumber(const Record *reg) {
  return *reg->getValueAsBitsInit("HWEncoding")->convertInitializerToInt();
}

Registers matrix::tblgen::registersOf(const RecordKeeper &records,
                                      StringRef registerClass) {
  SetTheory sets;
  sets.addFieldExpander("RegisterClass", "MemberList");
  return *sets.expand(records.getDef(registerClass));
}

Registers matrix::tblgen::registersFor(const RecordKeeper &records,
                                       StringRef use) {
  for (const Record *r : records.getAllDerivedDefinitions("RegisterUse"))
    if (r->getValueAsString("Name") == use)
      return r->getValueAsListOfDefs("Registers");
  return {};
}

StringRef matrix::tblgen::registerPrefix(const RecordKeeper &records,
                                         StringRef registerClass) {
  return registersOf(records, registerClass)
      .front()
      ->getValueAsString("AsmName")
      .rtrim("0123456789");
}

std::string matrix::tblgen::registerList(const Registers &registers) {
  bool isRange = registers.size() > 1;
  for (size_t i = 0; i + 1 < registers.size(); ++i)
    isRange &=
        registerNumber(registers[i]) + 1 == registerNumber(registers[i + 1]);
  std::vector<StringRef> names;
  for (const Record *reg : registers)
    names.push_back(reg->getValueAsString("AsmName"));
  return isRange ? (names.front() + "-" + names.back()).str()
                 : join(names, ", ");
}

//===----------------------------------------------------------------------===//
// DMA descriptors and parameters
//===----------------------------------------------------------------------===//

unsigned matrix::tblgen::descriptorBits(const RecordKeeper &records,
                                        StringRef field) {
  for (const Record *e : records.getAllDerivedDefinitions("DmaEngine"))
    for (const Record *f : e->getValueAsListOfDefs("Fields"))
      if (f->getValueAsString("Name") == field)
        return f->getValueAsInt("Bits");
  return 0;
}

int64_t matrix::tblgen::lineBytes(const Variant &v) {
  auto line = v.Parameters.find("LineBytes");
  return line == v.Parameters.end() ? 0 : line->second;
}

bool matrix::tblgen::isGivenByVariants(const Record *parameter) {
  return !is_contained({"Rows", "TileRowBytes", "Occupancy"},
                       parameter->getName());
}

std::string matrix::tblgen::parameterMember(const Record *parameter) {
  std::string name = parameter->getName().str();
  name[0] = toLower(name[0]);
  return name;
}

int64_t matrix::tblgen::instructionBytes(const RecordKeeper &records) {
  return records.getAllDerivedDefinitions("MatrixInst")
      .front()
      ->getValueAsInt("Size");
}
