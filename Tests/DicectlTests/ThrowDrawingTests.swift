import DiceModel
import DiceNotation
import DiceWire
import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DiceFollowing
@testable import dicectl

/// Throws on a screen: each state of a die is visible without color, and many dice are summarized.
struct ThrowDrawingTests {
    private let drawing = ThrowDrawing(glyphs: .unicode)

    private func thrown(_ dice: [ThrowDie], total: Double? = 7, text: String = "x = 7")
        -> ThrowFrame
    {
        ThrowFrame(
            ThrowResult(
                table: "default",
                number: 1,
                expression: "x",
                by: "ann",
                outcome: total == nil ? .failed : .completed,
                message: total == nil ? "division by zero" : nil,
                total: total,
                dice: dice,
                text: text
            )
        )
    }

    private func die(
        _ value: Int,
        sides: Int = 6,
        kept: Bool = true,
        _ flags: [String] = [],
        fate: Bool? = nil
    )
        -> ThrowDie
    {
        ThrowDie(
            die: 1,
            sides: sides,
            value: value,
            kept: kept,
            flags: flags,
            fate: fate
        )
    }

    private func words(_ frame: ThrowFrame, _ motion: Motion = .full) -> [String] {
        frame.faces(motion).map { $0.word(.unicode) }
    }

