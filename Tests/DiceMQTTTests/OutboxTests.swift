import Testing

@testable import DiceMQTT

/// Tests the messages to a broker: the newest state and history entries, however the broker
/// behaves.
struct OutboxTests {
    /// An outbox, and a broker that accepts everything.
    private struct Rig {
        var outbox = Outbox(statusTopic: "p/status")
        var sent: [Outbox.Publication] = []
        private var number: Int32 = 0

        var texts: [String] {
            sent.map { "\($0.topic) \(String(decoding: $0.payload, as: UTF8.self))" }
        }

        mutating func send(confirming: Bool = false, atMost limit: Int = .max) {
            var numbers: [Int32] = []
            var count: Int = 0
            while count < limit, step(&numbers) {
                count += 1
            }
            if confirming {
                for number in numbers {
                    outbox.confirmed(number)
                }
            }
        }

        private mutating func step(_ numbers: inout [Int32]) -> Bool {
            var sent = sent
            var number = number
            let isSent = outbox.sendNext { message in
                sent.append(message)
                number += 1
                return number
            }
            if number > self.number {
                numbers.append(number)
            }
            self.sent = sent
            self.number = number
            return isSent
        }

        mutating func confirmAll() {
            for number in 1...max(1, number) {
                outbox.confirmed(number)
            }
        }
    }

    private func bytes(_ text: String) -> [UInt8] {
        Array(text.utf8)
    }

    @Test("only the newest state waits for an absent broker")
    func onlyTheNewestStateWaitsForABrokerThatIsAway() {
        var rig = Rig()
        rig.outbox.keepStatus("online")
        for value in 1...1_000 {
            rig.outbox.keep(bytes("\(value)"), at: "p/t/state")
        }
        rig.send()
        #expect(rig.sent == [])
        rig.outbox.connected()
        rig.send()
        #expect(rig.texts == ["p/t/state 1000", "p/status online"])
        #expect(rig.sent.allSatisfy { $0.isRetained })
    }

    @Test("an unchanged state is not published again") func whatIsTheSameIsNotToldAgain() {
        var rig = Rig()
        rig.outbox.connected()
        for _ in 1...3 {
            rig.outbox.keep(bytes("1"), at: "p/t/state")
        }
        rig.send(confirming: true)
        rig.outbox.keep(bytes("1"), at: "p/t/state")
        rig.send()
        #expect(rig.texts == ["p/t/state 1"])
    }

