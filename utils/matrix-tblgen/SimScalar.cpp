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
// The first mistake of an instruction is reported at its record; what it gives
// is no text from there on.
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
// For the detection of uninitialized memory the same dags give the undefined
// bits of results (simulator/lib/Checks/Undefined.cpp), one line for each
// scalar instruction:
//
//   UNDEFINED(name, statements)
//   GENERAL(slot)  FLOAT(slot)            undefined bits of a register
//   SET_GENERAL(slot, mask)  SET_FLOAT(slot, mask)
//   LOADED(type, address, mask of it)     of what is loaded
//   STORED(type, address, mask of it, mask of what is stored)
//   DECIDES(mask)  JUMPS_TO(mask)         whether, and where to, the core jumps
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "Generator.h"
#include "Model.h"
#include "ScalarNodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <optional>
#include <set>
#include <utility>

using namespace llvm;
using namespace matrix::tblgen;

namespace {

/// What the fragments around a load or store say about it.
struct MemoryAccess {
  int Bits = 0;
  bool ZeroExtended = false;
};

/// What a node computes, and which bits of it are undefined.
struct NodeText {
  std::string value, undef;
};
using NodeTable = std::map<const Record *, NodeText>;

/// C++ of a value and of the mask of its undefined bits.
struct Term {
  std::string value, undef = "0";
  std::string name = "the operand";
  std::optional<bool> isFloat; // or an integer; unknown for numbers
  Term(std::string value, std::string undef = "0")
      : value(std::move(value)), undef(std::move(undef)) {}
  bool isDefined() const { return undef == "0"; }
};

/// Terms of the named arguments of a fragment.
using Arguments = std::map<std::string, Term>;

class ScalarEmitter {
public:
  ScalarEmitter(const Instruction &inst, const NodeTable &nodes)
      : inst(inst), nodes(nodes) {}

  /// The macro with its arguments.
  std::string text() {
    std::string statements = body().value;
    auto has = [&](StringRef word) {
      return StringRef(statements).contains(word);
    };
    bool memory = has("LOAD(") || has("STORE("), jumps = has("JUMP");
    if (memory && jumps)
      return fail("the simulator knows no instruction that jumps and also "
                  "touches memory; split it into two");
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

  std::string undefined() {
    return formatv("UNDEFINED({0}, {{ {1}})\n", inst.Name, body().undef);
  }

private:
  int placeSlot() {
    for (const Operand &o : inst.Operands)
      if (o.PcRelative)
        return o.ImmediateSlot;
    fail("the meaning jumps to no place; give a BranchTarget or a JumpTarget");
    return 0;
  }

  /// Statements. All operands are read before any result is written.
  Term body() {
    std::string reads, effects, writes, undef;
    for (const Init *init : meanings()) {
      auto *d = dyn_cast<DagInit>(init);
      if (!d || !isa<DefInit>(d->getOperator()))
        return fail("a meaning must be a dag of SelectionDAG nodes; write "
                    "(set XReg:$rd, (add XReg:$ra, XReg:$rb))");
      if (cast<DefInit>(d->getOperator())->getDef()->getName() == "set")
        set(d, reads, writes, undef);
      else {
        Term done = effect(d);
        effects += done.value + "; ";
        undef += done.isDefined() ? "" : done.undef + "; ";
      }
    }
    if (reads.find("JUMP_AND_LINK") != std::string::npos)
      writes += "TAKE(); ";
    checkUses();
    checkEffects(reads + effects);
    return {reads + effects + writes, undef};
  }

  /// Reports the first mistake; what is returned is no text then.
  std::string fail(const Twine &text) {
    if (!std::exchange(failed, true))
      report(inst.Def, text);
    return "";
  }

  ArrayRef<const Init *> meanings() {
    auto all = scalarMeanings(inst);
    if (all.empty())
      fail("the meaning is missing; give a selection pattern, or Sem where "
           "there is none");
    return all;
  }

  /// The operand that a `set` names, null after a mistake.
  const Operand *resultOf(const DagInit *d) {
    if (d->getNumArgs() != 2) {
      fail("set takes a result and a value; the simulator knows one result per "
           "node");
      return nullptr;
    }
    const Operand *to = operandNamed(d->getArgNameStr(0));
    if (!to || to->Out)
      return to;
    fail("the meaning sets $" + to->Name +
         ", which is an input; results are what (outs ...) names");
    return nullptr;
  }

  void set(const DagInit *d, std::string &reads, std::string &writes,
           std::string &undef) {
    const Operand *named = resultOf(d);
    if (!named)
      return;
    const Operand &to = *named;
    used.insert(&to);
    result = to.Class;
    std::string temporary = "value" + std::to_string(temporaries++);
    Term value = expression(d->getArg(1), d->getArgNameStr(1), {}, {});
    if (value.isFloat.value_or(isFloat(to)) != isFloat(to))
      fail("$" + to.Name + " holds " +
           (isFloat(to) ? "a float" : "an integer") + ", but " + value.name +
           " is " + (isFloat(to) ? "an integer" : "a float") + "; use " +
           registersOf(!isFloat(to)));
    reads += formatv("const {0} {1} = {2}; ", cppType(to.Class), temporary,
                     value.value);
    writes += assign(to, temporary);
    undef += formatv("SET_{0}({1}, {2}); ",
                     to.Class == OperandClass::General ? "GENERAL" : "FLOAT",
                     to.RegisterSlot, value.undef);
  }

  Term effect(const DagInit *d) {
    for (const Operand &o :
         inst.Operands) // stores: the class of what is stored
      if (o.isRegister() && o.Class != OperandClass::General)
        result = o.Class;
    return expression(d, "", {}, {});
  }

  static bool isFloat(const Operand &o) {
    return o.Class == OperandClass::Float32 || o.Class == OperandClass::Float64;
  }
  static StringRef registersOf(bool floats) {
    return floats ? "SReg or DReg" : "XReg";
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
      return fail("$" + o.Name + " can't be the result of a scalar node; use " +
                  "XReg, SReg or DReg");
    }
  }

