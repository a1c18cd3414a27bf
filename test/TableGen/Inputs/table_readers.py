"""table_readers.py BUILD

Prints each object of the build, according to ninja's record of included files, that
depends on generated opcodes although its source does not include them: with each new
instruction it would be compiled again without need. docs/architecture.md has the rule.
"""

import re
import subprocess
import sys
from pathlib import Path

# Table; headers, one of which its readers include themselves.
OPCODES = {
    "llvm-target/MatrixGenInstrInfo/GET_INSTRINFO_ENUM.inc": r"/Matrix(Opcodes|ScalarRoles)\.h",
    "simulator/MatrixSimOpcodes.inc": r"Opcodes\.h",
}
INTERPRETER = re.compile(r"/MatrixSim\.dir/lib/Interpreter/Interpreter\w*\.cpp\.o$")
TABLES_OF_INTERPRETERS = {"MatrixSimScalar.inc", "MatrixSimRowState.inc"}


def dependencies(build):
    """Yields the name of each object and the files that it was compiled from."""
    listing = subprocess.run(["ninja", "-C", build, "-t", "deps"], check=True,
                             capture_output=True, text=True).stdout
    for block in listing.split("\n\n"):
        head, *files = block.splitlines() or [""]
        name = head.split(": ")[0]
        if name.endswith(".cpp.o") and not name.startswith("test/"):
            yield name, [str(Path(build, file.strip())) for file in files]


def unneeded(name, files, build):
    """The tables that an object should not depend on, and the number of those it may."""
    tables = [file[len(build) + 1:] for file in files if file.startswith(build + "/")]
    if INTERPRETER.search(name):
        inc = [table for table in tables if table.startswith("simulator/MatrixSim")]
        return [t for t in inc if Path(t).name not in TABLES_OF_INTERPRETERS], len(inc)
    read = [table for table in tables if table in OPCODES]
    source = next(file for file in files if Path(file).name == Path(name).stem)
    text = Path(source).read_text() if read else ""
    return [t for t in read if not re.search(f'#include ".*{OPCODES[t]}"', text)], len(read)


def main(build):
    readers = mistakes = 0
    for name, files in dependencies(build):
        tables, count = unneeded(name, files, build)
        readers += count
        mistakes += len(tables)
        for table in tables:
            print(f"{name} depends on {table}")
    print(f"{readers} readers, {mistakes} without need")


main(*sys.argv[1:])
