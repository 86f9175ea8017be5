"""Plays a match at each distance and in each way, and tells what the distance has cost."""

import collections
import json
import subprocess
import sys
import time

from browser import Browser
from cable import Cable
from machine import PATH, Machine
from terminal import PATIENCE, Terminal

HOST, FRIEND = "192.168.77.1", "192.168.77.2"
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
    """Has sshd listen on a machine."""
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "/srv/host_key"], check=True)
    with open("/srv/sshd_config", "w") as file:
        file.write(SSHD)
    sshd = subprocess.Popen(
        host.inside("/usr/sbin/sshd", "-D", "-e", "-f", "/srv/sshd_config"), stderr=subprocess.PIPE, text=True)
    while "Server listening" not in sshd.stderr.readline():
        pass
    # Nobody else reads what it says.
    subprocess.Popen(["cat"], stdin=sshd.stderr, stdout=subprocess.DEVNULL)


def seat(host, friend):
    """Gives the friend's key a seat, as the manual says."""
    friend.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", f"{friend.home}/key")
    host.write("bo.pub", (friend.home / "key.pub").read_text())
    host.write(".ssh/authorized_keys", host.run("dicectl", "seat", "bo.pub", "--as", "bo"))
    friend.write(".ssh/config", f"Host *\nIdentityFile {friend.home}/key\nStrictHostKeyChecking accept-new\n")


def play(host, friend, way, table):
    """A match from its table to its end, and the persons who have played it."""
    host.run("dicectl", "new", table, "--game", "short.json", "--players", "ann,bo")
    if way == "ssh":
        bo = Terminal("bo", friend.as_account("dicectl", "-H", f"{host.account}@{HOST}", "play", "--plain", table))
    else:
        bo = Browser("bo", friend, host.run("dicectl", "web", "--lan", "--as", "bo", "--table", table).strip())
    ann = Terminal("ann", host.as_account("dicectl", "play", "--plain", "--as", "ann", table))
    bo.start()
    bo.seated.wait(PATIENCE)
    ann.start()
    for person in (ann, bo):
        person.join()
    for person in (ann, bo):
        if person.problem:
            for at, line in person.lines[-20:]:
                print(f"{person.name} {at:.2f} {line}")
            raise person.problem
        person.leave()
    return ann, bo


Told = collections.namedtuple("Told", "turns rolls shared void lost")


def tell(host, table):
    """What the history says of a match."""
    entries = [json.loads(line) for line in host.run("dicectl", "export", "--table", table).splitlines()]
    made = [[roll for roll in entry["rolls"] if roll["outcome"] != "void"] for entry in entries]
    return Told(
        turns=len(entries), rolls=sum(map(len, made)),
        shared=sum(1 for turn in made for roll in turn if roll.get("reveals")),
        void=sum(len(entry["rolls"]) for entry in entries) - sum(map(len, made)),
        lost=sum(ROLLS - len(turn) for turn in made))


def main(delays):
    host, friend = Machine("dicer-host"), Machine("dicer-friend")
    cable = Cable((host, HOST), (friend, FRIEND))
    cable.start()
    serve_ssh(host)
    seat(host, friend)
    host.write("short.json", json.dumps(GAME))
    failures = []
    print("delay   way   turns  rolls  shared  void  lost  longest  minutes  packets lost", flush=True)
    for delay in delays:
        for way in ("ssh", "page"):
            cable.delay, cable.loss = delay / 1000, LOSS
            cable.carried = cable.lost = 0
            table, began = f"{way}{delay}", time.monotonic()
            people = play(host, friend, way, table)
            told = tell(host, table)
            longest = max(wait for person in people for wait in person.waits)
            minutes = (time.monotonic() - began) / 60
            print(
                f"{delay:>4} ms {way:<5} {told.turns:>5} {told.rolls:>6} {told.shared:>7} {told.void:>5} {told.lost:>5}"
                f" {longest:>6.1f} s {minutes:>8.1f} {cable.lost:>6} of {cable.carried + cable.lost}", flush=True)
            if told.lost or (delay <= 150 and told.void > 1):
                failures.append(f"{table}: {told.void} void rolls, {told.lost} rolls lost")
    cable.delay = cable.loss = 0
    print(host.run("dicectl", "verify", "--all"), end="")
    print("\n".join(failures), file=sys.stderr, end="")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main([int(word) for word in sys.argv[1:]] or [150, 600]))