  bool isTied(const Operand &out) {
    for (const Operand &o : inst.Operands)
      if (o.TiedTo >= 0 && &inst.Operands[o.TiedTo] == &out)
        return true;
    return false;
  }

  /// Null if there is none.
  const Operand *operandNamed(StringRef name) {
    int index = -1;
    for (unsigned i = 0; i < inst.Operands.size(); ++i)
      if (inst.Operands[i].Name == name)
        index = i;
    if (index >= 0)
      return &inst.Operands[index];
    fail("the meaning names $" + name +
         ", which is no operand of this instruction; operands are what (outs "
         "...) and (ins ...) name");
    return nullptr;
  }

  Term leaf(StringRef name, bool place) {
    const Operand *o = operandNamed(name);
    if (!o)
      return Term("");
    used.insert(o);
    Term term = read(*o, place);
    term.name = "$" + o->Name;
    term.isFloat = isFloat(*o);
    return term;
  }

  Term read(const Operand &o, bool place) {
    if (o.ImmediateSlot >= 0) {
      std::string value = "insn->imm[" + std::to_string(o.ImmediateSlot) + "]";
      if (o.PcRelative)
        return (place ? "RELATIVE(" : "HERE(") + value + ")";
      return "int64_t(" + value + ")";
    }
    std::string number = std::to_string(o.RegisterSlot),
                slot = "insn->reg[" + number + "]";
    switch (o.Class) {
    case OperandClass::General:
      return {"x[" + slot + "]", "GENERAL(" + number + ")"};
    case OperandClass::Float32:
      return {"core.f32(" + slot + ")", "FLOAT(" + number + ")"};
    case OperandClass::Float64:
      return {"core.f64(" + slot + ")", "FLOAT(" + number + ")"};
    default:
      return fail("$" + o.Name +
                  " can't stand in a scalar meaning; use XReg, "
                  "SReg, DReg or an Immediate");
    }
  }

  //===--------------------------------------------------------------------===//
  // Nodes
  //===--------------------------------------------------------------------===//

