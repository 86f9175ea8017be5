import DiceGames
import DiceModel
import DiceTable
import DiceTestSupport
import DiceVerifying
import DiceWire
import Testing

@testable import DiceServer

/// Players of a match who rest and return.
@Suite("Players who rest")
@TableActor
struct RestTests {
    private let rig: Rig
    private let night: TableName
    /// A connection of the table's owner, who may use every name.
    private let owner: RigClient

    init() async throws {
        rig = try await Rig()
        night = try #require(TableName("night"))
        owner = try rig.connect()
        let params = CreateParams(
            table: night,
            SettingsChange(players: ["ann", "bo", "cy"]),
            game: GameChoice("yatzy")
        )
        _ = try await rig.call(owner, Method.create(params))
    }

    private func connect(as name: String, watches: Bool = false) async throws -> RigClient {
        let client = try rig.connect()
        _ = try await rig.call(client, Method.confine(ConfineParams(as: .one(name))))
        if watches {
            _ = try await rig.call(client, Method.watch(WatchParams(table: night)))
        }
        return client
    }

    private func request(_ player: String, _ rests: Bool = true, by: String? = nil) -> Request {
        Method.rest(RestParams(table: night, player: player, rests: rests, by: by))
    }

    @discardableResult
    private func rest(_ client: RigClient, _ player: String, _ rests: Bool = true) async throws
        -> TableSnapshot
    {
        try await rig.call(client, request(player, rests), as: TableSnapshot.self)
    }

    private func cause(_ client: RigClient, _ request: Request) async throws -> Cause? {
        try await rig.refusal(client, request)?.data.cause.flatMap(Cause.init)
    }

    private func snapshot() async throws -> TableSnapshot {
        try await rig.call(owner, Method.get(GetParams(table: night)), as: TableSnapshot.self)
    }

    /// Ends a turn of the current player in a box.
    private func play(_ by: String, _ box: String) async throws {
        let roll = RollParams(table: night, animate: false, by: by)
        _ = try await rig.call(owner, Method.roll(roll))
        _ = try await rig.call(
            owner,
            Method.endTurn(EndTurnParams(table: night, by: by, box: box))
        )
    }

    private func entries() async throws -> [HistoryEntry] {
        try await rig.store.history(HistoryQuery(.one(night), limit: 1_000, kind: .all))
            .entries
            .reversed()
    }

    @Test("a player who rests is skipped, is on record, and plays again")
    func rests() async throws {
        let bo = try await connect(as: "bo", watches: true)
        #expect(try await rest(bo, "bo").game?.resting == ["bo"])
        try await play("ann", "chance")
        #expect(try await snapshot().up == "cy")
        try await rest(owner, "bo", false)
        try await play("cy", "chance")
        try await play("ann", "ones")
        let after = try await snapshot()
        #expect(after.up == "bo")
        #expect(after.game?.resting == nil)
        let states = try await entries().compactMap(\.rest).map { [$0.player, $0.state.rawValue] }
        #expect(states == [["bo", "rests"], ["bo", "back"]])
        try await verify()
    }

    @Test("everybody learns who rests and whose turn it is then")
    func event() async throws {
        let cy = try await connect(as: "cy", watches: true)
        try await rest(owner, "ann")
        let lines = try cy.lines().compactMap { try ServerLine(Array($0.utf8))?.notification() }
        let events = lines.compactMap { line -> TableEvent? in
            guard case .event(let event) = line, case .playerRests = event.kind else { return nil }
            return event
        }
        let event = try #require(events.first)
        #expect(events.count == 1)
        #expect(event.up == "bo")
        #expect(event.game?.resting == ["ann"])
        #expect(event.kind.entry?.rest?.player == "ann")
    }

    @Test("no change is no error, and adds no entry")
    func unchanged() async throws {
        try await rest(owner, "bo")
        try await rest(owner, "bo")
        try await rest(owner, "cy", false)
        #expect(try await entries().count == 1)
    }

    @Test("each refusal has its cause")
    func refusals() async throws {
        let bo = try await connect(as: "bo")
        #expect(try await cause(bo, request("ann")) == .restOfAnother)
        #expect(try await cause(owner, request("zed")) == .noSuchPlayer)
        #expect(try await cause(owner, request("zed", false)) == .noSuchPlayer)
        let roll = RollParams(table: night, animate: false, by: "ann")
        _ = try await rig.call(owner, Method.roll(roll))
        #expect(try await cause(owner, request("ann")) == .rolledInTurn)
        try await rest(owner, "bo")
        try await rest(owner, "cy")
        let end = EndTurnParams(table: night, by: "ann", box: "chance")
        _ = try await rig.call(owner, Method.endTurn(end))
        #expect(try await cause(owner, request("ann")) == .lastPlayer)
        let plain = RestParams(table: .default, player: "ann", rests: true)
        #expect(try await cause(owner, Method.rest(plain)) == .noGame)
    }

    @Test("a match ends when all who do not rest have filled their sheets")
    func ends() async throws {
        let game = try #require(Game.all.first { $0.name == "yatzy" }?.sheet)
        try await rest(owner, "cy")
        for box in game.boxes.dropLast() {
            try await play("ann", box.name)
            try await play("bo", box.name)
        }
        let last = try #require(game.boxes.last).name
        try await play("ann", last)
        await rig.advance(by: .seconds(60))
        let ann = try await connect(as: "ann")
        #expect(try await cause(ann, request("bo")) == .restEndsMatch)
        let over = try await rest(owner, "bo")
        #expect(over.game?.over == true)
        #expect(over.game?.winners?.isEmpty == false)
        #expect(try await entries().last?.rest?.winners == over.game?.winners)
        #expect(try await cause(owner, request("cy", false)) == .gameOver)
        let next = Method.newGame(PlayerParams(table: night))
        let begun = try await rig.call(owner, next, as: TableSnapshot.self)
        #expect(begun.game?.resting == nil)
    }

