// Linked lists: insertion, merge sort, reversal; nodes in a pool.
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../start.h"

struct Node { struct Node *next; int key; short info; };
enum { N = 500 };
static struct Node pool[N];
static struct Node *merge(struct Node *a, struct Node *b) {
  struct Node head, *tail = &head;
  while (a && b) {
    struct Node **smaller = a->key <= b->key ? &a : &b;
    tail = tail->next = *smaller;
    *smaller = tail->next;
  }
  tail->next = a ? a : b;
  return head.next;
}
static struct Node *sort(struct Node *list) {
  if (!list || !list->next)
    return list;
  struct Node *slow = list, *fast = list->next;
  while (fast && fast->next)
    slow = slow->next, fast = fast->next->next;
  struct Node *rest = slow->next;
  slow->next = 0;
  return merge(sort(list), sort(rest));
}
static struct Node *reverse(struct Node *list) {
  struct Node *done = 0;
  while (list) {
    struct Node *next = list->next;
    list->next = done;
    done = list;
    list = next;
  }
  return done;
}
static struct Node *insert(struct Node *list, struct Node *node) {
  if (!list || list->key >= node->key) {
    node->next = list;
    return node;
  }
  struct Node *p = list;
  while (p->next && p->next->key < node->key)
    p = p->next;
  node->next = p->next;
  p->next = node;
  return list;
}
unsigned long work(void) {
  unsigned x = 3;
  unsigned long sum = 0;
  for (int round = 0; round < 25; ++round) {
    struct Node *list = 0;
    for (int i = 0; i < N; ++i) {
      x = x * 1664525u + 1013904223u;
      pool[i].key = (int)(x >> 12) & 0xffff;
      pool[i].info = (short)(x >> 3);
      pool[i].next = list;
      list = &pool[i];
    }
    list = reverse(sort(reverse(list)));
    for (struct Node *p = list; p; p = p->next)
      sum = sum * 5 + (unsigned)(p->key + p->info);
    list = 0;
    for (int i = 0; i < N / 5; ++i)
      list = insert(list, &pool[i * 5]);
    sum += (unsigned)list->key;
  }
  return sum;
}
