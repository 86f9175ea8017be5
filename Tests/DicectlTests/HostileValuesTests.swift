import DiceClient
import DiceModel
import ProgramTestSupport
import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DiceFollowing
@testable import DicePlay
@testable import DiceWire
@testable import dicectl

/// Invalid answers from a server are read and displayed. Nothing may trap, and the display stays
/// within its limits.
@Suite("Hostile values from a daemon")
struct HostileValuesTests {
    private static let cases = 100
    private static let glyphs = [Glyphs.unicode, .ascii]

    @Test("mutated responses are refused or shown without a trap", arguments: 1...cases)
    func values(_ seed: Int) throws {
        var mutator = JSONMutator(seed: UInt64(seed))
        for text in [
            Answers.snapshot, Answers.roll, Answers.thrown, Answers.entry, Answers.page,
            Answers.list, Answers.status,
            Answers.faces, Answers.savedRolls,
        ] {
            try show(mutator.mutated(text), &mutator)
        }
        for text in [Answers.frame, Answers.flyingThrow, Answers.settledThrow]
            + Answers.events
        {
            guard let line = ServerLine(Array(mutator.mutated(text).utf8)) else {
                continue
            }
            if let news = try? line.news() {
                show(news)
            }
        }
    }

    @Test("most mutated responses are refused, and some can be shown")
    func shares() throws {
        var good = 0
        for seed in 1...Self.cases {
            var mutator = JSONMutator(seed: UInt64(seed))
            let line = try #require(answer(mutator.mutated(Answers.roll)))
            if (try? line.value(as: RollResult.self)) != nil {
                good += 1
            }
        }
        #expect((5...60).contains(good))
    }

