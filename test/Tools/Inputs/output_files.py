"""output_files.py TD LLVM-INCLUDE MATRIXALL.td: in a folder with programs, writes the
outputs of all tools to every kind of file. Prints the passed checks of each."""

import os
import resource
import signal
import stat
import subprocess
import sys
from pathlib import Path

TD, INCLUDE, ALL = sys.argv[1:]
ARGUMENTS = [f"--input=arg{i}.npy" for i in range(3)]
SIM = [*ARGUMENTS, "model.elf"]
# LLVM's tools write to memory first; a file size limit reaches that too.
CAPTURED = "captured"
# Tool, its option, other arguments, the input that must not be overwritten; whether it uses
# Matrix's writer.
WRITERS = [
    (["matrix-ld"], "-o", ["model.o"], "model.o", True),
    (["matrix-ld", "-r"], "-o", ["model.o"], "model.o", True),
    (["matrix-ld"], "--Map=", ["-o", "/dev/null", "model.o"], "model.o", True),
    (["matrix-compile"], "-o", ["model.mlir"], "model.mlir", True),
    (["matrix-compile", "--emit=asm"], "-o", ["model.mlir"], "model.mlir", True),
    (["matrix-sim"], "--output=", SIM, "arg1.npy", True),
    (["matrix-sim"], "--trace=", SIM, "model.elf", True),
    (["matrix-sim"], "--report=", SIM, "model.elf", True),
    (["matrix-sim"], "--record=", SIM, "model.elf", True),
    (["matrix-run"], "--output=", SIM, "arg2.npy", True),
    (["matrix-run"], "--trace=", SIM, "model.elf", True),
    (["matrix-run"], "--report=", [*ARGUMENTS, "model.mlir"], "model.mlir", True),
    (["matrix-mc"], "-o", ["-filetype=obj", "word.s"], "word.s", CAPTURED),
    (["llc"], "-o", ["model.ll"], "model.ll", CAPTURED),
    (["matrix-mca"], "-o", ["model.s"], "model.s", CAPTURED),
    (["matrix-opt"], "-o", ["model.mlir"], None, CAPTURED),
    (["matrix-translate"], "-o", ["--import-llvm", "model.ll"], None, CAPTURED),
    (["matrix-cc"], "-o", ["main.c"], "main.c", CAPTURED),
    (["matrix-cc", "-c"], "-o", ["main.c"], "main.c", CAPTURED),
    (["matrix-cc", "-E"], "-o", ["main.c"], "main.c", CAPTURED),
    (["matrix-cc", "-S", "-emit-llvm"], "-o", ["main.c"], "main.c", CAPTURED),
    (["matrix-tblgen"], "-o", ["-dump-description", "-I", TD, "-I", INCLUDE, ALL], None, False),
]
# The options follow the program's name and precede its own arguments.
EARLIER = b"earlier contents\n"
LIMIT = 64     # file size limit in bytes, in the test of a full disk


