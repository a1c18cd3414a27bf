//===- Specializations.cpp - specializations of semantics -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expands semantics into one tree for each combination of Switch alternatives
// and null addresses, with the state or field values that select it. Children
// are expanded first, and a node has the Cartesian product of their
// specializations; combinations with contradictory requirements are dropped as
// soon as they arise. Zeros of null addresses are folded, and an integer sum of
// a tile and a product becomes a contraction that accumulates:
//
//   x + 0                ->  x
//   x + Contract(0, a, b) ->  Contract(x, a, b)
//   Contract(c, 0, b)    ->  dropped
//
// The sum is reassociated only for integers, since float addition is not
// associative.
//
//===----------------------------------------------------------------------===//

#include "Model/Specializations.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace llvm;

namespace matrix::tblgen {

Requirement requirementOf(const Expr &selector, int64_t value) {
  Requirement r;
  const Expr *what = &selector;
  if (what->is(ExprKind::Field)) {
    r.Field = what->Record;
    what = &what->Args[0];
  }
  if (what->is(ExprKind::State))
    r.State = what->Record;
  else
    r.Operand = what->Index;
  r.Value = value;
  return r;
}

static bool isZero(const Expr &e) {
  return e.is(ExprKind::Number) && e.Value == 0;
}

namespace {

class SpecializationExpander {
public:
  explicit SpecializationExpander(const Instruction &inst) : inst(inst) {}

  std::vector<Specialization> expand(const Expr &e) {
    switch (e.Kind) {
    case ExprKind::Switch:
      return alternatives(e);
    case ExprKind::Undefined:
      return {};
    case ExprKind::View:
      return view(e);
    default:
      return combine(e);
    }
  }

private:
  static Specialization plain(const Expr &e) {
    Specialization f;
    f.Semantics = e;
    return f;
  }

  std::vector<Specialization> fail() {
    failed = true;
    report(inst.Def, "the Switches have more than " + Twine(limit) +
                         " combinations; the compiler has an operation for "
                         "each: divide the instruction");
    return {};
  }

  std::vector<Specialization> alternatives(const Expr &e) {
    std::vector<Specialization> all;
    for (unsigned k = 1; k < e.Args.size(); ++k)
      for (Specialization &f : expand(e[k]))
        if (require(f, chosen(e[0], k - 1)))
          all.push_back(std::move(f));
    return all;
  }

  static Requirement chosen(const Expr &selector, int64_t k) {
    if (!selector.is(ExprKind::Is))
      return requirementOf(selector, k);
    const Expr &what = selector[0];
    bool isFloat = what.is(ExprKind::State) &&
                   what.Record->getValueAsString("Cpp") == "float";
    Requirement r = requirementOf(
        what, isFloat ? int64_t(llvm::bit_cast<uint32_t>(float(selector.Value)))
                      : int64_t(selector.Value));
    r.Equal = k == 1;
    return r;
  }

  /// An operand with a null address reads as zeros.
  std::vector<Specialization> view(const Expr &e) {
    std::vector<Specialization> all{plain(e)};
    StringRef nullField = e.Record->getValueAsString("NullField");
    if (nullField.empty() || !e[0].is(ExprKind::Operand))
      return all;
    Specialization without;
    without.Semantics.Kind = ExprKind::Number;
    without.Semantics.Type = e.Type;
    Requirement r;
    r.Operand = e[0].Index;
    r.Field = findField(inst.Operands[r.Operand].Fields, nullField);
    r.Value = nullValue(e.Record, r.Field);
    without.Requires.push_back(r);
    all.push_back(std::move(without));
    return all;
  }

  /// Returns the Cartesian product of the specializations of the operands,
  /// without contradictory combinations. The destination of a Set is not
  /// expanded.
  std::vector<Specialization> combine(const Expr &e) {
    std::vector<Specialization> all{plain(e)};
    for (unsigned i = 0; i < e.Args.size() && !failed; ++i) {
      std::vector<Specialization> longer;
      bool written = e.is(ExprKind::Set) && i == 0;
      for (const Specialization &arg :
           written ? std::vector<Specialization>{plain(e[0])} : expand(e[i]))
        for (const Specialization &begun : all) {
          Specialization f = begun;
          f.Semantics.Args[i] = arg.Semantics;
          if (all_of(arg.Requires,
                     [&](const Requirement &r) { return require(f, r); }))
            longer.push_back(std::move(f));
          if (longer.size() > limit)
            return fail();
        }
      all = std::move(longer);
    }
    std::vector<Specialization> folded;
    for (Specialization &f : all)
      if (fold(f.Semantics))
        folded.push_back(std::move(f));
    return folded;
  }

  /// Returns false if the specialization already requires the contrary.
  static bool require(Specialization &f, const Requirement &r) {
    for (const Requirement &other : f.Requires) {
      if (other.State != r.State || other.Operand != r.Operand ||
          other.Field != r.Field)
        continue;
      if (other.Equal)
        return (other.Value == r.Value) == r.Equal;
      if (other.Value == r.Value && r.Equal)
        return false;
    }
    f.Requires.push_back(r);
    return true;
  }

  /// Folds zero operands. Returns false if the specialization is a product with
  /// zeros, which selection does not need.
  static bool fold(Expr &e) {
    bool moves = is_contained({ExprKind::Cast, ExprKind::Bitcast, ExprKind::At,
                               ExprKind::Pad, ExprKind::Crop},
                              e.Kind);
    if (moves && isZero(e[0])) {
      ExprType type = e.Type;
      e = Expr(e[0]);
      e.Type = type;
    }
    if (e.is(ExprKind::Contract))
      return !isZero(e[1]) && !isZero(e[2]);
    if (e.is(ExprKind::Elementwise) && e.Record->getName() == "Add" &&
        !isFloat(e.Type.Format))
      foldSum(e);
    return true;
  }

  /// Rewrites x + 0, and x + (0 + contraction) to a contraction that
  /// accumulates onto x.
  static void foldSum(Expr &e) {
    for (unsigned i : {0, 1})
      if (isZero(e[i])) {
        Expr other = e[1 - i];
        e = std::move(other);
        return;
      }
    for (unsigned i : {0, 1}) {
      Expr product = e[i];
      Expr *inner = &product;
      if (inner->is(ExprKind::Crop))
        inner = &inner->Args[0];
      if (!inner->is(ExprKind::Contract) || !isZero((*inner)[0]))
        continue;
      inner->Args[0] = padded(e[1 - i], inner->Type);
      e = std::move(product);
      return;
    }
  }

  static Expr padded(const Expr &x, const ExprType &to) {
    if (x.Type.Size.Rows.K == Extent::FixedCount &&
        x.Type.Size.Columns.K == Extent::FixedCount)
      return x;
    Expr e;
    e.Kind = ExprKind::Pad;
    e.Value = to.Size.Rows.Fixed;
    e.Value2 = to.Size.Columns.Fixed;
    e.Type = to;
    e.Args.push_back(x);
    return e;
  }

  static constexpr unsigned limit = 1024;

  const Instruction &inst;
  bool failed = false;
};

} // namespace

std::vector<Specialization> specializationsOf(const Expr &semantics,
                                              const Instruction &inst) {
  return SpecializationExpander(inst).expand(semantics);
}

} // namespace matrix::tblgen
