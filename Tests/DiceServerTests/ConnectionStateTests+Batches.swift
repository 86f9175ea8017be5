import Testing

@testable import DiceServer

/// Batches, and output that is waiting for their replies.
extension ConnectionStateTests {
    @Test(
        "others continue during a batch with a roll, and later notifications wait for its reply"
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
        "a batch that settles while being stored releases what it held before the next request"
    )
    mutating func storedBatch() {
        #expect(state.receives("[1]\nb\n") == .handle("[1]"))
        state.snapshotTaken()
        #expect(state.sends(notification: 10) == .hold)
        #expect(state.requestAnswered(snapshots: 1) == .sendMissed)
        #expect(state.next() == .handle("b"))
    }

    @Test("lines held for a batch count as unsent")
    mutating func heldLimit() {
        #expect(state.receives("[1]\n") == .handle("[1]"))
        state.snapshotTaken()
        #expect(state.sends(notification: ConnectionState.unsentLimit) == .hold)
        #expect(state.sends(notification: 1) == .giveUp)
        #expect(state.sends(notification: 1) == .drop)
    }

    @Test("the next batch can hold as much as the first, and releases its own lines")
    mutating func nextHeldBatch() {
        for line in ["[1]", "[2]"] {
            #expect(state.receives(line + "\n") == .handle(Array(line.utf8)))
            state.snapshotTaken()
            #expect(state.sends(notification: ConnectionState.unsentLimit) == .hold)
            #expect(state.requestAnswered(snapshots: 1) == .sendMissed)
            #expect(!state.isHolding)
        }
    }

    @Test("a batch with several snapshots holds lines until it is answered, and no longer")
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
        "lines held for a batch are released with its reply, not when the reader catches up"
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

    @Test("a client that leaves during its batch gets none of the held lines")
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
        "held lines are sent after the batch's reply at shutdown, then the connection closes"
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
