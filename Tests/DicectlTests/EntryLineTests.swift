import DiceModel
import DiceWire
import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DicePlay
@testable import dicectl

/// The input line for notation in `play`: editing, its history, and its mistakes.
struct EntryLineTests {
    private let size = Size(columns: 80, rows: 24)

    private func state() -> PlayState {
        var state = PlayState(
            name: .default,
            players: ["ann"],
            throwing: CommandContext().throwing
        )
        state.show(SampleTable.snapshot(dice: 5))
        return state
    }

    @discardableResult
    private func type(_ text: String, _ keys: Key..., on state: inout PlayState)
        -> [PlayAction]
    {
        (text.map(Key.character) + keys).flatMap {
            state.press($0, on: PlayLayout(state, size: size, glyphs: .unicode))
        }
    }

    private func line(_ text: String, _ keys: Key...) -> EntryLine {
        var line = EntryLine(after: ["first", "second"])
        for key in text.map(Key.character) + keys {
            line.press(key)
        }
        return line
    }

    @Test(
        "keys edit the line",
        arguments: [
            ([.backspace], "4d6 + 1", 7),
            ([.left, .backspace], "4d6 + 2", 6),
            ([.home, .backspace], "4d6 + 12", 0),
            ([.home, .delete], "d6 + 12", 0),
            ([.delete], "4d6 + 12", 8),
            ([.removeWord], "4d6 + ", 6),
            ([.left, .removeWord], "4d6 + 2", 6),
            ([.removeWord, .removeWord], "4d6 ", 4),
            ([.removeLine], "", 0),
            ([.left, .left, .removeLine], "12", 0),
            ([.home, .right, .character("0")], "40d6 + 12", 2),
            ([.home, .end, .character("0")], "4d6 + 120", 9),
            ([.right, .left, .left, .left, .character("-")], "4d6 +- 12", 6),
            ([.up], "second", 6),
            ([.up, .up, .up], "first", 5),
            ([.up, .up, .down], "second", 6),
            ([.up, .down, .down], "4d6 + 12", 8),
            ([.tab, .pageUp], "4d6 + 12", 8),
        ] as [([Key], String, Int)]
    )
    func keysEdit(_ keys: [Key], _ text: String, _ cursor: Int) {
        var line = line("4d6 + 12")
        for key in keys {
            line.press(key)
        }
        #expect(line.text == text)
        #expect(line.cursor == cursor)
    }

