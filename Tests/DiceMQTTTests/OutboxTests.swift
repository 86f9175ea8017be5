import Testing

@testable import DiceMQTT

/// What a broker is given: the newest state, and entries of history, however it behaves.
struct OutboxTests {
    /// An outbox and a broker that takes what it is given.
    private struct Rig {
        var outbox = Outbox(statusTopic: "p/status")
        var sent: [Outbox.Message] = []
        private var number: Int32 = 0

        var texts: [String] { sent.map { "\($0.topic) \(String(decoding: $0.payload, as: UTF8.self))" } }

        mutating func send(confirming: Bool = false, atMost limit: Int = .max) {
            var (numbers, count): ([Int32], Int) = ([], 0)
            while count < limit, step(&numbers) { count += 1 }
            if confirming { for number in numbers { outbox.confirmed(number) } }
        }

        private mutating func step(_ numbers: inout [Int32]) -> Bool {
            var (sent, number) = (sent, number)
            let isSent = outbox.sendNext { message in
                sent.append(message)
                number += 1
                return number
            }
            if number > self.number { numbers.append(number) }
            (self.sent, self.number) = (sent, number)
            return isSent
        }

        mutating func confirmAll() { for number in 1...max(1, number) { outbox.confirmed(number) } }
    }

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func onlyTheNewestStateWaitsForABrokerThatIsAway() {
        var rig = Rig()
        rig.outbox.keepStatus("online")
        for value in 1...1_000 { rig.outbox.keep(bytes("\(value)"), at: "p/t/state") }
        rig.send()
        #expect(rig.sent == [])
        rig.outbox.connected()
        rig.send()
        #expect(rig.texts == ["p/t/state 1000", "p/status online"])
        #expect(rig.sent.allSatisfy { $0.isRetained })
    }

    @Test func whatIsTheSameIsNotToldAgain() {
        var rig = Rig()
        rig.outbox.connected()
        for _ in 1...3 { rig.outbox.keep(bytes("1"), at: "p/t/state") }
        rig.send(confirming: true)
        rig.outbox.keep(bytes("1"), at: "p/t/state")
        rig.send()
        #expect(rig.texts == ["p/t/state 1"])
    }

    @Test func aBrokerThatIsBackIsToldEverythingAnewStatusLast() {
        var rig = Rig()
        rig.outbox.keepStatus("online")
        rig.outbox.keep(bytes("a"), at: "p/a/state")
        rig.outbox.keep(bytes("z"), at: "p/z/state")
        rig.outbox.connected()
        rig.send(confirming: true)
        rig.outbox.disconnected()
        rig.outbox.keep(bytes("A"), at: "p/a/state")
        rig.sent = []
        rig.outbox.connected()
        rig.send()
        #expect(rig.texts == ["p/a/state A", "p/z/state z", "p/status online"])
    }

    @Test func aBrokerThatConfirmsNothingGetsNoMoreThanItMayLeaveUnconfirmed() {
        var rig = Rig()
        rig.outbox.connected()
        for table in 1...100 { rig.outbox.keep(bytes("1"), at: "p/t\(table)/state") }
        for round in 2...50 { rig.outbox.keep(bytes("\(round)"), at: "p/t1/state") }
        rig.send()
        #expect(rig.sent.count == Outbox.mostFlying)
        #expect(rig.texts.first == "p/t1/state 50")
        rig.confirmAll()
        rig.send()
        #expect(rig.sent.count == 2 * Outbox.mostFlying)
        #expect(!rig.outbox.isEmpty)
    }

    /// While one is on its way, a newer state goes out behind it.
    @Test func aNewerStateFollowsTheOneThatIsOnItsWay() {
        var rig = Rig()
        rig.outbox.connected()
        rig.outbox.keep(bytes("1"), at: "p/t/state")
        rig.send()
        rig.outbox.keep(bytes("2"), at: "p/t/state")
        rig.send()
        rig.confirmAll()
        rig.outbox.disconnected()
        rig.outbox.connected()
        rig.send()
        #expect(rig.texts == ["p/t/state 1", "p/t/state 2", "p/t/state 2"])
    }

