"""Plays a match at each distance and with each client, and prints the cost of the distance."""

import collections
import json
import subprocess
import sys
import time

from browser import Browser
from cable import Cable
from machine import PATH, Machine
from terminal import PATIENCE, Terminal
from trouble import Trouble

HOST, FRIEND = "192.168.77.1", "192.168.77.2"
WAYS = ("ssh", "page")
LOSS = 0.02
ROLLS = 3
GAME = {
    "name": "short", "title": "Short", "dice": [6] * 5, "rollsPerTurn": ROLLS,
    "boxes": [
        {"box": "fives", "title": "Fives", "points": {"sum": 5}},
        {"box": "sixes", "title": "Sixes", "points": {"sum": 6}},
        {"box": "pair", "title": "Pair", "needs": {"alike": [2]}, "points": {"sum": "alike"}},
        {"box": "three", "title": "Three", "needs": {"alike": [3]}, "points": {"sum": "alike"}},
        {"box": "straight", "title": "Straight", "needs": {"straight": 4}, "points": 30},
        {"box": "chance", "title": "Chance", "points": {"sum": "all"}},
    ],
}
SSHD = f"""
HostKey /srv/host_key
PidFile none
UsePAM no
SetEnv PATH={PATH}
"""


def serve_ssh(host):
    """Starts sshd on a machine."""
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "/srv/host_key"], check=True)
    with open("/srv/sshd_config", "w") as file:
        file.write(SSHD)
    sshd = subprocess.Popen(
        host.inside("/usr/sbin/sshd", "-D", "-e", "-f", "/srv/sshd_config"), stderr=subprocess.PIPE, text=True)
    while "Server listening" not in sshd.stderr.readline():
        pass
    # No other program reads its output.
    subprocess.Popen(["cat"], stdin=sshd.stderr, stdout=subprocess.DEVNULL)


def seat(host, friend):
    """Gives the friend's key a seat, as the manual describes."""
    friend.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", f"{friend.home}/key")
    host.write("bo.pub", (friend.home / "key.pub").read_text())
    host.write(".ssh/authorized_keys", host.run("dicectl", "seat", "bo.pub", "--as", "bo"))
    friend.write(".ssh/config", f"Host *\nIdentityFile {friend.home}/key\nStrictHostKeyChecking accept-new\n")


def sit(host, friend, way, table):
    """Seats the friend at a new table; returns the friend once the next roll waits for them."""
    host.run("dicectl", "new", table, "--game", "short.json", "--players", "ann,bo")
    if way == "ssh":
        bo = Terminal("bo", friend.as_account("dicectl", "-H", f"{host.account}@{HOST}", "play", "--plain", table))
    else:
        bo = Browser("bo", friend, host.run("dicectl", "web", "--lan", "--as", "bo", "--table", table).strip())
    bo.start()
    end = time.monotonic() + PATIENCE
    while not json.loads(host.run("dicectl", "table", "show", table, "--json")).get("contributors"):
        if time.monotonic() > end or bo.problem:
            raise Trouble(f"{table}: nobody contributes; {bo.problem}")
        time.sleep(0.1)
    return bo


def play(bo, host, table):
    """Plays a match to its end; returns the duration of its longest roll in seconds."""
    ann = Terminal("ann", host.as_account("dicectl", "play", "--plain", "--as", "ann", table))
    ann.start()
    for person in (ann, bo):
        person.join()
    if ann.problem or bo.problem:
        print("\n".join(ann.lines[-20:] + bo.lines[-20:]), file=sys.stderr)
        raise Trouble(f"{table}: {ann.problem or 'ann went on'}; {bo.problem or 'bo went on'}")
    for person in (ann, bo):
        person.leave()
    return max(ann.waits + bo.waits)


Told = collections.namedtuple("Told", "turns rolls shared void lost")


def tell(host, table):
    """Counts the rolls of a match: `shared` ones have a contribution, `lost` ones never happened."""
    entries = [json.loads(line) for line in host.run("dicectl", "export", "--table", table).splitlines()]
    made = [[roll for roll in entry["rolls"] if roll["outcome"] != "void"] for entry in entries]
    rolls = sum(map(len, made))
    return Told(
        turns=len(entries), rolls=rolls, shared=sum(bool(roll["reveals"]) for turn in made for roll in turn),
        void=sum(len(entry["rolls"]) for entry in entries) - rolls, lost=sum(ROLLS - len(turn) for turn in made))


def breaches(delay, told):
    """The faults that distance must not cause."""
    if told.turns != 2 * len(GAME["boxes"]):
        yield f"{told.turns} turns have ended"
    if told.lost:
        yield f"{told.lost} rolls are lost"
    if told.void > 1 and delay <= 150:
        yield f"{told.void} rolls are void"
    if told.shared < told.rolls / 2:
        yield f"both have contributed to {told.shared} rolls of {told.rolls} alone"


def match(cable, host, friend, delay, way, table):
    """Plays a match with this delay in milliseconds, prints a line, and returns the faults."""
    cable.delay, cable.loss = delay / 1000, LOSS
    cable.carried = cable.lost = 0
    began = time.monotonic()
    bo = sit(host, friend, way, table)
    opened = time.monotonic() - began
    longest = play(bo, host, table)
    told = tell(host, table)
    print(
        f"{delay:3} ms {way:4} {opened:6.1f} s {told.turns:6} {told.rolls:6} {told.shared:7} {told.void:5}"
        f" {told.lost:5} {longest:11.1f} s {cable.lost:5} of {cable.lost + cable.carried}", flush=True)
    return [f"{delay} ms, {way}: {breach}" for breach in breaches(delay, told)]


def vanish(cable, host, friend, way, table):
    """Cuts the wire to a contributor, prints the messages, and returns why play cannot continue."""
    cable.delay, cable.loss = 0.15, 0
    bo = sit(host, friend, way, table)
    cable.loss = 1
    began = time.monotonic()
    words = host.run("dicectl", "roll", table, "--as", "ann").strip()
    print(f"bo is gone, {way}: after {time.monotonic() - began:.1f} s \"{words}\"", flush=True)
    outcome = json.loads(host.run("dicectl", "roll", table, "--as", "ann", "--json"))["outcome"]
    bo.program.terminate()
    is_right = "void" in words and outcome == "completed"
    return [] if is_right else [f"bo is gone, {way}: the next roll is {outcome}"]


def main(delays):
    host, friend = Machine("dicer-host"), Machine("dicer-friend")
    cable = Cable((host, HOST), (friend, FRIEND))
    cable.start()
    serve_ssh(host)
    seat(host, friend)
    host.write("short.json", json.dumps(GAME))
    print("delay  way   opened  turns  rolls  shared  void  lost  longest roll  packets lost", flush=True)
    complaints = []
    for number, delay in enumerate(delays, 1):
        for way in WAYS:
            complaints += match(cable, host, friend, delay, way, f"{way}-{number}")
    for way in WAYS:
        complaints += vanish(cable, host, friend, way, f"gone-{way}")
    print(host.run("dicectl", "verify", "--all"), end="")
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    return bool(complaints)


if __name__ == "__main__":
    try:
        sys.exit(main([int(word) for word in sys.argv[1:]] or [150, 600]))
    except Trouble as trouble:
        sys.exit(str(trouble))
