import DiceGames
import DiceModel
import DiceTable
import DiceTestSupport
import DiceVerifying
import DiceWire
import Testing

@testable import DiceServer

/// Connections that play as bots.
@Suite("Bots")
@TableActor
struct BotTests {
    private let rig: Rig
    private let night: TableName

    init() async throws {
        rig = try await Rig()
        night = try #require(TableName("night"))
        let params = CreateParams(
            table: night,
            SettingsChange(players: ["ann", "bo"]),
            game: GameChoice("yatzy")
        )
        _ = try await rig.call(try rig.connect(), Method.create(params))
    }

    /// Connects a program that acts under any name.
    private func connect(to rig: Rig? = nil, isBot: Bool = false) async throws -> RigClient {
        let rig = rig ?? self.rig
        let client = try rig.connect()
        _ = try await rig.call(client, Method.hello(HelloParams(bot: isBot)))
        return client
    }

    private func roll(_ client: RigClient, as name: String, on rig: Rig? = nil) async throws {
        let params = RollParams(table: night, animate: false, by: name)
        _ = try await (rig ?? self.rig).call(client, Method.roll(params))
    }

    @discardableResult
    private func end(
        _ client: RigClient,
        as name: String,
        in box: String,
        on rig: Rig? = nil
    ) async throws -> Turn {
        let params = EndTurnParams(table: night, by: name, box: box)
        return try await (rig ?? self.rig).call(client, Method.endTurn(params), as: Turn.self)
    }

    private func watch(_ client: RigClient, as name: String? = nil) async throws -> TableSnapshot {
        let params = WatchParams(table: night, viewer: name)
        return try await rig.call(client, Method.watch(params), as: TableSnapshot.self)
    }

    private func snapshot() async throws -> TableSnapshot {
        let client = try rig.connect()
        return try await rig.call(
            client,
            Method.get(GetParams(table: night)),
            as: TableSnapshot.self
        )
    }

    /// Returns the events that a connection has received.
    private func events(_ client: RigClient) throws -> [TableEvent] {
        try client.lines().compactMap { line in
            let told = try ServerLine(Array(line.utf8))?.notification()
            return if case .event(let event)? = told { event } else { nil }
        }
    }

    private func entries() async throws -> [HistoryEntry] {
        try await rig.store.history(HistoryQuery(.one(night), limit: 1_000, kind: .all))
            .entries
            .reversed()
    }

    private func verify() async throws {
        var verifier = HistoryVerifier(.daemon)
        for entry in try await entries() {
            try verifier.check(entry)
        }
        try verifier.finish()
    }

    @Test("a bot's rolls, turns and throws are on record as a bot's, those of people are not")
    func recorded() async throws {
        let person = try await connect()
        let bot = try await connect(isBot: true)
        try await roll(person, as: "ann")
        try await end(person, as: "ann", in: "chance")
        try await roll(bot, as: "bo")
        try await end(bot, as: "bo", in: "chance")
        for client in [person, bot] {
            let params = ThrowParams(table: night, expression: "1d6", animate: false, by: "bo")
            _ = try await rig.call(client, Method.throw(params))
        }
        let turns = try await entries().compactMap(\.turn)
        #expect(turns.map(\.bot) == [nil, true])
        #expect(turns.map { $0.rolls.map(\.bot) } == [[nil], [true]])
        #expect(try await entries().compactMap(\.thrown).map(\.bot) == [nil, true])
        try await verify()
    }

    @Test("a turn is a bot's if one of its rolls was, or its end", arguments: [false, true])
    func shared(isEndByBot: Bool) async throws {
        let person = try await connect()
        let bot = try await connect(isBot: true)
        try await roll(isEndByBot ? person : bot, as: "ann")
        try await roll(person, as: "ann")
        let entry = try await end(isEndByBot ? bot : person, as: "ann", in: "chance")
        #expect(entry.bot == true)
        #expect(entry.rolls.map(\.bot) == [isEndByBot ? nil : true, nil])
        try await verify()
    }