    @Test func aClearedTopicIsForgottenOnceTheBrokerKnows() {
        var rig = Rig()
        rig.outbox.keep(bytes("1"), at: "p/t/state")
        rig.outbox.connected()
        rig.send(confirming: true)
        rig.outbox.clear("p/t/state")
        rig.outbox.clear("p/never/state")
        rig.send()
        rig.outbox.disconnected()
        rig.outbox.connected()
        rig.send(confirming: true)
        rig.outbox.disconnected()
        rig.outbox.connected()
        rig.send()
        #expect(rig.texts == ["p/t/state 1", "p/t/state ", "p/t/state "])
    }

    /// Home Assistant is told that an entity is gone before what it shows is.
    @Test func topicsAreClearedInOrder() {
        var rig = Rig()
        for topic in ["config", "state"] { rig.outbox.keep(bytes("1"), at: topic) }
        rig.outbox.connected()
        rig.send(confirming: true)
        rig.outbox.keep(bytes("2"), at: "state")
        rig.outbox.clear("config")
        rig.outbox.clear("state")
        rig.send()
        #expect(rig.texts.suffix(2) == ["config ", "state "])
    }

    /// An entry is sent again until the broker has it, in its place, and is then gone.
    @Test func entriesAreKeptUntilTheyAreConfirmed() {
        var rig = Rig()
        for entry in 1...3 { rig.outbox.add(bytes("\(entry)"), to: "p/t/history") }
        rig.outbox.connected()
        rig.outbox.add(bytes("4"), to: "p/t/history")
        rig.send(atMost: 2)
        rig.outbox.confirmed(1)
        rig.outbox.disconnected()
        rig.sent = []
        rig.outbox.connected()
        while !rig.outbox.isEmpty { rig.send(confirming: true) }
        #expect(rig.texts == ["p/t/history 2", "p/t/history 3", "p/t/history 4"])
        #expect(rig.sent.allSatisfy { !$0.isRetained })
        #expect(rig.outbox.takeDropped() == 0)
    }

    @Test func theOldestEntriesGiveWayWhereTooManyWait() {
        var rig = Rig()
        for entry in 1...1_005 { rig.outbox.add(bytes("\(entry)"), to: "p/t/history") }
        rig.outbox.add(bytes("other"), to: "p/u/history")
        let dropped = rig.outbox.takeDropped()
        #expect(dropped == 5)
        let none = rig.outbox.takeDropped()
        #expect(none == 0)
        rig.outbox.connected()
        while !rig.outbox.isEmpty { rig.send(confirming: true) }
        #expect(rig.texts.count == 1_001 && rig.texts.first == "p/t/history 6" && rig.texts.last == "p/u/history other")
    }

    /// Those on their way come back in front, and the bound holds.
    @Test func theBoundHoldsOverALostConnection() {
        var rig = Rig()
        rig.outbox.connected()
        for entry in 1...10 { rig.outbox.add(bytes("\(entry)"), to: "p/t/history") }
        rig.send()
        for entry in 11...1_008 { rig.outbox.add(bytes("\(entry)"), to: "p/t/history") }
        rig.outbox.disconnected()
        let dropped = rig.outbox.takeDropped()
        #expect(dropped == 8)
    }

    @Test func aFailureLosesNothing() {
        var outbox = Outbox(statusTopic: "p/status")
        outbox.connected()
        outbox.add(bytes("1"), to: "p/t/history")
        outbox.keep(bytes("s"), at: "p/t/state")
        while outbox.sendNext({ _ in nil }) {}
        while outbox.sendNext({ _ in nil }) {}
        outbox.disconnected()
        outbox.connected()
        var topics: [String] = []
        while outbox.sendNext({ message in
            topics.append(message.topic)
            return Int32(topics.count)
        }) {}
        #expect(topics == ["p/t/state", "p/t/history"])
    }

