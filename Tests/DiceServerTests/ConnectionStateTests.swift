import DiceWire
import Testing

@testable import DiceServer

/// Transcripts: each line is an event and the resulting action.
@Suite("The state of a connection")
struct ConnectionStateTests {
    var state = ConnectionState()

    // MARK: requests

    @Test(
        "requests that arrive together are handled in order, and their replies leave together"
    )
    mutating func pipelined() {
        #expect(state.receives("a\nb\n\nc") == .handle("a"))
        #expect(state.sends(reply: 10) == .collect)
        #expect(state.requestAnswered() == .handle("b"))
        #expect(state.sends(reply: 10) == .collect)
        #expect(state.requestAnswered() == .awaitTick)
        #expect(state.receives("\n") == .handle("c"))
        #expect(state.sends(reply: 10) == .collect)
        #expect(state.requestAnswered() == .awaitTick)
        #expect(state.tickEnded() == .write)
        #expect(state.wrote(everything: true) == .wait)
        #expect(state.next() == .wait)
        #expect(state.tickEnded() == .wait)
    }

    @Test("a request waits only until the previous one is stored")
    mutating func phases() {
        #expect(state.receives("roll\nlock\nget\n") == .handle("roll"))
        #expect(state.next() == .wait)
        #expect(state.requestStored() == .handle("lock"))
        #expect(state.next() == .wait)
        #expect(
            state.sends(reply: 10) == .write,
            "the roll's: nothing else is on its way"
        )
        #expect(state.wrote(everything: true) == .wait)
        #expect(state.requestSettled() == .wait, "the lock is still being stored")
        #expect(state.sends(reply: 10) == .write)
        #expect(state.wrote(everything: true) == .wait)
        #expect(state.requestAnswered() == .handle("get"))
    }

    @Test("reading pauses while a request is being stored, then resumes")
    mutating func heldBackRead() {
        #expect(state.readRequested() == true)
        #expect(state.receives("roll\n") == .handle("roll"))
        #expect(state.next() == .wait)
        #expect(state.readRequested() == false)
        #expect(state.requestStored() == .read)
        #expect(state.readRequested() == true)
        #expect(state.next() == .wait)
    }

    @Test(
        "collected output is written at its limit even while a request is being handled"
    )
    mutating func collectLimit() {
        #expect(state.receives("a\nb\n") == .handle("a"))
        #expect(state.sends(reply: ConnectionState.collectLimit - 1) == .collect)
        #expect(state.requestAnswered() == .handle("b"))
        #expect(state.sends(reply: 1) == .write)
        #expect(state.wrote(everything: true) == .wait)
        #expect(state.sends(reply: 1) == .collect)
    }

    // MARK: a slow reader

    @Test(
        "requests wait for a slow reader, which then gets the newest state and is read again"
    )
    mutating func slowReader() {
        #expect(state.receives("a\nb\n") == .handle("a"))
        #expect(state.sends(reply: ConnectionState.collectLimit) == .write)
        #expect(state.wrote(everything: false) == .wait)
        #expect(state.isBehind)
        #expect(state.requestAnswered() == .wait)
        #expect(state.readRequested() == false)
        #expect(state.receives("c\n") == .wait)
        #expect(
            state.sends(notification: 10) == .write,
            "behind what is in the channel"
        )
        #expect(state.wrote(everything: false) == .wait)
        #expect(state.outputWritable() == .awaitTick)
        #expect(!state.isBehind)
        #expect(state.tickEnded() == .sendMissed)
        #expect(state.sends(notification: 10) == .write)
        #expect(state.wrote(everything: true) == .wait)
        #expect(state.next() == .handle("b"))
        #expect(state.sends(reply: 10) == .collect)
        #expect(state.requestAnswered() == .handle("c"))
        #expect(state.requestAnswered() == .awaitTick)
        #expect(state.tickEnded() == .write)
        #expect(state.wrote(everything: true) == .wait)
        #expect(state.next() == .read)
    }

    @Test("a reader may catch up through a write")
    mutating func caughtUpByWrite() {
        #expect(state.sends(notification: 10) == .write)
        #expect(state.wrote(everything: false) == .wait)
        #expect(state.sends(notification: 10) == .write)
        #expect(state.wrote(everything: true) == .awaitTick)
        #expect(state.tickEnded() == .sendMissed)
        #expect(state.next() == .wait)
        #expect(state.outputWritable() == .wait, "known already")
    }

    @Test(
        "a line that exceeds the turn's time leaves at its end, with the lines after it"
    )
    mutating func postponed() {
        #expect(
            state.send(10, isNotification: true, unsent: 0, mayLeave: false)
                == .postpone
        )
        #expect(state.sends(notification: 10) == .collect)
        #expect(state.hasCollected)
        #expect(state.tickEnded() == .write)
        #expect(state.wrote(everything: true) == .wait)
        #expect(state.sends(notification: 10) == .write)
    }

    @Test("a slow reader is dropped when its unsent output exceeds the limit")
    mutating func unsentLimit() {
        #expect(state.sends(reply: 10, unsent: 0) == .write)
        #expect(state.wrote(everything: false) == .wait)
        #expect(state.sends(reply: 10, unsent: ConnectionState.unsentLimit) == .write)
        #expect(state.wrote(everything: false) == .wait)
        #expect(
            state.sends(reply: 10, unsent: ConnectionState.unsentLimit + 1) == .giveUp
        )
        #expect(
            state.sends(reply: 10, unsent: ConnectionState.unsentLimit + 1) == .drop
        )
        #expect(state.next() == .wait)
    }

    // MARK: the end

    @Test("a client that ends its input gets all replies, the last line's too, then is closed")
    mutating func halfClose() {
        #expect(state.receives("roll\nping") == .handle("roll"))
        #expect(state.requestStored() == .wait)
        #expect(state.inputEnded() == .handle("ping"))
        #expect(state.sends(reply: 10) == .collect)
        #expect(state.requestAnswered() == .withdrawContributions)
        #expect(state.next() == .write)
        #expect(state.wrote(everything: true) == .wait)
        #expect(state.next() == .wait, "the roll's reply is due")
        #expect(state.sends(reply: 10) == .write)
        #expect(state.wrote(everything: false) == .wait)
        #expect(state.requestSettled() == .wait, "the reader is behind")
        #expect(state.outputWritable() == .awaitTick)
        #expect(state.tickEnded() == .sendMissed)
        #expect(state.next() == .close)
        #expect(state.sends(notification: 10) == .drop)
        #expect(state.closed() == .awaitTick)
        #expect(state.tickEnded() == .cleanUp)
        #expect(state.next() == .retire)
        #expect(state.next() == .wait)
    }

    @Test(
        "output collected for the end of the turn is written before the end of input closes"
    )
    mutating func halfCloseInTurn() {
        #expect(state.receives("a\n") == .handle("a"))
        #expect(state.sends(reply: 10) == .collect)
        #expect(state.requestAnswered() == .awaitTick)
        #expect(state.inputEnded() == .withdrawContributions)
        #expect(state.next() == .write)
        #expect(state.wrote(everything: true) == .wait)
        #expect(state.next() == .close)
        #expect(state.tickEnded() == .wait)
    }

    @Test("a watcher that ends its input stays until its last watch ends")
    mutating func halfClosedWatcher() {
        #expect(state.watchesChanged(to: 1) == .wait)
        #expect(state.inputEnded() == .withdrawContributions, "it can reveal nothing any more")
        #expect(state.next() == .wait)
        #expect(state.sends(notification: 10) == .write)
        #expect(state.wrote(everything: true) == .wait)
        #expect(state.watchesChanged(to: 0) == .awaitTick)
        #expect(state.tickEnded() == .close)
    }

    @Test(
        "a client that leaves in mid-roll gets no reply, and its sent requests are carried out"
    )
    mutating func closedInMidRoll() {
        #expect(state.receives("roll\nlock\nget\nhal") == .handle("roll"))
        #expect(state.requestStored() == .handle("lock"))
        #expect(state.closed() == .awaitTick)
        #expect(!state.isOpen)
        #expect(state.sends(notification: 10) == .drop)
        #expect(state.tickEnded() == .cleanUp)
        #expect(state.next() == .wait)
        #expect(state.sends(reply: 10) == .drop)
        #expect(state.requestSettled() == .wait)
        #expect(state.requestAnswered() == .handle("get"))
        #expect(state.sends(reply: 10) == .drop)
        #expect(state.requestAnswered() == .retire, "half a line is none")
        #expect(state.next() == .wait)
        #expect(state.unsettled == 0)
    }

    @Test(
        "a closed connection releases its account once, after its last request"
    )
    mutating func retired() {
        #expect(state.receives("roll\nlock\nget\n") == .handle("roll"))
        #expect(state.closed() == .awaitTick)
        #expect(state.tickEnded() == .cleanUp)
        #expect(state.next() == .wait)
        #expect(state.requestStored() == .handle("lock"))
        state.shareUsed()
        #expect(
            state.requestAnswered() == .wait,
            "it has its turn later, as while it was open"
        )
        #expect(state.requestSettled() == .wait, "there is another line")
        #expect(state.refilled() == .handle("get"))
        #expect(state.requestAnswered() == .retire)
        #expect(state.next() == .wait)
    }

    @Test("an overlong line ends the requests of a client that is gone")
    mutating func tooLongAndGone() {
        let long = String(repeating: "x", count: LineCodec.maximumLength + 2)
        #expect(state.receives("lock\n" + long) == .handle("lock"))
        #expect(state.closed() == .awaitTick)
        #expect(state.tickEnded() == .cleanUp)
        #expect(state.requestAnswered() == .retire)
        #expect(state.next() == .wait)
    }

    @Test("requests that waited for a slow reader are carried out after it disconnects")
    mutating func closedWhileBehind() {
        #expect(state.sends(notification: 10) == .write)
        #expect(state.wrote(everything: false) == .wait)
        #expect(state.receives("lock\n") == .wait)
        #expect(state.closed() == .awaitTick)
        #expect(state.wrote(everything: false) == .wait, "closed by that write")
        #expect(state.tickEnded() == .cleanUp)
        #expect(state.next() == .handle("lock"))
    }

    @Test(
        "an overlong line is refused after earlier requests, and all later input is discarded"
    )
    mutating func lineTooLong() {
        #expect(
            state.receives(
                "a\n" + String(repeating: "x", count: LineCodec.maximumLength + 2)
            )
                == .handle("a")
        )
        #expect(state.sends(reply: 10) == .collect)
        #expect(state.requestAnswered() == .refuse)
        #expect(state.wrote(everything: false) == .wait)
        #expect(state.next() == .wait)
        #expect(state.readRequested() == true)
        #expect(state.receives("xxx\nb\n") == .wait)
        #expect(state.sends(notification: 10) == .drop)
        #expect(state.inputEnded() == .wait, "not all of it is sent")
        #expect(state.outputWritable() == .awaitTick)
        #expect(state.tickEnded() == .sendMissed)
        #expect(state.next() == .withdrawContributions)
        #expect(state.next() == .close)
    }

    @Test("a client that stays open after an overlong line is closed")
    mutating func lineTooLongAndOpen() {
        #expect(
            state.receives(String(repeating: "x", count: LineCodec.maximumLength + 2))
                == .refuse
        )
        #expect(state.wrote(everything: true) == .wait)
        #expect(state.next() == .wait)
        #expect(state.lingered(hasRead: true) == .close)
        #expect(state.lingered(hasRead: true) == .wait)
    }

    @Test(
        "due replies are sent at shutdown, then the connection closes even with a watch"
    )
    mutating func shutdown() {
        #expect(state.watchesChanged(to: 1) == .wait)
        #expect(state.receives("roll\na\n") == .handle("roll"))
        #expect(state.requestStored() == .handle("a"))
        #expect(state.sends(reply: 10) == .collect)
        #expect(state.requestAnswered() == .awaitTick)
        #expect(state.shutdown() == .write)
        #expect(state.wrote(everything: true) == .wait)
        #expect(state.next() == .wait)
        #expect(state.receives("b\n") == .handle("b"))
        #expect(state.sends(reply: 10) == .collect)
        #expect(state.requestAnswered() == .write)
        #expect(state.wrote(everything: true) == .wait)
        #expect(state.next() == .wait)
        #expect(state.sends(reply: 10) == .write)
        #expect(state.wrote(everything: true) == .wait)
        #expect(state.requestSettled() == .close)
    }

    @Test(
        "a reader that keeps reading at shutdown gets the replies to its requests first"
    )
    mutating func draining() {
        #expect(state.sends(notification: 10) == .write)
        #expect(state.wrote(everything: false) == .wait)
        #expect(state.receives("a\n") == .wait)
        #expect(state.shutdown() == .linger)
        #expect(state.lingered(hasRead: true) == .linger)
        var deaf = state
        #expect(deaf.lingered(hasRead: false) == .close)
        #expect(state.outputWritable() == .awaitTick)
        #expect(state.tickEnded() == .sendMissed)
        #expect(state.next() == .handle("a"))
        #expect(state.next() == .wait)
        #expect(state.lingered(hasRead: false) == .wait, "it has everything")
        #expect(state.sends(reply: 10) == .write)
        #expect(state.wrote(everything: false) == .wait)
        #expect(state.requestAnswered() == .linger)
        #expect(state.outputWritable() == .awaitTick)
        #expect(state.tickEnded() == .sendMissed)
        #expect(state.next() == .close)
    }
}

extension ConnectionState.Action {
    static func handle(_ line: String) -> Self {
        .handle(Array(line.utf8))
    }
}

extension ConnectionState {
    mutating func receives(_ text: String) -> Action {
        receivedBytes(text.utf8)
    }

    mutating func sends(reply bytes: Int, unsent: Int = 0) -> Sending {
        send(bytes, isNotification: false, unsent: unsent)
    }

    mutating func sends(notification bytes: Int) -> Sending {
        send(bytes, isNotification: true, unsent: 0)
    }
}
