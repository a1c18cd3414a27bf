"""gdb_client.py PROGRAM: a client of GDB's remote protocol for matrix-sim --gdb.
The program of test/Simulator/Debug/gdb-protocol.test determines addresses and values."""

import re
import socket
import subprocess
import sys
import time

BASE, SQUARE, FOREVER = 0x10000, 0x10024, 0x10020
# Register numbers of the protocol: x0 to x31, pc, f0 to f31 of RISC-V, then r0 to r31.
# td/Isa/Registers.td defines the mapping: r5 is a1, x11; r6 is a2, x12.
PC, A1, A2, R = 32, 11, 12, 65


class Client:
    def __init__(self, program, *options):
        self.simulator = subprocess.Popen(
            ["matrix-sim", "--functional", *options, "--gdb=0", program],
            stderr=subprocess.PIPE, text=True)
        line = self.simulator.stderr.readline()
        port = int(re.search(r"127\.0\.0\.1:(\d+)", line)[1])
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.acknowledges = True

    def byte(self):
        got = self.socket.recv(1)
        assert got, "the simulator has gone"
        return got

    def send(self, text, checksum=None):
        if checksum is None:
            checksum = sum(text.encode()) % 256
        self.socket.sendall(f"${text}#{checksum:02x}".encode())

    def receive(self):
        while self.byte() != b"$":
            pass
        text = b""
        while (c := self.byte()) != b"#":
            text += c
        assert int(self.byte() + self.byte(), 16) == sum(text) % 256
        if self.acknowledges:
            self.socket.sendall(b"+")
        return text.decode()

    def ask(self, text):
        self.send(text)
        if self.acknowledges:
            assert self.byte() == b"+"
        return self.receive()

    def expect(self, text, answer):
        got = self.ask(text)
        assert got == answer, (text, got, answer)

    def register(self, number):
        return int.from_bytes(bytes.fromhex(self.ask(f"p{number:x}")), "little")

    def status(self):
        return self.simulator.wait(timeout=60)


def check_basics(c):
    # A wrong checksum requests retransmission.
    c.send("qC", checksum=(sum(b"qC") + 1) % 256)
    assert c.byte() == b"-"
    c.expect("qC", "QC1")
    supported = c.ask("qSupported:swbreak+;vContSupported+")
    assert "qXfer:features:read+" in supported and "swbreak+" in supported
    c.expect("QStartNoAckMode", "OK")
    c.acknowledges = False
    c.expect("?", "T05thread:1;")
    c.expect("vMustReplyEmpty", "")
    c.expect("vCont?", "vCont;c;C;s;S")
    c.expect("qfThreadInfo", "m1,2")
    c.expect("qsThreadInfo", "l")
    c.expect("qThreadExtraInfo,2", b"core 1".hex())
    c.expect("T2", "OK")
    c.expect("T3", "E01")
    xml = ""
    while not xml.startswith("l"):
        piece = c.ask(f"qXfer:features:read:target.xml:{max(len(xml) - 1, 0):x},400")
        xml = piece[0] + xml[1:] + piece[1:]
    assert xml.count("<reg ") == 97 and xml.endswith("</target>")


def check_state(c):
    everything = c.ask("g")
    assert len(everything) == 97 * 16
    assert bytes.fromhex(everything[PC * 16:][:16]) == BASE.to_bytes(8, "little")
    c.expect("P7=0807060504030201", "OK")
    assert c.register(7) == 0x0102030405060708
    changed = c.ask("g")
    c.expect("G" + everything, "OK")
    assert c.register(7) == 0 and changed != everything
    c.expect("P0=0100000000000000", "OK")
    assert c.register(0) == 0
    for wrong in ("p61", "P7=01", "G00", "mzz,4", "m200000100000,8",
                  "M200000100000,1:00", "M0,2:00", "Hg7", "Z0,4,4", "Zx"):
        assert c.ask(wrong) in ("E01", ""), wrong
    c.expect("M100000,4:01020304", "OK")
    c.expect("m100000,6", "010203040000")
    # The local scratchpad address refers to a different memory on each core.
    c.expect("Hg2", "OK")
    c.expect("M200000000000,1:aa", "OK")
    c.expect("Hg1", "OK")
    c.expect("m200000000000,1", "00")
    c.expect("m400100000000,1", "aa")


def check_running(c):
    c.expect("vCont;s:1;c", "T05thread:1;")
    assert c.register(PC) == BASE + 4
    c.expect(f"Z0,{SQUARE:x},4", "OK")
    c.expect("vCont;c", "T05thread:1;swbreak:;")
    c.expect("vCont;c", "T05thread:2;swbreak:;")
    assert c.register(PC) == SQUARE and c.register(A1) == c.register(R + 5) == 4
    c.expect(f"z0,{SQUARE:x},4", "OK")
    c.expect("Hc2", "OK")
    c.expect("s", "T05thread:2;")
    assert c.register(A2) == c.register(R + 6) == 16
    shown = bytes.fromhex(c.ask("qRcmd," + b"registers r6".hex())).decode()
    assert shown == "r6  0x0000000000000010  16\n", shown
    stack = c.register(2)
    c.expect(f"Z2,{stack - 8:x},8", "OK")
    c.expect("c", f"T05thread:2;watch:{stack - 8:x};")
    c.expect(f"m{stack - 8:x},8", (17).to_bytes(8, "little").hex())
    c.expect(f"z2,{stack - 8:x},8", "OK")


def check_long_text(c):
    """Output beyond a packet of 0x4000 bytes is split; the last packet is the reply."""
    packets = [c.ask("qRcmd," + b"show 0x10000:64x1024 u8".hex())]
    while packets[-1].startswith("O"):
        packets.append(c.receive())
    assert len(packets) > 10 and all(len(p) < 0x4000 for p in packets), [len(p) for p in packets]
    text = bytes.fromhex("".join(p.removeprefix("O") for p in packets)).decode()
    values = [int(word) for line in text.splitlines() for word in line.split() if word.isdigit()]
    code = bytes.fromhex(c.ask("m10000,40"))
    assert len(values) >= 64 * 1024 and all(str(b) in text for b in code), len(values)


def check_interruption(c):
    for thread in (1, 2):
        c.expect(f"Hg{thread}", "OK")
        c.expect(f"P{PC:x}=" + FOREVER.to_bytes(8, "little").hex(), "OK")
    c.send("vCont;c")
    time.sleep(0.2)
    c.socket.sendall(b"\x03")
    assert c.receive().startswith("T02thread:")


def check_trap(program):
    """State can be inspected after a trap; continuing ends the program."""
    c = Client(program, "--cores=1")
    c.send("c")
    output, stop = c.receive(), c.receive()
    assert output[0] == "O" and "access of 8 bytes at 0x1" in bytes.fromhex(
        output[1:]).decode()
    assert stop == "T0athread:1;", stop
    assert c.register(PC) == BASE + 0x1c
    c.expect("c", "W83")
    c.socket.close()
    assert c.status() == 131


def main(program):
    c = Client(program, "--cores=2")
    check_basics(c)
    check_state(c)
    check_running(c)
    check_long_text(c)
    check_interruption(c)
    c.expect("k", "OK")
    assert c.status() == 1
    check_trap(program)
    # After detaching, the program runs to completion.
    c = Client(program, "--cores=1")
    c.expect("D", "OK")
    assert c.status() == 131
    # The client closes the connection without detaching.
    c = Client(program, "--cores=1")
    c.socket.close()
    assert c.status() == 1
    print("all good")


main(sys.argv[1])
