//===- Pseudo.cpp - semantics as pseudo-code ------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints semantics as loops over elements. Long assignments are split by common
// subexpression elimination on text, the longest candidates first: a repeated
// subexpression gets a name, and so does any subexpression of a line that is
// still too long. Names are single control characters until all of them exist,
// so that a replacement cannot match a part of an identifier.
//
//===----------------------------------------------------------------------===//

#include "Manual/Pseudo/Pseudo.h"
#include "Manual/Pseudo/PseudoElement.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace llvm;

namespace matrix::tblgen {

namespace {

const size_t longestLine = 88;

/// Returns the start of the right-hand side of an assignment.
size_t rightSide(StringRef line) { return line.find(" = ") + 3; }

/// Replaces the part by the name from `at` on; parentheses around the part are
/// removed, except those of function calls.
void replaceAll(std::string &text, size_t at, const std::string &part,
                const std::string &name) {
  for (; (at = text.find(part, at)) != std::string::npos; at += name.size()) {
    size_t size = part.size();
    bool inside =
        at > 0 && text[at - 1] == '(' && text.compare(at + size, 1, ")") == 0;
    if (inside && (at == 1 || !isAlnum(text[at - 2]))) {
      --at;
      size += 2;
    }
    text.replace(at, size, name);
  }
}

/// Introduces names for common subexpressions and for parts of long
/// assignments.
class Splitter {
public:
  Splitter(const Lines &all, std::string assignment) {
    std::map<size_t, Lines, std::greater<>> bySize;
    for (const std::string &c : all)
      if (Lines &same = bySize[c.size()]; !is_contained(same, c))
        same.push_back(c);
    for (const auto &entry : bySize)
      append_range(candidates, entry.second);
    lines.push_back(std::move(assignment));
  }

  Lines split() {
    for (const std::string &c : candidates)
      if (c.size() >= 20 && occurrences(c) > 1)
        name(c);
    for (const std::string &c : candidates)
      if (c.size() >= 20 && c.size() < longestLine &&
          lines.back().size() > longestLine && occurrences(c) > 0)
        name(c);
    rename();
    return lines;
  }

private:
  size_t occurrences(StringRef part) {
    size_t n = 0;
    for (const std::string &line : lines)
      if (StringRef right = StringRef(line).substr(rightSide(line));
          right != part)
        n += right.count(part);
    return n;
  }
  /// Inserts the definition before the first line that uses it.
  void name(const std::string &part) {
    if (used == std::size(names))
      return;
    std::string letter(1, char('\1' + used++));
    auto first = find_if(lines, [&](const std::string &line) {
      return StringRef(line).substr(rightSide(line)).contains(part);
    });
    for (auto it = first; it != lines.end(); ++it)
      replaceAll(*it, rightSide(*it), part, letter);
    lines.insert(first, letter + " = " + part);
  }

  /// Numbers the names in the order of the lines.
  void rename() {
    for (size_t k = 0; k < used; ++k) {
      std::string letter = lines[k].substr(0, 1);
      for (std::string &line : lines)
        replaceAll(line, 0, letter, names[k]);
    }
  }

  static constexpr const char *names[] = {"x", "y", "z", "u", "v", "w"};
  Lines candidates, lines;
  size_t used = 0;
};

class Statements {
public:
  explicit Statements(const Instruction &inst) : inst(inst) {}

  void add(const Expr &e, const std::string &indent) {
    switch (e.Kind) {
    case ExprKind::Set:
      return set(e, indent);
    case ExprKind::Point:
      line(indent, stateName(e[0]) + " = " + inst.Operands[e[1].Index].Name);
      return;
    case ExprKind::Seq:
      for (const Expr &a : e.Args)
        add(a, indent);
      return;
    case ExprKind::Switch:
      return choice(e, indent);
    case ExprKind::Undefined:
      return line(indent, "trap");
    case ExprKind::Store:
      return store(e, indent);
    case ExprKind::Role:
      return role(e, indent);
    default:
      return result(e, indent);
    }
  }

  Lines lines;

private:
  void line(const std::string &indent, const std::string &text) {
    lines.push_back(indent + text);
  }
  static std::string stateName(const Expr &e) {
    return e.Record->getValueAsString("Name").str();
  }

