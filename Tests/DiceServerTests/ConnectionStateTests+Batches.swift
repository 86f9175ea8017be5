import Testing

@testable import DiceServer

/// Batches, and output that waits for their replies.
extension ConnectionStateTests {
    @Test(
        "a batch with a roll in it: others go on, and what is newer than its snapshot waits for its reply"
    )
    mutating func batch() {
        #expect(state.receives("[get,roll]\nping\n") == .handle("[get,roll]"))
        #expect(state.next() == .wait)
        #expect(state.sends(notification: 10) == .write, "older than the snapshot")
        #expect(state.wrote(everything: true) == .wait)
        state.snapshotTaken()
        #expect(state.isHolding)
        #expect(state.sends(notification: 10) == .hold)
        #expect(state.requestStored() == .handle("ping"))
        #expect(state.sends(reply: 10) == .collect)
        #expect(state.requestAnswered() == .awaitTick)
        #expect(state.tickEnded() == .write)
        #expect(state.wrote(everything: true) == .wait)
        #expect(state.sends(notification: 10) == .hold)
        #expect(state.sends(reply: 10) == .write)
        #expect(state.wrote(everything: true) == .wait)
        #expect(state.requestSettled(snapshots: 1) == .sendMissed)
        #expect(!state.isHolding)
        #expect(state.sends(notification: 10) == .write)
        #expect(state.wrote(everything: true) == .wait)
        #expect(state.next() == .wait)
    }

    @Test("notifications wait for the last of two batches with snapshots")
    mutating func twoBatches() {
        #expect(state.receives("[1]\n[2]\n") == .handle("[1]"))
        state.snapshotTaken()
        #expect(state.requestStored() == .handle("[2]"))
        state.snapshotTaken()
        #expect(state.requestStored() == .wait)
        #expect(state.sends(notification: 10) == .hold)
        #expect(state.requestSettled(snapshots: 1) == .wait)
        #expect(state.sends(notification: 10) == .hold)
        #expect(state.requestSettled(snapshots: 1) == .sendMissed)
    }

    @Test(
        "a batch that settles as it is stored releases what it held before the next request"
    )
    mutating func storedBatch() {
        #expect(state.receives("[1]\nb\n") == .handle("[1]"))
        state.snapshotTaken()
        #expect(state.sends(notification: 10) == .hold)
        #expect(state.requestAnswered(snapshots: 1) == .sendMissed)
        #expect(state.next() == .handle("b"))
    }

    @Test("what waits for a batch counts as unsent")
    mutating func heldLimit() {
        #expect(state.receives("[1]\n") == .handle("[1]"))
        state.snapshotTaken()
        #expect(state.sends(notification: ConnectionState.unsentLimit) == .hold)
        #expect(state.sends(notification: 1) == .giveUp)
        #expect(state.sends(notification: 1) == .drop)
    }

    @Test("the next batch holds as much as the first, and releases what it held itself")
    mutating func nextHeldBatch() {
        for line in ["[1]", "[2]"] {
            #expect(state.receives(line + "\n") == .handle(Array(line.utf8)))
            state.snapshotTaken()
            #expect(state.sends(notification: ConnectionState.unsentLimit) == .hold)
            #expect(state.requestAnswered(snapshots: 1) == .sendMissed)
            #expect(!state.isHolding)
        }
    }

    @Test("a batch with several snapshots holds until it is answered, and then no more")
    mutating func severalSnapshots() {
        #expect(state.receives("[1]\n") == .handle("[1]"))
        state.snapshotTaken()
        state.snapshotTaken()
        #expect(state.requestStored() == .wait)
        #expect(state.requestSettled(snapshots: 2) == .sendMissed)
        #expect(!state.isHolding)
        #expect(state.sends(notification: 10) == .write)
    }

    @Test(
        "what a batch holds is not released by a reader that catches up, but with its reply"
    )
    mutating func heldWhileBehind() {
        #expect(state.receives("[1]\n") == .handle("[1]"))
        state.snapshotTaken()
        #expect(state.requestStored() == .wait)
        #expect(state.sends(reply: 10) == .write)
        #expect(state.wrote(everything: false) == .wait)
        #expect(state.sends(notification: 10) == .hold)
        #expect(state.outputWritable() == .awaitTick)
        #expect(state.tickEnded() == .wait)
        #expect(state.sends(reply: 10) == .write)
        #expect(state.wrote(everything: true) == .wait)
        #expect(state.requestSettled(snapshots: 1) == .sendMissed)
    }

    @Test("who leaves while a batch of theirs holds something is sent nothing of it")
    mutating func closedWhileHolding() {
        #expect(state.receives("[1]\n") == .handle("[1]"))
        state.snapshotTaken()
        #expect(state.requestStored() == .wait)
        #expect(state.sends(notification: 10) == .hold)
        #expect(state.closed() == .awaitTick)
        #expect(state.tickEnded() == .cleanUp)
        #expect(state.next() == .wait)
        #expect(state.requestSettled(snapshots: 1) == .retire)
    }

    @Test(
        "at shutdown what a batch has held is sent behind its reply, and then the connection closes"
    )
    mutating func shutdownWhileHolding() {
        #expect(state.receives("[1]\n") == .handle("[1]"))
        state.snapshotTaken()
        #expect(state.requestStored() == .wait)
        #expect(state.sends(notification: 10) == .hold)
        #expect(state.shutdown() == .wait)
        #expect(state.sends(reply: 10) == .write)
        #expect(state.wrote(everything: true) == .wait)
        #expect(state.requestSettled(snapshots: 1) == .sendMissed)
        #expect(state.sends(notification: 10) == .write)
        #expect(state.wrote(everything: true) == .wait)
        #expect(state.next() == .close)
    }
}
