"""compare_modes.py BUILD TEMP VARIANT [--replay] PROGRAM...

Compiles programs and runs them functionally, and timed with hazard checks: the
results must be bit-identical. With --replay, the recorded timed run is replayed
as well. PROGRAM is a case of Integration/Generated, or of Integration/
RowMemories as rows:NAME, or a folder of test/Models as model:NAME.
"""

import json
import os
import sys
from pathlib import Path

import runs

TEST = runs.HERE.parents[2]
sys.path[:0] = [str(TEST / "Integration" / "Generated")]
import generated_cases as cases  # noqa: E402


def prepare(program, folder):
    """Returns the folder with model.mlir and arg<N>.npy, generating it if needed."""
    kind, _, name = program.rpartition(":")
    if kind == "model":
        return TEST / "Models" / name
    folder.mkdir(parents=True, exist_ok=True)
    if kind == "rows":
        runs.run(sys.executable, TEST / "Integration" / "RowMemories" / "row_memory_cases.py", name, folder)
    else:
        cases.write(next(c for c in cases.cases() if c.name == name), folder)
    return folder


def outputs(elf):
    """Number of results in the kernel's note."""
    data = elf.read_bytes()
    note, _ = json.JSONDecoder().raw_decode(data[data.index(b'{"abi"'):].decode("latin-1"))
    return sum(argument["dir"] == "out" for argument in note["args"])


def results(elf, inputs, temp, options, statistics=os.devnull):
    files = [Path(f"{temp}.{n}.npy") for n in range(outputs(elf))]
    words = [f"--input={file}" for file in inputs] + [f"--output={file}" for file in files]
    with open(statistics, "w") as out:
        runs.run("matrix-sim", "--stats=json", *options, *words, elf, stderr=out)
    return [file.read_bytes() for file in files]


def check(build, temp, cpu, program, replays):
    folder = prepare(program, temp / "program")
    elf, trace = temp / "model.elf", temp / "trace"
    runs.run("matrix-compile", f"--mcpu={cpu}", folder / "model.mlir", "-o", elf)
    inputs = sorted(folder.glob("arg*.npy"), key=lambda f: int(f.stem[3:]))
    plain = results(elf, inputs, temp / "functional", ["--functional", "--no-hazard-checks"])
    timed = results(elf, inputs, temp / "timed", [f"--record={trace}"] if replays else [],
                    f"{trace}.json")
    if not plain or plain != timed:
        sys.exit(f"{program} on {cpu}: results in time differ")
    if replays:
        runs.replay(build, trace)
        os.remove(trace)


def main():
    build, temp, cpu, *programs = sys.argv[1:]
    replays = programs[0] == "--replay"
    for program in programs[replays:]:
        folder = Path(temp) / program.replace(":", "-")
        folder.mkdir(parents=True, exist_ok=True)
        check(build, folder, cpu, program, replays)
        print(f"{program} on {cpu}: same", flush=True)


if __name__ == "__main__":
    main()
