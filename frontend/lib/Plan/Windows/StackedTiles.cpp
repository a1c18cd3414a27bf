//===- StackedTiles.cpp - loads that several windows share ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the offsets of combinations in the box of the image. The number of
// tiles divides the image rows of a block, so that their distances are
// constant.
//
//===----------------------------------------------------------------------===//

#include "StackedTiles.h"
#include "CombinationOrder.h"
#include "Plan/Blocks/WindowLayout.h"
#include "matrix/Frontend/Techniques.h"
#include <map>

using namespace mlir;
using namespace matrix;

namespace {

class TileStack {
public:
  TileStack(const FusionGroup &group, const BlockPlan &plan,
            const desc::VariantInfo &variant, TapSchedule &schedule)
      : group(group), plan(plan), variant(variant), schedule(schedule),
        inner(schedule.alongRows ? plan.rows : plan.cols),
        taps(countTaps(plan)) {}

  void choose() {
    ArrayRef<int> rows = plan.innerOf(inner);
    if (rows.empty() || schedule.loopsOverTaps || !isPossible() ||
        !findOffsets())
      return;
    constexpr int64_t kMaxCombinations = 72;
    int64_t number = plan.block[rows.back()];
    if (hasRows && orderRows(number))
      return;
    for (int64_t tiles = number; tiles > 1; --tiles)
      if (number % tiles == 0 && tiles * taps <= kMaxCombinations &&
          stack(tiles))
        return;
  }

private:
  /// Results are in their buffer before the epilogue, whose operands have the
  /// same elements at the same distances, or are the same for all tiles.
  bool isPossible() const {
    if (!group.epilogue)
      return true;
    return group.outputs.front().getElementType() == group.accumulator &&
           areFlat();
  }

  bool areFlat() const {
    SmallVector<IndexDigit> digits;
    auto addDigits = [&](const StridedOperand &operand, bool isOutput) {
      if (!operand.dependsOn(inner) &&
          llvm::none_of(plan.innerOf(inner),
                        [&](int dim) { return operand.dependsOn(dim); }))
        return true;
      std::optional<WindowLayout> layout = getWindowLayout(
          group, plan, variant, operand, plan.rows, plan.cols, isOutput);
      if (!layout)
        return false;
      ArrayRef<IndexDigit> own =
          schedule.alongRows ? layout->rows : layout->cols;
      if (digits.empty())
        digits.assign(own.begin(), own.end());
      return hasSameDigits(digits, own);
    };
    return llvm::all_of(group.outputs,
                        [&](const StridedOperand &output) {
                          return addDigits(output, /*isOutput=*/true);
                        }) &&
           llvm::all_of(group.epilogueInputs,
                        [&](const StridedInput &input) {
                          return addDigits(input, /*isOutput=*/false);
                        }) &&
           isFlat(digits);
  }

  static bool hasSameDigits(ArrayRef<IndexDigit> a, ArrayRef<IndexDigit> b) {
    return llvm::equal(a, b, [](const IndexDigit &x, const IndexDigit &y) {
      return x.radix == y.radix && x.stride == y.stride;
    });
  }
  /// Returns whether all elements have distances that are multiples of that
  /// between the first two.
  static bool isFlat(ArrayRef<IndexDigit> digits) {
    return llvm::all_of(digits, [&](IndexDigit digit) {
      return digits.front().stride > 0 &&
             digit.stride % digits.front().stride == 0;
    });
  }

  /// Sets the offset of each tap in the only image; it increases.
  bool findOffsets() {
    const StridedInput *image = nullptr;
    for (const StridedInput &input : group.inputs)
      if (!isShared(input, plan, schedule.alongRows)) {
        if (image)
          return false;
        image = &input;
      }
    if (!image || !hasBox(*image, plan, plan.cols, /*isOutput=*/false))
      return false;
    std::optional<WindowLayout> layout =
        getWindowLayout(group, plan, variant, *image, plan.rows, plan.cols,
                        /*isOutput=*/false);
    if (!layout || (layout->staged && schedule.alongRows))
      return false;
    digits = layout->staged       ? layout->staged->cols
             : schedule.alongRows ? layout->rows
                                  : layout->cols;
    ArrayRef<int64_t> strides =
        layout->staged ? layout->staged->taps : layout->taps;
    hasRows = layout->staged && hasImageRows(*layout->staged) && areFlat();
    for (int64_t tap = 0; tap < taps; ++tap) {
      int64_t offset = 0;
      for (auto [index, stride] : llvm::zip_equal(getTap(plan, tap), strides))
        offset += index * stride;
      if (!offsets.empty() && offset <= offsets.back())
        return false;
      offsets.push_back(offset);
    }
    return true;
  }

  /// Returns whether the image has rows, and columns in tiles of their own.
  bool hasImageRows(const StagedImage &image) const {
    return plan.columnBlocks == 1 && plan.innerOf(inner).size() == 1 &&
           llvm::count_if(image.outer,
                          [](const BoxDim &dim) { return dim.span > 1; }) == 1;
  }

  /// Transposes the rows of the image beside the combinations, in as many rows
  /// of the result as the length of the code permits.
  bool orderRows(int64_t number) {
    constexpr int64_t kMaxOrdered = 288;
    int64_t across = plan.block[inner] / variant.tileColumns(32);
    int64_t tiles = number;
    while (tiles > 0 &&
           (number % tiles != 0 || tiles * across * taps > kMaxOrdered))
      --tiles;
    if (tiles == 0)
      return false;
    TapSchedule ordered = schedule;
    ordered.order = orderCombinations(tiles * across, taps, variant);
    ordered.isStacked = true;
    ordered.sideBySide = tiles;
    ordered.loads = findLoads(tiles);
    if (!divideRegisters(ordered))
      return false;
    schedule = std::move(ordered);
    return true;
  }

