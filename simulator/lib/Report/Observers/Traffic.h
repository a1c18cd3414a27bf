//===- Traffic.h - DRAM traffic by region and buffer ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes the lines of DMA transfers to the label that started them and to
// the buffer in DRAM, and records when each label was active. Whole lines are
// counted, as DRAM transfers them. The first row of a transfer determines the
// buffer.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_REPORT_TRAFFIC_H
#define MATRIX_SIMULATOR_REPORT_TRAFFIC_H

#include "Report/Symbols/BufferNames.h"
#include "Report/Symbols/SourceMap.h"
#include "Timing/Observer.h"

namespace matrix {
namespace sim {

struct DramBytes {
  uint64_t read = 0, written = 0; // whole lines
};

/// Transfers and time of one label.
struct RegionTraffic {
  DramBytes dram;
  uint64_t transfers = 0, multicasts = 0;
  uint64_t first = UINT64_MAX, last = 0; // cycles, of all cores
  bool isActive() const { return first <= last; }
};

class Traffic : public Observer {
public:
  Traffic(const SourceMap &map, const BufferNames &names, const System &system,
          uint64_t lineBytes);

  void issued(const IssueEvent &event) override;
  void started(const TransferStart &event) override;
  void transferred(const TransferRecord &record) override;

  /// By label.
  std::vector<RegionTraffic> regions;
  /// By buffer; null: DRAM outside of all.
  std::map<const BufferNames::Buffer *, DramBytes> buffers;

private:
  using Handle = std::pair<unsigned, uint64_t>; // of a core

  const SourceMap &map;
  const BufferNames &names;
  const System &system;
  const uint64_t lineBytes;
  /// Address in DRAM of each transfer in flight.
  std::map<Handle, uint64_t> places;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_REPORT_TRAFFIC_H