    @Test("a reconnected broker receives everything again, with the status last")
    func aBrokerThatIsBackIsToldEverythingAnewStatusLast() {
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

    @Test("unconfirmed messages are limited")
    func aBrokerThatConfirmsNothingGetsNoMoreThanItMayLeaveUnconfirmed() {
        var rig = Rig()
        rig.outbox.connected()
        for table in 1...100 {
            rig.outbox.keep(bytes("1"), at: "p/t\(table)/state")
        }
        for round in 2...50 {
            rig.outbox.keep(bytes("\(round)"), at: "p/t1/state")
        }
        rig.send()
        #expect(rig.sent.count == Outbox.maxFlying)
        #expect(rig.texts.first == "p/t1/state 50")
        rig.confirmAll()
        rig.send()
        #expect(rig.sent.count == 2 * Outbox.maxFlying)
        #expect(!rig.outbox.isEmpty)
    }

    /// While one state is in transit, a newer one follows it.
    @Test("a newer state follows the one in flight") func aNewerStateFollowsTheOneThatIsOnItsWay() {
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

    @Test("a cleared topic is forgotten once the broker confirms it")
    func aClearedTopicIsForgottenOnceTheBrokerKnows() {
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

    /// The broker's confirmation is then about the older payload.
    @Test("a topic is cleared while its payload is in flight")
    func aTopicIsClearedWhileItsPayloadIsOnItsWay() {
        var rig = Rig()
        rig.outbox.connected()
        rig.outbox.keep(bytes("1"), at: "p/t/state")
        rig.send()
        rig.outbox.clear("p/t/state")
        rig.confirmAll()
        rig.send(confirming: true)
        #expect(rig.texts == ["p/t/state 1", "p/t/state "])
        let topics = rig.outbox.takeTopics()
        #expect(topics == [])
    }

    /// Home Assistant must learn that an entity is gone before its state is cleared.
    @Test("topics are cleared in order") func topicsAreClearedInOrder() {
        var rig = Rig()
        for topic in ["config", "state"] {
            rig.outbox.keep(bytes("1"), at: topic)
        }
        rig.outbox.connected()
        rig.send(confirming: true)
        rig.outbox.keep(bytes("2"), at: "state")
        rig.outbox.clear("config")
        rig.outbox.clear("state")
        rig.send()
        #expect(rig.texts.suffix(2) == ["config ", "state "])
    }

    /// An entry is sent again, in order, until the broker confirms it, and is then removed.
    @Test("entries are kept until they are confirmed") func entriesAreKeptUntilTheyAreConfirmed() {
        var rig = Rig()
        for entry in 1...3 {
            rig.outbox.add(bytes("\(entry)"), to: "p/t/history")
        }
        rig.outbox.connected()
        rig.outbox.add(bytes("4"), to: "p/t/history")
        rig.send(atMost: 2)
        rig.outbox.confirmed(1)
        rig.outbox.disconnected()
        rig.sent = []
        rig.outbox.connected()
        while !rig.outbox.isEmpty {
            rig.send(confirming: true)
        }
        #expect(rig.texts == ["p/t/history 2", "p/t/history 3", "p/t/history 4"])
        #expect(rig.sent.allSatisfy { !$0.isRetained })
        #expect(rig.outbox.takeDropped() == 0)
    }

    /// This holds whichever of the messages the broker has confirmed, and for one table as well as
    /// two.
    @Test("unconfirmed messages are sent again in order")
    func severalThatAreUnconfirmedComeAgainInTheirOrder() {
        var rig = Rig()
        rig.outbox.connected()
        for entry in 1...4 {
            for table in ["t", "u"] {
                rig.outbox.add(bytes("\(entry)"), to: "p/\(table)/history")
            }
        }
        rig.send()
        #expect(rig.sent.count == 8)
        for (number, text) in zip(Int32(1)..., rig.texts) where text.hasSuffix(" 2") {
            rig.outbox.confirmed(number)
        }
        #expect(rig.outbox.unconfirmedEntries == 6)
        rig.outbox.disconnected()
        rig.sent = []
        rig.outbox.connected()
        while !rig.outbox.isEmpty {
            rig.send(confirming: true)
        }
        for table in ["t", "u"] {
            let again = rig.texts.filter { $0.hasPrefix("p/\(table)") }
            #expect(again == ["1", "3", "4"].map { "p/\(table)/history \($0)" })
        }
    }

    @Test("the oldest entries are dropped if too many wait")
    func theOldestEntriesGiveWayWhereTooManyWait() {
        var rig = Rig()
        for entry in 1...1_005 {
            rig.outbox.add(bytes("\(entry)"), to: "p/t/history")
        }
        rig.outbox.add(bytes("other"), to: "p/u/history")
        let dropped = rig.outbox.takeDropped()
        #expect(dropped == 5)
        let none = rig.outbox.takeDropped()
        #expect(none == 0)
        rig.outbox.connected()
        while !rig.outbox.isEmpty {
            rig.send(confirming: true)
        }
        #expect(rig.texts.count == 1_001)
        #expect(rig.texts.first == "p/t/history 6")
        #expect(rig.texts.last == "p/u/history other")
    }

    /// Entries in transit return to the front, and the bound holds.
    @Test("the limit on entries survives a lost connection") func theBoundHoldsOverALostConnection()
    {
        var rig = Rig()
        rig.outbox.connected()
        for entry in 1...10 {
            rig.outbox.add(bytes("\(entry)"), to: "p/t/history")
        }
        rig.send()
        for entry in 11...1_008 {
            rig.outbox.add(bytes("\(entry)"), to: "p/t/history")
        }
        rig.outbox.disconnected()
        let dropped = rig.outbox.takeDropped()
        #expect(dropped == 8)
    }

    @Test("a failure loses nothing") func aFailureLosesNothing() {
        var outbox = Outbox(statusTopic: "p/status")
        outbox.connected()
        outbox.add(bytes("1"), to: "p/t/history")
        outbox.keep(bytes("s"), at: "p/t/state")
        while outbox.sendNext({ _ in nil }) {}
        while outbox.sendNext({ _ in nil }) {}
        outbox.disconnected()
        let (taken, _) = exchange(&outbox) { _ in false }
        #expect(taken == ["p/t/state", "p/t/history"])
    }

    /// Regardless of their number, since an entry may be long. The topic with the most bytes loses
    /// entries first.
    @Test("the bytes of waiting entries are limited") func theBytesOfEntriesAreBoundedToo() {
        var outbox = Outbox(statusTopic: "p/status")
        let entry = [UInt8](repeating: 7, count: 1 << 20)
        for _ in 1...40 {
            outbox.add(entry, to: "p/a/history")
        }
        let dropped = outbox.takeDropped()
        #expect(dropped == 40 - Outbox.maxEntryBytes >> 20)
        for _ in 1...3 {
            outbox.add(entry, to: "p/b/history")
        }
        let more = outbox.takeDropped()
        #expect(more == 3)
        #expect(outbox.unconfirmedEntries == Outbox.maxEntryBytes >> 20)
        outbox.connected()
        var topics: [String] = []
        var number: Int32 = 0
        while !outbox.isEmpty {
            _ = outbox.sendNext { message in
                topics.append(message.topic)
                number += 1
                return number
            }
            outbox.confirmed(number)
        }
        #expect(topics.count { $0 == "p/b/history" } == 3)
    }

    /// Sends until the broker closes the connection, at a message that it does not accept, or until
    /// the broker has everything. Returns the accepted messages, and whether the broker closed the
    /// connection. The last confirmations of a broken connection are lost, except those of messages
    /// that were sent alone.
    private func exchange(
        _ outbox: inout Outbox,
        refusing unwanted: (Outbox.Publication) -> Bool
    )
        -> ([String], Bool)
    {
        outbox.connected()
        var taken = [String]()
        var numbers = [Int32]()
        var next = Int32(0)
        var isUp = true
        while isUp, !outbox.isEmpty {
            while isUp,
                outbox.sendNext({ message in
                    next += 1
                    if unwanted(message) {
                        isUp = false
                    } else {
                        taken.append(message.topic)
                    }
                    numbers.append(next)
                    return next
                })
            {}
            if isUp {
                for number in numbers {
                    outbox.confirmed(number)
                }
            }
            numbers = []
        }
        if !isUp {
            outbox.disconnected()
        }
        return (taken, !isUp)
    }

    /// A broker that closes the connection at one message reveals which message that is, and gets
    /// all others.
    @Test(
        "messages that the broker does not accept are skipped",
        arguments: ["p/b/state", "p/b/history"]
    )
    func messagesThatTheBrokerDoesNotTakeAreLeftOut(_ unwanted: String) {
        var outbox = Outbox(statusTopic: "p/status")
        outbox.keepStatus("online")
        let long = [UInt8](repeating: 7, count: 5_000)
        for table in ["a", "b", "c"] {
            for what in ["state", "history"] {
                let topic = "p/\(table)/\(what)"
                let payload = topic == unwanted ? long : bytes(table)
                if what == "state" {
                    outbox.keep(payload, at: topic)
                } else {
                    outbox.add(payload, to: topic)
                }
            }
        }
        var taken: [String] = []
        var connections: Int = 0
        while connections < 10 {
            connections += 1
            // A table in play has a different state each time.
            if unwanted == "p/b/state" {
                outbox.keep(long + [UInt8(connections)], at: unwanted)
            }
            let (those, hasHungUp) = exchange(&outbox) { $0.size > 4_000 }
            taken += those
            if !hasHungUp {
                break
            }
        }
        #expect(connections == Outbox.maxLosses + 2)
        let all =
            ["a", "b", "c"].flatMap { ["p/\($0)/state", "p/\($0)/history"] } + [
                "p/status"
            ]
        #expect(Set(taken) == Set(all).subtracting([unwanted]))
        #expect(taken.last == "p/status")
        let limit = outbox.limit ?? 0
        #expect(limit > 5_000)
        #expect(limit < 5_100)
        let dropped = outbox.takeDropped()
        #expect(dropped == (unwanted == "p/b/state" ? 0 : 1))
        // A message of that size is not tried again, but all shorter ones are, and no message waits
        // for another any more.
        outbox.keep(long + long, at: "p/a/state")
        for table in ["b", "c"] {
            outbox.keep(bytes("new"), at: "p/\(table)/state")
        }
        var tried: [String] = []
        while outbox.sendNext({ message in
            tried.append(message.topic)
            return 100 + Int32(tried.count)
        }) {}
        #expect(tried == ["p/b/state", "p/c/state"])
        for number in 101...102 {
            outbox.confirmed(Int32(number))
        }
        // The withheld message is tried again after a while.
        outbox.forgetLimit()
        tried = []
        while outbox.sendNext({ message in
            tried.append(message.topic)
            return 200 + Int32(tried.count)
        }) {}
        #expect(tried.contains("p/a/state"))
    }

    /// A message that breaks the connection while it is sent is found, too.
    @Test("a message that cannot be sent is skipped") func aMessageThatCannotBeSentIsLeftOut() {
        var outbox = Outbox(statusTopic: "p/status")
        outbox.keep([UInt8](repeating: 7, count: 5_000), at: "p/a/state")
        outbox.keepStatus("online")
        var taken: [String] = []
        for _ in 1...Outbox.maxLosses + 1 {
            outbox.connected()
            while outbox.sendNext({ message in
                guard message.size < 4_000 else { return nil }
                taken.append(message.topic)
                return 1
            }) {}
            if taken == [] {
                outbox.disconnected()
            }
        }
        #expect(taken.first == "p/status")
    }

    /// A short message is never given up, however often the broker closes at it.
    @Test("short messages are never given up") func shortMessagesAreNeverGivenUp() {
        var outbox = Outbox(statusTopic: "p/status")
        outbox.keepStatus("online")
        for _ in 1...10 {
            let (_, hasHungUp) = exchange(&outbox) { $0.topic == "p/status" }
            #expect(hasHungUp)
        }
        #expect(outbox.limit == nil)
        let (taken, _) = exchange(&outbox) { _ in false }
        #expect(taken == ["p/status"])
    }

    /// A message that was confirmed in between did not cause the losses.
    @Test("rare losses do not give up any message") func lossesFarApartGiveNothingUp() {
        var outbox = Outbox(statusTopic: "p/status")
        outbox.keep([UInt8](repeating: 7, count: 5_000), at: "p/a/state")
        for round in 1...30 {
            let isLost = round % 3 != 0
            let (_, hasHungUp) = exchange(&outbox) { _ in isLost }
            #expect(hasHungUp == isLost)
            if !isLost {
                outbox.disconnected()
            }
        }
        #expect(outbox.limit == nil)
    }

    /// Only messages in transit at a loss are sent alone.
    @Test("other messages do not wait for a suspected one")
    func theOthersDoNotWaitForWhatIsSuspected() {
        var outbox = Outbox(statusTopic: "p/status")
        for number in 10...59 {
            outbox.keep(bytes("1"), at: "p/t\(number)/state")
        }
        outbox.connected()
        var number: Int32 = 0
        let send: (Outbox.Publication) -> Int32? = { _ in
            number += 1
            return number
        }
        while outbox.sendNext(send) {}
        #expect(number == Int32(Outbox.maxFlying))
        outbox.disconnected()
        outbox.connected()
        for sent in Int32(21)...40 {
            while outbox.sendNext(send) {}
            #expect(number == sent)
            outbox.confirmed(sent)
        }
        while outbox.sendNext(send) {}
        #expect(number == 60)
    }
}
