import DiceClient
import DiceModel
import DiceWire
import Testing

@testable import DiceFollowing
@testable import dicectl

@Suite("How dicectl roll resolves names of tables and saved rolls")
struct RollOrderTests {
    /// Parses the words; `-t here` at the beginning names the table by the option.
    private func order(_ words: String) throws -> RollOrder {
        let isNamed = words.hasPrefix("-t here")
        let words = (isNamed ? String(words.dropFirst("-t here".count)) : words).split(
            separator: " "
        ).map(String.init)
        return RollOrder(
            words: try RollWords(words, isTableNamed: isNamed),
            isTableNamed: isNamed
        )
    }

    /// Returns the table and the roll, given the tables `here`, `home` and `6x` and the saved rolls
    /// `attack` and `home`.
    private func meaning(_ order: RollOrder) throws -> String {
        let here = try #require(TableName("here"))
        let question = order.question(at: here)
        var answer = RollOrder.Answer()
        for table in question.tables
        where !["here", "home", "6x"].contains(table.description) {
            answer.missing[table] = WireError.tableNotFound(table)
        }
        if question.asksForRolls {
            answer.rolls = .success(
                try ["attack", "home"].map {
                    SavedRoll(name: try #require(RollName($0)), expression: "1d20+7")
                }
            )
        }
        switch try order.resolved(at: here, answer, animate: true) {
        case .dice(let roll):
            return "\(roll.table): dice \(roll.dice.map { "\($0)" } ?? "all")"
        case .throws(let asked, let table):
            let texts = asked.map {
                $0.expression ?? "saved \($0.saved?.description ?? "")"
            }
            return "\(table): " + texts.joined(separator: ", ")
        }
    }

    @Test(
        "the words of `roll` have the expected meaning",
        arguments: [
            ("", "here: dice all"),
            ("2 1", "here: dice [2, 1]"),
            ("home", "home: dice all"),
            ("home 1-3", "home: dice [1, 2, 3]"),
            ("d20+5 2d6", "here: d20+5, 2d6"),
            ("2d6 home", "home: 2d6"),
            ("attack", "here: saved attack"),
            ("attack bonus=9", "here: saved attack"),
            ("home b=1", "here: saved home"),
            ("2d6 attack d4", "here: 2d6, saved attack, d4"),
            ("home attack", "home: saved attack"),
            ("attack+2", "here: attack+2"),
            ("4d6 kh3", "here: 4d6 kh3"),
            ("6x 4d6", "6x: 4d6"),
            ("4d6 kh3 home", "home: 4d6 kh3"),
            ("-t here", "here: dice all"),
            ("-t here 3", "here: dice [3]"),
            ("-t here home", "here: saved home"),
            ("-t here attack 2d6", "here: saved attack, 2d6"),
            ("-t here 4d6 kh3", "here: 4d6 kh3"),
        ]
    )
    func words(_ words: String, _ meaning: String) throws {
        #expect(try self.meaning(order(words)) == meaning)
    }

    @Test(
        "an option for throws makes a name a saved roll",
        arguments: [(2, nil, "here: 2x(1d20+7)"), (nil, "x", "here: saved home")]
            as [(Int?, String?, String)]
    )
    func whatIsAboutAThrowMakesANameASavedRoll(
        _ times: Int?,
        _ label: String?,
        _ meaning: String
    )
        throws
    {
        var order = try order("home")
        order.times = times
        order.label = label
        #expect(try self.meaning(order) == meaning)
    }

    /// Returns each throw of the request: its expression, its label, and its values.
    private func asked(
        _ words: [String],
        _ saved: String = "d20",
        _ change: (inout RollOrder) -> Void = { _ in }
    )
        throws
        -> [String]
    {
        var order = RollOrder(
            words: try RollWords(words, isTableNamed: true),
            isTableNamed: true
        )
        change(&order)
        var answer = RollOrder.Answer()
        answer.rolls = .success([
            SavedRoll(name: try #require(RollName("combo")), expression: saved)
        ])
        return try order.resolved(at: .default, answer, animate: true).thrown.map { thrown in
            let text = thrown.expression?.split(separator: " ").joined(separator: " ")
            let values = (thrown.values?.values ?? [:]).map { "\($0)=\($1)" }
            return
                ([
                    text ?? "saved \(thrown.saved?.description ?? "")",
                    thrown.label ?? "-",
                ] + values)
                .joined(
                    separator: "|"
                )
        }
    }

    @Test("a remark is a label") func aRemarkIsALabel() throws {
        #expect(try asked(["1d20+6", "# dex save"]) == ["1d20+6|dex save"])
        #expect(try asked(["1d20+6 # dex; 2d4"]) == ["1d20+6|dex", "2d4|-"])
        #expect(throws: CommandError.self) {
            try asked(["1d20 # dex"]) { $0.label = "x" }
        }
        #expect(
            try asked(["1d20 vs 15 # dex"]) { $0.times = 3 } == ["3x(1d20) vs 15|dex"]
        )
        #expect(
            try asked(["combo"], "1d20[a] => 1: x, else: y # z") { $0.times = 2 } == [
                "2x(1d20[a]) => 1: x, else: y|-"
            ]
        )
    }

    /// A throw has one label: from `--label`, or from a remark. A saved roll with several throws
    /// labels them itself.
    @Test("a label beside a remark is refused, and a label applies to every expression")
    func aLabelBesideARemark() throws {
        for words in [
            ["1d20 # dex"],
            ["1d20; 2d4 # dex"],
            ["1d20 # dex; 2d4"],
            ["1d20 # dex", "2d4"],
        ] {
            #expect(throws: CommandError.self, "\(words)") {
                try asked(words) { $0.label = "x" }
            }
        }
        #expect(try asked(["1d20; 2d4"]) { $0.label = "x" } == ["1d20|x", "2d4|x"])
        #expect(
            try asked(["1d20 vs 15"]) { ($0.label, $0.times) = ("x", 3) } == [
                "3x(1d20) vs 15|x"
            ]
        )
        let saved = "1d20 # strike; 1d8"
        #expect(try asked(["combo"], saved) { $0.label = "x" } == ["1d20|x", "1d8|x"])
        #expect(
            try asked(["combo"], "1d20 # strike") { $0.label = "x" } == [
                "saved combo|x"
            ]
        )
    }

    @Test("a saved roll may contain several throws") func aSavedRollMayBeSeveralThrows() throws {
        let saved = "1d20+{hit=7} # strike; 1d8+{hurt=4}"
        #expect(
            try asked(["combo"], saved) == [
                "1d20+{hit=7}|strike", "1d8+{hurt=4}|combo",
            ]
        )
        #expect(
            try asked(["combo", "hurt=5"], saved) == [
                "1d20+{hit=7}|strike", "1d8+{hurt=4}|combo|hurt=5.0",
            ]
        )
        #expect(throws: CommandError.self) { try asked(["combo", "wide=5"], saved) }
        #expect(throws: (any Error).self) {
            try asked(["combo"], saved) { $0.faces = [1, 2] }
        }
    }

    @Test("a check needs a target") func aCheckNeedsATarget() throws {
        #expect(try asked(["d20 vs 15"]) { $0.checks = true } == ["d20 vs 15|-"])
        #expect(
            try asked(["combo"], "d20 vs 15") { $0.checks = true } == ["saved combo|-"]
        )
        for (words, saved) in [
            (["d20"], ""),
            (["combo"], "d20"),
            (["d20 vs 15", "d6"], ""),
            (["1"], ""),
        ] {
            #expect(throws: (any Error).self) {
                try asked(words, saved) { $0.checks = true }
            }
        }
    }

    @Test(
        "an unknown name is reported as a missing table",
        arguments: ["nowhere", "nowhere 3", "2d6 nowhere", "4d6d1 nowhere"]
    )
    func aNameThatIsNothingIsAMissingTable(_ words: String) throws {
        let error = #expect(throws: ClientError.self) { try meaning(order(words)) }
        #expect(error == .refused(.tableNotFound(try #require(TableName("nowhere")))))
    }

    @Test(
        "an unreadable expression is reported before any request",
        arguments: ["4d6d1", "home 4d6d1", "attack 4d6d1", "attak+2"]
    )
    func whatCannotBeReadIsToldBefore(_ words: String) throws {
        let error = #expect(throws: CommandError.self) { try meaning(order(words)) }
        #expect(error?.status == 64)
    }

    @Test(
        "only the lists that the words need are requested",
        arguments: [
            ("", "here"),
            ("1-3", "here"),
            ("2d6+3", "here"),
            ("4d6kh3 home", "home here rolls"),
            ("home 1", "home"),
            ("home", "home here rolls"),
            ("attack+2", "here rolls"),
            ("attack b=1", "here rolls"),
            ("-t here home", "here rolls"),
            ("here", "here rolls"),
            ("4d6 kh3", "kh3 here rolls"),
            ("6x 4d6", "6x here"),
        ]
    )
    func onlyWhatTheWordsNeedIsAskedFor(_ words: String, _ asked: String) throws {
        let question = try order(words).question(at: try #require(TableName("here")))
        let words =
            question.tables.map(\.description)
            + (question.asksForRolls ? ["rolls"] : [])
        #expect(words.joined(separator: " ") == asked)
    }
}
