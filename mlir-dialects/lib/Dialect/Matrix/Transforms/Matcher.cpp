//===- Matcher.cpp - meanings against vector operations -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matcher.h"
#include "Accesses.h"
#include "Casts.h"
#include "VectorForms.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace matrix;
using table::Node;
using table::NodeKind;
using table::OperandUse;

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

/// Inputs that no value stands for.
static bool isImplied(const table::Operand &input) {
  return input.use == OperandUse::Offset || input.use == OperandUse::Stride;
}

std::optional<Match> Matcher::match(Operation *root) {
  found.inputs.resize(inst.inputs.size());
  Tree tree{form.nodes};
  const Node &top = form.root();
  if (top.kind == NodeKind::Store) {
    if (!store(tree, top, root))
      return std::nullopt;
  } else if (root->getNumResults() != 1 ||
             !node(tree, top, root->getResult(0))) {
    return std::nullopt;
  }
  for (const auto &[input, binding] : llvm::zip(inst.inputs, found.inputs))
    if (!isImplied(input) && !binding.isBound())
      return std::nullopt;
  if (!nothingElseNeeds(root) || !canReadAt(root))
    return std::nullopt;
  return found;
}

/// A tile that somebody else needs too would be computed twice. Values that no
/// register holds must be absorbed whoever needs them.
bool Matcher::nothingElseNeeds(Operation *root) {
  for (Operation *op : found.covered) {
    if (op == root || op->getNumResults() != 1 ||
        !isTileType(op->getResult(0).getType(), variant))
      continue;
    for (Operation *user : op->getUsers())
      if (!llvm::is_contained(found.covered, user))
        return false;
  }
  return true;
}

/// The instruction stands where the root is: nothing may be written between
/// the read and it.
bool Matcher::canReadAt(Operation *root) {
  Operation *read = found.access.op;
  if (!read || read == root)
    return true;
  if (read->getBlock() != root->getBlock())
    return false;
  for (Operation *op = read->getNextNode(); op != root;
       op = op->getNextNode()) {
    auto effects = dyn_cast<MemoryEffectOpInterface>(op);
    if (!isMemoryEffectFree(op) &&
        !(effects && effects.onlyHasEffect<MemoryEffects::Read>()))
      return false;
  }
  return true;
}

bool Matcher::cover(Operation *op) {
  found.covered.push_back(op);
  return true;
}

//===----------------------------------------------------------------------===//
// Bindings
//===----------------------------------------------------------------------===//

bool Matcher::bind(int input, const Binding &binding) {
  Binding &place = found.inputs[input];
  if (!place.isBound())
    place = binding;
  return place == binding;
}

bool Matcher::bindNumber(const Tree &tree, const Node &node, int64_t number) {
  if (node.kind == NodeKind::Number)
    return node.value == number;
  const table::Operand &input = inst.inputs[node.index];
  Binding binding;
  binding.immediate = number;
  return number >= input.min && number <= input.max &&
         bind(node.index, binding);
}

/// A register of either file: f32 in a floating-point one, up to 64 bits in a
/// general one.
bool Matcher::bindScalar(const Tree &tree, const Node &node, Binding scalar) {
  if (node.kind != NodeKind::Operand)
    return false;
  Type type = scalar.value ? scalar.value.getType() : scalar.constant.getType();
  bool fits = inst.inputs[node.index].use == OperandUse::Float
                  ? type.isF32()
                  : type.isIntOrIndexOrFloat();
  return fits && bind(node.index, scalar);
}

