"""The wire between two machines, which delays each packet and loses some."""

import collections
import fcntl
import os
import random
import select
import struct
import threading
import time

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x1, 0x1000


class Cable(threading.Thread):
    """Connects two machines, each given as (machine, address), by an interface on each.

    `delay` is in seconds, for each way; `loss` is the fraction of lost packets; 1 loses all.
    """

    def __init__(self, *ends):
        super().__init__(daemon=True)
        self.delay = self.loss = 0.0
        self.carried = self.lost = 0
        self.ends = {}
        first, second = (self.plug(*end, peer) for end, (_, peer) in zip(ends, reversed(ends)))
        self.ends = {first: second, second: first}

    @staticmethod
    def plug(machine, address, peer):
        end = os.open("/dev/net/tun", os.O_RDWR)
        fcntl.ioctl(end, TUNSETIFF, struct.pack("16sH", b"wire", IFF_TUN | IFF_NO_PI))
        machine.adopt("wire", address, peer)
        return end

    def run(self):
        waiting = collections.deque()
        while True:
            pause = max(0, waiting[0][0] - time.monotonic()) if waiting else None
            for end in select.select(list(self.ends), [], [], pause)[0]:
                packet = os.read(end, 65536)
                if random.random() < self.loss:
                    self.lost += 1
                else:
                    waiting.append((time.monotonic() + self.delay, self.ends[end], packet))
            while waiting and waiting[0][0] <= time.monotonic():
                _, end, packet = waiting.popleft()
                os.write(end, packet)
                self.carried += 1
