//===- SimScalar.cpp - scalar instructions of the simulator ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scalar instruction does what its selection pattern says (or `Sem`): the dag
// of SelectionDAG nodes becomes a C++ statement through the NodeSem records.
// The macros it uses are simulator/lib/InterpreterMacros.h's:
//
//   SCALAR(name, statements)   neither touches memory nor jumps
//   MEMORY(name, statements)
//   BRANCH(name, offset, statements)   jumps so far, or not
//   GOTO(name, statements)     jumps to where the instruction says
//   INDIRECT(name, statements) jumps to where a register says
//   SYSTEM(name, statements)   calls a hook, then COMPLETED()
//   TILES(name), ROWS(name)    done by a function of that name (SimTile.cpp)
//   LOAD(type, address)        STORE(type, address, value)
//   JUMP(place)                JUMP_AND_LINK(place), an expression; then TAKE()
//   HERE(offset)               address that lies so far from the instruction
//   RELATIVE(offset)           the same, as a place to jump to
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "Model.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace matrix::tblgen;

namespace {

/// What the fragments around a load or store say about it.
struct MemoryAccess {
  int Bits = 0;
  bool ZeroExtended = false;
};

using NodeTable = std::map<const Record *, std::string>;
/// Expressions of the named arguments of a fragment.
using Arguments = std::map<std::string, std::string>;

class ScalarEmitter {
public:
  ScalarEmitter(const Instruction &inst, const NodeTable &nodes)
      : inst(inst), nodes(nodes) {}

  /// The macro with its arguments.
  std::string text() {
    std::string statements = body();
    auto has = [&](StringRef word) {
      return StringRef(statements).contains(word);
    };
    bool memory = has("LOAD(") || has("STORE("), jumps = has("JUMP");
    if (memory && jumps)
      fail("the simulator knows no instruction that jumps and also touches "
           "memory; split it into two");
    std::string kind = memory                           ? "MEMORY"
                       : !jumps                         ? "SCALAR"
                       : has("JUMP_AND_LINK(RELATIVE(") ? "GOTO"
                       : has("JUMP(RELATIVE(")          ? "BRANCH"
                                                        : "INDIRECT";
    std::string offset =
        kind == "BRANCH" ? "insn->imm[" + std::to_string(placeSlot()) + "], "
                         : "";
    return formatv("{0}({1}, {2}{{ {3}})\n", kind, inst.Name, offset,
                   statements);
  }

private:
  int placeSlot() {
    for (const Operand &o : inst.Operands)
      if (o.PcRelative)
        return o.ImmediateSlot;
    fail("RELATIVE without an operand that is a place");
  }

  /// Statements. All operands are read before any result is written.
  std::string body() {
    std::string reads, effects, writes;
    for (const Init *init : meanings()) {
      auto *d = dyn_cast<DagInit>(init);
      if (!d)
        fail("a meaning must be a dag of SelectionDAG nodes");
      if (d->getOperatorAsDef(inst.Def->getLoc())->getName() == "set")
        set(d, reads, writes);
      else
        effects += effect(d);
    }
    if (reads.find("JUMP_AND_LINK") != std::string::npos)
      writes += "TAKE(); ";
    return reads + effects + writes;
  }

  [[noreturn]] void fail(const Twine &what) { PrintFatalError(inst.Def, what); }

  ArrayRef<const Init *> meanings() {
    for (StringRef field : {"Sem", "Pattern"})
      if (auto *list = inst.Def->getValueAsListInit(field); !list->empty())
        return list->getElements();
    fail("the meaning is missing: give a selection pattern, or Sem where there "
         "is none");
  }

  void set(const DagInit *d, std::string &reads, std::string &writes) {
    unsigned results = d->getNumArgs() - 1;
    if (results != 1)
      fail("set: the simulator knows one result per node");
    const Operand &to = operandNamed(d->getArgNameStr(0));
    result = to.Class;
    std::string temporary = "value" + std::to_string(temporaries++);
    reads += formatv("const {0} {1} = {2}; ", cppType(to.Class), temporary,
                     expression(d->getArg(1), d->getArgNameStr(1), {}, {}));
    writes += assign(to, temporary);
  }

  std::string effect(const DagInit *d) {
    for (const Operand &o :
         inst.Operands) // stores: the class of what is stored
      if (o.isRegister() && o.Class != OperandClass::General)
        result = o.Class;
    return expression(d, "", {}, {}) + "; ";
  }

  static StringRef cppType(OperandClass c) {
    return c == OperandClass::Float32   ? "float"
           : c == OperandClass::Float64 ? "double"
                                        : "int64_t";
  }

