"""Removes the first call of a function from LLVM IR text.

    remove_call.py FUNCTION INPUT OUTPUT
"""

import sys


def main():
    function, source, target = sys.argv[1:]
    lines = open(source).read().splitlines()
    calls = [i for i, line in enumerate(lines)
             if f"@{function}(" in line and "call void" in line]
    if not calls:
        sys.exit(f"{source}: no call of @{function}")
    del lines[calls[0]]
    open(target, "w").write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