bool Matcher::operand(const Tree &tree, const Node &node, Value value) {
  if (!tree.around) {
    Binding binding;
    binding.value = value;
    return bind(node.index, binding);
  }
  if (*tree.bound)
    return *tree.bound == value;
  *tree.bound = value;
  return this->node(*tree.around, tree.around->nodes[tree.argument], value);
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

bool Matcher::hasType(const Node &node, Type type) {
  auto vector = dyn_cast<VectorType>(type);
  if (!vector || vector.getRank() != 2 || vector.isScalable())
    return false;
  if (inst.widthFree && node.format->isAny)
    return isTileType(type, variant);
  Type element = vector.getElementType();
  bool sameElement =
      node.format->isAny
          ? element.isIntOrFloat() &&
                element.getIntOrFloatBitWidth() == node.format->bits
          : element == matrix::getElementType(*node.format, type.getContext());
  return sameElement && vector.getDimSize(0) == node.rows.evaluate(variant) &&
         (inst.widthFree ||
          vector.getDimSize(1) == node.columns.evaluate(variant));
}

bool Matcher::node(const Tree &tree, const Node &node, Value value) {
  if (!tree.around && node.format && !hasType(node, value.getType()))
    return false;
  switch (node.kind) {
  case NodeKind::Operand:
    return operand(tree, node, value);
  case NodeKind::Number:
    return isSplatOf(value, node.value);
  case NodeKind::Splat:
    return splat(tree, node, value);
  case NodeKind::Iota:
    return iota(tree, node, value);
  case NodeKind::Load:
    return load(tree, node, value, /*transposed=*/false);
  default:
    return value.getDefiningOp() && operation(tree, node, value);
  }
}

bool Matcher::operation(const Tree &tree, const Node &node, Value value) {
  switch (node.kind) {
  case NodeKind::Elementwise:
    return elementwise(tree, node, value);
  case NodeKind::Cast:
    return cast(tree, node, value);
  case NodeKind::Bitcast:
    return isa<arith::BitcastOp, vector::BitCastOp>(value.getDefiningOp()) &&
           cover(value.getDefiningOp()) &&
           this->node(tree, tree.arg(node, 0),
                      value.getDefiningOp()->getOperand(0));
  case NodeKind::At:
    return at(tree, node, value);
  case NodeKind::Reduce:
    return reduce(tree, node, value);
  case NodeKind::Contract:
    return contract(tree, node, value);
  case NodeKind::Part:
    return part(tree, node, value);
  case NodeKind::Insert:
    return insert(tree, node, value);
  case NodeKind::Mask:
    return mask(tree, node, value);
  default: // Row: parameters are not found in programs, they are laid out
    return false;
  }
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

/// Instructions use the low bits of a shift count, so that a mask around it is
/// part of the instruction.
static Value withoutCountMask(Operation *op, Value count) {
  if (!isa<arith::ShLIOp, arith::ShRUIOp, arith::ShRSIOp>(op))
    return {};
  auto mask = count.getDefiningOp<arith::AndIOp>();
  unsigned bits = getElementTypeOrSelf(count).getIntOrFloatBitWidth();
  return mask && isSplatOf(mask.getRhs(), bits - 1) ? mask.getLhs() : Value();
}

bool Matcher::arguments(const Tree &tree, const Node &node,
                        ArrayRef<Value> values) {
  Match saved = found;
  Value savedBound = tree.bound ? *tree.bound : Value();
  for (unsigned i = 0; i < node.numArgs; ++i) {
    if (this->node(tree, tree.arg(node, i), values[i]))
      continue;
    found = saved;
    if (tree.bound)
      *tree.bound = savedBound;
    return false;
  }
  return true;
}

bool Matcher::elementwise(const Tree &tree, const Node &node, Value value) {
  if (!node.op->body.empty())
    return composed(tree, node, value);
  Operation *op = value.getDefiningOp();
  if (op->getNumOperands() != node.numArgs)
    return false;
  Type element = getElementTypeOrSelf(op->getOperands().back().getType());
  StringRef name = nameOn(*node.op, element);
  if (name.empty() || spell(op) != name)
    return throughMask(tree, node, value);
  cover(op);
  SmallVector<Value> values(op->getOperands());
  if (Value count = withoutCountMask(op, values.back())) {
    cover(values.back().getDefiningOp());
    values.back() = count;
  }
  if (arguments(tree, node, values))
    return true;
  return node.op->commutative && arguments(tree, node, {values[1], values[0]});
}

/// The body of a composed operator, its argument matched in the tree around.
bool Matcher::composed(const Tree &tree, const Node &node, Value value) {
  Value bound;
  Tree body{node.op->body, &tree, node.args[0], &bound};
  return this->node(body, body.nodes.back(), value);
}

/// A truth value that legalisation made a mask of: cmpi ne (extsi x), 0.
bool Matcher::throughMask(const Tree &tree, const Node &node, Value value) {
  auto compare = value.getDefiningOp<arith::CmpIOp>();
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::ne ||
      !isSplatOf(compare.getRhs(), 0))
    return false;
  auto extend = compare.getLhs().getDefiningOp<arith::ExtSIOp>();
  return extend && cover(compare) && cover(extend) &&
         this->node(tree, node, extend.getIn());
}

bool Matcher::cast(const Tree &tree, const Node &node, Value value) {
  const Node &from = tree.arg(node, 0);
  SmallVector<Operation *> steps;
  Value source = matchCast(*from.format, *node.format, value, steps);
  if (!source)
    return false;
  llvm::for_each(steps, [&](Operation *op) { cover(op); });
  return this->node(tree, from, source);
}

//===----------------------------------------------------------------------===//
// Broadcasts, reductions, contractions
//===----------------------------------------------------------------------===//

bool Matcher::at(const Tree &tree, const Node &node, Value value) {
  const Node &arg = tree.arg(node, 0);
  if (node.text == "ji") {
    if (arg.kind == NodeKind::Load &&
        load(tree, arg, value, /*transposed=*/true))
      return true;
    auto transpose = value.getDefiningOp<vector::TransposeOp>();
    return transpose && transpose.getPermutation() == ArrayRef<int64_t>{1, 0} &&
           cover(transpose) && this->node(tree, arg, transpose.getVector());
  }
  SmallVector<Operation *> steps;
  Value line = node.text == "0j"   ? matchRowBroadcast(value, steps)
               : node.text == "i0" ? matchColumnBroadcast(value, steps)
                                   : Value();
  auto extract = line ? line.getDefiningOp<vector::ExtractOp>() : nullptr;
  if (!extract || extract.getStaticPosition() != ArrayRef<int64_t>{0})
    return false;
  llvm::for_each(steps, [&](Operation *op) { cover(op); });
  cover(extract);
  Value source = extract.getSource();
  if (node.text == "0j")
    return this->node(tree, arg, source);
  auto transpose = source.getDefiningOp<vector::TransposeOp>();
  return transpose && cover(transpose) &&
         this->node(tree, arg, transpose.getVector());
}

bool Matcher::reduce(const Tree &tree, const Node &node, Value value) {
  bool alongRows = node.text == "ik->ij";
  SmallVector<Operation *> steps;
  Value line = alongRows ? matchColumnBroadcast(value, steps)
                         : matchRowBroadcast(value, steps);
  auto reduction =
      line ? line.getDefiningOp<vector::MultiDimReductionOp>() : nullptr;
  if (!reduction ||
      reduction.getReductionDims() != ArrayRef<int64_t>{alongRows ? 1 : 0})
    return false;
  Type element = getElementTypeOrSelf(value.getType());
  if (reductionKind(*node.op, element) != reduction.getKind() ||
      !isNeutral(reduction.getAcc(), reduction.getKind()))
    return false;
  llvm::for_each(steps, [&](Operation *op) { cover(op); });
  cover(reduction);
  return this->node(tree, tree.arg(node, 0), reduction.getSource());
}

bool Matcher::contract(const Tree &tree, const Node &node, Value value) {
  auto op = value.getDefiningOp<vector::ContractionOp>();
  return op && isContraction(op, node.text) && cover(op) &&
         this->node(tree, tree.arg(node, 0), op.getAcc()) &&
         contracted(tree, tree.arg(node, 1), op.getLhs()) &&
         contracted(tree, tree.arg(node, 2), op.getRhs());
}

/// Operands are widened to the format of the result: by the contraction itself
/// (integers as signed ones), or before it.
bool Matcher::contracted(const Tree &tree, const Node &node, Value value) {
  if (hasType(node, value.getType()) && !node.format->isUnsigned)
    return this->node(tree, node, value);
  Operation *op = value.getDefiningOp();
  bool widens = node.format->isFloat      ? isa_and_present<arith::ExtFOp>(op)
                : node.format->isUnsigned ? isa_and_present<arith::ExtUIOp>(op)
                                          : isa_and_present<arith::ExtSIOp>(op);
  return widens && cover(op) && this->node(tree, node, op->getOperand(0));
}

//===----------------------------------------------------------------------===//
// Column blocks
//===----------------------------------------------------------------------===//

/// Which block of as many columns the offsets name.
static std::optional<int64_t> columnBlock(ArrayRef<int64_t> offsets,
                                          VectorType block) {
  if (offsets.size() != 2 || offsets[0] || offsets[1] % block.getDimSize(1))
    return std::nullopt;
  return offsets[1] / block.getDimSize(1);
}

bool Matcher::part(const Tree &tree, const Node &node, Value value) {
  auto op = value.getDefiningOp<vector::ExtractStridedSliceOp>();
  if (!op || op.hasNonUnitStrides())
    return false;
  SmallVector<int64_t> offsets;
  op.getOffsets(offsets);
  auto q = columnBlock(offsets, ::cast<VectorType>(value.getType()));
  return q && cover(op) && bindNumber(tree, tree.arg(node, 0), *q) &&
         this->node(tree, tree.arg(node, 1), op->getOperand(0));
}

bool Matcher::insert(const Tree &tree, const Node &node, Value value) {
  auto op = value.getDefiningOp<vector::InsertStridedSliceOp>();
  if (!op || op.hasNonUnitStrides())
    return false;
  Value block = op.getValueToStore();
  SmallVector<int64_t> offsets;
  for (Attribute offset : op.getOffsets())
    offsets.push_back(::cast<IntegerAttr>(offset).getInt());
  auto type = ::cast<VectorType>(block.getType());
  auto q = type.getRank() == 2 ? columnBlock(offsets, type) : std::nullopt;
  return q && cover(op) && bindNumber(tree, tree.arg(node, 0), *q) &&
         this->node(tree, tree.arg(node, 1), block) &&
         this->node(tree, tree.arg(node, 2), op.getDest());
}

//===----------------------------------------------------------------------===//
// Scalars and masks
//===----------------------------------------------------------------------===//

bool Matcher::splat(const Tree &tree, const Node &node, Value value) {
  const Node &scalar = tree.arg(node, 0);
  if (scalar.kind == NodeKind::Number)
    return isSplatOf(value, scalar.value);
  if (TypedAttr element = splatElement(value)) {
    Binding binding;
    binding.constant = element;
    return cover(value.getDefiningOp()) && bindScalar(tree, scalar, binding);
  }
  auto broadcast = value.getDefiningOp<vector::BroadcastOp>();
  if (!broadcast || isa<VectorType>(broadcast.getSourceType()))
    return false;
  Binding binding;
  binding.value = broadcast.getSource();
  return cover(broadcast) && bindScalar(tree, scalar, binding);
}

bool Matcher::iota(const Tree &tree, const Node &node, Value value) {
  DenseIntElementsAttr elements;
  if (!matchPattern(value, m_Constant(&elements)) || elements.isSplat())
    return false;
  int64_t columns = ::cast<VectorType>(value.getType()).getDimSize(1);
  APInt base = *elements.value_begin<APInt>();
  for (const auto &[position, element] :
       llvm::enumerate(elements.getValues<APInt>())) {
    int64_t n = node.text == "i" ? position / columns : position % columns;
    if (element != base + n)
      return false;
  }
  Binding binding;
  binding.constant = IntegerAttr::get(elements.getElementType(), base);
  return cover(value.getDefiningOp()) &&
         bindScalar(tree, tree.arg(node, 0), binding);
}

bool Matcher::mask(const Tree &tree, const Node &node, Value value) {
  auto op = value.getDefiningOp<vector::CreateMaskOp>();
  if (!op || op->getNumOperands() != 2)
    return false;
  auto type = ::cast<VectorType>(value.getType());
  for (unsigned dim : {0, 1}) {
    const Node &bound = tree.arg(node, dim);
    IntegerAttr constant;
    if (bound.kind == NodeKind::None) { // must hold everywhere
      if (!matchPattern(op.getOperand(dim), m_Constant(&constant)) ||
          constant.getInt() < type.getDimSize(dim))
        return false;
      continue;
    }
    Binding binding;
    binding.value = op.getOperand(dim);
    if (!bindScalar(tree, bound, binding))
      return false;
  }
  return cover(op);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// `first`: the argument that is the base; offset and stride follow.
bool Matcher::address(const Tree &tree, const Node &node, unsigned first,
                      const Access &access) {
  if (!inScratchpad(access.memref.getType()))
    return false;
  const Node &offset = tree.arg(node, first + 1);
  const Node &stride = tree.arg(node, first + 2);
  if (offset.kind == NodeKind::Number && offset.value != 0)
    return false;
  if (stride.kind == NodeKind::RowBytes &&
      (access.broadcast || !hasContiguousRows(access.memref, variant)))
    return false;
  Binding base;
  base.value = access.memref;
  found.access = access;
  return bind(tree.arg(node, first).index, base);
}

bool Matcher::load(const Tree &tree, const Node &node, Value value,
                   bool transposed) {
  SmallVector<Operation *> steps;
  std::optional<Access> access = matchRead(value, transposed, steps);
  if (!access || found.access.op)
    return false;
  llvm::for_each(steps, [&](Operation *op) { cover(op); });
  return address(tree, node, 0, *access);
}

bool Matcher::store(const Tree &tree, const Node &node, Operation *op) {
  std::optional<std::pair<Access, Value>> write = matchWrite(op);
  if (!write)
    return false;
  cover(op);
  return this->node(tree, tree.arg(node, 0), write->second) &&
         address(tree, node, 1, write->first);
}
