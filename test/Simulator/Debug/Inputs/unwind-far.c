/* unwind-far.c: functions larger than a branch reaches, with several ends: branches
 * are relaxed after epilogues. */
#define FAR asm volatile("jal r0, .Lfar%=\n  .space 160000\n.Lfar%=:" ::)
static volatile int sink;
__attribute__((noinline)) static int leaf(int n) { sink = n; return sink + 1; }
__attribute__((noinline)) static int deep(int n) {
  return n ? deep(n - 1) + leaf(n) : leaf(0);
}
__attribute__((noinline)) static int ends(int n, int *sum) {
  if (n == 0)
    return deep(3) + *sum;
  FAR;
  for (int i = 0; i < n; ++i) {
    *sum += leaf(i);
    if (*sum > 40)
      return leaf(n) * 2;
    FAR;
    if (*sum % 7 == 3)
      continue;
    *sum += deep(2);
  }
  if (n == 5)
    return leaf(n) + *sum;
  FAR;
  return deep(n) + *sum;
}
__attribute__((noinline)) static int early(int n) {
  if (n < 0)
    return 0; // no frame if shrink-wrapped
  FAR;
  int a[4] = {n, leaf(n), deep(1), 3};
  volatile int *p = a;
  if (p[1] == 2)
    return p[n & 3];
  FAR;
  return leaf(p[2]) + deep(2);
}
int main(void) {
  int sum = 0, all = 0;
  for (int i = 0; i < 7; ++i)
    all += ends(i, &sum) + early(i - 2);
  return all & 63;
}
