import DiceProof
import DiceTestSupport
import Foundation
import ProgramTestSupport
import Referee

/// Random play, mostly within the rules, with a daemon that is stopped or killed now and then.
struct RandomPlay: Sendable {
    /// The parameters of the table.
    var create: JSON
    var random: RandomCase
    private var secrets: [(entropy: String, commitment: String)]
    private var promised = 0

    static let table = "night"
    /// The name of each connection; `nil` for any name, "" for a connection that may only watch.
    private static let names: [String?] = [nil, nil, "ann", "bo", ""]

    init(_ create: JSON, _ random: RandomCase) {
        self.create = create
        self.random = random
        self.create["table"] = .string(Self.table)
        secrets = (1...64).compactMap { number in
            let entropy = String(repeating: String(number + 100, radix: 16), count: 16)
            return Entropy.commitment(entropy).map { (entropy, $0) }
        }
    }

    var known: Referee.Known {
        Referee.Known(
            games: RandomDocument.builtIn,
            secrets: Dictionary(
                uniqueKeysWithValues: secrets.map { ($0.entropy, $0.commitment) }
            ),
            isSeeded: true
        )
    }

    private func request(_ connection: Int, _ method: String, _ params: JSON = [:])
        -> Order
    {
        var params = params
        if method.hasPrefix("table."), method != "table.list" {
            params["table"] = .string(Self.table)
        }
        return Order(connection, "", method, params)
    }

    // MARK: Connections

    /// Opens the connections that are not open.
    func sit(_ stage: isolated Stage, isNew: Bool = false) async throws {
        for (connection, name) in Self.names.enumerated()
        where stage.referee.seats[connection] == nil {
            try await stage.open(connection)
            if connection == 0, isNew {
                try await stage.send([Order(0, "", "table.create", create)])
            }
            if let name {
                let seat: JSON =
                    name.isEmpty
                    ? ["role": "watch"] : ["as": .string(name), "role": "play"]
                try await stage.send([request(connection, "session.confine", seat)])
            }
            let frames: JSON =
                connection % 2 == 0 && connection > 0 ? "plan" : "values"
            if connection != 3 {
                try await stage.send([
                    request(connection, "table.watch", ["frames": frames])
                ])
            }
        }
    }

    // MARK: Actions

    /// Performs a number of actions.
    mutating func play(_ stage: isolated Stage, steps: Int) async throws {
        for _ in 1...steps {
            guard let table = stage.referee.table else { return }
            try await sit(stage)
            if let asked = table.asked {
                try await answer(asked, stage)
            } else if table.isRolling {
                try await wait(table, stage)
            } else {
                try await move(table, stage)
            }
        }
    }

    /// Continues until everything is at rest and the open turn has ended.
    mutating func end(_ stage: isolated Stage) async throws {
        let turn = stage.referee.table?.turn
        for _ in 1...200 where stage.referee.table?.turn == turn {
            try await sit(stage)
            if stage.referee.isAtRest, let way = stage.referee.wayOut() {
                var way = way
                if way.method == "table.roll", random.bool() {
                    way.params["animate"] = false
                }
                try await stage.send([way])
                if stage.referee.table?.match?.isOver == true {
                    return
                }
            } else {
                try await stage.pass(2.5)
            }
        }
    }

    /// Makes a backup that another daemon can serve.
    func backUp(_ stage: isolated Stage, _ folder: String) async throws {
        try await sit(stage)
        try await stage.send([
            request(1, "server.backup", ["path": .string(folder + "/diced.sqlite")])
        ])
    }

    private mutating func any<Element>(_ elements: [Element]) -> Element {
        elements[random.int(0...elements.count - 1)]
    }

    private mutating func isOne(in number: Int) -> Bool {
        random.int(1...number) == 1
    }

    /// Acts while dice are in flight.
    private mutating func wait(_ table: Table, _ stage: isolated Stage) async throws {
        switch random.int(1...20) {
        case 1:
            try await stage.send([request(1, "table.cancel", ["by": JSON(table.up)])])
        case 2: try await stage.close(random.int(1...3))
        case 3, 4: try await stage.pass(Double(random.int(1...60)) / 100)
        case 5...9:
            if random.bool() {
                try await stage.send([request(random.int(0...4), "table.get")])
            }
            try await stage.send([ask(table, stage.referee, isHostile: true)])
        default: try await stage.pass(5.1)
        }
    }

