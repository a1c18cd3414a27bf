// Huffman coding: a heap, a tree of nodes, bits in a stream.
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../start.h"

enum { N = 4096 };
static unsigned char text[N], coded[N * 2];
static int weight[512], left[512], right[512], heap[257], count;
static unsigned code[256];
static unsigned char length[256];
static void push(int node) {
  int i = count++;
  for (; i && weight[heap[(i - 1) / 2]] > weight[node]; i = (i - 1) / 2)
    heap[i] = heap[(i - 1) / 2];
  heap[i] = node;
}
static int pop(void) {
  int top = heap[0], last = heap[--count], i = 0;
  for (int child; (child = 2 * i + 1) < count; i = child) {
    if (child + 1 < count && weight[heap[child + 1]] < weight[heap[child]])
      ++child;
    if (weight[last] <= weight[heap[child]])
      break;
    heap[i] = heap[child];
  }
  heap[i] = last;
  return top;
}
static void assign(int node, unsigned bits, unsigned char depth) {
  if (node < 256) {
    code[node] = bits;
    length[node] = depth;
    return;
  }
  assign(left[node], bits << 1, (unsigned char)(depth + 1));
  assign(right[node], bits << 1 | 1, (unsigned char)(depth + 1));
}
static int build(void) {
  for (int i = 0; i < 256; ++i)
    weight[i] = 0;
  for (int i = 0; i < N; ++i)
    ++weight[text[i]];
  count = 0;
  for (int i = 0; i < 256; ++i)
    if (weight[i])
      push(i);
  int next = 256;
  while (count > 1) {
    int a = pop(), b = pop();
    left[next] = a, right[next] = b;
    weight[next] = weight[a] + weight[b];
    push(next++);
  }
  return heap[0];
}
unsigned long work(void) {
  unsigned long sum = 0;
  for (unsigned round = 1; round < 12; ++round) {
    unsigned x = round;
    for (int i = 0; i < N; ++i) {
      x = x * 1103515245u + 12345u;
      text[i] = (unsigned char)((x >> 16 & x >> 20) & 63);
    }
    int root = build();
    assign(root, 0, 0);
    unsigned long position = 0;
    for (int i = 0; i < N; ++i)
      for (int bit = length[text[i]] - 1; bit >= 0; --bit, ++position) {
        unsigned char mask = (unsigned char)(1u << (position & 7));
        if (code[text[i]] >> bit & 1)
          coded[position >> 3] |= mask;
        else
          coded[position >> 3] &= (unsigned char)~mask;
      }
    unsigned long at = 0;
    for (int i = 0; i < N; ++i) {
      int node = root;
      for (; node >= 256; ++at)
        node = coded[at >> 3] >> (at & 7) & 1 ? right[node] : left[node];
      sum += node != text[i] ? 1000000 : (unsigned)node;
    }
    sum += position;
  }
  return sum;
}
