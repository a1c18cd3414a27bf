//===- DialectOps.cpp - ODS text of the tile operations -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -gen-dialect-ods: one operation per stem, on builtin vectors. Which record is
// meant follows from the types, which TileOperation's verifier checks against
// the module's target; where types don't say it, from the attribute `form`.
//
//===----------------------------------------------------------------------===//

#include "TileOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace matrix::tblgen;

/// "abc" -> "Abc", "ab.cd" -> "AbCd".
static std::string className(StringRef stem) {
  std::string name;
  bool upper = true;
  for (char c : stem) {
    if (isAlnum(c))
      name += upper ? toUpper(c) : c;
    upper = !isAlnum(c);
  }
  return name;
}

static std::string argument(const Instruction &inst, int operand) {
  StringRef name = inst.Operands[operand].Name;
  switch (useOf(inst, operand)) {
  case OperandUse::Tile:
    return ("Matrix_Tile:$" + name).str();
  case OperandUse::General:
    return ("I64:$" + name).str();
  case OperandUse::Float:
    return ("F32:$" + name).str();
  case OperandUse::Immediate:
    return ("I64Attr:$" + name).str();
  case OperandUse::Base:
    return formatv("Arg<AnyMemRef, \"\", [{0}]>:${1}, Variadic<Index>:$indices",
                   inst.MayStore ? "MemWrite" : "MemRead", name);
  case OperandUse::Offset:
    return "";
  case OperandUse::Stride:
    return inst.MayStore ? "" : "UnitAttr:$broadcast";
  }
  return "";
}

static std::string argumentList(const Instruction &inst) {
  std::vector<std::string> args;
  for (int i : inputsOf(inst))
    if (std::string a = argument(inst, i); !a.empty())
      args.push_back(a);
  args.push_back("OptionalAttr<StrAttr>:$form");
  return join(args, ", ");
}

/// Memory operands as in memref.load; the rest as a function of tiles.
static std::string assembly(const Instruction &inst) {
  std::string values, types;
  for (int i : inputsOf(inst)) {
    OperandUse use = useOf(inst, i);
    if (use != OperandUse::Base && use != OperandUse::Tile)
      continue;
    std::string name = "$" + inst.Operands[i].Name;
    values += (values.empty() ? "" : " `,` ") + name;
    values += use == OperandUse::Base ? " `[` $indices `]`" : "";
    types += (types.empty() ? "" : " `,` ") + ("type(" + name + ")");
  }
  if (inputsOf(inst).empty())
    return "attr-dict `:` type($" + inst.Operands[0].Name + ")";
  if (!findMemoryAccess(inst.Meaning))
    return "operands attr-dict `:` functional-type(operands, results)";
  std::string result =
      inst.numOutputs() ? " `->` type($" + inst.Operands[0].Name + ")" : "";
  return values + " attr-dict `:` " + types + result;
}

static void emitOperation(raw_ostream &os, StringRef stem,
                          const Instruction &inst) {
  std::string cpp = className(stem);
  bool pure = !findMemoryAccess(inst.Meaning);
  os << formatv("def Matrix_{0}Op : Matrix_TileOp<\"{1}\"{2}> {{\n", cpp, stem,
                pure ? ", [Pure]" : "");
  os << "  let arguments = (ins " << argumentList(inst) << ");\n";
  if (inst.numOutputs())
    os << "  let results = (outs Matrix_Tile:$" << inst.Operands[0].Name
       << ");\n";
  os << "  let assemblyFormat = [{ " << assembly(inst) << " }];\n}\n\n";
}

static void emitDialectOds(const RecordKeeper &records, raw_ostream &os) {
  Model model = Model::create(records);
  writeBanner(os, "Tile operations");
  os << "include \"matrix/Dialect/Matrix/IR/MatrixTileOp.td\"\n\n";
  for (const auto &[stem, instructions] : operationsOf(model))
    emitOperation(os, stem, *instructions.front());
}

static TableGen::Emitter::Opt registration("gen-dialect-ods", emitDialectOds,
                                           "ODS text of the tile operations");
