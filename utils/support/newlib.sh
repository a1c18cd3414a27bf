# Names and patches of utils/newlib.

LLVM=/usr/lib/llvm-22/bin
BUILD=$(realpath -m "${MATRIX_BUILD:-build}")
BIN=$BUILD/bin
WORK=$BUILD/newlib
PORT=$PWD/llvm-target/Newlib
SUPPORT=$PWD/utils/support/include
JOBS=${JOBS:-$(nproc)}
TRIPLE=matrix-unknown-elf
NEWLIB_ARCHIVES='/usr/src/newlib/newlib-*.tar.*'
OLD_C="-w -std=gnu17 -Wno-error=implicit-function-declaration"
OLD_C+=" -Wno-error=implicit-int -Wno-error=int-conversion"
OLD_C+=" -Wno-error=incompatible-pointer-types"

fail() {
  echo "newlib: error: $*" >&2
  exit 1
}
usage_error() {
  echo "newlib: error: $*" >&2
  exit 2
}

# add_port SOURCE: makes the machine known. In headers newlib treats it as RISC-V,
# whose C ABI it has.
add_port() {
  local newlib=$1/newlib
  sed -i 's/| riscv | riscv32 /| matrix | riscv | riscv32 /' "$1/config.sub"
  local machine='  matrix)\n\thave_init_fini=no\n'
  machine+='\tnewlib_cflags="${newlib_cflags} -DHAVE_RENAME -DHAVE_BLKSIZE"\n\t;;'
  local system='  matrix-*-*)\n\tsyscall_dir=syscalls\n\t;;'
  sed -i -e "/^  riscv\*)\$/i\\$machine" -e "/^  riscv\*-\*-\*)\$/i\\$system" \
    "$newlib/configure.host"
  sed -i 's/\b__riscv\b/__matrix__/' "$newlib"/libc/include/{machine/*,sys/config}.h
  sed -i "s/^#define _JBLEN ((14.*/#define _JBLEN $(jump_buffer_words)/" \
    "$newlib/libc/include/machine/setjmp.h"
  local clocks='#ifdef __matrix__\n#define _POSIX_TIMERS 1\n'
  clocks+='#define _POSIX_MONOTONIC_CLOCK 200112L\n#define _POSIX_CPUTIME 1\n#endif\n'
  sed -i "/^#ifdef __rtems__/i$clocks" "$newlib/libc/include/sys/features.h"
  # Two headers use types without their declaration.
  sed -i -E 's,^#define[ \t]_(REGEX|SYS_UTIME)_H_?$,&\n#include <sys/types.h>,' \
    "$newlib"/libc/include/{regex,sys/utime}.h
  choose_math "$newlib"
  declare_long_double "$newlib"
  cp "$PORT/LongDoubleText.c" "$newlib/libc/stdlib/strtorx.c"
  cp "$PORT/String/StringWords.h" "$newlib/libc/string"
  cp "$PORT/String/CompareStrings.c" "$newlib/libc/string/strcmp.c"
  cp "$PORT/String/CompareBoundedStrings.c" "$newlib/libc/string/strncmp.c"
  # Programs open files in the folder of --semihosting only.
  sed -i 's|^\(#define[ \t]*P_tmpdir[ \t]*\)"/tmp"|\1"."|' "$newlib/libc/include/stdio.h"
  # A byte before the digits was read.
  sed -i -e 's/\b_ldtoa_r\b/_ldtoa_quad_r/' \
    -e "s/while (\*(s - 1) == '0' && ((s - outbuf) > k))/while (s - outbuf > k \&\& s > outbuf \&\& s[-1] == '0')/" \
    "$newlib/libc/stdlib/ldtoa.c"
  # The predecessor of a power of two with zeros below its bit had a wrong exponent.
  sed -i 's/rve -= nbits;/rve += rvbits - 1 - nbits;/' "$newlib/libc/stdlib/strtodg.c"
}

# remove_headers INCLUDE: those that do not compile for lack of a system, so that
# __has_include tells, and stdatomic.h, for which clang then takes its own.
remove_headers() {
  (cd "$1" && rm -f stdatomic.h threads.h dirent.h sys/{dir,dirent,custom_file}.h \
    {,sys/,machine/}termios.h utmp.h ndbm.h regdef.h)
}

# choose_math NEWLIB: of the two implementations of exp, log, pow and others the one
# with tables, with fma; log2 is a function, not a quotient of rounded logarithms. errno
# is ERANGE at poles and EDOM for infinite angles and dividends. Bessel functions have
# values of large arguments.
choose_math() {
  local choice='#ifdef __matrix__\n#define __OBSOLETE_MATH_DEFAULT 0\n#endif\n'
  sed -i "/^#ifndef __OBSOLETE_MATH_DEFAULT/i$choice" \
    "$1/libc/include/machine/ieeefp.h"
  local fused='#define fma(x, y, z) __builtin_elementwise_fma(x, y, z)'
  sed -i -e 's/__ARM_FEATURE_FMA/__matrix__/' -e "/define HAVE_FAST_FMA 1/a$fused" \
    "$1/libm/common/math_config.h"
  sed -i '/^#define log2(x)/d' "$1/libc/include/math.h"
  sed -i 's/EDOM/ERANGE/' "$1"/libm/math/w*_{lgamma,gamma}.c
  sed -i '/= *1) \*\//,/errno/s/EDOM/ERANGE/' "$1"/libm/math/w{,f}_atanh.c
  sed -i 's/if(y==0[.]0f*)/if(isnan(z) \&\& !isnan(x) \&\& !isnan(y))/' \
    "$1"/libm/math/w{,f}_{fmod,remainder}.c
  sed -i -e '/include "fdlibm.h"/adouble __math_invalid(double);' \
    -e 's/return x *- *x;/return __math_invalid(x);/' "$1"/libm/math/s_{sin,cos,tan}.c
  sed -i -e 's/X_TLOSS/HUGE_VAL/' -e 's/return -HUGE_VALF*;/return z;/' \
    "$1"/libm/math/w{,f}_j[01n].c
  sed -i 's/if(x==y) return x;/if(x==y) return y;/' \
    "$1"/libm/common/s{,f}_nextafter.c
}

# declare_long_double NEWLIB: headers have the functions of long double, dreml with its
# result, and classes of numbers by builtins, where they were of the number as double;
# printf takes numbers apart by frexpl.
declare_long_double() {
  sed -i -e 's/__CYGWIN__/__matrix__/' -e 's/extern float dreml/extern long double dreml/' \
    "$1"/libc/include/{math,tgmath,complex}.h
  sed -i 's/__GNUC_PREREQ (4, 4)/defined(__clang__)/' "$1/libc/include/math.h"
  sed -i -e 's|^/[*] \(#  define FREXP frexpl\) [*]/|\1|' -e '/define FREXP(f,e)/d' \
    "$1"/libc/stdio/vf{,w}printf.c
}

# The stack pointer, return address, frame pointer, and what functions keep.
jump_buffer_words() {
  description_value '3 + sum(len(d["registers"][n]) for n in ("preserved", "floatPreserved"))'
}

# description_value EXPRESSION: Python, of the description d
description_value() {
  "$BIN/matrix-tblgen" -dump-description -I td -I "$(dirname "$LLVM")/include" \
    -I "$BUILD/td" "$BUILD/td/MatrixAll.td" |
    python3 -c "import json, sys; d = json.load(sys.stdin); print($1)"
}
