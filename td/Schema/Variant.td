//===- Schema/Variant.td - accelerators -----------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The class of accelerators: components, features, and parameters with their
// defaults. A variant is data without code: two variants differ in the values
// of these fields only, and share encodings and semantics of the instructions
// they have in common.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SCHEMA_VARIANT_TD
#define MATRIX_SCHEMA_VARIANT_TD

include "Common/Components.td"
include "Common/Parameters.td"

/// An accelerator. Every tool selects it by `cpu` (-mcpu, --mcpu).
class Variant<string cpu> {
  string CPU = cpu;
  string Summary = ?;
  bit Default = 0;                      // selected without -mcpu, by "" and by "generic"
  TileGeometry Tiles = ?;               // unset: no tile registers
  int TileRegisters = 0;                // number of tile registers, at most 32
  list<Feature> Features = [];
  list<Memory> Memories = [];
  AddressMap Map = FamilyMap;
  // Address space of each part of a program (docs/contracts.md).
  Space Code = Dram;
  Space Data = Dram;
  Space Stack = Scratchpad;
  Space Heap = Dram;
  Space Arguments = Dram;
  int StackSize = 0x10000;              // bytes per core
  DmaEngine Dma = ?;
  int Cores = 1;
  Interconnect Net = NoInterconnect;
  list<WorkDivision> WorkDivisions = [];
  IssueModel Issue = InOrder;
  list<ParameterValue> Parameters = [];
  list<ParameterValue> DefaultParameters = ScalarParameters;  // of parameters that Parameters does not set
}

#endif // MATRIX_SCHEMA_VARIANT_TD
