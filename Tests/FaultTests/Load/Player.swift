import DiceModel
import ProgramTestSupport
import Testing

/// Plays alone at its own tables, one request at a time, so that it knows the exact state of each.
actor Player {
    let name: String
    private let tables: [String]
    private let sizes: [Int]
    private var expected: [String: Expected] = [:]
    /// The change that had been requested but not answered when the daemon was killed.
    private var pending: (table: String, change: Expected.Change)?
    private var luck: SeededGenerator
    private(set) var acknowledged = 0
    private var progress: Progress?

    /// - Parameter sizes: the number of dice of each of the player's tables.
    init(_ name: String, tables count: Int, sizes: [Int], seed: UInt64) {
        self.name = name
        tables = (1...count).map { "\(name).\($0)" }
        self.sizes = sizes
        luck = SeededGenerator(seed: seed)
    }

    /// Plays until the daemon is dead.
    func play(with client: Client, _ progress: Progress) async {
        self.progress = progress
        do {
            while true {
                try await move(client)
            }
        } catch {
            #expect(error is Recorded<JSON>.Missing, "\(name): \(error)")
        }
    }

    private func move(_ client: Client) async throws {
        let table = tables.randomElement(using: &luck) ?? ""
        guard let state = expected[table] else {
            let count = sizes.randomElement(using: &luck) ?? 1
            let sides = (0..<count).map { _ in Int.random(in: 2...20, using: &luck) }
            return try await change(
                table,
                .create(sides),
                "table.create",
                ["dice": JSON(sides)],
                client
            )
        }
        switch Int.random(in: 0..<20, using: &luck) {
        case 0: try await change(table, .delete, "table.delete", [:], client)
        case 1...3 where !state.rolls.isEmpty:
            try await change(table, .endTurn, "table.endTurn", [:], client)
        case 4...8: try await changeLocks(table, state, client)
        case 9...13 where !state.unlocked.isEmpty:
            try await roll(table, state, isAnimated: true, client)
        case _ where !state.unlocked.isEmpty:
            try await roll(table, state, isAnimated: false, client)
        default:
            try await change(
                table,
                .locks([1], locked: false),
                "table.unlock",
                ["dice": [1]],
                client
            )
        }
    }

    private func changeLocks(_ table: String, _ state: Expected, _ client: Client)
        async throws
    {
        let numbers = Array(1...state.dice.count).shuffled(using: &luck).prefix(3)
            .sorted()
        let locked = Bool.random(using: &luck)
        try await change(
            table,
            .locks(numbers, locked: locked),
            locked ? "table.lock" : "table.unlock",
            ["dice": JSON(numbers)],
            client
        )
    }

    private func roll(
        _ table: String,
        _ state: Expected,
        isAnimated: Bool,
        _ client: Client
    )
        async throws
    {
        let rolled =
            Bool.random(using: &luck)
            ? state.unlocked : [state.unlocked.randomElement(using: &luck) ?? 1]
        var params: [String: JSON] = [
            "dice": JSON(rolled), "animate": .bool(isAnimated),
        ]
        // Half of the animated rolls are cancelled.
        let isCut = isAnimated && Bool.random(using: &luck)
        guard isAnimated else {
            return try await change(
                table,
                .roll(rolled, shown: [:], isStarted: false),
                "table.roll",
                params,
                client
            )
        }
        params["table"] = .string(table)
        try await client.result("table.watch", ["table": .string(table)])
        let start = client.lines.count
        pending = (table, .roll(rolled, shown: [:], isStarted: false))
        do {
            let request = await client.begin("table.roll", .object(params))
            if isCut {
                try await client.event("rollStarted", table: table, from: start)
                try await client.result("table.cancel", ["table": .string(table)])
            }
            let reply = try await client.reply(request)
            try await acknowledge(
                table,
                .roll(rolled, shown: [:], isStarted: true),
                reply,
                client
            )
        } catch {
            if pending != nil {
                pending = (
                    table, seen(table, rolled, client.lines.all.dropFirst(start))
                )
            }
            throw error
        }
    }

    /// Returns what the notifications contained about a roll.
    private func seen(_ table: String, _ rolled: [Int], _ lines: ArraySlice<JSON>)
        -> Expected.Change
    {
        var shown: [Int: Int] = [:]
        var isStarted: Bool = false
        for params in lines.map({ $0["params"] })
        where params["table"] == .string(table) {
            if params["event"] == "rollStarted" {
                isStarted = true
            }
            guard isStarted, params["event"] == .null else { continue }
            for die in params["dice"].array where die["animating"] == false {
                if let number = die["die"].int, rolled.contains(number) {
                    shown[number] = die["value"].int
                }
            }
        }
        return .roll(rolled, shown: shown, isStarted: isStarted)
    }

    private func change(
        _ table: String,
        _ change: Expected.Change,
        _ method: String,
        _ params: [String: JSON],
        _ client: Client
    ) async throws {
        var params = params
        params["table"] = .string(table)
        pending = (table, change)
        try await acknowledge(
            table,
            change,
            try await client.call(method, .object(params)),
            client
        )
    }

    /// Compares the reply with the expected effect of the request.
    private func acknowledge(
        _ table: String,
        _ change: Expected.Change,
        _ reply: JSON,
        _ client: Client
    ) async throws {
        pending = nil
        acknowledged += 1
        let result = reply["result"]
        progress?.changes.append(result)
        #expect(reply["error"] == .null, "\(table): \(change)")
        let before = expected[table]
        var found = Found(snapshot: result, history: before?.history ?? [])
        if case .endTurn = change {
            found.history.insert(result.entry, at: 0)
        }
        var (after, complaints) = Expected.after(change, of: before, as: found)
        if case .roll = change, let last = after?.rolls.indices.last {
            after?.rolls[last].outcome = result["outcome"].string
        }
        #expect(complaints == [], "\(table): \(change)")
        if case .roll(_, let shown, _) = change, shown.isEmpty {
            #expect(found.dice == after?.dice)
        }
        expected[table] = after
    }

    // MARK: after a crash

    /// Compares every table with its expected state, and adopts the effect of the unanswered
    /// request.
    func check(with client: Client) async throws {
        for table in tables {
            let found = try await Found.ask(table, of: client)
            if let found {
                #expect(!found.isRolling, "\(table)")
            }
            guard let pending, pending.table == table else {
                expect(expected[table], table, found)
                continue
            }
            if isUnchanged(table, found) {
                if case .roll(_, _, isStarted: true) = pending.change {
                    Issue.record("\(table): a roll that was seen to start is gone")
                }
                continue
            }
            var empty = Found(snapshot: .null, history: [])
            empty.isRolling = false
            let (after, complaints) = Expected.after(
                pending.change,
                of: expected[table],
                as: found ?? empty
            )
            #expect(complaints == [], "\(table): \(pending.change)")
            expect(after, table, found)
            expected[table] = after
        }
        pending = nil
        let names = try await client.result("table.list")["tables"].array.compactMap {
            $0["table"].string
        }
        #expect(names.filter { $0.hasPrefix(name + ".") } == expected.keys.sorted())
    }

    private func isUnchanged(_ table: String, _ found: Found?) -> Bool {
        guard let found, let state = expected[table] else {
            return found == nil && expected[table] == nil
        }
        return state.differences(from: found).isEmpty
    }

    private func expect(_ state: Expected?, _ table: String, _ found: Found?) {
        guard let found, let state else {
            #expect(
                found == nil,
                "\(table) is there, and was never made or was deleted"
            )
            #expect(state == nil, "\(table) is gone")
            return
        }
        #expect(state.differences(from: found) == [], "\(table)")
    }
}
