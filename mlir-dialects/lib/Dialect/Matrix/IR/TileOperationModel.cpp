//===- TileOperationModel.cpp - registration of tile operations -----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers one operation for each base mnemonic of the instruction table when
// the dialect is loaded, with assembly format, memory effects and verifier. The
// hooks read the table (docs/rationale/dialect.md).
//
//   matrix.zero : vector<16x16xf32>                     without inputs
//   matrix.add %a, %b : (vector<..>, ..) -> vector<..>  on values
//   matrix.load %m[%i, %j] : memref<..> -> vector<..>   on memory
//
//===----------------------------------------------------------------------===//

#include "InstructionModel.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace matrix;
using table::Instruction;
using table::OperandUse;

//===----------------------------------------------------------------------===//
// Signature: common to all instructions of a base mnemonic
//===----------------------------------------------------------------------===//

static const Instruction &instructionOf(OperationName name) {
  return *table::instructionsOf(name.stripDialect()).front();
}

static bool isBase(const table::Operand &input) {
  return input.use == OperandUse::Base;
}
static bool accessesMemory(const Instruction &inst) {
  return llvm::any_of(inst.inputs, isBase);
}

//===----------------------------------------------------------------------===//
// Assembly format
//===----------------------------------------------------------------------===//

static ParseResult parseAttributesAndColon(OpAsmParser &parser,
                                           OperationState &state) {
  return failure(parser.parseOptionalAttrDict(state.attributes) ||
                 parser.parseColon());
}

static ParseResult parseResult(OpAsmParser &parser, OperationState &state) {
  Type type;
  if (parser.parseType(type))
    return failure();
  state.addTypes(type);
  return success();
}

static ParseResult parseFunctional(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SMLoc loc = parser.getCurrentLocation();
  FunctionType type;
  if (parser.parseOperandList(operands) ||
      parseAttributesAndColon(parser, state) || parser.parseType(type))
    return failure();
  state.addTypes(type.getResults());
  return parser.resolveOperands(operands, type.getInputs(), loc,
                                state.operands);
}

static ParseResult parseAccess(OpAsmParser &parser, OperationState &state,
                               const Instruction &inst) {
  SmallVector<OpAsmParser::UnresolvedOperand> values, indices;
  SmallVector<Type> types;
  SMLoc loc = parser.getCurrentLocation();
  for (const table::Operand &input : inst.inputs) {
    if (!isTileValue(input.use))
      continue;
    if (!values.empty() && parser.parseComma())
      return failure();
    if (parser.parseOperand(values.emplace_back()) ||
        (isBase(input) &&
         parser.parseOperandList(indices, OpAsmParser::Delimiter::Square)))
      return failure();
  }
  if (parseAttributesAndColon(parser, state) || parser.parseTypeList(types) ||
      (inst.result &&
       (parser.parseArrow() || failed(parseResult(parser, state)))))
    return failure();
  return failure(parser.resolveOperands(values, types, loc, state.operands) ||
                 parser.resolveOperands(indices,
                                        parser.getBuilder().getIndexType(),
                                        state.operands));
}

static ParseResult parseTileOperation(OpAsmParser &parser,
                                      OperationState &state) {
  const Instruction &inst = instructionOf(state.name);
  if (accessesMemory(inst))
    return parseAccess(parser, state, inst);
  if (!inst.inputs.empty())
    return parseFunctional(parser, state);
  return failure(failed(parseAttributesAndColon(parser, state)) ||
                 failed(parseResult(parser, state)));
}

static void printAccess(OpAsmPrinter &p, Operation *op,
                        const Instruction &inst) {
  SmallVector<Type> types;
  auto operands = getTileOperands(op, inst);
  p << ' ';
  for (const auto &[input, operand] : llvm::zip(inst.inputs, operands)) {
    if (!isTileValue(input.use))
      continue;
    p << (types.empty() ? "" : ", ") << operand.value;
    types.push_back(operand.value.getType());
    if (isBase(input))
      p << '[' << getIndices(op, inst) << ']';
  }
  p.printOptionalAttrDict(op->getAttrs());
  p << " : " << types;
  if (inst.result)
    p << " -> " << op->getResult(0).getType();
}

static void printTileOperation(Operation *op, OpAsmPrinter &p) {
  const Instruction &inst = instructionOf(op->getName());
  p << op->getName();
  if (accessesMemory(inst))
    return printAccess(p, op, inst);
  if (!inst.inputs.empty())
    p << ' ' << op->getOperands();
  p.printOptionalAttrDict(op->getAttrs());
  p << " : ";
  if (inst.inputs.empty())
    p << op->getResultTypes();
  else
    p.printFunctionalType(op);
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

namespace {

/// Loads read and stores write their memref; all other operations are pure.
struct Effects : MemoryEffectOpInterface::FallbackModel<Effects> {
  void getEffects(Operation *op,
                  SmallVectorImpl<MemoryEffects::EffectInstance> &list) const {
    const Instruction &inst = instructionOf(op->getName());
    for (const auto &[input, operand] :
         llvm::zip(inst.inputs, getTileOperands(op, inst))) {
      if (!isBase(input))
        continue;
      unsigned number = llvm::find(op->getOperands(), operand.value).getIndex();
      MemoryEffects::Effect *effect = MemoryEffects::Read::get();
      if (inst.store)
        effect = MemoryEffects::Write::get();
      list.emplace_back(effect, &op->getOpOperand(number));
    }
  }
};

struct Hoisting : ConditionallySpeculatable::FallbackModel<Hoisting> {
  Speculation::Speculatability getSpeculatability(Operation *op) const {
    return accessesMemory(instructionOf(op->getName()))
               ? Speculation::NotSpeculatable
               : Speculation::Speculatable;
  }
};

} // namespace

void matrix::registerTileOperations(MatrixDialect &dialect) {
  for (const table::BaseMnemonic &baseMnemonic : table::baseMnemonics()) {
    const Instruction &inst = *baseMnemonic.instructions.front();
    auto model = std::make_unique<InstructionModel>(
        baseMnemonic.name, inst.result != nullptr,
        InstructionHooks{verifyTileOperation, parseTileOperation,
                         printTileOperation},
        dialect);
    model->getInterfaceMap().insertModels<Effects, Hoisting>();
    SmallVector<StringRef> attributes{kFormAttrName, kBroadcastAttrName};
    for (const table::Operand &input : inst.inputs)
      if (input.use == OperandUse::Immediate)
        attributes.push_back(input.name);
    InstructionModel::add(std::move(model), attributes);
  }
}