    /// Acts while a roll is waiting for contributions.
    private mutating func answer(_ asked: Table.Asked, _ stage: isolated Stage)
        async throws
    {
        guard let table = stage.referee.table else { return }
        // A contributor that has revealed and disconnected no longer answers. A contributor that
        // still has to reveal is connected; otherwise the roll would be void.
        let promise = any(asked.promises.filter { $0.connection > 0 })
        let secret =
            secrets.first { $0.commitment == promise.commitment }?.entropy ?? ""
        switch random.int(1...20) {
        case 1: try await stage.close(promise.connection)
        case 2: try await stage.send([request(promise.connection, "table.unwatch")])
        case 3:
            let other: JSON = ["entropy": .string(secrets[63].entropy)]
            try await stage.send([request(promise.connection, "table.reveal", other)])
        case 4: try await stage.pass(Double(random.int(1...19)) / 10)
        case 5:
            try await stage.pass(2.1)
            if stage.referee.table?.asked == nil {
                try await stage.send([
                    request(
                        promise.connection,
                        "table.reveal",
                        ["entropy": .string(secret)]
                    )
                ])
            }
        case 6:
            try await stage.send([
                request(promise.connection, "table.contribute", ["commitment": ""])
            ])
        case 7, 8: try await stage.send([ask(table, stage.referee, isHostile: true)])
        default:
            try await stage.send([
                request(
                    promise.connection,
                    "table.reveal",
                    ["entropy": .string(secret)]
                )
            ])
        }
    }

    /// Acts while all dice are at rest.
    private mutating func move(_ table: Table, _ stage: isolated Stage) async throws {
        switch random.int(1...40) {
        case 40: return try await archive(stage)
        case 1: return try await stage.close(random.int(1...4))
        case 2: return try await stage.pass(Double(random.int(1...30)) / 10)
        case 3 where table.promises.isEmpty:
            var batch = (1...random.int(2...4)).map { _ in
                ask(table, stage.referee, isHostile: random.bool())
            }
            for index in batch.indices {
                batch[index].connection = batch[0].connection
                // A read in a batch reports the state between two other requests.
                if batch[index].isReading {
                    batch[index] = request(batch[0].connection, "table.get")
                }
                let isRoll = ["table.roll", "table.throw"].contains(batch[index].method)
                if isRoll {
                    batch[index].params["animate"] = false
                }
            }
            return try await stage.send(batch, asBatch: random.bool())
        case 4...7:
            if let way = stage.referee.wayOut() {
                return try await stage.send([way])
            }
        case 8...14:
            if let corrector = table.corrector {
                let box = any((table.match?.boxes ?? []) + ["none"])
                let by: JSON = [
                    "box": .string(box), "by": .string(isOne(in: 8) ? "bo" : corrector),
                ]
                return try await stage.send([request(1, "table.correct", by)])
            }
        default: break
        }
        try await stage.send([ask(table, stage.referee, isHostile: isOne(in: 5))])
    }

    /// Archives the history up to some entry.
    private mutating func archive(_ stage: isolated Stage) async throws {
        // From then on, the referee knows every entry.
        try await stage.send([
            request(0, "table.history", ["kind": "all", "limit": 1_000])
        ])
        let ids = stage.referee.entries.keys.sorted()
        guard !ids.isEmpty else { return }
        let last = any(ids)
        let named = isOne(in: 6) ? any(ids) : last
        let chain = stage.referee.entries[named]?["chain"] ?? .null
        let params: JSON = ["last": JSON(isOne(in: 10) ? 0 : last), "chain": chain]
        try await stage.send([request(isOne(in: 10) ? 2 : 0, "table.prune", params)])
    }

    /// Returns a request that will be granted, if such a request is found soon and no hostile
    /// request is wanted.
    private mutating func ask(_ table: Table, _ referee: Referee, isHostile: Bool)
        -> Order
    {
        var asked = any(table)
        for _ in 1...12 where !isHostile {
            if let seat = referee.seats[asked.connection],
                isGranted(asked, table, seat, referee)
            {
                break
            }
            asked = any(table)
        }
        return asked
    }

    private func isGranted(
        _ request: Order,
        _ table: Table,
        _ seat: Seat,
        _ referee: Referee
    )
        -> Bool
    {
        table.refusals(of: request, from: seat, referee.known, now: referee.now)
            == Refusals()
    }

