#===- large_frames.py - functions whose frames exceed the reach of sp ------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Prints LLVM IR: a function for each combination of local object, outgoing
arguments, dynamic allocation, realignment and frame pointer. Each has more live
values than registers while it accesses its object, so that addresses need a
scavenged register. main returns the number of functions with a wrong result."""

from itertools import product

VALUES = 40
ARGUMENT = 50000        # bytes of the outgoing argument
INPUTS = [i * i + 1 for i in range(VALUES)]
EXPECTED = sum(v * (i + 4) for i, v in enumerate(INPUTS))

HEADER = f"""
%large = type [{ARGUMENT} x i8]
@inputs = global [{VALUES} x i64] [{", ".join(f"i64 {v}" for v in INPUTS)}]
@argument = global %large zeroinitializer
define void @callee(ptr byval(%large) %a) noinline {{
  store volatile i8 1, ptr %a
  %last = getelementptr i8, ptr %a, i64 {ARGUMENT - 1}
  store volatile i8 1, ptr %last
  ret void
}}"""


def function(number, size, calls, dynamic, alignment, attributes) -> str:
    call = "  call void @callee(ptr byval(%large) @argument)" if calls else ""
    lines = [f"define i64 @f{number}(ptr %p, i64 %n) noinline {attributes} {{",
             f"  %object = alloca [{size} x i8], align {alignment}"]
    if dynamic:
        lines.append("  %dynamic = alloca i8, i64 %n\n  store volatile i8 1, ptr %dynamic")
    lines.append(call)
    for i in range(VALUES):
        lines.append(f"  %a{i} = getelementptr i64, ptr %p, i64 {i}\n"
                     f"  %v{i} = load volatile i64, ptr %a{i}")
    for i in range(VALUES):
        lines.append(f"  %f{i} = getelementptr i8, ptr %object, i64 {i * size // VALUES & ~7}\n"
                     f"  store volatile i64 %v{i}, ptr %f{i}")
    lines.append("  %s0 = add i64 0, 0")
    for i in range(VALUES):
        lines.append(f"  %m{i} = mul i64 %v{i}, {i + 3}\n  %s{i + 1} = add i64 %s{i}, %m{i}")
    lines.append(f"  %t0 = add i64 %s{VALUES}, 0")
    for i in range(VALUES):
        lines.append(f"  %g{i} = load volatile i64, ptr %f{i}\n  %t{i + 1} = add i64 %t{i}, %g{i}")
    return "\n".join([*lines, call, f"  ret i64 %t{VALUES}\n}}"])


def main(count) -> str:
    lines = ["define i64 @main() {\n  %w0 = add i64 0, 0"]
    for i in range(count):
        lines.append(f"  %r{i} = call i64 @f{i}(ptr @inputs, i64 100)\n"
                     f"  %c{i} = icmp ne i64 %r{i}, {EXPECTED}\n"
                     f"  %z{i} = zext i1 %c{i} to i64\n  %w{i + 1} = add i64 %w{i}, %z{i}")
    return "\n".join([*lines, f"  ret i64 %w{count}\n}}"])


cases = list(product((400, 60000), (False, True), (False, True), (8, 4096),
                     ("", '"frame-pointer"="all"')))
print(HEADER)
for number, case in enumerate(cases):
    print(function(number, *case))
print(main(len(cases)))
