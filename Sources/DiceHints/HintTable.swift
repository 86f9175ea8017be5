public import DiceGames

/// What a choice of a turn leads to if the player goes on as well as possible.
public struct HintChoice: Sendable, Hashable {
    public enum Action: Sendable, Hashable {
        /// To keep these dice, by their indices, and roll the others; none of them to roll all.
        case keep([Int])
        /// To end the turn in this box.
        case box(String)
    }

    public var action: Action
    /// The final score, on average.
    public var expected: Double
}

/// Why there are no hints for a game, or none from what was kept.
public struct HintError: Error, Sendable, Hashable {
    /// Sentences for people.
    public let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    static let tooLarge = HintError(
        "hints for this game would take too long to find: its sheets differ in too much"
    )
}

/// The final score that the best play of a game reaches on average, from every state between turns,
/// exactly.
///
/// The best is that of a player who is alone and wants many points: against others, or for a
/// record, another choice may be better. States are solved backwards from the full sheet (Verhoeff,
/// "Optimal Solitaire Yahtzee Strategies"; Glenn, "An Optimal Strategy for Yahtzee", 2006: 254.5877
/// points for Yahtzee by its official rules).
public struct HintTable: Sendable {
    let plan: HintPlan
    /// What each state still brings, as `HintPlan` places them.
    let values: [Float]
}

extension HintTable {
    /// Finds the values, which takes seconds for a game of 13 boxes.
    ///
    /// - Parameters:
    ///   - workers: how many states are solved at a time, at least 1.
    ///   - progress: gets how much is done, 0...1, and never less than before.
    /// - Throws: if the game is not one with at most 15 boxes, five six-sided dice and 1...5 rolls,
    ///   in which no hand wins at once, if it has too many states, or if the task is cancelled.
    @concurrent public init(
        _ game: Game,
        workers: Int,
        progress: @Sendable (Double) -> Void
    )
        async throws(HintError)
    {
        progress(0)
        let plan = try HintPlan(game)
        var values = Array(
            repeating: Float.zero,
            count: plan.levels[0].reduce(0) { $0 + $1.count }
        )
        var next = values
        var base = 0
        for rows in plan.levels.dropFirst() {
            let done = values.count
            next = await Self.solve(
                rows,
                plan,
                next: next,
                base: base,
                workers: workers
            ) {
                solved in
                progress(Double(done + solved) / Double(plan.states))
            }
            guard !Task.isCancelled else {
                throw HintError("the search for hints was stopped")
            }
            base = done
            values += next
        }
        self.init(plan: plan, values: values)
    }

    /// The values of the rows of one level, which do not depend on each other.
    private static func solve(
        _ rows: [HintPlan.Row],
        _ plan: HintPlan,
        next: [Float],
        base: Int,
        workers: Int,
        progress: (Int) -> Void
    ) async -> [Float] {
        let parts = stride(from: 0, to: rows.count, by: 16).map {
            rows[$0..<min($0 + 16, rows.count)]
        }
        return await withTaskGroup(of: (Int, [Float]).self) { group in
            var found = Array(repeating: [Float](), count: parts.count)
            var solved = 0
            func add(_ part: Int) {
                group.addTask {
                    var turn = HintTurn(plan)
                    var values: [Float] = []
                    for row in parts[part] where !Task.isCancelled {
                        turn.solve(row, next: next, base: base, into: &values)
                    }
                    return (part, values)
                }
            }
            for part in parts.indices.prefix(max(1, workers)) {
                add(part)
            }
            var waiting = parts.indices.dropFirst(max(1, workers))
            for await (part, values) in group {
                if let part = waiting.popFirst() {
                    add(part)
                }
                found[part] = values
                solved += values.count
                progress(solved)
            }
            return Array(found.joined())
        }
    }
}

extension HintTable {
    /// Why there are none for a game; nil if there are.
    public static func refusal(of game: Game) -> String? {
        do throws(HintError) {
            _ = try HintPlan(game)
        } catch {
            return error.reason
        }
        return nil
    }

    /// From the empty sheet.
    public var expected: Double { expected(Sheet()) }

    /// The final score from a sheet between turns, on average, with what it holds already.
    public func expected(_ sheet: Sheet) -> Double {
        let state = state(sheet)
        return state.credit + Double(values[state.row.start + state.index])
    }

