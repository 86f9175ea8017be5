import DiceModel
import DiceWire
import Testing

@testable import dicectl

/// Throws on a screen: each state of a die shows without colour, and many dice in few words.
struct ThrowDrawingTests {
    private let drawing = ThrowDrawing(glyphs: .unicode)

    private func thrown(_ dice: [ThrowDie], total: Double? = 7, text: String = "x = 7") -> ThrowFrame {
        ThrowFrame(
            ThrowResult(
                table: "default", number: 1, expression: "x", by: "ann", outcome: total == nil ? .failed : .completed,
                message: total == nil ? "division by zero" : nil, total: total, dice: dice, text: text))
    }

    private func die(_ value: Int, sides: Int = 6, kept: Bool = true, _ flags: [String] = [], fate: Bool? = nil)
        -> ThrowDie
    {
        ThrowDie(die: 1, sides: sides, value: value, kept: kept, flags: flags, fate: fate)
    }

    private func words(_ frame: ThrowFrame, _ motion: Motion = .full) -> [String] {
        frame.faces(motion).map { $0.word(.unicode) }
    }

    @Test func everyStateHasItsMark() {
        let dice = [
            die(6), die(1, kept: false), die(6, ["exploded"]), die(2, kept: false, ["rerolled"]), die(5, ["success"]),
            die(1, ["failure"]), die(20, sides: 20, ["critical"]), die(1, ["fumble"]), die(6, ["clamped", "new word"]),
            die(11, ["exploded", "success"]), die(1, sides: 3, fate: true), die(0, sides: 3, fate: true),
            die(-1, sides: 3, kept: false, fate: true), die(-4),
        ]
        #expect(
            words(thrown(dice)) == [
                "6", "(1)", "6!", "(2r)", "5*", "1_", "20c", "1f", "6", "11!*", "+", "0", "(-)", "-4",
            ])
    }

    @Test func droppedDiceAreStruckThroughAndOthersAreNot() throws {
        let frame = thrown([die(6), die(1, kept: false)])
        for size in [Size(columns: 40, rows: 8), Size(columns: 40, rows: 4), Size(columns: 9, rows: 2)] {
            let buffer = drawing.draw(frame, in: size)
            let struck = buffer.rows.joined().filter { $0.style == .dropped }.compactMap(\.character)
            #expect(String(struck) == "(1)", "\(size)")
        }
        let line = drawing.line(thrown([], text: "x: [6 (1) (-2r 3)] + (1 + 2) (+) = 7"), columns: 60)
        let struck = line.rows[0].filter { $0.style == .dropped }.compactMap(\.character)
        #expect(String(struck) == "(1)(-2r 3)(+)")
    }

    @Test func whatIsStruckThroughLooksSo() {
        for palette in Palette.allCases where palette != .none {
            let sequence = String(decoding: palette.sequence(for: .dropped), as: UTF8.self)
            #expect(sequence.contains(/;9[;m]/) && sequence.hasPrefix("\u{1B}[0;"))
        }
    }

    @Test func theResultIsWithheldUntilItIsThere() {
        let flying = SampleTable.thrown(.flying)
        #expect(words(flying) == ["6…", "3", "1…", "5", "4…"])
        #expect(words(flying, .reduced) == ["…", "3", "…", "5", "…"])
        let text = drawing.draw(flying, in: Size(columns: 60, rows: 8)).text
        #expect(text.last == "4d6!kh3+2 · fire bolt · ann throws…")
        #expect(
            drawing.draw(SampleTable.thrown(.settled), in: Size(columns: 60, rows: 8)).text.last?.contains("17") == true
        )
    }

    /// A number of dice and a width in which none has room to be drawn whole.
    @Test func manyFoldIntoASummary() {
        let size = Size(columns: 50, rows: 3)
        let settled = drawing.draw(SampleTable.thrown(.large), in: size).text
        #expect(settled[0] == "200 dice, 20 dropped: 30x 1, 30x 2, 30x 3, 30x 4,")
        #expect(settled[1] == "30x 5, 30x 6" && settled[2] == "200d6dl20 · fire bolt · ann · total 690")
        let flying = drawing.draw(SampleTable.thrown(.largeInFlight), in: size).text
        let shown = (flying[0] + " " + flying[1]).split(separator: " ")
        let (dice, rest) = (shown.dropLast(3), shown.suffix(3))
        #expect(dice.starts(with: ["1…", "6", "5…", "4"]) && flying.count == 3)
        #expect(Array(rest) == ["…", "\(200 - dice.count)", "more"] && dice.count > 30)
        let various = thrown((1...1_000).map { die($0, sides: 1_000) })
        #expect(drawing.draw(various, in: size).text[1].hasSuffix(" more"))
    }

    @Test func severalThrowsStandInTheirOrder() {
        let several = ThrowsDrawing(drawing: drawing)
        let two = [SampleTable.thrown(.settled), SampleTable.thrown(.large)]
        let captions = ["4d6!kh3+2 · fire bolt · ann · total 17", "200d6dl20 · fire bolt · ann · total 690"]
        let text = several.inOrder(two, in: Size(columns: 60, rows: 8)).text
        #expect(text.filter { $0.contains(" · total ") } == captions && text.last == captions[1])
        #expect(several.inOrder(two, in: Size(columns: 60, rows: 1)).text.count == 1)
        #expect([1, 2, 5, 12, 36, 60].map(ThrowsDrawing.share) == [0, 1, 1, 4, 12, 12])
    }

    @Test func theTotalStaysWhereTheLineIsNarrow() {
        let words = ThrowWords(glyphs: .unicode)
        let settled = SampleTable.thrown(.settled)
        let captions = [60, 32, 22, 18, 8].map { words.caption(of: settled, columns: $0) }
        #expect(
            captions == [
                "4d6!kh3+2 · fire bolt · ann · total 17", "4d6!kh3+2 · ann · total 17", "4d6!kh3+2 · total 17",
                "total 17", "total 17",
            ])
        let failed = thrown([], total: nil)
        #expect(words.caption(of: failed, columns: 60) == "x · ann · no total: division by zero")
    }

    @Test func sidesAndValuesMayBeLarge() {
        let dice = [die(1_000_000, sides: 1_000_000), die(Int.max, kept: false, ["exploded"]), die(Int.min)]
        for columns in [1, 2, 9, 30, 80] {
            for rows in 1...8 {
                let buffer = drawing.draw(thrown(dice), in: Size(columns: columns, rows: rows))
                #expect(buffer.height <= rows && buffer.rows.allSatisfy { $0.count == columns })
            }
        }
        let text = drawing.draw(thrown(dice), in: Size(columns: 80, rows: 8)).text.joined()
        #expect(text.contains("1000000") && text.contains("(\(Int.max)!)") && text.contains(String(Int.min)))
    }

    @Test func noneShowsNothingOfADieInFlight() {
        var (frozenDice, state) = (FrozenDice(), SampleTable.state(dice: 2))
        state.apply(.throw(SampleTable.thrown(.flying)))
        #expect(frozenDice.shown(state, .none).thrown.isEmpty && frozenDice.shown(state, .reduced).thrown.count == 1)
        state.apply(.throw(SampleTable.thrown(.settled)))
        #expect(frozenDice.shown(state, .none).thrown.count == 1)
    }

    @Test func theLastFiveStayAndTheNewestStandsFirst() {
        var state = SampleTable.state(dice: 2)
        for number in 1...7 {
            state.apply(.throw(SampleTable.thrown(.settled, number: number, label: "number \(number)")))
        }
        #expect(state.thrown.map(\.number) == [3, 4, 5, 6, 7])
        let drawn = ThrowsDrawing(drawing: drawing).newestFirst(state.thrown, in: Size(columns: 60, rows: 6)).text
        #expect(drawn[3].contains("number 7") && drawn[4].contains("number 6") && drawn[5].contains("number 5"))
    }

    @Test func settledThrowsOutliveTheConnectionAndTheTable() {
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

    @Test func aLineTemplateTellsTheLast() throws {
        var state = SampleTable.state(dice: 2)
        let template = try LineTemplate("{{throw}}")
        #expect(template.line(state, by: nil, isGone: false) == "")
        state.apply(.throw(SampleTable.thrown(.flying)))
        #expect(template.line(state, by: nil, isGone: false) == "4d6!kh3+2: ?")
        state.apply(.throw(SampleTable.thrown(.settled)))
        #expect(template.line(state, by: nil, isGone: false) == "4d6!kh3+2: [6! (3) (1) 5 4] + 2 = 17")
    }
}
