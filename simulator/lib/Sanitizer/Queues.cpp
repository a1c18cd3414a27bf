//===- Queues.cpp - order of queued row instructions ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each row of a row memory and each queue, the number of queued
// instructions that have ended before an access to the row can start: a vector
// clock whose threads are the queues. A reader joins the clock of the last
// writer. A writer also joins the clocks of the readers, without their own
// numbers. Queues are threads of Ordering, numbered after the DMA channels of
// their core.
//
//===----------------------------------------------------------------------===//

#include "Queues.h"
#include "Hazards.h"

using namespace matrix;
using namespace matrix::sim;

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

static void join(QueueOrder::Past &past, const QueueOrder::Past &other) {
  for (unsigned q = 0; q < numQueues; ++q)
    past[q] = std::max(past[q], other[q]);
}

QueueOrder::Row &QueueOrder::row(const Access &access, uint32_t i) {
  unsigned memory = access.memory - 1;
  if (memories.size() <= memory)
    memories.resize(memory + 1);
  std::vector<Row> &rows = memories[memory];
  uint64_t number = access.row(i);
  if (rows.size() <= number)
    rows.resize(number + 1);
  return rows[number];
}

/// When a writer starts, an earlier reader may still run, but the instructions
/// that reader was ordered after have ended.
QueueOrder::Past QueueOrder::start(Queue queue, const AccessLog &log) {
  auto forEachRow = [&](auto visit) {
    for (const Access &access : log)
      for (uint32_t i = 0; access.memory != AccessLog::flat && i < access.rows;
           ++i)
        visit(row(access, i), access.isWrite);
  };
  Past &past = pasts[unsigned(queue)];
  forEachRow([&](const Row &row, bool isWrite) {
    join(past, row.ready);
    if (isWrite)
      join(past, row.read);
  });
  Past ended = past;
  ended[unsigned(queue)] = ++counts[unsigned(queue)];
  forEachRow([&](Row &row, bool isWrite) {
    if (isWrite)
      row = {ended, {}};
    else
      join(row.read, past);
  });
  return past;
}

//===----------------------------------------------------------------------===//
// Queues as threads, numbered after the channels of the core
//===----------------------------------------------------------------------===//

unsigned Hazards::queueThread(unsigned core, Queue queue) const {
  return ordering.channelThread(core,
                                queueChannels + static_cast<unsigned>(queue));
}

bool Hazards::isQueue(unsigned thread) const {
  unsigned core = ordering.coreOf(thread);
  return hasQueues && !ordering.isCore(thread) &&
         thread >= queueThread(core, Queue(0));
}

/// DRAM accesses of the instruction belong to the thread of its queue.
void Checks::enterQueue(unsigned opcode) {
  Queue queue = queueOf(opcode);
  thread = core.number;
  if (!all.hasQueues || queue == Queue::None)
    return;
  QueueOrder::Past past = queues.start(queue, *core.log);
  thread = all.queueThread(core.number, queue);
  all.ordering.start(core.number, thread, queues.count(queue));
  for (unsigned q = 0; q < numQueues; ++q)
    if (Queue(q) != queue)
      all.ordering.ended(thread, all.queueThread(core.number, Queue(q)),
                         past[q]);
}

void Checks::waitForQueues() {
  for (unsigned q = 0; all.hasQueues && q < numQueues; ++q)
    all.ordering.ended(core.number, all.queueThread(core.number, Queue(q)),
                       queues.count(Queue(q)));
}
