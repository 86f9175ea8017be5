import DiceClient
import DiceModel
import DiceWire
import Glibc
import Testing
import Unix

@testable import DiceMQTT

/// Tests the connection to the daemon, whose end the test holds.
struct DaemonLinkTests {
    /// Lines that arrived in one piece are handled together: poll(2) does not report bytes that
    /// were already read.
    @Test("lines that arrive together are handled together")
    func linesThatCameTogetherAreTakenTogether() throws {
        let pair = try Descriptor.Pair()
        let topics = try #require(Topics(prefix: "p"))
        var relay = Relay(topics: topics, only: nil, discovery: nil)
        let theirs = dup(pair.theirs.number)
        defer {
            close(theirs)
        }
        let client = Client(
            Connection(descriptor: pair.takeLocalEnd().release()),
            name: "test/1"
        )
        var link = DaemonLink(Follower(client, tables: []))
        let dice = #"[{"die":1,"sides":6,"value":1,"locked":false,"animating":false}]"#
        let table =
            #"{"table":"t","dice":1,"turn":1,"roll":0,"rolling":false,"watchers":0}"#
        let lines = [
            #"{"jsonrpc":"2.0","id":1,"result":{"protocol":1,"server":"diced/0","instance":"a","pid":1}}"#,
            #"{"jsonrpc":"2.0","id":2,"result":{}}"#,
            #"{"jsonrpc":"2.0","id":3,"result":{"entries":[],"more":false}}"#,
            #"{"jsonrpc":"2.0","id":4,"result":{"tables":[\#(table)]}}"#,
            #"{"jsonrpc":"2.0","id":5,"result":{"table":"t","revision":1,"turn":1,"roll":0,"rolling":false,"watchers":1,"total":1,"dice":\#(dice)}}"#,
        ]
        let events = (2...4).map {
            #"{"jsonrpc":"2.0","method":"event","params":{"table":"t","revision":\#($0),"event":"lockChanged","by":"ann","dice":\#(dice)}}"#
        }
        let bytes = Array(((lines + events).joined(separator: "\n") + "\n").utf8)
        #expect(write(theirs, bytes, bytes.count) == bytes.count)
        var told = [String]()
        var turns = 0
        while try link.exchange(with: &relay, at: .now) {
            turns += 1
            told += relay.takeEvents().map {
                String(decoding: $0.payload, as: UTF8.self)
            }
        }
        #expect(told == events)
        #expect(turns == events.count)
    }

    /// A hanging daemon counts as gone; until then there is nothing else to do.
    @Test("a response has a deadline") func anAnswerHasToComeInTime() throws {
        let pair = try Descriptor.Pair()
        let topics = try #require(Topics(prefix: "p"))
        var relay = Relay(topics: topics, only: nil, discovery: nil)
        let theirs = dup(pair.theirs.number)
        defer {
            close(theirs)
        }
        let client = Client(
            Connection(descriptor: pair.takeLocalEnd().release()),
            name: "test/1"
        )
        var link = DaemonLink(Follower(client, tables: [], patience: .milliseconds(1)))
        #expect {
            while true {
                let isMore = try link.exchange(with: &relay, at: .now)
                #expect(!isMore)
                #expect(!relay.isFollowing)
                let due = link.deadline(for: relay)
                try #require(due < .never)
                _ = Poll.wait(for: [], until: due)
            }
        } throws: { error in
            if case ClientError.timedOut(.confine) = error {
                true
            } else {
                false
            }
        }
        #expect(link.interests.isEmpty)
    }
}