  std::string assign(const Operand &o, StringRef value) {
    std::string slot = "insn->reg[" + std::to_string(o.RegisterSlot) + "]";
    switch (o.Class) {
    case OperandClass::General:
      // r0 stays zero: the decoder redirects plain results, not tied ones.
      return formatv("x[{0}] = {1};{2} ", slot, value,
                     isTied(o) ? " x[0] = 0;" : "");
    case OperandClass::Float32:
      return formatv("core.setF32({0}, {1}); ", slot, value);
    case OperandClass::Float64:
      return formatv("core.setF64({0}, {1}); ", slot, value);
    default:
      fail("$" + o.Name + " can't be the result of a scalar node");
    }
  }

  bool isTied(const Operand &out) {
    for (const Operand &o : inst.Operands)
      if (o.TiedTo >= 0 && &inst.Operands[o.TiedTo] == &out)
        return true;
    return false;
  }

  const Operand &operandNamed(StringRef name) {
    int index = -1;
    for (unsigned i = 0; i < inst.Operands.size(); ++i)
      if (inst.Operands[i].Name == name)
        index = i;
    if (index < 0)
      fail("the meaning names $" + name + ", which is no operand");
    return inst.Operands[index];
  }

  std::string leaf(StringRef name, bool place) {
    const Operand &o = operandNamed(name);
    if (o.ImmediateSlot >= 0) {
      std::string value = "insn->imm[" + std::to_string(o.ImmediateSlot) + "]";
      if (o.PcRelative)
        return (place ? "RELATIVE(" : "HERE(") + value + ")";
      return "int64_t(" + value + ")";
    }
    std::string slot = "insn->reg[" + std::to_string(o.RegisterSlot) + "]";
    switch (o.Class) {
    case OperandClass::General:
      return "x[" + slot + "]";
    case OperandClass::Float32:
      return "core.f32(" + slot + ")";
    case OperandClass::Float64:
      return "core.f64(" + slot + ")";
    default:
      fail("$" + o.Name + " can't stand in a scalar meaning");
    }
  }

  //===--------------------------------------------------------------------===//
  // Nodes
  //===--------------------------------------------------------------------===//

  std::string expression(const Init *init, StringRef name,
                         const Arguments &arguments, MemoryAccess access,
                         bool place = false) {
    if (auto *d = dyn_cast<DagInit>(init))
      return node(d, arguments, access);
    if (auto *n = dyn_cast<IntInit>(init))
      return "int64_t(" + std::to_string(n->getValue()) + ")";
    if (auto *d = dyn_cast<DefInit>(init)) {
      if (d->getDef()->isSubClassOf("CondCode"))
        return d->getDef()->getName().str();
      if (d->getDef()->isSubClassOf("ValueType") && name.empty())
        return std::to_string(d->getDef()->getValueAsInt("Size"));
      if (name.empty() && d->getDef()->isSubClassOf("Register"))
        return fixedRegister(d->getDef());
    }
    if (auto it = arguments.find(name.str()); it != arguments.end())
      return it->second;
    return leaf(name, place);
  }

  std::string fixedRegister(const Record *reg) {
    return "x[" + std::to_string(encodingOf(reg)) + "]";
  }
  static int64_t encodingOf(const Record *reg) {
    int64_t value = 0;
    const BitsInit *bits = reg->getValueAsBitsInit("HWEncoding");
    for (unsigned i = 0; i < bits->getNumBits(); ++i)
      if (auto *b = dyn_cast<BitInit>(bits->getBit(i)))
        value |= int64_t(b->getValue()) << i;
    return value;
  }

  std::string node(const DagInit *d, const Arguments &arguments,
                   MemoryAccess access) {
    const Record *op = d->getOperatorAsDef(inst.Def->getLoc());
    if (op->isSubClassOf("ValueType")) // (i64 x)
      return expression(d->getArg(0), d->getArgNameStr(0), arguments, access);
    if (op->isSubClassOf("PatFrags"))
      return fragment(op, d, arguments, access);
    auto known = nodes.find(op);
    bool jumps =
        known != nodes.end() && StringRef(known->second).contains("JUMP");
    std::vector<std::string> args;
    for (unsigned i = 0; i < d->getNumArgs(); ++i)
      args.push_back(
          expression(d->getArg(i), d->getArgNameStr(i), arguments, {}, jumps));
    StringRef name = op->getName();
    if (op->isSubClassOf("ComplexPattern")) // base and offset
      return "num::wrapAdd(" + join(args, ", ") + ")";
    if (name == "ld") // the selection node, not an instruction
      return load(args[0], access);
    if (name == "st")
      return formatv("STORE({0}, {1}, {2})", memoryType(access), args[1],
                     args[0]);
    if (name == "setcc")
      return compare(args);
    if (known == nodes.end())
      fail("node " + name +
           " has no NodeSem record, which says what it computes; write one, "
           "def : NodeSem<" +
           name + ", \"C++ over $0, $1\">, as td/Schema/Scalar.td does");
    std::string text = substitute(known->second, args);
    for (size_t at; (at = text.find("$type")) != std::string::npos;)
      text.replace(at, 5, cppType(result).str());
    return text;
  }

