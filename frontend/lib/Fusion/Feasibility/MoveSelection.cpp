//===- MoveSelection.cpp - forms of operations that permute ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each form is emitted, predicted, and erased unless it is the shortest one.
// The producer of the permuted tensor is part of the prediction, because the
// operation may be its epilogue in one form and not in another.
//
//===----------------------------------------------------------------------===//

#include "MoveSelection.h"
#include "Access/BodyMatchers.h"
#include "Movement/Copies/StagedCopy.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <cmath>

using namespace mlir;
using namespace matrix;

/// Returns whether an operation would be the only one that reads the producer's
/// result, apart from that whose other form it is.
static bool isOnlyUser(const SeparatedMove &form) {
  return llvm::all_of(
      form.producer->getResult(0).getUsers(), [&](Operation *user) {
        return user == form.whole || user == form.computed ||
               (isa<tensor::ExpandShapeOp>(user) && user->hasOneUse() &&
                *user->user_begin() == form.whole);
      });
}

/// Returns the cycles of two groups, or of one if that is shorter.
double MoveSelection::predictGroups(const SeparatedMove &form,
                                    linalg::GenericOp epilogue) const {
  linalg::GenericOp root = form.producer;
  double apart = predict(epilogue, {});
  if (!root)
    return apart;
  apart += predict(root, {});
  bool mayFuse = canBeEpilogue(root, epilogue) && isOnlyUser(form);
  return mayFuse ? std::min(apart, predict(root, epilogue)) : apart;
}

double MoveSelection::predictForm(const SeparatedMove &form) const {
  std::optional<double> moved = predictStagedMove(form.moved, variant, cores);
  return moved ? *moved + predictGroups(form, form.computed) : HUGE_VAL;
}

bool MoveSelection::select(linalg::GenericOp op) const {
  std::optional<SeparatedMove> resultForm = separateMove(op);
  double whole = resultForm ? predictGroups(*resultForm, op) : HUGE_VAL;
  double resultMoved = resultForm ? predictForm(*resultForm) : HUGE_VAL;
  std::optional<SeparatedMove> operandForm = separateOperandMove(op);
  if (operandForm && !resultForm)
    whole = predictGroups(*operandForm, op);
  double operandMoved = operandForm ? predictForm(*operandForm) : HUGE_VAL;
  bool movesResult = resultMoved < std::min(whole, operandMoved);
  bool movesOperand = !movesResult && operandMoved < whole;
  if (resultForm && !movesResult)
    resultForm->reject();
  if (operandForm && !movesOperand)
    operandForm->reject();
  if (movesResult)
    resultForm->accept();
  if (movesOperand)
    operandForm->accept();
  return movesResult || movesOperand;
}