  /// Chooses the loads that precede combinations, and the taps whose vectors
  /// stay in registers: all, or all except one, which is loaded for each tile.
  bool divideRegisters(TapSchedule &ordered) const {
    constexpr int64_t kTransposed = 2; // beside the combinations
    int64_t shared = llvm::count_if(group.inputs, [&](const StridedInput &in) {
      return isShared(in, plan, schedule.alongRows);
    });
    for (int64_t ahead : {3, 2}) {
      int64_t left = int64_t(variant.tileRegisters) - kTransposed -
                     countLive(ordered, ahead);
      ordered.ahead = ahead;
      ordered.keptTaps = shared == 0 ? taps : std::min(taps, left / shared);
      if (left >= 0 && ordered.keptTaps == taps)
        return true;
    }
    return shared > 0 && ordered.keptTaps + 1 == taps;
  }

  /// Returns the accumulators and tiles of the image that are live at once.
  int64_t countLive(const TapSchedule &ordered, int64_t ahead) const {
    constexpr int64_t kStored = 2; // combinations until a result is stored
    struct Load {
      size_t number, lastUse;
    };
    std::map<std::pair<int64_t, int64_t>, Load> loads;
    SmallVector<size_t> first;
    SmallVector<int64_t> change(ordered.order.size() + kStored + 1, 0);
    for (auto [i, use] : llvm::enumerate(ordered.order)) {
      int64_t row = use.tile % ordered.sideBySide * plan.block[inner];
      auto [load, isNew] =
          loads.try_emplace({use.tile / ordered.sideBySide,
                             getDistance(digits, row) + offsets[use.tap]},
                            Load{first.size(), i});
      if (isNew)
        first.push_back(i);
      load->second.lastUse = i;
      change[i] += use.tap == 0;
      change[i + kStored] -= use.tap + 1 == taps;
    }
    for (const auto &[offset, load] : loads) {
      ++change[int64_t(load.number) < ahead ? 0 : first[load.number - ahead]];
      --change[load.lastUse + 1];
    }
    int64_t live = 0, maximum = 0;
    for (int64_t by : change)
      maximum = std::max(maximum, live += by);
    return maximum;
  }

  /// Returns whether that many tiles share loads.
  bool stack(int64_t tiles) {
    SmallVector<TapLoad> ordered = findLoads(tiles);
    std::optional<int64_t> ahead = countAhead(ordered);
    if (int64_t(ordered.size()) == tiles * taps || !ahead)
      return false;
    schedule.isStacked = true;
    schedule.sideBySide = tiles;
    schedule.loads = std::move(ordered);
    schedule.ahead = *ahead;
    return true;
  }

  SmallVector<TapLoad> findLoads(int64_t tiles) const {
    std::map<int64_t, TapLoad> loads;
    for (int64_t tile = 0; tile < tiles; ++tile)
      for (int64_t tap = 0; tap < taps; ++tap)
        loads[getDistance(digits, tile * plan.block[inner]) + offsets[tap]]
            .uses.push_back({tile, tap});
    SmallVector<TapLoad> ordered;
    for (auto &[offset, load] : loads) {
      load.offset = offset;
      ordered.push_back(std::move(load));
    }
    return ordered;
  }

  /// Returns the loads that may precede their use; none if registers are
  /// missing. One of them is in use, and one register remains.
  std::optional<int64_t> countAhead(ArrayRef<TapLoad> loads) const {
    constexpr int64_t kMin = 2, kMax = 3;
    int64_t live = 0, maximum = 0, streamed = 0, kept = 0;
    for (const TapLoad &load : loads) {
      for (TapLoad::Use use : load.uses)
        live += use.tap == 0;
      maximum = std::max(maximum, live);
      for (TapLoad::Use use : load.uses)
        live -= use.tap + 1 == taps;
    }
    for (const StridedInput &input : group.inputs) {
      int64_t parts = 32 / input.getElementType().getIntOrFloatBitWidth();
      int64_t number = llvm::divideCeil(plan.columnBlocks, parts);
      if (isShared(input, plan, schedule.alongRows))
        kept += number * taps;
      else
        streamed = number;
    }
    int64_t left = int64_t(variant.tileRegisters) - 1 - kept -
                   maximum * plan.columnBlocks - streamed;
    return left / streamed < kMin
               ? std::nullopt
               : std::optional(std::min(
                     {left / streamed, kMax, int64_t(loads.size()) - 1}));
  }

  const FusionGroup &group;
  const BlockPlan &plan;
  const desc::VariantInfo &variant;
  TapSchedule &schedule;
  int inner;
  int64_t taps;
  SmallVector<IndexDigit> digits;
  SmallVector<int64_t> offsets;
  bool hasRows = false; ///< in buffers of their own
};

} // namespace

void matrix::stackTiles(const FusionGroup &group, const BlockPlan &plan,
                        const desc::VariantInfo &variant,
                        TapSchedule &schedule) {
  if (!isDisabled(group.root, Technique::RegisterBlocks))
    TileStack(group, plan, variant, schedule).choose();
}
