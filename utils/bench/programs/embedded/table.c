// A hash table with open addressing, and a red-black-like search tree.
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../start.h"

enum { SIZE = 1024, COUNT = 700 };
struct Entry { unsigned key, value; };
static struct Entry table[SIZE];
struct Tree { struct Tree *child[2]; unsigned key; int priority; };
static struct Tree nodes[COUNT];
static unsigned mix(unsigned x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}
static struct Entry *slot(unsigned key) {
  unsigned i = mix(key) & (SIZE - 1);
  while (table[i].key && table[i].key != key)
    i = (i + 1) & (SIZE - 1);
  return &table[i];
}
static struct Tree *insert(struct Tree *t, struct Tree *n) {
  if (!t)
    return n;
  int side = n->key > t->key;
  t->child[side] = insert(t->child[side], n);
  if (t->child[side]->priority > t->priority) {
    struct Tree *up = t->child[side];
    t->child[side] = up->child[!side];
    up->child[!side] = t;
    return up;
  }
  return t;
}
static int depth(const struct Tree *t, unsigned key) {
  int d = 0;
  while (t && t->key != key)
    t = t->child[key > t->key], ++d;
  return t ? d : -1;
}
unsigned long work(void) {
  unsigned long sum = 0;
  for (unsigned round = 0; round < 6; ++round) {
    struct Tree *root = 0;
    for (unsigned i = 0; i < SIZE; ++i)
      table[i] = (struct Entry){0, 0};
    for (unsigned i = 0; i < COUNT; ++i) {
      struct Entry *e = slot(i * 7 + 1 + round);
      e->key = i * 7 + 1 + round;
      e->value += i;
      nodes[i] = (struct Tree){{0, 0}, mix(i + round), (int)(mix(i * 3) & 0xffff)};
      root = insert(root, &nodes[i]);
    }
    for (unsigned i = 0; i < 2 * COUNT; ++i) {
      sum = sum * 3 + slot(i)->value;
      sum += (unsigned)(depth(root, mix(i)) + 1);
    }
  }
  return sum;
}