    @Test("a turn that a bot began remains its after a restart")
    func restart() async throws {
        try await roll(try await connect(isBot: true), as: "ann")
        let again = try await rig.restarted()
        let person = try await connect(to: again)
        try await roll(person, as: "ann", on: again)
        let entry = try await end(person, as: "ann", in: "chance", on: again)
        #expect(entry.bot == true)
        #expect(entry.rolls.map(\.bot) == [true, nil])
        try await verify()
    }

    @Test("a void roll of a bot is on record as a bot's")
    func void() async throws {
        let bo = try await connect()
        let params = ContributeParams(
            table: night,
            commitment: String(repeating: "0", count: 64),
            by: "bo"
        )
        _ = try await rig.call(bo, Method.contribute(params))
        let first = try await connect(isBot: true)
        first.send([Method.roll(RollParams(table: night, animate: false, by: "ann"))])
        await rig.advance(by: .seconds(3))
        let bot = try await connect(isBot: true)
        try await roll(bot, as: "ann")
        try await end(bot, as: "ann", in: "chance")
        let rolls = try #require(try await entries().first?.turn?.rolls)
        #expect(rolls.map(\.outcome) == [.void, .completed])
        #expect(rolls.map(\.bot) == [true, true])
        try await verify()
    }

    @Test("events that a bot causes say so")
    func events() async throws {
        let watcher = try await connect()
        _ = try await watch(watcher)
        let bot = try await connect(isBot: true)
        try await roll(bot, as: "ann")
        let lock = LockParams(table: night, dice: [1], by: "ann")
        _ = try await rig.call(bot, Method.lock(lock))
        try await end(bot, as: "ann", in: "chance")
        try await roll(try await connect(), as: "bo")
        let told = try events(watcher).filter { $0.by != nil }
        #expect(
            told.map { "\($0.kind.name) \($0.bot == true)" } == [
                "rollStarted true", "rollSettled true", "lockChanged true", "turnEnded true",
                "rollStarted false", "rollSettled false",
            ]
        )
    }

    @Test("a bot may not correct a turn, and is told so before it tries")
    func corrects() async throws {
        let person = try await connect()
        let bot = try await connect(isBot: true)
        try await roll(bot, as: "ann")
        try await end(bot, as: "ann", in: "chance")
        #expect(try await watch(bot).may?.correct == .refused("correctionByBot"))
        let request = Method.correct(CorrectParams(table: night, box: "ones", by: "ann"))
        let refusal = try await rig.refusal(bot, request)
        #expect(refusal?.known == .notAllowed)
        #expect(refusal?.data.cause == "correctionByBot")
        #expect(try await rig.refusal(person, request) == nil)
        try await verify()
    }

    @Test("a name is a bot's while a bot watches under it and nobody else does")
    func watching() async throws {
        let ann = try await connect()
        #expect(try await watch(ann, as: "ann").bots == nil)
        let bot = try await connect(isBot: true)
        let first = try await watch(bot, as: "bo")
        #expect(first.bots == ["bo"])
        #expect(first.away == nil, "the match does not wait for bo")
        await rig.advance(by: .seconds(1))
        let bo = try await connect()
        #expect(try await watch(bo, as: "bo").bots == nil)
        await rig.advance(by: .seconds(1))
        _ = try await rig.call(bo, Method.unwatch(TableParams(table: night)))
        await rig.advance(by: .seconds(1))
        let told = try events(bot).compactMap { event -> [String]? in
            guard case .watchersChanged(_, _, _, let bots) = event.kind else { return nil }
            return bots ?? []
        }
        #expect(told == [["bo"], [], ["bo"]])
        _ = try await rig.call(bot, Method.unwatch(TableParams(table: night)))
        #expect(try await snapshot().bots == nil)
        #expect(try await snapshot().away?.map(\.player) == ["bo"])
    }

    @Test("a connection that says later that it is a bot is one, and remains one")
    func later() async throws {
        let client = try await connect()
        #expect(try await watch(client, as: "bo").bots == nil)
        _ = try await rig.call(client, Method.hello(HelloParams(bot: true)))
        #expect(try await snapshot().bots == ["bo"])
        _ = try await rig.call(client, Method.hello(HelloParams()))
        _ = try await rig.call(client, Method.confine(ConfineParams(as: .one("bo"))))
        #expect(try await snapshot().bots == ["bo"])
    }
}