  void loop(const Shape &s, const std::string &indent) {
    line(indent, "for i < " + extentText(s.Rows, inst) + ", j < " +
                     extentText(s.Columns, inst) + ":");
  }

  void assign(const Shape &s, const std::string &to, const Expr &value,
              const std::string &indent) {
    loop(s, indent);
    ElementText elements(inst);
    std::string from = elements.element(value, "i", "j");
    llvm::erase(elements.named, from);
    for (const std::string &l :
         Splitter(elements.named, to + " = " + from).split())
      line(indent + "  ", l);
  }

  /// Prints the result tile of an instruction.
  void result(const Expr &e, const std::string &indent) {
    if (!inst.numOutputs())
      return report(inst.Def, "the semantics give a value, but the instruction "
                              "has no output; name it in (outs ...)");
    const std::string &name = inst.Operands[0].Name;
    if (inst.Operands[0].Class != OperandClass::Tile)
      return scalarResult(e, name, indent);
    if (!e.is(ExprKind::Insert))
      return assign(e.Type.Size, name + "[i][j]", e, indent);
    ElementText elements(inst);
    assign(e[1].Type.Size, name + "[i][" + elements.inBlock(e, "j") + "]", e[1],
           indent);
    bool stays =
        e[2].is(ExprKind::Operand) && inst.Operands[e[2].Index].TiedTo == 0;
    line(indent, stays ? "elsewhere " + name + " is unchanged"
                       : "elsewhere " + name +
                             "[i][j] = " + elements.element(e[2], "i", "j"));
  }

  void scalarResult(const Expr &e, const std::string &name,
                    const std::string &indent) {
    line(indent, name + " = " + ElementText(inst).element(e, "i", "j"));
  }

  void store(const Expr &e, const std::string &indent) {
    ElementText elements(inst);
    assign(e[0].Type.Size, elements.memory(e, 1, e[0].Type.Format, "i", "j"),
           e[0], indent);
  }

  /// Selectors beyond the last alternative trap.
  void choice(const Expr &e, const std::string &indent) {
    for (unsigned k = 1; k < e.Args.size(); ++k) {
      line(indent, "if " + ElementText(inst).condition(e, k - 1) + ":");
      add(e[k], indent + "  ");
    }
  }

  void set(const Expr &e, const std::string &indent) {
    if (e[1].is(ExprKind::Switch) && !e.Type.Scalar) {
      for (unsigned k = 1; k < e[1].Args.size(); ++k) {
        line(indent, "if " + ElementText(inst).condition(e[1], k - 1) + ":");
        setTo(e[0], e[1][k], indent + "  ");
      }
      return;
    }
    setTo(e[0], e[1], indent);
  }

  void setTo(const Expr &to, const Expr &value, const std::string &indent) {
    if (to.Type.Scalar)
      return line(indent, ElementText(inst).scalar(to) + " = " +
                              ElementText(inst).scalar(value));
    assign(to.Type.Size, ElementText(inst).element(to, "i", "j"), value,
           indent);
  }

  void role(const Expr &e, const std::string &indent) {
    Lines args;
    for (const Expr &a : e.Args)
      args.push_back(ElementText(inst).scalar(a));
    std::string call = e.Text + "(" + join(args, ", ") + ")";
    line(indent,
         inst.numOutputs() ? inst.Operands[0].Name + " = " + call : call);
  }

  const Instruction &inst;
};

} // namespace

Lines semanticsText(const Expr &semantics, const Instruction &inst) {
  Statements s(inst);
  s.add(semantics, "");
  return s.lines.empty() ? Lines{"nothing"} : s.lines;
}

std::string bodyText(const Expr &body, const Record *op) {
  Instruction none;
  none.Def = op;
  Operand x;
  x.Name = "x";
  x.Class = OperandClass::General;
  none.Operands.push_back(x);
  Expr scalarBody = body;
  std::vector<Expr *> all = {&scalarBody};
  while (!all.empty()) {
    Expr *e = all.back();
    all.pop_back();
    e->Type.Scalar = e->is(ExprKind::Operand);
    for (Expr &a : e->Args)
      all.push_back(&a);
  }
  return ElementText(none).element(scalarBody, "i", "j");
}

} // namespace matrix::tblgen
