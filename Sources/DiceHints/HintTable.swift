public import DiceGames

/// A choice within a turn, with the average final score if the player then plays optimally.
public struct HintChoice: Sendable, Hashable {
    public enum Action: Sendable, Hashable {
        /// Keep these dice, given by their indices, and roll the others. An empty list rolls all
        /// dice.
        case keep([Int])
        /// End the turn in this box.
        case box(String)
    }

    public var action: Action
    /// The average final score.
    public var expected: Double
}

/// The reason why a game has no hints, or why stored hints cannot be read.
public struct HintError: Error, Sendable, Hashable {
    /// Sentences for people.
    public let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    static let tooLarge = HintError(
        "hints for this game would take too long to compute: it has too many different sheets"
    )
}

/// The average final score under optimal play, exact for every state between turns.
///
/// Optimal play maximizes the average score of a player who plays alone. Against opponents, or to
/// beat a record, another choice may be better. States are solved backwards from the full sheet
/// (Verhoeff, "Optimal Solitaire Yahtzee Strategies"; Glenn, "An Optimal Strategy for Yahtzee",
/// 2006: 254.5877 points for Yahtzee by its official rules).
public struct HintTable: Sendable {
    let plan: HintPlan
    /// The average points still to be scored from each state, in the order of `HintPlan`.
    let values: [Float]
}

extension HintTable {
    /// Computes the values, which takes seconds for a game of 13 boxes.
    ///
    /// - Parameters:
    ///   - workers: the number of states to solve in parallel, at least 1.
    ///   - progress: receives the completed fraction, 0...1, which never decreases.
    /// - Throws: `HintError` unless the game has at most 15 boxes, five six-sided dice and 1...5
    ///   rolls, no hand that wins at once, and not too many states; also if the task is cancelled.
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
            ) { solved in
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

    /// Returns the values of some rows of one level. Rows of a level are independent of each other.
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
    /// Returns the reason why a game has no hints, or `nil` if it has them.
    public static func refusal(of game: Game) -> String? {
        do throws(HintError) {
            _ = try HintPlan(game)
        } catch {
            return error.reason
        }
        return nil
    }

    /// The average final score from the empty sheet.
    public var expected: Double { expected(Sheet()) }

    /// Returns the average final score from a sheet between turns, including the points already on
    /// it.
    public func expected(_ sheet: Sheet) -> Double {
        let state = state(sheet)
        return state.credit + Double(values[state.row.start + state.index])
    }

    /// Returns the possible choices within a turn, the best first.
    ///
    /// Equal dice give one choice, and keeping all dice is omitted.
    ///
    /// - Parameters:
    ///   - faces: the five dice after the last roll.
    ///   - roll: the roll of the turn, from 1. After the last roll, only boxes remain.
    /// - Returns: an empty list if the sheet is full or if `faces` are not five six-sided dice.
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

    /// Returns the position of a sheet's value, and the points that the value excludes: the points
    /// on the sheet, and bonuses that the sheet is certain to get.
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
                sum.minimum - sum.boxes.reduce(0) { $0 + (sheet[boxes[$1].name] ?? 0) }
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

/// The binary form in which a table is stored for reuse.
extension HintTable {
    /// The layout, all little-endian: magic number and version, a hash of the rules, a hash of the
    /// values, the values.
    private static let mark: UInt64 = 0x0001_7374_6e69_6864
    private static let header = 24

    /// The stored form: 4 bytes for each state, at most 16 MB.
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

    /// Reads a stored table of the same game.
    ///
    /// - Throws: `HintError` if the game has no hints, or if `stored` is not the `bytes` of a table
    ///   for the rules of this game.
    public init(_ game: Game, stored: [UInt8]) throws(HintError) {
        let plan = try HintPlan(game)
        func number<Number: FixedWidthInteger>(at place: Int) -> Number {
            (0..<Number.bitWidth / 8).reversed().reduce(0) {
                $0 &<< 8 | Number(truncatingIfNeeded: stored[place + $1])
            }
        }
        guard stored.count >= Self.header, number(at: 0) == Self.mark else {
            throw HintError("these hints were not stored by this version")
        }
        guard number(at: 8) == plan.fingerprint else {
            throw HintError("these hints are for different rules")
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

/// Returns a checksum that detects accidental damage (FNV-1a over words instead of bytes).
func hintHash(_ words: some Sequence<some BinaryInteger>) -> UInt64 {
    words.reduce(0xcbf2_9ce4_8422_2325) {
        ($0 ^ UInt64(truncatingIfNeeded: $1)) &* 0x100_0000_01b3
    }
}
