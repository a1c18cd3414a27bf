/* unwind.c: frames of every kind. The status is what all give together. */
int sink;
int use(void *p) { return sink += *(volatile unsigned char *)p; }

int leaf(int n) { return n + 1; }

int recursive(int n) {
  int left, right;
  if (n < 2)
    return n; /* an end in the middle */
  left = recursive(n - 1);
  right = recursive(n - 2);
  return left + right;
}

/* sp moves. */
int moving(int n) {
  char *bytes = __builtin_alloca(n);
  int i;
  for (i = 0; i < n; ++i)
    bytes[i] = (char)i;
  return use(bytes + n - 1);
}

/* sp is rounded. */
int aligned(int n) {
  _Alignas(256) char bytes[256];
  bytes[0] = (char)n;
  return use(bytes);
}

/* Both: a third pointer. */
int both(int n) {
  _Alignas(256) char bytes[256];
  char *more = __builtin_alloca(n);
  bytes[0] = 1;
  more[0] = 2;
  return use(bytes) + use(more);
}

/* Offsets do not fit into instructions. */
int large(int n) {
  char bytes[40000];
  bytes[0] = 1;
  bytes[39999] = (char)n;
  return use(bytes) + use(bytes + 39999);
}

/* Many values live across calls, of both register files. */
double saved(int n) {
  int a = leaf(n), b = leaf(a), c = leaf(b), d = leaf(c), e = leaf(d);
  double f = a * 0.5, g = b * 0.25;
  int h = leaf(a + b), i = leaf(c + d);
  return f * g + leaf(e) + a + b + c + d + h + i;
}

/* A frame on one way only. */
int seldom(int n) {
  if (n < 3)
    return n * 5;
  return moving(n) + leaf(n);
}

/* The start of a frame is in a word with a branch. */
int early(int n) {
  volatile int numbers[2];
  if (n) {
    numbers[0] = n;
    return numbers[0] + 1;
  }
  numbers[1] = sink;
  return numbers[1];
}
int earlier(int n) { return early(n) + early(n - 1); }

int main(void) {
  int total = recursive(4);
  total += moving(9) + aligned(3) + both(5) + large(2);
  total += (int)saved(2) + earlier(1);
  return (total + seldom(1) + seldom(4)) & 63;
}