class Writer:
    def __init__(self, tool, option, words, source, ours):
        self.tool, self.option, self.words = tool, option, words
        self.source, self.ours = source, ours

    def run(self, path, **how):
        option = [self.option + str(path)] if self.option.endswith("=") else \
            [self.option, str(path)]
        return subprocess.run([*self.tool, *option, *self.words], capture_output=True, **how)

    def good(self, path, **how):
        done = self.run(path, **how)
        assert done.returncode == 0, (self.tool, self.option, path, done.stderr.decode())
        return done

    def null(self, folder):
        """A device is not replaced. Skipped where mknod is not permitted."""
        path = folder / "null"
        try:
            os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
            with open(path, "wb"):
                pass
        except OSError:
            path = Path("/dev/null")
        self.good(path)
        assert stat.S_ISCHR(path.stat().st_mode), "the device has become a file"

    def fifo(self, folder):
        path = folder / "fifo"
        os.mkfifo(path)
        with open(folder / "read", "wb") as read:
            reader = subprocess.Popen(["cat", path], stdout=read)
            self.good(path)
            reader.wait(timeout=60)
        assert (folder / "read").stat().st_size, "nothing came through the FIFO"
        assert stat.S_ISFIFO(path.stat().st_mode), "the FIFO has become a file"

    def link(self, folder):
        target = folder / "target"
        target.write_bytes(EARLIER)
        (folder / "middle").symlink_to("target")
        (folder / "link").symlink_to(Path.cwd() / folder / "middle")
        self.good(folder / "link")
        assert (folder / "link").is_symlink() and (folder / "middle").is_symlink()
        assert target.read_bytes() != EARLIER

    def dangling(self, folder):
        (folder / "inner").mkdir()
        (folder / "dangling").symlink_to("inner/new")
        self.good(folder / "dangling")
        assert (folder / "dangling").is_symlink()
        assert (folder / "inner" / "new").stat().st_size

    def stdout(self, folder):
        """Existing contents of the file behind /dev/stdout are kept."""
        self.good(folder / "plain")
        with open(folder / "out", "wb") as file:
            file.write(EARLIER)
            file.flush()
            option = [self.option + "/dev/stdout"] if self.option.endswith("=") else \
                [self.option, "/dev/stdout"]
            if self.ours:
                subprocess.run([*self.tool, *option, *self.words], stdout=file, check=True)
                assert (folder / "out").read_bytes().startswith(EARLIER)
        done = self.good("/dev/stdout")
        assert done.stdout, "nothing on standard output"

    def full(self, folder):
        if self.ours:
            done = self.run("/dev/full")
            self.failed(done, "/dev/full", "No space left on device")
            assert stat.S_ISCHR(os.stat("/dev/full").st_mode)

    def limit(self, folder):
        """Simulates a full disk by a file size limit of a few bytes."""
        if self.ours:
            path = folder / "kept"
            path.write_bytes(EARLIER)
            done = self.run(path, preexec_fn=limit_files,
                            env={**os.environ, "TMPDIR": str(folder)})
            self.failed(done, None if self.ours is CAPTURED or self.words[-1] == "model.mlir" and
                        self.tool == ["matrix-run"] else path,
                        "" if self.tool[0] == "matrix-cc" else "File too large")
            assert path.read_bytes() == EARLIER, "the earlier file is gone"
            assert sorted(os.listdir(folder)) == sorted(self.before | {"kept"}), \
                f"left behind: {os.listdir(folder)}"

    def input(self, folder):
        if self.source:
            copy = Path(self.source).read_bytes()
            done = self.run(f"./{self.source}")
            assert done.returncode == 2, done
            assert b"is an input; name another file" in done.stderr, done.stderr
            assert Path(self.source).read_bytes() == copy

    def failed(self, done, path, reason):
        text = done.stderr.decode()
        assert done.returncode == 1, (self.tool, self.option, done)
        assert reason in text, text
        assert path is None or f"{path}: error: cannot be written: " in text, text

    def check(self, folder):
        held = []
        for kind in (self.null, self.fifo, self.link, self.dangling, self.stdout,
                     *([self.full, self.limit] if self.ours else []),
                     *([self.input] if self.source else [])):
            self.before = set(os.listdir(folder))
            kind(folder)
            held.append(kind.__name__)
        return f"{' '.join(self.tool)} {self.option}: {' '.join(held)}"


def limit_files():
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGXFSZ])
    resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, LIMIT))


def check_owner():
    """Owner and mode of a replaced file. Changing the owner requires root."""
    path = Path("owned.elf")
    path.write_bytes(EARLIER)
    owner = (1, 1) if os.geteuid() == 0 else (os.geteuid(), os.getegid())
    os.chown(path, *owner)
    path.chmod(0o640)
    subprocess.run(["matrix-ld", "model.o", "-o", path], check=True)
    status = path.stat()
    assert path.read_bytes() != EARLIER
    assert (status.st_uid, status.st_gid) == owner and stat.S_IMODE(status.st_mode) == 0o640
    print("owner and permissions stay")


def main():
    for number, row in enumerate(WRITERS):
        folder = Path(f"outputs{number}")
        folder.mkdir()
        print(Writer(*row).check(folder), flush=True)
    check_owner()
    left = [str(path) for path in Path(".").rglob("*tmp*")]
    assert not left, left
    print("no temporary files")


main()
