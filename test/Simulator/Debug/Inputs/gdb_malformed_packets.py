"""gdb_malformed_packets.py PROGRAM COUNT SEED: sends malformed and nearly valid packets of GDB's
remote protocol. Each is answered, and after all of them the simulator still reports
its registers."""

import atexit
import random
import re
import socket
import subprocess
import sys

PACKETS = [
    "?", "g", "G00", "p5", "p20", "pffff", "P5=0102030405060708", "P=", "m10000,10",
    "m0,ffffffffffffffff", "mffffffffffffffff,2", "m200000000000,40", "M10000,4:00000000",
    "M200000000000,2:ab", "M0,8:zz", "Z0,10004,4", "Z0,1,4", "Z2,200000000000,8",
    "Z2,0,ffffffffffffffff", "Z1,", "z0,10004,4", "z2,200000000000,8", "Hg1", "Hg-1",
    "Hc99", "T1", "T0", "s", "c", "vCont?", "vCont;s:1", "vCont;s:0", "vCont;c:-1",
    "vCont;x", "qSupported:a+", "qC", "qfThreadInfo", "qThreadExtraInfo,9",
    "qXfer:features:read:target.xml:0,40", "qXfer:features:read:target.xml:ffffffff,1",
    "qRcmd,68656c70", "qRcmd,73686f7720743020693", "qRcmd,zz", "qAttached", "QNonsense",
]
ENDING = "kD"
PC = 32


class Client:
    def __init__(self, program):
        self.simulator = subprocess.Popen(
            ["matrix-sim", "--max-instructions=5000", "--gdb=0", program],
            stderr=subprocess.PIPE, text=True)
        atexit.register(self.simulator.kill)    # it waits for a connection indefinitely
        port = int(re.search(r":(\d+)", self.simulator.stderr.readline())[1])
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.stream = self.socket.makefile("rb")

    def ask(self, packet: bytes) -> bytes:
        self.socket.sendall(b"$%s#%02x" % (packet, sum(packet) % 256))
        while True:
            while (c := self.stream.read(1)) != b"$":
                assert c, "the simulator has gone"
            answer = b""
            while (c := self.stream.read(1)) != b"#":
                assert c, "the simulator has gone"
                answer += c
            self.stream.read(2)
            if not answer.startswith(b"O") or answer == b"OK":     # output of the program
                return answer


def mangled(text: str, chance) -> bytes:
    packet = bytearray(text.encode())
    for _ in range(chance.choice([0, 0, 1, 3])):
        at = chance.randrange(len(packet) + 1)
        if chance.random() < 0.4 and packet:
            del packet[at % len(packet)]
        else:
            packet[at:at] = bytes([chance.choice(b",;:=-0f.\x80\xff")])
    return bytes(b for b in packet if b not in b"$#\x03")


program, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
chance, client = random.Random(seed), Client(program)
for _ in range(count):
    packet = mangled(chance.choice(PACKETS), chance)
    if not packet[:1] or chr(packet[0]) not in ENDING:
        client.ask(packet)
assert re.fullmatch(rb"[0-9a-f]{16}", client.ask(b"p%x" % PC))
client.socket.sendall(b"$k#6b")
client.socket.shutdown(socket.SHUT_WR)
assert client.simulator.wait(60) in (0, 1) or client.simulator.returncode > 128, \
    client.simulator.returncode
print(f"{count} packets answered")