    /// However few they are: an entry may be long.
    @Test func theBytesOfEntriesAreBoundedToo() {
        var outbox = Outbox(statusTopic: "p/status")
        let entry = [UInt8](repeating: 7, count: 1 << 20)
        for table in ["a", "b"] {
            for _ in 1...20 { outbox.add(entry, to: "p/\(table)/history") }
        }
        #expect(outbox.takeDropped() == 40 - Outbox.mostEntryBytes >> 20)
        #expect(outbox.unconfirmedEntries == Outbox.mostEntryBytes >> 20)
    }

    /// A broker that hangs up at one message is shown which it is, and gets all the others.
    @Test(arguments: ["p/b/state", "p/b/history"])
    func aMessageThatTheBrokerDoesNotTakeIsGivenUp(_ unwanted: String) {
        var outbox = Outbox(statusTopic: "p/status")
        outbox.keepStatus("online")
        for table in ["a", "b", "c"] {
            outbox.keep(bytes(table), at: "p/\(table)/state")
            outbox.add(bytes(table), to: "p/\(table)/history")
        }
        var (taken, connections): ([String], Int) = ([], 0)
        while connections < 10 {
            outbox.connected()
            connections += 1
            var (numbers, isUp, next): ([Int32], Bool, Int32) = ([], true, 0)
            while isUp, !outbox.isEmpty {
                while outbox.sendNext({ message in
                    next += 1
                    if message.topic == unwanted { isUp = false }
                    if isUp { taken.append(message.topic) }
                    if isUp { numbers.append(next) }
                    return next
                }) {}
                // Confirmations of a connection that breaks may be lost with it, but for messages that went alone.
                if isUp { for number in numbers { outbox.confirmed(number) } }
                numbers = []
            }
            if isUp { break }
            outbox.disconnected()
        }
        #expect(connections == Outbox.mostLosses + 2)
        #expect(
            Set(taken)
                == Set(["a", "b", "c"].flatMap { ["p/\($0)/state", "p/\($0)/history"] } + ["p/status"]).subtracting([
                    unwanted
                ]))
        #expect(taken.last == "p/status")
        #expect(outbox.takeRefused().map(\.topic) == [unwanted])
        // A new payload is tried, and nothing waits for another any more.
        for table in ["a", "b", "c"] { outbox.keep(bytes("new"), at: "p/\(table)/state") }
        var tried: [String] = []
        while outbox.sendNext({ message in
            tried.append(message.topic)
            return 100
        }) {}
        #expect(tried == ["p/a/state", "p/b/state", "p/c/state"])
    }

    @Test func theStatusIsNeverGivenUp() {
        var outbox = Outbox(statusTopic: "p/status")
        outbox.keepStatus("online")
        for _ in 1...10 {
            outbox.connected()
            var sent = 0
            while outbox.sendNext({ _ in
                sent += 1
                return 1
            }) {}
            #expect(sent == 1)
            outbox.disconnected()
        }
        #expect(outbox.takeRefused() == [])
    }

    /// A broker that is restarted again and again loses nothing by it.
    @Test func lossesAtDifferentMessagesGiveNothingUp() {
        var outbox = Outbox(statusTopic: "p/status")
        for entry in 1...10 { outbox.add(bytes("\(entry)"), to: "p/t/history") }
        var taken: [String] = []
        for _ in 1...30 {
            outbox.connected()
            var number: Int32 = 0
            for _ in 1...2 {
                _ = outbox.sendNext { message in
                    number += 1
                    taken.append(String(decoding: message.payload, as: UTF8.self))
                    return number
                }
                if number == 1 { outbox.confirmed(1) }
            }
            outbox.disconnected()
        }
        #expect(Set(taken) == Set((1...10).map(String.init)))
        #expect(outbox.takeRefused() == [] && outbox.takeDropped() == 0 && outbox.unconfirmedEntries == 0)
    }
}