    @Test("Enter throws and closes the line, and Escape closes it")
    func enterThrowsAndClosesAndEscapeCloses() throws {
        var state = state()
        #expect(type("/4d6kh3+2", on: &state) == [])
        #expect(state.entry?.text == "4d6kh3+2")
        #expect(type("", .enter, on: &state) == [.throw(try TypedThrow("4d6kh3+2"))])
        #expect(state.entry == nil)
        #expect(state.thrownLines == ["4d6kh3+2"])
        type("/qr", .escape, on: &state)
        #expect(state.entry == nil)
        #expect(state.thrownLines.count == 1)
        #expect(
            type("/", .up, .enter, on: &state) == [.throw(try TypedThrow("4d6kh3+2"))]
        )
        #expect(state.thrownLines.count == 1, "the same line twice is one")
        #expect(type("/ ", .enter, on: &state) == [])
        #expect(state.entry == nil)
        state.change(to: .default)
        #expect(state.thrownLines.count == 1)
    }

    @Test("Up recalls the user's throws of earlier days") func upRecallsOnesThrowsOfEarlierDays()
        throws
    {
        var state = state()
        func entry(
            _ number: Int,
            _ expression: String,
            by: String = "ann",
            seenBy: [String]? = nil
        )
            -> ThrowResult
        {
            ThrowResult(
                table: "default",
                number: number,
                id: number,
                expression: expression,
                by: by,
                outcome: .completed,
                total: 1,
                dice: [],
                text: "",
                seenBy: seenBy
            )
        }
        var saved = entry(5, "1d20+9")
        var hidden = entry(6, "d100")
        saved.saved = RollName("attack")
        hidden.hidden = true
        let entries = [
            hidden, saved, entry(4, "d6", by: "bo"),
            entry(3, "d8", seenBy: ["ann", "gm"]),
            entry(2, "d4", seenBy: ["ann"]),
            entry(1, "1d20+9"),
        ]
        state.lastEntries = entries.map(HistoryEntry.thrown)
        state.thrownLines = ["attack bonus=9", "d4 --secret"]
        #expect(
            state.earlierLines == ["1d20+9", "attack", "attack bonus=9", "d4 --secret"]
        )
        type("/", .up, .up, .up, on: &state)
        #expect(state.entry?.text == "attack")
    }

    @Test("Enter makes a throw for each name, once the saved rolls are known")
    func names() throws {
        var state = state()
        let line = "init --for ann=3,bo"
        #expect(type("/\(line)", .enter, on: &state) == [.readRolls(line: line)])
        let rolls = [
            SavedRoll(name: try #require(RollName("init")), expression: "d20+{bonus=2}")
        ]
        let made = state.read(line, among: rolls)
        let labels = made.map { action -> String? in
            guard case .throw(let typed) = action else { return nil }
            return typed.params.label
        }
        #expect(labels == ["ann", "bo"])
        #expect(state.entry == nil)
        #expect(type("/d20 --for ann", .enter, on: &state).count == 1)
    }

    @Test("an error is marked at its position") func aMistakeHasItsPlace() {
        var state = state()
        #expect(type("/4d6d1", .enter, on: &state) == [])
        #expect(state.entry?.mistaken == 3..<5 || state.entry?.mistaken == 3..<4)
        #expect(state.entry?.mistake?.message.contains("dl1") == true)
        #expect(state.thrownLines.isEmpty)
        type("", .left, on: &state)
        #expect(state.entry?.mistake != nil)
        type("", .backspace, on: &state)
        #expect(state.entry?.mistake == nil)
    }

    /// The position in bytes is larger than the position in columns.
    @Test("the position of an error is counted in characters") func thePlaceIsInCharacters() {
        var line = EntryLine("d6[é名]+", after: [])
        line.mistake = EntryLine.Mistake(
            message: "something to add is missing",
            place: 10..<10
        )
        #expect(line.mistaken == 7..<8)
        line.mistake?.place = 9..<10
        #expect(line.mistaken == 6..<7)
        line.mistake?.place = 900..<1_000
        #expect(line.mistaken == 7..<8)
    }

    @Test("a word is a saved roll") func aWordIsASavedRoll() throws {
        var state = state()
        let actions = type("/attack bonus=9", .enter, on: &state)
        #expect(actions == [.readRolls(line: "attack bonus=9")])
        #expect(state.entry == nil)
        let rolls = try TypedThrow.savedRolls
        #expect(
            state.read("attack bonus=9", among: rolls)
                == [.throw(try TypedThrow("attack bonus=9"))]
        )
        let params = try TypedThrow("attack bonus=9").params
        #expect(params.saved?.description == "attack")
        #expect(params.expression == nil)
        #expect(params.values?.values == ["bonus": 9])
        let notation = try TypedThrow("2d6").params
        #expect(notation.saved == nil)
        #expect(notation.expression == "2d6")
        #expect(notation.values == nil)
        // The daemon knows which names exist.
        let inside = try TypedThrow("2*attack-2").params
        #expect(inside.saved == nil)
        #expect(inside.expression == "2*attack-2")
        for text in ["4attack", "2d6+", "/2"] {
            #expect(throws: (any Error).self) { try TypedThrow(text) }
        }
        let labeled = try TypedThrow("attack # the orc").params
        #expect(labeled.saved?.description == "attack")
        #expect(labeled.label == "the orc")
    }

    @Test("a saved roll of several throws is all of them, labeled with its name")
    func aSavedRollOfSeveralThrows() throws {
        let rolls = try TypedThrow.savedRolls
        let typed = try #require(try TypedThrow.all(of: "combo", by: "ann", among: rolls))
        #expect(typed.map(\.params.expression) == ["d20", "d8"])
        #expect(typed.map(\.params.label) == ["combo", "combo"])
    }

    /// `dicectl roll` rejects the same lines.
    @Test(
        "nothing of a line is thrown if any part of it cannot be thrown",
        arguments: [
            ("secret d100", "secret"), ("d100 hidden", "hidden"), ("gm d20", "gm"),
            ("12d6 hits", "hits"), ("pushed d100", "pushed"), ("STR 3d6*5", "STR"),
            ("coc 55", "55"), ("d100 55", "55"), ("55", "55"), ("3", "3"), ("d20 1-3", "1-3"),
            ("all", "all"), ("d20; nosuch", "nosuch"), ("nosuch; d20", "nosuch"),
            ("attack; coc skil=40", nil), ("d20 d6+", nil), ("d20;", nil),
            ("combo attack d6d1", "d"), ("d20 zoë", nil),
        ] as [(String, String?)]
    )
    func allOrNothing(_ line: String, _ word: String?) throws {
        var state = state()
        let actions = type("/\(line)", .enter, on: &state)
        #expect(actions == [] || actions == [.readRolls(line: line)])
        #expect(state.read(line, among: try TypedThrow.savedRolls) == [])
        let entry = try #require(state.entry)
        #expect(entry.text == line)
        #expect(entry.mistake != nil)
        #expect(state.thrownLines.isEmpty)
        let marked = entry.mistaken.map { String(Array(line)[$0.clamped(to: 0..<line.count)]) }
        if let word {
            #expect(marked == word)
        }
    }

    @Test("a rejected line says what would be thrown")
    func whatWouldBeThrown() throws {
        func advice(_ line: String) throws -> String? {
            var state = state()
            _ = state.read(line, among: try TypedThrow.savedRolls)
            return state.entry?.mistake?.message
        }
        for word in ["secret", "hidden", "gm", "Private"] {
            #expect(try advice("\(word) d100")?.contains("--secret") == true)
        }
        #expect(try advice("12d6 fireball")?.hasSuffix("12d6 # fireball") == true)
        #expect(try advice("12d6 hits")?.contains("#") == false)
        #expect(try advice("coc 55")?.hasSuffix("coc skill=55") == true)
        #expect(try advice("55")?.hasSuffix("d55") == true)
    }

    @Test("a throw of a line with several keeps the options, so that a secret throw stays secret")
    func optionsOfEachThrow() throws {
        let typed = try #require(
            try TypedThrow.all(
                of: "--to gm d20 # hit; attack bonus=9",
                by: "ann",
                among: try TypedThrow.savedRolls
            )
        )
        for one in typed {
            #expect(try TypedThrow(one.text).params == one.params)
            #expect(one.params.seenBy == ["ann", "gm"])
        }
    }

    @Test("a line can hold several throws with remarks") func aLineMayBeSeveralThrowsWithRemarks()
        throws
    {
        var state = state()
        let typed = type("/--secret d20 vs 15 # hit; d8", .enter, on: &state).compactMap { action in
            if case .throw(let typed) = action {
                return typed
            }
            return nil
        }.map(\TypedThrow.params)
        #expect(typed.map(\.label) == ["hit", nil])
        #expect(typed.allSatisfy { $0.seenBy == [] })
        #expect(typed.last?.expression == "d8")
        type("/d20; 4d6d1", .enter, on: &state)
        #expect(state.entry?.mistaken?.lowerBound == 8)
    }

    @Test(
        "the visibility of a throw is shown beside the notation",
        arguments: [
            ("d20", nil),
            ("--secret d20", []),
            ("d20 --secret", []),
            ("--to gm d20", ["ann", "gm"]),
            ("d20 --blind --to gm --to=bo", ["gm", "bo"]),
            ("--to  gm d20", ["ann", "gm"]),
            ("--to ann d20", ["ann"]),
        ] as [(String, [String]?)]
    )
    func whoSeesItStandsBesideTheNotation(_ text: String, _ seenBy: [String]?) throws {
        let params = try TypedThrow(text).params
        #expect(params.seenBy == seenBy)
        #expect(params.expression?.split(separator: " ") == ["d20"])
        #expect(
            try TypedThrow(text.replacing("d20", with: "at b=1")).params.seenBy == seenBy
        )
    }

    @Test("an error beside options is marked at its position")
    func aMistakeBesideOptionsHasItsPlace() {
        var state = state()
        type("/--to gm 4d6d1", .enter, on: &state)
        #expect(state.entry?.mistaken?.lowerBound == 11)
        #expect(state.thrownLines.isEmpty)
        state.entry = nil
        type("/--blind d20", .enter, on: &state)
        #expect(state.entry?.mistake?.message.contains("--to") == true)
        #expect(state.entry?.mistaken == nil)
        type("", .escape, on: &state)
        type("/d20 --to", .enter, on: &state)
        #expect(state.entry?.mistake?.message.contains("--to") == true)
    }

    @Test("the daemon's error is shown in the line") func theDaemonsErrorShowsInTheLine() throws {
        var state = state()
        type("/2d6", .enter, on: &state)
        var error = WireError(
            .badExpression,
            ["problem": "no such thing", "offset": 1, "length": 2]
        )
        state.reopen(try TypedThrow("2d6"), error)
        #expect(state.entry?.text == "2d6")
        #expect(state.entry?.mistaken == 1..<3)
        #expect(state.entry?.mistake?.message == "no such thing")
        error.data.offset = Int.max
        error.data.length = Int.max
        state.entry = nil
        state.reopen(try TypedThrow("2d6"), error)
        #expect(state.entry?.mistaken == 3..<6 || state.entry?.mistaken == 3..<4)
        // Another line is being typed.
        state.entry = EntryLine("d20", after: [])
        state.reopen(try TypedThrow("2d6"), error)
        #expect(state.entry?.text == "d20")
        #expect(state.notice == "no such thing")
        // An offset in a saved roll is not an offset in the line.
        state.entry = nil
        state.reopen(try TypedThrow("attack"), error)
        #expect(state.entry?.mistake?.place == nil)
        #expect(state.entry?.text == "attack")
        #expect(state.entry?.mistake?.message == "no such thing")
    }

    @Test("pasted text is inserted as one line without cursor control characters")
    func pastedTextIsTakenInAsOneLineWithoutWhatMovesTheCursor() {
        var state = state()
        type("/2+", .left, .paste("4d6\r\n\tkh3\u{1B}[2J\u{202E}é\n"), on: &state)
        #expect(state.entry?.text == "24d6 kh3[2Jé+")
        #expect(state.entry?.cursor == 12)
        #expect(state.entry?.mistake == nil)
        type(
            "",
            .removeLine,
            .paste(String(repeating: "1", count: EntryLine.maximum + 1_000)),
            on: &state
        )
        #expect(
            state.entry?.text == String(repeating: "1", count: EntryLine.maximum - 1) + "+"
        )
        type("", .paste("2"), on: &state)
        #expect(state.entry?.characters.count == EntryLine.maximum)
        // Without an open line, pasted text would act as keys that nobody pressed.
        type("", .escape, on: &state)
        #expect(type("", .paste("rq"), on: &state) == [])
        #expect(state.notice == "ignored: pasted text")
    }

    @Test("keys of the game are text in the line") func keysOfTheGameAreText() {
        var state = state()
        #expect(type("/rq1e", on: &state) == [])
        #expect(state.entry?.text == "rq1e")
        let die = PlayLayout(state, size: size, glyphs: .unicode).dice.frame(of: 1)
        #expect(
            type("", .click(row: die.row + 1, column: die.column + 2), on: &state) == [
                .toggle(2)
            ]
        )
        let button = PlayLayout(state, size: size, glyphs: .unicode).foot.buttons[0]
            .place
        #expect(
            type("", .click(row: button.row, column: button.column), on: &state) == [],
            "the line stands there"
        )
    }

    @Test("cancelling settles the user's own throw") func cancelSettlesOnesOwnThrow() {
        var state = state()
        state.apply(.throw(SampleTable.thrown(.flying, number: 4)))
        #expect(type("c", on: &state) == [.cancelThrow(4)])
        state.apply(.throw(SampleTable.thrown(.settled, number: 4)))
        #expect(type("c", on: &state) == [])
        var other = PlayState(name: .default, players: ["bo"])
        other.show(SampleTable.snapshot(dice: 5))
        other.apply(.throw(SampleTable.thrown(.flying)))
        #expect(type("c", on: &other) == [])
    }

    /// The end of a long line is visible, with its cursor.
    @Test("a long line scrolls") func aLongLineScrolls() {
        var buffer = CellBuffer(width: 20, height: 5)
        var line = EntryLine(String(repeating: "1+", count: 300) + "d6", after: [])
        EntryDrawing(glyphs: .unicode).draw(line, in: &buffer)
        #expect(
            buffer.text[3].hasSuffix("1+d6") && buffer.rows[3][19].style == .chosen
                || buffer.rows[3][18].style == .chosen
        )
        line.press(.home)
        EntryDrawing(glyphs: .unicode).draw(line, in: &buffer)
        #expect(
            buffer.text[3] == "/ 1+1+1+1+1+1+1+1+1+"
                && buffer.rows[3][2].style == .chosen
        )
        for size in [(1, 1), (2, 2), (5, 3)] {
            var tiny = CellBuffer(width: size.0, height: size.1)
            line.mistake = EntryLine.Mistake(
                message: "something is wrong here",
                place: 20..<22
            )
            EntryDrawing(glyphs: .ascii).draw(line, in: &tiny)
        }
    }
}

extension TypedThrow {
    static var savedRolls: [SavedRoll] {
        get throws {
            try [
                "attack": "1d20+{bonus=7}", "at": "1d20+{b=0}", "combo": "d20; d8",
                "coc": "d100 => ..{skill=50}: success, else: failure",
            ].map { SavedRoll(name: try #require(RollName($0.key)), expression: $0.value) }
        }
    }

    /// The single throw of a line by `ann`.
    init(_ text: String) throws {
        let typed = try #require(
            try Self.all(of: text, by: "ann", among: try Self.savedRolls)
        )
        self = try #require(typed.first)
    }
}
