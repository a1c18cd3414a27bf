#===- op_db.py - PyTorch's operator database on the backend ------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs entries of PyTorch's operator database (torch.testing's op_db) with
torch.compile(backend="matrix") and compares with eager mode.

    python op_db.py [--every N] [--samples N] [--type TYPE]... [--only WORD]
                    [--report FILE] [--page FILE]

Each entry is judged once for every type of TYPES that it accepts:

    accelerated   right, and everything ran in programs
    nothing       right, and there is nothing to compute: views, no elements
    fallback      right, a program ran, and PyTorch computed some operators
    idle          right, and no program ran: PyTorch computed everything
    refused       an error that names an operator
    wrong         values, types, shapes, strides or changed inputs differ
    died          any other error, and processes that end by a signal
    slow          no result within LIMIT seconds; a process that does not return at all
                  dies after twice that time
    outside       the sample fails or differs with backend="aot_eager" too

--every N takes a fixed N-th of the pairs of entry and type, --samples 0 all samples.
The report has one line of JSON for each pair; pairs that it already holds are not run
again. --page writes the numbers of entries and of samples with each verdict, and the
operators in eager mode, as Markdown.
"""

import argparse
import datetime
import faulthandler
import json
import subprocess
import sys
import zlib
from collections import Counter
from functools import cache
from pathlib import Path

from op_db_judge import LIMIT, TYPES, judge
from op_db_page import page

VERDICTS = ["accelerated", "nothing", "fallback", "idle", "refused", "wrong", "died",
            "slow", "outside", "no sample"]


@cache
def database() -> dict:
    from torch.testing._internal import common_methods_invocations as invocations
    # Dynamo does not trace the original, which restores the state of the generator;
    # op_db_judge.py seeds it for each call.
    invocations.wrapper_set_seed = call
    return {".".join(filter(None, (op.name, op.variant_test_name))): op
            for op in invocations.op_db}


def call(function, *args, **kwargs):
    return function(*args, **kwargs)


def pairs(every: int = 1, types=tuple(TYPES), only: str = "") -> list[tuple[str, str]]:
    """Names of entries and types, mixed, so that the first of them are a sample."""
    known = [(name, dtype) for name, op in database().items()
             for dtype in types if TYPES[dtype] in op.dtypes and only in name]
    return [pair for pair in sorted(known, key=number) if number(pair) % every == 0]


def number(pair: tuple[str, str]) -> int:
    return zlib.crc32(" ".join(pair).encode())


def run_all(options) -> None:
    """Judges in a second process, which is started again where it dies."""
    todo = pairs(options.every, options.type, options.only)
    while rest := [pair for pair in todo if pair not in reported(options.report)]:
        done = subprocess.run([sys.executable, __file__, "--worker", *sys.argv[1:]])
        if not done.returncode:
            return
        rest = [pair for pair in rest if pair not in reported(options.report)]
        if rest:
            write(options.report, *rest[0],
                  verdict="died", reason=f"exit status {done.returncode}",
                  samples={"died": 1})


def work(options) -> None:
    known = reported(options.report)
    for name, dtype in pairs(options.every, options.type, options.only):
        if (name, dtype) not in known:
            found = judge(database()[name], TYPES[dtype], options.samples, watch)
            faulthandler.cancel_dump_traceback_later()    # samples are listed without
            write(options.report, name, dtype, **found)


def watch() -> None:
    """Ends the process if the next sample does not return, also inside of C++."""
    faulthandler.dump_traceback_later(2 * LIMIT, exit=True)


def write(report: Path, name: str, dtype: str, **found) -> None:
    with report.open("a") as file:
        file.write(json.dumps({"name": name, "type": dtype, **found}) + "\n")


def lines(report: Path) -> list[dict]:
    if not report.exists():
        return []
    return [json.loads(line) for line in report.read_text().splitlines()]


def reported(report: Path) -> set[tuple[str, str]]:
    return {(line["name"], line["type"]) for line in lines(report)}


def print_table(report: Path, types: list[str]) -> int:
    """The number of pairs that are wrong or died."""
    count = Counter((line["type"], line["verdict"]) for line in lines(report))
    print("type".ljust(10), *(verdict.rjust(11) for verdict in VERDICTS))
    for dtype in types:
        print(dtype.ljust(10), *(str(count[dtype, verdict]).rjust(11)
                                 for verdict in VERDICTS))
    bad = [line for line in lines(report) if line["verdict"] in ("wrong", "died")]
    for line in bad:
        print("{verdict}: {name} {type}: {reason}".format(**line))
    return len(bad)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("--samples", type=int, default=1, metavar="N",
                        help="samples of each pair (default: 1; 0: all)")
    parser.add_argument("--type", action="append", choices=list(TYPES))
    parser.add_argument("--only", default="", metavar="WORD",
                        help="only entries with this word in their names")
    parser.add_argument("--report", type=Path, metavar="FILE",
                        default=Path(__file__).parents[2] / "build" / "op_db.jsonl",
                        help="results, which an interrupted run continues "
                             "(default: build/op_db.jsonl)")
    parser.add_argument("--page", type=Path, metavar="FILE",
                        help="also write the results as Markdown")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    found = parser.parse_args()
    found.type = found.type or list(TYPES)
    return found


def arguments(chosen: argparse.Namespace) -> str:
    """Those that determine the results."""
    found = [f"--type {dtype}" for dtype in chosen.type] + [f"--samples {chosen.samples}"]
    found += [f"--every {chosen.every}"] if chosen.every > 1 else []
    found += [f"--only {chosen.only}"] if chosen.only else []
    return " ".join([*found, "--page FILE"])


def main() -> int:
    chosen = options()
    if chosen.worker:
        work(chosen)
        return 0
    run_all(chosen)
    if chosen.page:
        todo = set(pairs(chosen.every, chosen.type, chosen.only))
        chosen.page.write_text(page(
            lines(chosen.report), VERDICTS, str(datetime.date.today()), arguments(chosen),
            len(todo - reported(chosen.report))))
    return 1 if print_table(chosen.report, chosen.type) else 0


if __name__ == "__main__":
    sys.exit(main())