    private func answer(_ result: String) -> ServerLine? {
        ServerLine(Array(#"{"jsonrpc":"2.0","id":1,"result":\#(result)}"#.utf8))
    }

    /// Reads the result as each type, whichever type the result was derived from.
    private func show(_ result: String, _ mutator: inout JSONMutator) throws {
        let line = try #require(answer(result))
        if let table = try? line.value(as: TableSnapshot.self) {
            check(
                table.dice.map(\.die) == Array(1...table.dice.count)
                    && table.dice.count <= 1_000
            )
            check(
                [table.revision, table.turn].allSatisfy((1...(1 << 53) - 1).contains)
            )
            show(table)
        }
        if let roll = try? line.value(as: RollResult.self) {
            check(
                roll.dice.allSatisfy {
                    (1...$0.sides).contains($0.value) && (2...1_000).contains($0.sides)
                }
            )
            _ = (EventText.line.roll(roll), EventText.spoken.roll(roll))
            var state = SampleTable.state(dice: mutator.number(1...3))
            state.apply(roll)
            show(state.snapshot)
        }
        if let thrown = try? line.value(as: ThrowResult.self) {
            check(thrown.dice.count <= 1_000)
            _ = (EventText.line.thrown(thrown), EventText.spoken.thrown(thrown))
            show(ThrowFrame(thrown))
        }
        if let turn = try? line.value(as: Turn.self) {
            show([turn])
        }
        if let page = try? line.value(as: HistoryPage.self) {
            show(page.turns)
        }
        if let list = try? line.value(as: ListResult.self) {
            _ = Columns.lines(list.tables.map(TableList.row))
            var state = PlayState(name: .default, players: ["ann"], tables: list.tables)
            state.pane = .tables
            draw(state)
        }
        if let list = try? line.value(as: SavedRolls.self) {
            check(list.rolls.count <= 2_000)
            check(
                Columns.lines(list.rolls.map(Saved.row)).allSatisfy {
                    !$0.contains("\u{1B}")
                }
            )
        }
        if let statistics = try? line.value(as: FaceStatistics.self) {
            check(
                statistics.faces.allSatisfy {
                    $0.counts.count == $0.sides && $0.counts.reduce(0, +) == $0.rolls
                }
            )
            for columns in [7, 80] {
                let lines = FaceText(columns: columns, bar: "#").lines(statistics.faces)
                check(lines.allSatisfy { !$0.contains("\u{1B}") })
            }
        }
        if let status = try? line.value(as: StatusResult.self) {
            _ = Columns.lines(Status.rows(status, socket: "/s"))
        }
        _ = try? line.value(as: CancelResult.self)
    }

    private func show(_ table: TableSnapshot) {
        _ = (EventText.line.state(table), EventText.spoken.state(table))
        let state = TableState(table)
        for field in LineTemplate.Field.allCases {
            _ = try? LineTemplate("{{\(field.rawValue)}}").line(
                state,
                by: nil,
                isGone: false
            )
        }
        for size in [Size(columns: 80, rows: 24), Size(columns: 7, rows: 2)] {
            _ = TableDrawing(glyphs: .unicode).draw(state, in: size)
        }
        var play = PlayState(name: .default, players: ["ann"])
        play.show(table)
        draw(play)
    }

    private func show(_ turns: [Turn]) {
        _ = turns.map {
            (HistoryForm.line(.turn($0), .utc), EventText.line.turnEnded($0))
        }
        var state = PlayState(name: .default, players: ["ann"])
        state.history = turns.map(HistoryEntry.turn)
        state.pane = .history
        draw(state)
    }

    private func show(_ thrown: ThrowFrame) {
        for glyphs in Self.glyphs {
            for motion in Motion.allCases {
                let drawing = ThrowDrawing(glyphs: glyphs, motion: motion)
                for size in [
                    Size(columns: 80, rows: 24), Size(columns: 20, rows: 5),
                    Size(columns: 1, rows: 2),
                ] {
                    let drawn = drawing.draw(thrown, in: size)
                    check(
                        drawn.width == size.columns
                            && (1...size.rows).contains(drawn.height)
                    )
                    check(drawn.rows.allSatisfy { $0.count == size.columns })
                }
            }
        }
    }

    private func show(_ news: Notification) {
        if case .throw(let frame) = news {
            show(frame)
        }
        var state = SampleTable.state(dice: 2)
        state.apply(news)
        check(
            state.dice.allSatisfy {
                (1...$0.sides).contains($0.value) && (2...1_000).contains($0.sides)
            }
        )
        show(state.snapshot)
        if case .event(let event) = news {
            _ = (
                EventText.line.event(event, at: state.snapshot),
                EventText.spoken.event(event, at: state.snapshot)
            )
        }
        var play = PlayState(name: .default, players: ["ann"])
        play.show(SampleTable.snapshot(dice: 2))
        play.apply(news)
        if case .throw(var frame) = news {
            // The rest of a throw that began differently.
            frame.number = 1
            play.apply(.throw(SampleTable.thrown(.flying)))
            play.apply(.throw(frame))
        }
        draw(play)
    }

    private func draw(_ state: PlayState) {
        for glyphs in Self.glyphs {
            let drawn = PlayLayout(
                state,
                size: Size(columns: 60, rows: 12),
                glyphs: glyphs
            ).draw()
            check(drawn.rows.count == 12)
        }
    }

    private func check(_ holds: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(holds, sourceLocation: sourceLocation)
    }
}

/// Changes JSON text in one or two places, reproducibly.
private struct JSONMutator {
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    private static let numbers = [
        "-9223372036854775808", "-1", "0", "1", "2", "3", "999", "1000", "1001",
        "9007199254740991",
        "9007199254740992", "9223372036854775807", "1e300", "4.5", "2e0",
    ]
    private static let texts = [
        "", "x", "void", "default", "a\u{1B}[2J\n\u{202E}",
        String(repeating: "名", count: 65),
    ]

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }

    mutating func mutated(_ text: String) -> String {
        guard var json = try? JSONParser.parse(Array(text.utf8)) else { return text }
        for _ in 1...number(1...2) {
            json = mutated(json)
        }
        return Self.text(json)
    }

    /// Changes this value, or one inside it.
    private mutating func mutated(_ json: JSONValue) -> JSONValue {
        switch json {
        case .object(var members) where !members.isEmpty && number(1...12) > 1:
            let index = number(0...(members.count - 1))
            switch number(1...10) {
            case 1: members.remove(at: index)
            case 2:
                members.append(
                    .init(
                        name: members[index].name,
                        value: mutated(members[index].value)
                    )
                )
            default: members[index].value = mutated(members[index].value)
            }
            return .object(members)
        case .array(var elements) where !elements.isEmpty && number(1...12) > 1:
            let index = number(0...(elements.count - 1))
            switch number(1...8) {
            case 1: elements.remove(at: index)
            case 2: elements.append(elements[index])
            case 3: elements.reverse()
            case 4: elements += Array(repeating: elements[index], count: 1_000)
            default: elements[index] = mutated(elements[index])
            }
            return .array(elements)
        case .number where number(1...8) > 1, .integer where number(1...8) > 1:
            return .number(pick(Self.numbers))
        case .string where number(1...8) > 1: return .string(pick(Self.texts))
        default:
            return pick([
                .null, .bool(true), .object([]), .array([]), .array([json]),
                .number(pick(Self.numbers)),
            ])
        }
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[number(0...(elements.count - 1))]
    }

    private static func text(_ json: JSONValue) -> String {
        switch json {
        case .null: "null"
        case .bool(let bool): bool ? "true" : "false"
        case .integer(let number): "\(number)"
        case .number(let number): number
        case .string(let string): String(decoding: string.jsonBytes(), as: UTF8.self)
        case .array(let elements): "[\(elements.map(text).joined(separator: ","))]"
        case .object(let members):
            "{\(members.map { "\(text(.string($0.name))):\(text($0.value))" }.joined(separator: ","))}"
        }
    }
}