  /// Walks into the fragment and notes what it says about memory.
  std::string fragment(const Record *op, const DagInit *d,
                       const Arguments &outer, MemoryAccess access) {
    if (const Record *type = op->getValueAsOptionalDef("MemoryVT"))
      access.Bits = type->getValueAsInt("Size");
    bool unset;
    access.ZeroExtended |= op->getValueAsBitOrUnset("IsZeroExtLoad", unset);
    const DagInit *parameters = op->getValueAsDag("Operands");
    Arguments inner;
    for (unsigned i = 0; i < d->getNumArgs(); ++i)
      inner[parameters->getArgNameStr(i).str()] =
          expression(d->getArg(i), d->getArgNameStr(i), outer, {});
    return expression(op->getValueAsListInit("Fragments")->getElement(0), "",
                      inner, access);
  }

  std::string memoryType(const MemoryAccess &access) {
    if (!access.Bits && result != OperandClass::General)
      return cppType(result).str();
    return (access.ZeroExtended ? "uint" : "int") +
           std::to_string(access.Bits ? access.Bits : 64) + "_t";
  }
  std::string load(StringRef address, const MemoryAccess &access) {
    return formatv("LOAD({0}, {1})", memoryType(access), address);
  }

  /// SETLT, SETULT; floats: SETOLT, and SETULT for "or unordered".
  std::string compare(ArrayRef<std::string> args) {
    StringRef code = args[2];
    code.consume_front("SET");
    bool floats = StringRef(args[0]).starts_with("core.f");
    bool ordered = code.consume_front("O"),
         unordered = !ordered && code.consume_front("U");
    StringRef relation = StringSwitchOf(code);
    if (relation.empty())
      fail("condition " + args[2] + " is not known to the simulator");
    if (floats && unordered && relation != "!=")
      return formatv("(!({0} {1} {2}))", args[0], inverse(relation), args[1]);
    StringRef kind = unordered && !floats ? "uint64_t" : "";
    return formatv("({0}({1}) {2} {0}({3}))", kind, args[0], relation, args[1]);
  }
  static StringRef StringSwitchOf(StringRef code) {
    static const std::map<StringRef, StringRef> relations = {
        {"EQ", "=="}, {"NE", "!="}, {"LT", "<"},
        {"GT", ">"},  {"LE", "<="}, {"GE", ">="}};
    auto it = relations.find(code);
    return it == relations.end() ? "" : it->second;
  }
  static StringRef inverse(StringRef relation) {
    static const std::map<StringRef, StringRef> inverses = {
        {"==", "!="}, {"<", ">="}, {">", "<="}, {"<=", ">"}, {">=", "<"}};
    return inverses.at(relation);
  }

  const Instruction &inst;
  const NodeTable &nodes;
  OperandClass result = OperandClass::General;
  unsigned temporaries = 0;
};

/// (RoleOp "hook", $a, ..): a method of the core.
std::string hookCall(const Instruction &inst) {
  const Expr &role = inst.Meaning;
  std::vector<std::string> args;
  for (const Expr &a : role.Args) {
    const Operand &o = inst.Operands[a.Index];
    args.push_back(o.ImmediateSlot >= 0
                       ? formatv("insn->imm[{0}]", o.ImmediateSlot)
                       : formatv("x[insn->reg[{0}]]", o.RegisterSlot));
  }
  std::string call = formatv("core.role_{0}({1})", role.Text, join(args, ", "));
  if (!inst.numOutputs())
    return call + "; COMPLETED();";
  return formatv("const int64_t value = {1}; COMPLETED(); "
                 "x[insn->reg[{0}]] = value;",
                 inst.Operands[0].RegisterSlot, call);
}

void emitScalar(const RecordKeeper &records, raw_ostream &os) {
  Model model = Model::create(records);
  NodeTable nodes;
  for (const Record *r : records.getAllDerivedDefinitions("NodeSem"))
    nodes[r->getValueAsDef("Node")] = r->getValueAsString("Cpp").str();
  writeBanner(os, "Scalar and system instructions of the simulator");
  for (const Instruction &i : model.Instructions)
    if (i.Class == InstructionClass::Scalar)
      os << ScalarEmitter(i, nodes).text();
    else if (i.Meaning.is(ExprKind::Role))
      os << "SYSTEM(" << i.Name << ", { " << hookCall(i) << " })\n";
    else
      os << (i.Class == InstructionClass::Rows ? "ROWS(" : "TILES(") << i.Name
         << ")\n";
}

} // namespace

void matrix::tblgen::checkScalar(const RecordKeeper &records) {
  emitScalar(records, nulls());
}

static TableGen::Emitter::Opt
    option("gen-sim-scalar", emitScalar,
           "Scalar and system instructions of the simulator");
