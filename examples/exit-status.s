# Adds 1 to 10 and compares with 55; the exit status is 0 if that is right.
# Build and run: docs/tools.md.

        .globl  main
main:
        li      r4, 0           # sum
        li      r5, 10          # count
again:
        add     r4, r4, r5
        addi    r5, r5, -1
        bne     r5, r0, again
        li      r6, 55
        sub     r4, r4, r6      # the status is r4
        ret