    /// Returns any request on any connection.
    private mutating func any(_ table: Table) -> Order {
        let connection = random.int(1...(isOne(in: 10) ? 4 : 3))
        let others = [table.up, "ann", "bo", "cleo", nil]
        let name = Self.names[connection] ?? (isOne(in: 8) ? any(others) : table.up)
        var params: JSON = [:]
        if let name, !name.isEmpty, connection == 1 || isOne(in: 10) {
            params["by"] = .string(name)
        }
        let some = (1...table.sides.count + (isOne(in: 20) ? 1 : 0)).filter { _ in
            random.bool()
        }
        let dice = JSON(some.isEmpty ? [1] : some)
        switch random.int(1...70) {
        case 1...24:
            if isOne(in: 5) {
                params["dice"] = dice
            }
            if isOne(in: 4) {
                params["animate"] = false
            }
            if isOne(in: 8) {
                params["restart"] = true
            }
            if isOne(in: 3) {
                params["entropy"] = .string(secrets[0].entropy)
            }
            if table.hand, !isOne(in: 20) {
                enter(&params, at: table)
            }
            return request(connection, "table.roll", params)
        case 25...38:
            params["dice"] = dice
            return request(
                connection,
                any(["table.lock", "table.lock", "table.unlock", "table.toggleLock"]),
                params
            )
        case 39...48:
            let boxes = table.match.map { $0.boxes } ?? []
            if !boxes.isEmpty, !isOne(in: 6) {
                params["box"] = .string(any(boxes))
            }
            if isOne(in: 30) {
                params["box"] = "none"
            }
            return request(connection, "table.endTurn", params)
        case 49...52:
            promised = promised % 60 + 1
            params["commitment"] = .string(
                isOne(in: 6) ? "" : secrets[promised].commitment
            )
            return request(connection, "table.contribute", params)
        case 53: return configure(table)
        case 54: return request(connection, "table.newGame", params)
        case 55:
            return request(
                connection,
                "table.reveal",
                ["entropy": .string(secrets[1].entropy)]
            )
        case 56:
            params["expression"] = .string(
                any(["3d6", "4d6kh3", "2d20kh1+4", "1d8+2"])
            )
            params["animate"] = .bool(random.bool())
            return request(connection, "table.throw", params)
        case 57:
            return request(
                connection,
                "table.history",
                ["kind": any(["all", "all", "rest"]), "limit": 1_000]
            )
        case 58: return request(connection, "table.matches", ["limit": 100])
        case 59:
            return request(
                connection,
                any(["table.list", "table.stats", "roll.list", "ping", "table.game"])
            )
        case 60, 61:
            params["box"] = .string(any((table.match?.boxes ?? []) + ["none"]))
            return request(connection, "table.correct", params)
        case 62...66: return rest(connection, params, at: table)
        case 67: return append(connection, to: table)
        default: return request(connection, "table.get")
        }
    }

    /// Adds the faces of the dice that a roll takes, or occasionally the faces of other dice.
    private mutating func enter(_ params: inout JSON, at table: Table) {
        let rolled =
            params["dice"] == .null
            ? table.rollable : params["dice"].ints.filter { $0 <= table.sides.count }
        var faces = rolled.map { random.int(1...table.sides[$0 - 1]) }
        if isOne(in: 12) {
            faces.append(any([0, 1, 7]))
        }
        params["faces"] = JSON(faces)
        params["entropy"] = .null
    }

    /// Returns a request that makes a player rest or play again, mostly so that something changes.
    private mutating func rest(_ connection: Int, _ params: JSON, at table: Table) -> Order {
        var params = params
        let player = isOne(in: 20) ? "zed" : any(table.players + ["ann"])
        let isResting = table.resting.contains(player)
        params["player"] = .string(player)
        params["rests"] = .bool(isOne(in: 8) ? isResting : !isResting)
        if connection == 1, random.bool() {
            params["by"] = random.bool() ? .string(player) : .null
        }
        return request(connection, "table.rest", params)
    }

    /// Returns a request that appends players to those of the table.
    private mutating func append(_ connection: Int, to table: Table) -> Order {
        let names = ["dave", "eve", "finn", "gus"].filter { !table.players.contains($0) }
        let few = table.players.count < 4 ? random.int(1...2) : nil
        let count = few ?? (isOne(in: 4) ? 1 : 0)
        let players = table.players + names.prefix(count)
        return request(
            isOne(in: 4) ? connection : 1,
            "table.configure",
            ["players": JSON(isOne(in: 8) ? players.reversed() : players)]
        )
    }

    private mutating func configure(_ table: Table) -> Order {
        switch random.int(1...5) {
        case 1:
            request(
                1,
                "table.configure",
                ["players": any([[], ["ann"], ["bo", "ann"], ["cleo", "ann", "bo"]])]
            )
        case 2: request(1, "table.configure", ["pace": any([1, 2, 4])])
        case 3:
            request(
                1,
                "table.configure",
                ["dice": any([[6, 6], [6, 6, 6, 6, 6], [4]])]
            )
        case 4: request(1, "table.configure", ["rollsPerTurn": any([0, 2, 3])])
        default:
            request(
                1,
                "table.configure",
                ["game": any([create["game"] == .null ? "" : create["game"], "pig"])]
            )
        }
    }
}
