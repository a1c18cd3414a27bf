//===- OpClasses.cpp - C++ classes of the operations ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -gen-op-classes: one class for each operation of the instructions, with
// accessors and builders as mlir-tblgen -gen-op-decls writes them. The classes
// are views of operations that the dialect registers from its table; they have
// no definitions of their own (InstructionOps.h).
//
//===----------------------------------------------------------------------===//

#include "Dialect/DialectOps.h"
#include "Support/Generator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix::tblgen;

// $0: class, $1: operation, $2: base class, $3: instructions.
static const char *const kHead = R"c(
/// matrix.$1: $3.
class $0 : public $2<$0> {
public:
  using InstructionOp::InstructionOp;
  static constexpr ::llvm::StringLiteral getOperationName() {
    return "matrix.$1";
  }
)c";

// $0: name, $1: type, $2: index of the SSA operand.
static const char *const kOperand = R"c(
  ::mlir::TypedValue<$1> get$0() { return getTypedOperand<$1>($2); }
  ::mlir::OpOperand &get$0Mutable() { return getOperation()->getOpOperand($2); }
)c";

// $0: name, $1: name of the attribute, $2: minimum, $3: maximum.
static const char *const kImmediate = R"c(
  /// From $2 to $3.
  int64_t get$0() { return getImmediate("$1"); }
  void set$0(int64_t value) { setImmediate("$1", value); }
)c";

// $0: number of the first index.
static const char *const kIndices = R"c(
  ::mlir::OperandRange getIndices() { return getOperands().drop_front($0); }
  bool getBroadcast() { return hasBroadcast(); }
)c";

// $0: class, $1: parameters, $2: their names, $3: statements that fill the
// state, $4: its name, unless there are none.
static const char *const kBuilders = R"c(
  static void build(::mlir::OpBuilder &, ::mlir::OperationState &$4$1) {
$3  }
  static $0 create(::mlir::OpBuilder &builder, ::mlir::Location location$1) {
    ::mlir::OperationState state(location, getOperationName());
    build(builder, state$2);
    return ::mlir::cast<$0>(builder.create(state));
  }
  static $0 create(::mlir::ImplicitLocOpBuilder &builder$1) {
    return create(builder, builder.getLoc()$2);
  }

  template <typename RangeT>
  class GenericAdaptor : public InstructionAdaptor<RangeT> {
  public:
    using InstructionAdaptor<RangeT>::InstructionAdaptor;
)c";

// $0: name, $1: index of the SSA operand.
static const char *const kAdaptorOperand =
    "    auto get$0() { return this->operands[$1]; }\n";

static const char *const kTail = R"c(  };
  using Adaptor = GenericAdaptor<::mlir::ValueRange>;
};
)c";

namespace {

class ClassWriter {
public:
  ClassWriter(const DialectOp &op, raw_ostream &os) : op(op), os(os) {}
  void write();

private:
  void add(StringRef type, StringRef name, StringRef byDefault = "");
  void fill(const std::string &statement) {
    statements += "    " + statement + "\n";
  }
  void writeOperand(const DialectOperand &operand);
  void writeTileParameters();
  void writeBuilders();

  const DialectOp &op;
  raw_ostream &os;
  unsigned values = 0; // SSA operands
  std::string parameters, names, statements, adaptor;
};

} // namespace

/// Adds a parameter of the builders.
void ClassWriter::add(StringRef type, StringRef name, StringRef byDefault) {
  parameters += (", " + type + (type.ends_with("&") ? "" : " ") + name).str();
  if (!byDefault.empty())
    parameters += (" = " + byDefault).str();
  names += (", " + name).str();
}

static StringRef baseClass(const DialectOp &op) {
  if (op.Result == DialectOp::NoResult)
    return "NoResultOp";
  return op.Result == DialectOp::TileResult ? "TileResultOp" : "ScalarResultOp";
}

static std::string mnemonicsOf(const DialectOp &op) {
  return join(map_range(op.Instructions,
                        [](const Instruction *inst) { return inst->Mnemonic; }),
              ", ");
}

void ClassWriter::writeOperand(const DialectOperand &operand) {
  static const char *const types[] = {
      "::mlir::VectorType", "::mlir::IntegerType", "::mlir::FloatType",
      "::mlir::MemRefType"};
  std::string name = operand.identifier(true),
              parameter = operand.identifier(false);
  if (operand.Type == DialectOperand::Immediate) {
    os << substitute(kImmediate, {name, operand.Name, itostr(operand.Min),
                                  itostr(operand.Max)});
    add("int64_t", parameter);
    fill("addImmediate(state, \"" + operand.Name + "\", " + parameter + ");");
    return;
  }
  std::string index = utostr(values++);
  os << substitute(kOperand, {name, types[operand.Type], index});
  adaptor += substitute(kAdaptorOperand, {name, index});
  add("::mlir::Value", parameter);
  fill("state.addOperands(" + parameter + ");");
}

void ClassWriter::writeTileParameters() {
  if (op.HasIndices) {
    os << substitute(kIndices, {utostr(values)});
    add("::mlir::ValueRange", "indices");
    fill("state.addOperands(indices);");
    add("bool", "broadcast", "false");
    fill("addBroadcast(state, broadcast);");
  }
}

void ClassWriter::writeBuilders() {
  os << substitute(kBuilders, {op.className(), parameters, names, statements,
                               statements.empty() ? "" : "state"})
     << adaptor << kTail;
}

void ClassWriter::write() {
  os << substitute(
      kHead, {op.className(), op.Name, baseClass(op).str(), mnemonicsOf(op)});
  if (op.Result != DialectOp::NoResult) {
    add("::mlir::Type", "result");
    fill("state.addTypes(result);");
  }
  for (const DialectOperand &operand : op.Operands)
    writeOperand(operand);
  writeTileParameters();
  if (op.isGeneric()) {
    add("::llvm::StringRef", "form");
    add("::mlir::ValueRange", "operands");
    fill("state.addOperands(operands);");
    add("::llvm::ArrayRef<::mlir::NamedAttribute>", "attributes", "{}");
    fill("state.addAttributes(attributes);");
  } else if (!op.IsRow) {
    add("::llvm::StringRef", "form", "{}");
  }
  if (op.isGeneric() || !op.IsRow)
    fill("addForm(state, form);");
  writeBuilders();
}

static void emitOpClasses(const RecordKeeper &records, raw_ostream &os) {
  Model model = Model::create(records);
  std::vector<DialectOp> ops = dialectOpsOf(model);
  writeBanner(os, "Classes of the operations of instructions");
  writeSection(os, "GET_INSTRUCTION_OP_LIST", [&] {
    os << join(map_range(ops,
                         [](const DialectOp &op) {
                           return "::matrix::" + op.className();
                         }),
               ",\n")
       << "\n";
  });
  writeSection(os, "GET_INSTRUCTION_OP_CLASSES", [&] {
    os << "namespace matrix {\n";
    for (const DialectOp &op : ops)
      ClassWriter(op, os).write();
    os << "\n} // namespace matrix\n";
  });
}

static Generator registration("gen-op-classes", emitOpClasses,
                              "Write the C++ classes of the dialect's "
                              "operations");
