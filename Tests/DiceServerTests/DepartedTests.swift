import DiceModel
import DiceTable
import DiceTestSupport
import DiceWire
import Listening
import NIOCore
import NIOEmbedded
import Testing

@testable import DiceServer

/// Work for a client that has disconnected: a request belongs to the client's account until the
/// request is done.
@Suite("Departed clients")
@TableActor
struct DepartedTests {
    private let rig: Rig
    private let uid: UInt32 = Peer.ownUID + 1

    init() async throws {
        rig = try await Rig(isShared: true)
    }

    private func connect(_ name: String = "ann") throws -> RigClient {
        try rig.connect(Permit(account: name, mayTakeName: false), uid: uid)
    }

    private func hangUp(_ client: RigClient) {
        client.channel.close(promise: nil)
        rig.loop.run()
    }

    private func isDone(_ client: RigClient) -> Bool {
        let state = client.connection.state
        return !state.isOpen && state.unsettled == 0 && !state.isShareUsed
    }

    /// Returns the size of the stored entries in bytes.
    private func stored() async throws -> Int {
        let query = HistoryQuery(.all, limit: .max, kind: .all)
        return try await rig.store.history(query).entries.reduce(0) {
            $0 + $1.jsonBytes().count
        }
    }

    @Test(
        "the backlog of sixty closed connections is stored at the rate of one open connection"
    )
    func disk() async throws {
        let thrown = Method.throw(
            ThrowParams(table: .default, expression: "1000d6", animate: false)
        )
        let clients = try (0..<60).map { _ in try connect() }
        for client in clients {
            client.send(Array(repeating: thrown, count: 20))
        }
        for client in clients {
            hangUp(client)
        }
        try await rig.turn { clients.allSatisfy(isDone) }
        let bytes = try await stored()
        #expect(bytes > 900_000)
        #expect(bytes < 1_100_000)
        await rig.advance(by: .seconds(1))
        let again = try connect()
        #expect(
            try await rig.refusal(again, thrown) == nil,
            "a second of it is paid for"
        )
    }

    @Test(
        "a guest at full speed stores at most 1 MB a second, with connections open or closed",
        arguments: 1...6
    )
    func fullSpeed(_ seed: Int) async throws {
        var random = RandomCase(seed)
        var clients: [RigClient] = []
        let seconds = 5
        for step in 0..<seconds * 10 {
            while clients.count < 10, let client = try? connect() {
                clients.append(client)
            }
            for client in clients {
                let expressions = ["1000d6", "900d20+100d6", "500d100!", "(1d1000)d6"]
                let expression = expressions[random.int(0...3)]
                let seenBy: [String]? = random.int(0...3) == 0 ? [] : nil
                let params = ThrowParams(
                    table: .default,
                    expression: expression,
                    animate: random.bool(),
                    seenBy: seenBy
                )
                client.send(
                    Array(repeating: Method.throw(params), count: random.int(1...5))
                )
                guard random.bool() else { continue }
                hangUp(client)
                clients.removeAll { $0.connection === client.connection }
            }
            for _ in 1...50 {
                await Task.yield()
                rig.loop.advanceTime(by: .microseconds(50))
            }
            await rig.advance(by: .milliseconds(100))
            let bytes = try await stored()
            // The burst of the first second, plus the throws that were in flight, which count only
            // once they have settled.
            #expect(
                bytes < (step + 1) * 100_000 + 1_000_000 + 800_000,
                "after \(step + 1) steps"
            )
        }
        for client in clients {
            hangUp(client)
        }
        try rig.table.stopAnimation(.cancel)
    }

    @Test(
        "pending requests of a departed client run only if they change something, in order"
    )
    func reads() async throws {
        let client = try connect()
        _ = try await rig.call(client, Method.ping())
        client.isTaking(false)
        let table = try rig.table
        var requests: [Request] = []
        for die in 1...5 {
            requests += Array(
                repeating: Method.get(GetParams(table: .default)),
                count: 600
            )
            requests.append(Method.stats(FaceQuery(table: .all, by: "ann")))
            requests.append(Method.history(HistoryQuery(.all)))
            requests.append(Method.lock(LockParams(table: .default, dice: [die])))
        }
        client.send(requests)
        try await rig.turn {
            client.connection.state.isBehind || client.connection.state.isShareUsed
        }
        let uses = table.lastUse
        let reads = rig.store.reads
        hangUp(client)
        try await rig.turn { isDone(client) }
        #expect(table.group.dice.map(\.locked) == Array(repeating: true, count: 5))
        #expect(
            try rig.table.lastUse <= uses + 5 + 1,
            "only the locks have looked for the table"
        )
        #expect(rig.store.reads == reads)
    }

    // MARK: at random

    private final class Weak {
        weak var connection: ClientConnection?

        init(_ connection: ClientConnection) {
            self.connection = connection
        }
    }

    private func request(_ random: inout RandomCase) -> Request {
        let isAnimated = random.bool()
        let seenBy: [String]? = random.int(0...3) == 0 ? [] : nil
        let expressions = ["1000d6", "d20+5", "(1d1000)d6", "500d100!"]
        let expression = expressions[random.int(0...3)]
        let thrown = ThrowParams(
            table: .default,
            expression: expression,
            animate: isAnimated,
            seenBy: seenBy
        )
        return switch random.int(0...9) {
        case 0: Method.get(GetParams(table: .default))
        case 1: Method.stats(FaceQuery(table: .all))
        case 2: Method.history(HistoryQuery(.all, limit: 1_000))
        case 3: Method.watch(WatchParams(table: .default))
        case 4: Method.watchList()
        case 5:
            Method.roll(RollParams(table: .default, animate: isAnimated, restart: true))
        case 6:
            Method.toggleLock(DiceParams(table: .default, dice: [random.int(1...5)]))
        case 7: Method.cancel(CancelParams(table: .default, number: random.int(1...50)))
        default: Method.throw(thrown)
        }
    }

    @Test(
        "guests who hang up in any state leave no work, dice or connections, at 1 MB/s at most",
        arguments: RandomCase.hundred.prefix(25)
    )
    func hostile(_ random: RandomCase) async throws {
        var random = random
        var clients: [RigClient] = []
        var seen: [Weak] = []
        let names = ["ann", "bo", "cy"]
        let steps = 60
        for _ in 1...steps {
            switch random.int(0...9) {
            case 0...2:
                guard let client = try? connect(names[random.int(0...2)]) else { break }
                clients.append(client)
                seen.append(Weak(client.connection))
            case 3...5:
                guard !clients.isEmpty else { break }
                let requests = (1...random.int(1...60)).map { _ in request(&random) }
                let client = clients[random.int(0...clients.count - 1)]
                random.bool() ? client.send(requests) : client.send(batch: requests)
            case 6:
                guard !clients.isEmpty else { break }
                clients[random.int(0...clients.count - 1)].isTaking(random.bool())
            case 7:
                guard !clients.isEmpty else { break }
                let client = clients[random.int(0...clients.count - 1)]
                client.channel.pipeline.fireUserInboundEventTriggered(
                    ChannelEvent.inputClosed
                )
            case 8:
                guard !clients.isEmpty else { break }
                hangUp(clients.remove(at: random.int(0...clients.count - 1)))
            default: await rig.advance(by: .milliseconds(random.int(1...100)))
            }
            for _ in 1...random.int(1...20) {
                await Task.yield()
                rig.loop.advanceTime(by: .microseconds(50))
            }
        }
        for client in clients {
            hangUp(client)
        }
        let reads = rig.store.reads
        clients = []
        try await rig.turn { seen.allSatisfy { $0.connection == nil } }
        // At most the page that each request was about to read.
        #expect(rig.store.reads <= reads + seen.count)
        #expect(rig.state.connections.isEmpty)
        #expect(rig.state.accounts.count == 0)
        let seconds = Double(steps) / 10
        let bytes = try await stored()
        #expect(bytes < names.count * (Int(seconds * 1_000_000) + 1_800_000))
        await rig.advance(by: .seconds(30))
        let group = try rig.table.group
        try await rig.turn { group.throwsInFlight.isEmpty }
        #expect(try rig.table.inFlight.count == 0)
    }

    @Test("a half-closed connection is served to the end")
    func halfClosed() async throws {
        let client = try connect()
        client.send(
            Array(repeating: Method.get(GetParams(table: .default)), count: 500)
        )
        client.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        var lines = 0
        try await rig.turn {
            lines += (try? client.lines().count) ?? 0
            return lines == 500
        }
    }

    @Test(
        "reads of a departed client are cancelled, alone or in a batch; changes are not"
    )
    func readingIsCancelled() async throws {
        for isBatch in [false, true] {
            let client = try connect()
            let stats = Method.stats(FaceQuery(table: .all, by: "ann"))
            for _ in 1...3 {
                _ = try await rig.call(
                    client,
                    Method.roll(RollParams(table: .default, animate: false))
                )
            }
            _ = try await rig.call(
                client,
                Method.endTurn(EndTurnParams(table: .default))
            )
            rig.store.holdReads()
            isBatch ? client.send(batch: [stats, stats]) : client.send([stats, stats])
            try await rig.store.waitForHeldWrite()
            let reading = try #require(client.connection.reading)
            let reads = rig.store.reads
            hangUp(client)
            #expect(reading.isCancelled)
            rig.store.goOn()
            try await Wait.until("it is still read") { isDone(client) }
            #expect(rig.store.reads == reads)
        }
        let client = try connect()
        rig.store.hold()
        client.send([Method.lock(LockParams(table: .default, dice: [1]))])
        try await rig.store.waitForHeldWrite()
        hangUp(client)
        rig.store.goOn()
        try await Wait.until("it is not done") { isDone(client) }
        #expect(try rig.table.group.dice[0].locked)
    }

    @Test(
        "a connection occupies its slot until its last request ends, its dice until they settle"
    )
    func places() async throws {
        rig.store.hold()
        let clients = try (0..<Limits.connectionsPerUser).map { _ in try connect() }
        clients[0].send([Method.lock(LockParams(table: .default, dice: [1]))])
        try await rig.store.waitForHeldWrite()
        for client in clients {
            hangUp(client)
        }
        #expect(rig.state.connections.isEmpty)
        let again = try (1..<Limits.connectionsPerUser).map { _ in try connect() }
        #expect(throws: WireError.self) { try connect() }
        rig.store.goOn()
        try await Wait.until("it is not done") { isDone(clients[0]) }
        _ = try connect()
        for client in again {
            hangUp(client)
        }
    }

    @Test("secret dice still count as in flight for a user who reconnects")
    func secretDice() async throws {
        let thrown = Method.throw(
            ThrowParams(
                table: .default,
                expression: "(1d1000)d6",
                animate: true,
                seenBy: []
            )
        )
        let client = try connect()
        for _ in 1...5 {
            client.send([thrown])
        }
        try await rig.turn { rig.tables.animatingDice == 5 }
        hangUp(client)
        try await rig.turn { isDone(client) }
        let again = try connect()
        #expect(again.connection.account === client.connection.account)
        #expect(try await rig.refusal(again, thrown)?.data.of == "inFlight")
        await rig.advance(by: .seconds(11))
        #expect(try await rig.refusal(again, Method.ping()) == nil)
        again.send([thrown])
        try await rig.turn { rig.tables.animatingDice == 1 }
        hangUp(again)
    }
}

extension HistoryEntry {
    fileprivate func jsonBytes() -> [UInt8] {
        turn?.jsonBytes() ?? thrown?.jsonBytes() ?? correction?.jsonBytes() ?? []
    }
}