    @Test("other players make someone rest who has been away for a minute")
    func absent() async throws {
        let bo = try await connect(as: "bo", watches: true)
        let ann = try await connect(as: "ann", watches: true)
        _ = try await connect(as: "cy", watches: true)
        await rig.advance(by: .seconds(120))
        #expect(try await cause(bo, request("ann")) == .restOfAnother, "ann is here")
        _ = try await rig.call(ann, Method.unwatch(TableParams(table: night)))
        await rig.advance(by: .seconds(59))
        #expect(try await cause(bo, request("ann")) == .restOfAnother)
        await rig.advance(by: .seconds(1))
        let told = try bo.lines().compactMap { try ServerLine(Array($0.utf8))?.notification() }
        let verdicts = told.compactMap { line -> May.Verdict? in
            guard case .event(let event) = line, event.kind == .mayChanged else { return nil }
            return event.may?.rest
        }
        #expect(verdicts == [.possible])
        #expect(try await rest(bo, "ann").up == "bo")
    }

    @Test("a player who acts without watching is not away")
    func acts() async throws {
        let bo = try await connect(as: "bo", watches: true)
        await rig.advance(by: .seconds(59))
        try await play("ann", "chance")
        await rig.advance(by: .seconds(59))
        #expect(try await cause(bo, request("ann")) == .restOfAnother)
        await rig.advance(by: .seconds(1))
        #expect(try await rest(bo, "ann").game?.resting == ["ann"])
    }

    @Test("the owner ends the turn of a player who is away, in the first possible box, on record")
    func endsAbsent() async throws {
        let bo = try await connect(as: "bo", watches: true)
        let end = Method.endTurn(EndTurnParams(table: night, by: "ann", absent: true))
        await rig.advance(by: .seconds(60))
        #expect(try await cause(owner, end) == .nothingRolled)
        let roll = RollParams(table: night, animate: false, by: "ann")
        _ = try await rig.call(owner, Method.roll(roll))
        await rig.advance(by: .seconds(59))
        #expect(try await cause(owner, end) == .notAway)
        await rig.advance(by: .seconds(1))
        #expect(try await cause(bo, end) == .absenceOfAnother)
        let turn = try await rig.call(owner, end, as: Turn.self)
        #expect(turn.absent == true)
        #expect(turn.by == "ann")
        #expect(turn.score?.box == "ones")
        #expect(try await snapshot().up == "bo")
        #expect(try await rest(bo, "ann").game?.resting == ["ann"], "ann has not acted")
        try await verify()
    }

    @Test("players join until the first round has ended, by the owner, on record")
    func joins() async throws {
        let bo = try await connect(as: "bo", watches: true)
        func add(_ names: [String]) -> Request {
            Method.configure(ConfigureParams(table: night, SettingsChange(players: names)))
        }
        let roll = RollParams(table: night, animate: false, by: "ann")
        _ = try await rig.call(owner, Method.roll(roll))
        let four = try await rig.call(
            owner,
            add(["ann", "bo", "cy", "dan"]),
            as: TableSnapshot.self
        )
        #expect(four.players == ["ann", "bo", "cy", "dan"])
        #expect(four.roll == 1)
        #expect(try await entries().isEmpty, "the first turn lists the players")
        let end = EndTurnParams(table: night, by: "ann", box: "chance")
        _ = try await rig.call(owner, Method.endTurn(end))
        #expect(try await cause(owner, add(["bo", "ann", "cy", "dan", "eve"])) == .matchInProgress)
        #expect(try await cause(bo, add(["ann", "bo", "cy", "dan", "eve"])) == .confined)
        _ = try await rig.call(owner, add(["ann", "bo", "cy", "dan", "eve"]))
        #expect(try await entries().last?.rest?.state == .joins)
        for name in ["bo", "cy", "dan", "eve"] {
            try await play(name, "chance")
        }
        #expect(try await snapshot().up == "ann")
        let late = add(["ann", "bo", "cy", "dan", "eve", "fay"])
        #expect(try await cause(owner, late) == .matchInProgress)
        try await verify()
        let restarted = try await rig.restarted()
        let client = try restarted.connect()
        let again = try await restarted.call(
            client,
            Method.get(GetParams(table: night)),
            as: TableSnapshot.self
        )
        #expect(again.game?.sheets.map(\.player) == ["ann", "bo", "cy", "dan", "eve"])
        #expect(again.up == "ann")
    }

    private func verify() async throws {
        var verifier = HistoryVerifier(.daemon)
        for entry in try await entries() {
            try verifier.check(entry)
        }
        try verifier.finish()
    }

    @Test("a snapshot and the audience's event list the players who are away")
    func away() async throws {
        let bo = try await connect(as: "bo", watches: true)
        #expect(try await snapshot().away?.map(\.player) == ["ann", "cy"])
        let cy = try await connect(as: "cy", watches: true)
        await rig.advance(by: .seconds(1))
        _ = try await rig.call(cy, Method.unwatch(TableParams(table: night)))
        await rig.advance(by: .seconds(1))
        let told = try bo.lines().compactMap { try ServerLine(Array($0.utf8))?.notification() }
        let away = told.compactMap { line -> [String]? in
            guard case .event(let event) = line,
                case .watchersChanged(_, _, let away, _) = event.kind
            else { return nil }
            return away?.map(\.player) ?? []
        }
        #expect(away == [["ann"], ["ann", "cy"]])
    }
}