  Term expression(const Init *init, StringRef name, const Arguments &arguments,
                  MemoryAccess access, bool place = false) {
    if (auto *d = dyn_cast<DagInit>(init))
      return node(d, arguments, access);
    if (auto *n = dyn_cast<IntInit>(init))
      return "int64_t(" + std::to_string(n->getValue()) + ")";
    if (auto *d = dyn_cast<DefInit>(init)) {
      if (d->getDef()->isSubClassOf("CondCode"))
        return condition(d->getDef());
      if (d->getDef()->isSubClassOf("ValueType") && name.empty())
        return std::to_string(d->getDef()->getValueAsInt("Size"));
      if (name.empty() && d->getDef()->isSubClassOf("Register"))
        return fixedRegister(d->getDef());
    }
    if (auto it = arguments.find(name.str()); it != arguments.end())
      return it->second;
    if (name.empty())
      return fail("'" + init->getAsString() +
                  "' is no value; name an operand, as in XReg:$ra");
    return leaf(name, place);
  }

  static Term condition(const Record *code) {
    Term term(code->getName().str());
    term.name = term.value;
    return term;
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

  Term node(const DagInit *d, const Arguments &arguments, MemoryAccess access) {
    auto *init = dyn_cast<DefInit>(d->getOperator());
    const Record *op = init ? init->getDef() : nullptr;
    if (op && op->isSubClassOf("ValueType")) // (i64 x)
      return d->getNumArgs() == 1
                 ? expression(d->getArg(0), d->getArgNameStr(0), arguments,
                              access)
                 : fail("(" + op->getName() + " x) takes one value; give one");
    if (!op || !isNode(op))
      return fail("'" + d->getOperator()->getAsString() +
                  "' is no node; name one of SelectionDAG");
    if (!checkCount(op, d))
      return Term("");
    if (op->isSubClassOf("PatFrags"))
      return fragment(op, d, arguments, access);
    auto known = nodes.find(op);
    bool jumps =
        known != nodes.end() && StringRef(known->second.value).contains("JUMP");
    std::vector<Term> args;
    for (unsigned i = 0; i < d->getNumArgs(); ++i)
      args.push_back(
          expression(d->getArg(i), d->getArgNameStr(i), arguments, {}, jumps));
    if (op->isSubClassOf("ComplexPattern")) // base and offset
      return withNode({"num::wrapAdd($0, $1)", "undef::upwards(%0 | %1)"},
                      args);
    checkTypes(op, args);
    if (failed)
      return Term("");
    Term term = compute(op, args, access);
    term.name = "the result of " + op->getName().str();
    const Record *profile = op->getValueAsDef("TypeProfile");
    auto floats = floatsOf(profile);
    auto it = floats.find(0);
    if (profile->getValueAsInt("NumResults") && it != floats.end())
      term.isFloat = it->second;
    return term;
  }

  /// The node of SelectionDAG over its operands.
  Term compute(const Record *op, ArrayRef<Term> args, MemoryAccess access) {
    StringRef name = op->getName();
    if (name == "ld") // the selection node, not an instruction
      return load(args[0], access);
    if (name == "st")
      return store(args, access);
    if (name == "setcc")
      return compare(args);
    auto known = nodes.find(op);
    if (known == nodes.end())
      return fail("node " + name +
                  " has no NodeSem record, which says what it computes; write "
                  "one, def : NodeSem<" +
                  name + ", \"C++ over $0, $1\">, as td/Schema/Scalar.td does");
    Term term = withNode(known->second, args);
    for (size_t at; (at = term.value.find("$type")) != std::string::npos;)
      term.value.replace(at, 5, cppType(result).str());
    StringRef text = term.value;
    if (StringRef(known->second.value).contains("JUMP") && !term.isDefined())
      term.undef = (text.contains("JUMP_AND_LINK") ? "JUMPS_TO(" : "DECIDES(") +
                   unionOf(args) + ")";
    return term;
  }

  //===--------------------------------------------------------------------===//
  // Mistakes
  //===--------------------------------------------------------------------===//

  void checkUses() {
    for (const Operand &o : inst.Operands)
      if (!used.count(&o))
        fail(o.Out ? "the meaning gives no value for $" + o.Name +
                         "; write (set XReg:$" + o.Name + ", x)"
                   : "operand $" + o.Name +
                         " has no part in the meaning; use it, or remove it "
                         "from the instruction");
  }

  void checkEffects(StringRef text) {
    bool loads = text.contains("LOAD("), stores = text.contains("STORE(");
    if (loads != inst.MayLoad)
      fail("mayLoad is " + Twine(int(inst.MayLoad)) + ", but the meaning " +
           (loads ? "loads" : "has no load") +
           "; let mayLoad = " + Twine(int(loads)));
    if (stores != inst.MayStore)
      fail("mayStore is " + Twine(int(inst.MayStore)) + ", but the meaning " +
           (stores ? "stores" : "has no store") +
           "; let mayStore = " + Twine(int(stores)));
  }

  bool checkCount(const Record *op, const DagInit *d) {
    int64_t wanted = argumentsOf(op);
    if (wanted >= 0 && wanted != d->getNumArgs())
      fail("node " + op->getName() + " takes " + Twine(wanted) +
           (wanted == 1 ? " operand" : " operands") + ", here are " +
           Twine(d->getNumArgs()) +
           "; llvm/Target/TargetSelectionDAG.td has its type");
    return !failed;
  }

  void checkTypes(const Record *op, ArrayRef<Term> args) {
    const Record *profile = op->getValueAsDef("TypeProfile");
    int64_t results = profile->getValueAsInt("NumResults");
    for (auto [number, floats] : floatsOf(profile)) {
      int64_t at = number - results;
      if (at < 0 || at >= int64_t(args.size()) ||
          args[at].isFloat.value_or(floats) == floats)
        continue;
      fail("node " + op->getName() + " computes on " +
           (floats ? "floats" : "integers") + ", " + args[at].name +
           (args[at].name[0] == '$' ? " is no register of them"
                                    : " is none of them") +
           "; use " + registersOf(floats));
    }
  }

  /// A text over $0, .. and %0, .. with the arguments' values and masks.
  static std::string fill(StringRef text, ArrayRef<Term> args) {
    std::string filled;
    for (size_t i = 0; i < text.size(); ++i) {
      unsigned number =
          i + 1 < text.size() ? unsigned(text[i + 1] - '0') : args.size();
      bool isArgument =
          (text[i] == '$' || text[i] == '%') && number < args.size();
      if (isArgument)
        filled += text[i++] == '$' ? args[number].value
                                   : "uint64_t(" + args[number].undef + ")";
      else
        filled += text[i];
    }
    return filled;
  }

  static std::string unionOf(ArrayRef<Term> args) {
    std::string all;
    for (const Term &arg : args)
      if (!arg.isDefined())
        all += (all.empty() ? "" : " | ") + arg.undef;
    return all;
  }

  static Term withNode(const NodeText &node, ArrayRef<Term> args) {
    Term term(fill(node.value, args));
    if (all_of(args, [](const Term &arg) { return arg.isDefined(); }))
      return term;
    term.undef = node.undef.empty() ? "undef::any(" + unionOf(args) + ")"
                                    : fill(node.undef, args);
    return term;
  }

  /// Walks into the fragment and notes what it says about memory.
  Term fragment(const Record *op, const DagInit *d, const Arguments &outer,
                MemoryAccess access) {
    if (const Record *type = op->getValueAsOptionalDef("MemoryVT"))
      access.Bits = type->getValueAsInt("Size");
    bool unset;
    access.ZeroExtended |= op->getValueAsBitOrUnset("IsZeroExtLoad", unset);
    const DagInit *parameters = op->getValueAsDag("Operands");
    Arguments inner;
    for (unsigned i = 0; i < d->getNumArgs(); ++i)
      inner.insert_or_assign(
          parameters->getArgNameStr(i).str(),
          expression(d->getArg(i), d->getArgNameStr(i), outer, {}));
    if (is_contained(fragments, op))
      return fail("fragment " + op->getName() +
                  " contains itself; write it over other nodes");
    fragments.push_back(op);
    Term term = expression(op->getValueAsListInit("Fragments")->getElement(0),
                           "", inner, access);
    fragments.pop_back();
    return term;
  }

  std::string memoryType(const MemoryAccess &access) {
    if (!access.Bits && result != OperandClass::General)
      return cppType(result).str();
    return (access.ZeroExtended ? "uint" : "int") +
           std::to_string(access.Bits ? access.Bits : 64) + "_t";
  }
  Term load(const Term &address, const MemoryAccess &access) {
    std::string type = memoryType(access);
    return {formatv("LOAD({0}, {1})", type, address.value).str(),
            formatv("LOADED({0}, {1}, {2})", type, address.value, address.undef)
                .str()};
  }
  Term store(ArrayRef<Term> args, const MemoryAccess &access) {
    std::string type = memoryType(access);
    return {formatv("STORE({0}, {1}, {2})", type, args[1].value, args[0].value)
                .str(),
            formatv("STORED({0}, {1}, {2}, {3})", type, args[1].value,
                    args[1].undef, args[0].undef)
                .str()};
  }

  /// SETLT, SETULT; floats: SETOLT, and SETULT for "or unordered".
  Term compare(ArrayRef<Term> args) {
    StringRef code = args[2].value;
    code.consume_front("SET");
    bool floats = StringRef(args[0].value).starts_with("core.f");
    bool ordered = code.consume_front("O"),
         unordered = !ordered && code.consume_front("U");
    StringRef relation = StringSwitchOf(code);
    if (relation.empty())
      return fail("condition " + args[2].name +
                  " is not known to the simulator; use seteq, setne, setlt, "
                  "setle, setgt, setge or their unsigned forms");
    const std::string &a = args[0].value, &b = args[1].value;
    std::string undef =
        floats                                 ? "undef::any(%0 | %1)"
        : relation == "==" || relation == "!=" ? "undef::equal($0, %0, $1, %1)"
        : unordered ? "undef::ordered(uint64_t($0), %0, uint64_t($1), %1)"
                    : "undef::orderedSigned($0, %0, $1, %1)";
    undef = fill(undef, args);
    if (floats && unordered && relation != "!=")
      return {formatv("(!({0} {1} {2}))", a, inverse(relation), b).str(),
              undef};
    StringRef kind = unordered && !floats ? "uint64_t" : "";
    return {formatv("({0}({1}) {2} {0}({3}))", kind, a, relation, b).str(),
            undef};
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
  bool failed = false;
  std::set<const Operand *> used;
  std::vector<const Record *> fragments; // those that the walk is inside of
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

NodeTable nodesOf(const RecordKeeper &records) {
  NodeTable nodes;
  for (const Record *r : records.getAllDerivedDefinitions("NodeSem"))
    nodes[r->getValueAsDef("Node")] = {r->getValueAsString("Cpp").str(),
                                       r->getValueAsString("Undef").str()};
  return nodes;
}

void emitScalar(const RecordKeeper &records, raw_ostream &os) {
  Model model = Model::create(records);
  NodeTable nodes = nodesOf(records);
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

void emitUndefined(const RecordKeeper &records, raw_ostream &os) {
  Model model = Model::create(records);
  NodeTable nodes = nodesOf(records);
  writeBanner(os, "Undefined bits of the results of scalar instructions");
  for (const Instruction &i : model.Instructions)
    if (i.Class == InstructionClass::Scalar)
      os << ScalarEmitter(i, nodes).undefined();
}

} // namespace

void matrix::tblgen::checkScalar(Checks &c) {
  NodeTable nodes = nodesOf(c.m.Records);
  for (const Instruction &i : c.m.Instructions)
    if (i.Class == InstructionClass::Scalar && i.HasOperands)
      ScalarEmitter(i, nodes).text();
}

static Generator option("gen-sim-scalar", emitScalar,
                        "Scalar and system instructions of the simulator");

static Generator
    undefinedOption("gen-sim-undefined", emitUndefined,
                    "Undefined bits of the results of scalar instructions");
