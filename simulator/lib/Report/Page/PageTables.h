//===- PageTables.h - data of tables of the page ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory traffic of regions and buffers, plans, and the comparison with an
// earlier run, as JSON for the scripts of Page/. A region is the time from the
// first to the last instruction of a label, on all cores.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_REPORT_PAGETABLES_H
#define MATRIX_SIMULATOR_REPORT_PAGETABLES_H

#include "Page.h"

namespace matrix {
namespace sim {

/// Labels that issued instructions: their time, DRAM traffic, and the maximum
/// bytes that a scratchpad held in that time.
llvm::json::Array regionsOf(const PageContents &contents);
/// Buffers in DRAM that transfers accessed.
llvm::json::Array buffersOf(const PageContents &contents);
/// Plans, each with the label of its source line, or -1, and its cycles.
llvm::json::Array plansOf(const PageContents &contents);
/// Null without an earlier run.
llvm::json::Value comparisonOf(const PageContents &contents,
                               const llvm::json::Value &statistics);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_REPORT_PAGETABLES_H
