// A list is copied with its unused items.

// RUN: %hazard --status=0 --correct %s %t

struct List { int count; long items[4]; };
__attribute__((noinline)) static void add(struct List *l, long item) {
  l->items[l->count++] = item;
}
__attribute__((noinline)) static long last(const struct List *l) {
  return l->items[l->count - 1];
}
int main(void) {
  struct List l, copy;
  l.count = 0;
  add(&l, 3);
  add(&l, 4);
  copy = l;
  return last(&copy) - 4;
}