    /// What may be done within a turn, the best first.
    ///
    /// Of dice that show the same, one choice is listed; and none that rolls no die.
    ///
    /// - Parameters:
    ///   - faces: of the five dice, as the last roll left them.
    ///   - roll: of the turn, from 1. After the last one only boxes are left.
    /// - Returns: nothing if the sheet is full, or if these are not five dice.
    public func choices(_ sheet: Sheet, faces: [Int], roll: Int) -> [HintChoice] {
        guard faces.count == HintDice.count, plan.dice.index(faces) != nil else {
            return []
        }
        var choices = plan.rules.options(faces, roll: roll, at: sheet).map { option in
            var after = sheet
            _ = plan.rules.fill(option, with: faces, in: &after)
            return HintChoice(action: .box(option.box), expected: expected(after))
        }
        if !choices.isEmpty, roll < plan.rolls {
            let state = state(sheet)
            var turn = HintTurn(plan)
            turn.run(
                state.row,
                state.index,
                before: max(roll, 1) + 1,
                next: values,
                base: 0
            )
            var listed: Set<Int> = []
            for choice in (0..<31).reversed() {
                let kept = faces.indices.filter { choice >> (4 - $0) & 1 == 1 }
                guard let keep = plan.dice.index(kept.map { faces[$0] }),
                    listed.insert(keep).inserted
                else { continue }
                choices.append(
                    HintChoice(
                        action: .keep(kept),
                        expected: state.credit + turn.values[keep][0]
                    )
                )
            }
        }
        return choices.sorted { $0.expected > $1.expected }
    }

    /// Where the value of a sheet stands, and the points that are not part of it: those of the
    /// sheet, and of bonuses that it cannot miss any more.
    private func state(_ sheet: Sheet) -> (
        row: HintPlan.Row, index: Int, credit: Double
    ) {
        let boxes = plan.rules.boxes
        let filled = boxes.indices.reduce(0) {
            $0 | (sheet[boxes[$1].name] == nil ? 0 : 1 << $1)
        }
        let isRich =
            plan.joker.map { $0.hasBonus && sheet[boxes[$0.box].name] ?? 0 > 0 }
            ?? false
        var index = 0
        var stride = 1
        var credit = Double(sheet.total)
        for sum in plan.sums {
            let part = sum.filled(filled)
            let missing =
                sum.least - sum.boxes.reduce(0) { $0 + (sheet[boxes[$1].name] ?? 0) }
            let place = sum.index(part, missing: missing)
            index += place * stride
            stride *= sum.needs[part].count
            if missing > 0, sum.needs[part][place] == 0 {
                credit += Double(sum.points)
            }
        }
        return (plan.row(filled, isRich: isRich), index, credit)
    }
}

/// A table as bytes, so that it need not be found again.
extension HintTable {
    /// All numbers with their low byte first: the mark and version, a hash of the rules, one of the
    /// values, and these.
    private static let mark: UInt64 = 0x0001_7374_6e69_6864
    private static let header = 24

    /// At most 16 MB; 4 bytes for each state.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.header + 4 * values.count)
        func add(_ number: some FixedWidthInteger) {
            for shift in stride(from: 0, to: number.bitWidth, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        add(Self.mark)
        add(plan.fingerprint)
        add(hintHash(values.lazy.map(\.bitPattern)))
        for value in values {
            add(value.bitPattern)
        }
        return bytes
    }

    /// A table of the same game that was kept.
    ///
    /// - Throws: if there are no hints for the game, or if these are not the `bytes` of a table of
    ///   its rules.
    public init(_ game: Game, stored: [UInt8]) throws(HintError) {
        let plan = try HintPlan(game)
        func number<Number: FixedWidthInteger>(at place: Int) -> Number {
            (0..<Number.bitWidth / 8).reduce(0) {
                $0 | Number(truncatingIfNeeded: stored[place + $1]) << ($1 * 8)
            }
        }
        guard stored.count >= Self.header, number(at: 0) == Self.mark else {
            throw HintError("these are no hints that this version has stored")
        }
        guard number(at: 8) == plan.fingerprint else {
            throw HintError("these hints are for other rules")
        }
        guard stored.count == Self.header + 4 * plan.states else {
            throw HintError("these hints are incomplete")
        }
        let values = (0..<plan.states).map {
            Float(bitPattern: number(at: Self.header + 4 * $0))
        }
        guard number(at: 16) == hintHash(values.lazy.map(\.bitPattern)) else {
            throw HintError("these hints are damaged")
        }
        self.init(plan: plan, values: values)
    }
}

/// Tells contents apart that differ by accident (FNV-1a, in words instead of bytes).
func hintHash(_ words: some Sequence<some BinaryInteger>) -> UInt64 {
    words.reduce(0xcbf2_9ce4_8422_2325) {
        ($0 ^ UInt64(truncatingIfNeeded: $1)) &* 0x100_0000_01b3
    }
}