    @Test("every state has its mark") func everyStateHasItsMark() {
        let dice = [
            die(6), die(1, kept: false), die(6, ["exploded"]),
            die(2, kept: false, ["rerolled"]),
            die(5, ["success"]),
            die(1, ["failure"]), die(20, sides: 20, ["critical"]), die(1, ["fumble"]),
            die(6, ["clamped", "new word"]),
            die(11, ["exploded", "success"]), die(1, sides: 3, fate: true),
            die(0, sides: 3, fate: true),
            die(-1, sides: 3, kept: false, fate: true), die(-4),
        ]
        #expect(
            words(thrown(dice)) == [
                "6", "(1)", "6!", "(2r)", "5*", "1_", "20c", "1f", "6", "11!*", "+",
                "0", "(-)",
                "-4",
            ]
        )
    }

    @Test("dropped dice are struck through, and others are not")
    func droppedDiceAreStruckThroughAndOthersAreNot() throws {
        let frame = thrown([die(6), die(1, kept: false)])
        for size in [
            Size(columns: 40, rows: 8), Size(columns: 40, rows: 4),
            Size(columns: 9, rows: 2),
        ] {
            let buffer = drawing.draw(frame, in: size)
            let struck = buffer.rows.joined().filter { $0.style == .dropped }
                .compactMap(
                    \.character
                )
            #expect(String(struck) == "(1)", "\(size)")
        }
        let line = drawing.line(
            thrown([], text: "x: [6 (1) (-2r 3)] + (1 + 2) (+) = 7"),
            columns: 60
        )
        let struck = line.rows[0].filter { $0.style == .dropped }.compactMap(
            \.character
        )
        #expect(String(struck) == "(1)(-2r 3)(+)")
    }

    @Test("dropped dice are struck through in every palette") func whatIsStruckThroughLooksSo() {
        for palette in Palette.allCases where palette != .none {
            let sequence = String(
                decoding: palette.sequence(for: .dropped),
                as: UTF8.self
            )
            #expect(sequence.contains(/;9[;m]/))
            #expect(sequence.hasPrefix("\u{1B}[0;"))
        }
    }

    @Test("the result is withheld until it is known") func theResultIsWithheldUntilItIsThere() {
        let flying = SampleTable.thrown(.flying)
        #expect(words(flying) == ["6…", "3", "1…", "5", "4…"])
        #expect(words(flying, .reduced) == ["…", "3", "…", "5", "…"])
        let text = drawing.draw(flying, in: Size(columns: 60, rows: 8)).text
        #expect(text.last == "4d6!kh3+2 · \"fire bolt\" · A ann throws…")
        #expect(
            drawing.draw(SampleTable.thrown(.settled), in: Size(columns: 60, rows: 8))
                .text.last?
                .contains("17") == true
        )
    }

    /// A number of dice, and a width in which they do not all fit.
    @Test("many dice fold into a summary") func manyFoldIntoASummary() {
        let size = Size(columns: 50, rows: 3)
        let settled = drawing.draw(SampleTable.thrown(.large), in: size).text
        #expect(settled[0] == "200 dice, 20 dropped: 30x 1, 30x 2, 30x 3, 30x 4,")
        #expect(
            settled[1] == "30x 5, 30x 6"
                && settled[2] == "200d6dl20 · \"fire bolt\" · A ann · total 690"
        )
        let flying = drawing.draw(SampleTable.thrown(.largeInFlight), in: size).text
        let shown = (flying[0] + " " + flying[1]).split(separator: " ")
        let dice = shown.dropLast(3)
        let rest = shown.suffix(3)
        #expect(dice.starts(with: ["1…", "6", "5…", "4"]))
        #expect(flying.count == 3)
        #expect(Array(rest) == ["…", "\(200 - dice.count)", "more"])
        #expect(dice.count > 30)
        let various = thrown((1...1_000).map { die($0, sides: 1_000) })
        #expect(drawing.draw(various, in: size).text[1].hasSuffix(" more"))
    }

    @Test("several throws are drawn in order") func severalThrowsStandInTheirOrder() {
        let several = ThrowsDrawing(drawing: drawing)
        let two = [SampleTable.thrown(.settled), SampleTable.thrown(.large)]
        let captions = [
            "4d6!kh3+2 · \"fire bolt\" · A ann · total 17",
            "200d6dl20 · \"fire bolt\" · A ann · total 690",
        ]
        let text = several.inOrder(two, in: Size(columns: 60, rows: 8)).text
        #expect(
            text.filter { $0.contains(" · total ") } == captions
                && text.last == captions[1]
        )
        #expect(several.inOrder(two, in: Size(columns: 60, rows: 1)).text.count == 1)
        #expect(
            [1, 2, 5, 12, 36, 60].map(ThrowsDrawing.share) == [0, 1, 1, 6, 18, 30]
        )
    }

    @Test("the thrower and the total remain on a narrow line")
    func theTotalStaysWhereTheLineIsNarrow() {
        let words = ThrowWords(glyphs: .unicode)
        let settled = SampleTable.thrown(.settled)
        let captions = [60, 32, 28, 22, 18, 10, 8].map {
            PlayerTag.removed(from: words.caption(of: settled, columns: $0))
        }
        #expect(
            captions == [
                "4d6!kh3+2 · \"fire bolt\" · ann · total 17", "\"fire bolt\" · ann · total 17",
                "\"fire bo… · ann · total 17", "ann · total 17", "ann · total 17", "ann · 17",
                "total 17",
            ]
        )
        let failed = thrown([], total: nil)
        #expect(
            words.caption(of: failed, columns: 60)
                == "x · \(PlayerTag.text("ann", among: [])) · no total: division by zero"
        )
    }

    /// A throw whose expression, label and total have some length.
    private struct Sample {
        var expression: String
        var faces: [Int]
        var saved: String?
        var label: String?
        /// The total and its words.
        var worth: String

        func thrown(by name: String) throws -> ThrowFrame {
            var rest = faces[...]
            let evaluation = try Expression(parsing: expression).evaluate { _ in
                rest.removeFirst()
            }
            var result = ThrowResult(
                evaluation,
                table: "default",
                number: 1,
                expression: expression,
                by: name,
                label: label
            )
            result.saved = saved.flatMap { RollName($0) }
            result.seenBy = name == "bo" ? ["bo"] : nil
            return ThrowFrame(result)
        }
    }

    private static let samples = {
        let die = "d{blank, success, success, success+success, advantage, threat+threat}"
        let coc = "d100 => ..11: extreme, 12..55: success, else: failure"
        let label = "Library Use in the Orne 3"
        return [
            Sample(expression: coc, faces: [59], saved: "coc", worth: "59, failure"),
            Sample(expression: coc, faces: [9], saved: "coc", label: label, worth: "9, extreme"),
            Sample(expression: "d100 vs <=55", faces: [95], worth: "95, missed by 40"),
            Sample(expression: "d100 vs <=55", faces: [5], label: label, worth: "5, made by 50"),
            Sample(expression: "6d6>=5", faces: [1, 5, 3, 6, 5, 6], worth: "4 successes"),
            Sample(expression: "2\(die)+1\(die)", faces: [2, 3, 4], worth: "4 success"),
            Sample(
                expression: "2\(die)",
                faces: [2, 6],
                saved: "boost",
                worth: "1 success, 2 threat"
            ),
            Sample(expression: "4d6!!>=7", faces: [2, 4, 1, 2], worth: "9"),
            Sample(
                expression: "1d20+5 vs 15",
                faces: [20],
                saved: "attack",
                label: "a",
                worth: "25, made by 10"
            ),
            Sample(
                expression: "3x(d20) vs 10",
                faces: [20, 1, 12],
                label: label,
                worth: "20 1 12, 2 of 3 made"
            ),
        ]
    }()

    /// The expression is omitted first, then the label.
    @Test("every headline has the thrower and the total with its words", arguments: 30...140)
    func headlines(_ columns: Int) throws {
        for sample in Self.samples {
            for name in ["theo", "bo"] {
                let thrown = try sample.thrown(by: name)
                let rounds = thrown.result?.rounds == nil ? nil : thrown.result?.screenText.rest
                for rows in [1, 3, 9] {
                    let text = drawing.draw(thrown, in: Size(columns: columns, rows: rows)).text
                    let line = try #require(
                        text.last { $0.contains(" \(name)") },
                        "\(sample) in \(rows) rows: \(text)"
                    )
                    #expect(DisplayWidth.of(line) <= columns)
                    let isWhole = line.contains(sample.worth) || rounds.map(line.contains) == true
                    #expect(isWhole, "\(line)")
                    let hasExpression = line.contains(Expression.headline(sample.expression))
                    if let label = sample.label, hasExpression {
                        #expect(line.contains(label), "\(line)")
                    }
                }
            }
        }
    }

    @Test("sides and values may be large") func sidesAndValuesMayBeLarge() {
        let dice = [
            die(1_000_000, sides: 1_000_000), die(Int.max, kept: false, ["exploded"]),
            die(Int.min),
        ]
        for columns in [1, 2, 9, 30, 80] {
            for rows in 1...8 {
                let buffer = drawing.draw(
                    thrown(dice),
                    in: Size(columns: columns, rows: rows)
                )
                #expect(buffer.height <= rows)
                #expect(buffer.rows.allSatisfy { $0.count == columns })
            }
        }
        let text = drawing.draw(thrown(dice), in: Size(columns: 80, rows: 8)).text
            .joined()
        #expect(text.contains("1000000"))
        #expect(text.contains("(\(Int.max)!)"))
        #expect(text.contains(String(Int.min)))
    }

    @Test("a die in flight is hidden without motion") func noneShowsNothingOfADieInFlight() {
        var frozenDice = FrozenDice()
        var state = SampleTable.state(dice: 2)
        state.apply(.throw(SampleTable.thrown(.flying)))
        #expect(frozenDice.shown(state, .none).thrown.isEmpty)
        #expect(frozenDice.shown(state, .reduced).thrown.count == 1)
        state.apply(.throw(SampleTable.thrown(.settled)))
        #expect(frozenDice.shown(state, .none).thrown.count == 1)
    }

    @Test("the last five throws remain") func theLastFiveStay() {
        var state = SampleTable.state(dice: 2)
        for number in 1...7 {
            state.apply(
                .throw(
                    SampleTable.thrown(
                        .settled,
                        number: number,
                        label: "number \(number)"
                    )
                )
            )
        }
        #expect(state.thrown.map(\.number) == [3, 4, 5, 6, 7])
    }

    private func listed(_ number: Int, _ group: String, _ stage: SampleTable.Stage) -> ThrowFrame {
        var frame = SampleTable.thrown(stage, number: number, label: "name \(number)")
        frame.group = ThrowGroup(group)
        return frame
    }

    @Test("a group is kept whole, counts as one throw, and shares a place")
    func groups() {
        var state = SampleTable.state(dice: 2)
        for number in 1...8 {
            state.apply(.throw(listed(number, "a", .settled)))
        }
        #expect(state.thrown.count == 8)
        #expect(Set(state.throwPlaces.values).count == 1)
        for number in 9...12 {
            state.apply(.throw(SampleTable.thrown(.settled, number: number)))
        }
        state.apply(.throw(listed(13, "b", .flying)))
        #expect(state.thrown.count == 13, "five settled ones and one in flight")
        state.apply(.throw(listed(13, "b", .settled)))
        #expect(state.thrown.map(\.number) == Array(9...13))
        #expect(Set(state.throwPlaces.keys) == Set(9...13))
        #expect(Set(state.throwPlaces.values).count == 5)
        var other = listed(14, "b", .settled)
        other.by = "bo"
        state.apply(.throw(other))
        #expect(Set(state.throwPlaces.values).count == 5, "another thrower's group")
        #expect(state.throwPlaces[13] != state.throwPlaces[14])
    }

    @Test("the newest group is one list on all rows, and later has one slot")
    func groupOnTheScreen() {
        var state = SampleTable.state(dice: 2)
        let several = ThrowsDrawing(drawing: drawing)
        let draw = { (state: TableState) in
            several.inSlots(
                state.thrown,
                places: state.throwPlaces,
                in: Size(columns: 80, rows: 12)
            )
            .text
        }
        for number in 1...6 {
            state.apply(.throw(listed(number, "a", number == 6 ? .flying : .settled)))
        }
        let list = draw(state)
        #expect(list.count == 6)
        #expect(list[0].hasPrefix("1= name 1  17  4d6!kh3+2: "))
        #expect(list[4].hasPrefix("1= name 5  17"))
        #expect(list[5].hasPrefix("   name 6 "))
        state.apply(.throw(listed(6, "a", .settled)))
        state.apply(.throw(SampleTable.thrown(.settled, number: 7, label: "alone")))
        let slots = draw(state)
        #expect(slots[0].hasPrefix("1= name 1  17   1= name 3  17"))
        #expect(slots[1].hasPrefix("1= name 2  17"))
        #expect(slots.dropFirst(4).contains { $0.contains("alone") })
    }

    /// In boxes, in lines of words, and in one line each.
    @Test("no throw changes position for another", arguments: [18, 12, 7, 3])
    func noThrowMovesForAnother(_ rows: Int) {
        let several = ThrowsDrawing(drawing: drawing)
        func place(_ number: Int, in state: TableState) -> Int? {
            let size = Size(columns: 80, rows: rows)
            let text = several.inSlots(state.thrown, places: state.throwPlaces, in: size)
                .text
            return text.firstIndex { $0.contains("number \(number)") }
        }
        var state = SampleTable.state(dice: 2)
        let apply = { (stage: SampleTable.Stage, number: Int) in
            state.apply(
                .throw(
                    SampleTable.thrown(stage, number: number, label: "number \(number)")
                )
            )
        }
        apply(.flying, 8)
        let first = place(8, in: state)
        apply(.flying, 9)
        apply(.flying, 10)
        let places = (8...10).map { place($0, in: state) }
        #expect(places[0] == first)
        #expect(Set(places).count == 3)
        #expect(!places.contains(nil))
        for number in [9, 10, 8] {
            apply(.settled, number)
        }
        apply(.flying, 11)
        #expect(
            (9...11).map { place($0, in: state) } == [places[1], places[2], first],
            "the oldest makes room"
        )
    }

    @Test("the total is large, and exploded dice are joined")
    func theTotalIsLargeAndExplodedDiceAreJoined() {
        let settled = SampleTable.thrown(.settled)
        let box = drawing.draw(settled, in: Size(columns: 70, rows: 6)).text
        #expect(
            box == [
                "╭───────╮ ╭───────╮ ╭───────╮ ╭───────╮ ╭───────╮      ██ ██████",
                "│ ●   ● │ │ ●     │ │       │ │ ●   ● │ │ ●   ● │    ████     ██",
                "│ ●   ● │+│   ●   │ │   ●   │ │   ●   │ │       │  =   ██     ██",
                "│ ●   ● │ │     ● │ │       │ │ ●   ● │ │ ●   ● │      ██     ██",
                "╰──6!───╯ ╰──(3)──╯ ╰──(1)──╯ ╰───────╯ ╰───────╯      ██     ██",
                "4d6!kh3+2 · \"fire bolt\" · A ann · total 17",
            ]
        )
        let small = drawing.draw(settled, in: Size(columns: 60, rows: 4)).text
        #expect(
            small == [
                "╭───╮ ╭───╮ ╭───╮ ╭───╮ ╭───╮    ▄█ ▀▀█",
                "│6! │+│(3)│ │(1)│ │ 5 │ │ 4 │  =  █   █",
                "╰───╯ ╰───╯ ╰───╯ ╰───╯ ╰───╯     ▀   ▀",
                "4d6!kh3+2 · \"fire bolt\" · A ann · total 17",
            ]
        )
        var sum = settled
        sum.expression = "4d6!!kh3+2"
        #expect(
            !drawing.draw(sum, in: Size(columns: 60, rows: 4)).text[1].contains("+"),
            "no die of its own came"
        )
    }

    @Test(
        "a critical result is shown in words and color",
        arguments: [
            ([(20, 20, true, []), (20, 1, false, [])], "natural 20", .green),
            ([(20, 1, true, [])], "natural 1", .red),
            ([(20, 20, true, []), (20, 3, true, [])], nil, .body),
            ([(20, 19, true, [])], nil, .body),
            ([(6, 6, true, ["critical"]), (6, 1, true, [])], "critical", .green),
            ([(6, 1, true, ["fumble"])], "fumble", .red),
            ([(6, 1, false, ["fumble"]), (6, 2, true, [])], nil, .faint),
        ] as [([(Int, Int, Bool, [String])], String?, CellStyle)]
    )
    func whatIsCriticalIsToldInWordsAndColour(
        _ dice: [(sides: Int, value: Int, kept: Bool, flags: [String])],
        _ word: String?,
        _ style: CellStyle
    ) throws {
        let frame = thrown(
            dice.map { die($0.value, sides: $0.sides, kept: $0.kept, $0.flags) }
        )
        let buffer = drawing.draw(frame, in: Size(columns: 60, rows: 6))
        let caption = buffer.text[5]
        #expect(caption == "x · A ann · total 7" + (word.map { ", \($0)" } ?? ""))
        #expect(buffer.rows[0][0].style == style, "the first die")
        #expect(word == nil || buffer.rows[5].last { !$0.isBlank }?.style == style)
        let spoken = EventText.spoken.thrown(try #require(frame.result))
        #expect(spoken.hasSuffix(word.map { "Total 7. It is a \($0)." } ?? "Total 7."))
    }

    @Test("settled throws survive a lost connection and are replaced with a new table")
    func settledThrowsOutliveTheConnectionAndTheTable() {
        var state = SampleTable.state(dice: 2)
        state.apply(.throw(SampleTable.thrown(.settled, number: 1)))
        state.apply(.throw(SampleTable.thrown(.flying, number: 2)))
        state = TableState(SampleTable.snapshot(dice: 2), after: state)
        #expect(state.thrown.map(\.number) == [1])
        var other = SampleTable.thrown(.flying, number: 1)
        other.dice.removeLast(3)
        state.apply(.throw(other))
        #expect(state.thrown == [other], "another one of a new table")
    }

    @Test("a line template shows the last throw") func aLineTemplateTellsTheLast() throws {
        var state = SampleTable.state(dice: 2)
        let template = try LineTemplate("{{throw}}")
        #expect(template.line(state, by: nil, isGone: false) == "")
        state.apply(.throw(SampleTable.thrown(.flying)))
        #expect(template.line(state, by: nil, isGone: false) == "4d6!kh3+2: ?")
        state.apply(.throw(SampleTable.thrown(.settled)))
        #expect(
            template.line(state, by: nil, isGone: false)
                == "4d6!kh3+2: [6! (3) (1) 5 4] + 2 = 17"
        )
    }
}
