import ArgumentParser
import DiceModel
import DiceNotation
import DiceWire
import Testing

@testable import DiceFollowing
@testable import DicePlay
@testable import dicectl

/// The names of `--for`, and the throws that they make.
struct NameListTests {
    @Test(
        "names have numbers and counts",
        arguments: [
            ("ann=3,bo=1,goblin x4", "ann 3|bo 1|goblin 1|goblin 2|goblin 3|goblin 4"),
            ("ann = +3, bo=-1.5 ,\tcat", "ann 3|bo -1.5|cat"),
            ("ann=\u{2212}2,bo=\u{FF13}", "ann -2|bo 3"),
            ("goblin x2=5", "goblin 1 5|goblin 2 5"),
            ("goblin=5 x2", "goblin 1 5|goblin 2 5"),
            ("goblin X 2,orc \u{D7}1", "goblin 1|goblin 2|orc 1"),
            (
                "the last  orc,goblin-2,o'brien,R2X2,agent 007",
                "the last orc|goblin-2|o'brien|R2X2|agent 007"
            ),
            ("\"Smith, John\"=3,\"goblinx4\",\"ann +3\" x1", "Smith, John 3|goblinx4|ann +3 1"),
            ("goblin x100", (1...100).map { "goblin \($0)" }.joined(separator: "|")),
        ]
    )
    func members(_ text: String, _ members: String) throws {
        let read = try NameList(text).members.map { member in
            member.name + (member.value.map { " " + "\($0)".replacing(".0", with: "") } ?? "")
        }
        #expect(read.joined(separator: "|") == members)
    }

    @Test(
        "a list that may have been meant otherwise is refused",
        arguments: [
            "", ",", "ann,", "ann,,bo", "=3", "x4", " x4=2", "goblin x0", "goblin x101",
            "goblin x99999999999999999999", "goblin x60,orc x60", "ann,ann", "goblin x2,goblin 1",
            "\u{E9}ric,e\u{301}ric", "ann=", "ann=d6", "ann=3=4", "ann=3 bo=1", "ann=++3",
            "goblin x2=3 x4", "\"ann", "ann\"", "an\"n\"", "\"ann\" bo", "\"\"", "ann=3,5", "12",
            "goblinx4", "goblin*4", "goblin * 4", "4x goblin", "4 x goblin", "ann +3", "ann+3",
            "ann -1", "ann: 3", "ann:3", String(repeating: "x", count: 65),
            String(repeating: "y", count: 63) + " x2", "a\u{7}b",
        ]
    )
    func refused(_ text: String) {
        #expect(throws: ValidationError.self) { try NameList(text) }
    }

    @Test(
        "a corrected list is valid",
        arguments: [
            ("goblinx4", "goblin x4"), ("4x goblin", "goblin x4"), ("goblin * 4", "goblin x4"),
            ("4 x the orc", "the orc x4"), ("ann +3", "ann=3"), ("ann -1", "ann=-1"),
            ("the orc: 3", "the orc=3"),
        ]
    )
    func corrected(_ text: String, _ meant: String) throws {
        let error = #expect(throws: ValidationError.self) { try NameList(text) }
        #expect(error?.message.contains("'\(meant)'") == true)
        #expect(error?.message.contains("'\"\(text)\"'") == true)
        _ = try NameList(meant)
        #expect(try NameList("\"\(text)\"").members.map(\.name) == [text])
    }

    /// Returns each throw: its expression, its label and its values.
    private func throwing(
        _ words: [String],
        _ names: String,
        saved: String = "d20+{bonus=2} # init",
        _ change: (inout RollOrder) -> Void = { _ in }
    ) throws -> [ThrowParams] {
        var order = RollOrder(words: try RollWords(words))
        order.names = try NameList(names)
        change(&order)
        try order.validate()
        var answer = RollOrder.Answer()
        answer.rolls = .success([
            SavedRoll(name: try #require(RollName("init")), expression: saved)
        ])
        return try order.resolved(at: .default, answer, animate: true).thrown
    }

    private func described(_ throws: [ThrowParams]) -> [String] {
        `throws`.map { thrown in
            let values = (thrown.values?.values ?? [:]).sorted { $0.key < $1.key }
            let what = thrown.expression ?? "saved \(thrown.saved?.description ?? "")"
            return ([what, thrown.label ?? "-"] + values.map { "\($0.key)=\($0.value)" })
                .joined(separator: "|")
        }
    }

    @Test("an expression or a saved roll is thrown once for each name, in one group")
    func thrown() throws {
        let made = try throwing(["d20+{bonus=0}"], "ann=3,bo")
        #expect(described(made) == ["d20+{bonus=0}|ann|bonus=3.0", "d20+{bonus=0}|bo"])
        #expect(made[0].group != nil)
        #expect(made[0].group == made[1].group)
        #expect(made[0].entropy != made[1].entropy)
        #expect(try throwing(["d20"], "ann,bo")[0].group != made[0].group)
        #expect(
            described(try throwing(["init"], "ann=-1,goblin x2"))
                == ["saved init|ann|bonus=-1.0", "saved init|goblin 1", "saved init|goblin 2"]
        )
        #expect(described(try throwing(["init", "adv"], "ann"))[0].hasSuffix("|ann"))
        #expect(described(try throwing(["6x4d6kh3"], "ann,bo")).count == 2)
        #expect(
            described(try throwing(["d20+{a=1}+{b}", "B=2"], "ann=3,bo"))
                == ["d20+{a=1}+{b}|ann|B=2.0|a=3.0", "d20+{a=1}+{b}|bo|B=2.0"]
        )
        #expect(described(try throwing(["d20+{a=1}+{b=2}"], "ann,bo")).count == 2)
        let secret = try throwing(["d20"], "ann,bo") {
            $0.viewers = Viewers(names: ["gm"], isBlind: true)
        }
        #expect(secret.map(\.seenBy) == [["gm"], ["gm"]])
    }

    @Test(
        "a correction is offered where the numbers have no parameter, and it works",
        arguments: [
            ("d20", "d20+{bonus=0}"), ("d20 vs 15", "d20+{bonus=0} vs 15"),
            ("2d6 => 7+: hit, else: miss", "2d6+{bonus=0} => 7+: hit, else: miss"),
            ("init", "init+{bonus=0}"),
        ]
    )
    func withoutParameter(_ text: String, _ meant: String) throws {
        let refusal = #expect(throws: CommandError.self) {
            _ = try throwing([text], "ann=3", saved: "d20")
        }
        guard case .notation(let error, _)? = refusal else {
            Issue.record("another refusal")
            return
        }
        #expect(error.expected == [meant])
        #expect(try throwing([meant], "ann=3", saved: "d20")[0].values?.values == ["bonus": 3])
    }

    @Test(
        "words that do not go with names are refused before any request",
        arguments: [
            (["d20+{a=1}+{b=2}"], "ann=3"), (["d20+{a=1}", "a=2"], "ann=3"),
            (["d20+{a}"], "ann=3,bo"),
            (["d20+{a}"], "ann"), (["d20+{a}+{b}"], "ann"), (["d20", "d8"], "ann"),
            (["d20; d8"], "ann"),
            (["d20 # x"], "ann"), ([], "ann"), (["1-3"], "ann"), (["all"], "ann"),
            (["d20+{a=1}"], "ann=0.00001"),
        ]
    )
    func unfit(_ words: [String], _ names: String) {
        #expect(throws: (any Error).self) { try throwing(words, names) }
    }

    @Test(
        "the line of play has a list in quotes, as one word, or up to the next option",
        arguments: [
            ("d20+{b=0} --for ann=3, the orc", "d20+{b=0}|ann|b=3.0", "d20+{b=0}|the orc"),
            ("d20 --for=ann,bo --secret", "d20|ann", "d20|bo"),
            ("--for ann,bo d20", "d20|ann", "d20|bo"),
            ("--for 'ann, the orc' d20 vs 15", "d20 vs 15|ann", "d20 vs 15|the orc"),
            ("d20+{b=0} --for 'ann=1' b=2", "", ""),
            ("init --for ann=3,bo", "saved init|ann|bonus=3.0", "saved init|bo"),
            ("init+1 --for ann=3,bo", "init+1|ann|bonus=3.0", "init+1|bo"),
            ("d20 --for", "", ""), ("d20 d8 --for ann", "", ""), ("d20 # x --for ann", "", ""),
            ("d20 --for 'ann", "", ""), ("d20 --for ann=3", "", ""), ("--for ann", "", ""),
            ("init --for ann --for bo", "", ""),
        ]
    )
    func lines(_ line: String, _ first: String, _ second: String) throws {
        let rolls = [
            SavedRoll(name: try #require(RollName("init")), expression: "d20+{bonus=2} # init")
        ]
        guard !first.isEmpty else {
            #expect(throws: (any Error).self) {
                try TypedThrow.all(of: line, by: "ann", among: rolls)
            }
            return
        }
        let typed = try #require(try TypedThrow.all(of: line, by: "ann", among: rolls))
        #expect(described(typed.map(\.params)) == [first, second])
        #expect(typed[0].params.group != nil)
        #expect(typed[0].params.group == typed[1].params.group)
        #expect(typed.map(\.params.seenBy) == (line.contains("--secret") ? [[], []] : [nil, nil]))
    }

    @Test("an error after the list is at its place in the line")
    func placeInLine() throws {
        let mistake = #expect(throws: EntryLine.Mistake.self) {
            try CommandContext().throwing("--for 'z\u{f6}e' 2d6+{b}", by: "ann", among: nil)
        }
        #expect(mistake?.place == 13..<20)
        #expect(try TypedThrow.all(of: "init --for ann", by: "ann", among: nil) == nil)
    }

    @Test("options that do not go with names are refused")
    func options() throws {
        let changes: [(inout RollOrder) -> Void] = [
            { $0.times = 2 }, { $0.label = "x" }, { $0.faces = [1] }, { $0.restarts = true },
            { $0.checks = true },
        ]
        for change in changes {
            #expect(throws: (any Error).self) { try throwing(["d20"], "ann,bo", change) }
        }
        #expect(try throwing(["d20 vs 9"], "ann,bo") { $0.checks = true }.count == 2)
        #expect(try throwing(["d20"], "ann") { $0.faces = [1] }[0].faces == [1])
        #expect(throws: (any Error).self) {
            try throwing(["init"], "ann", saved: "d20; d8")
        }
    }

    @Test(
        "the line that works is in the refusal",
        arguments: [
            ("d20 vs 15", "dicectl roll '3x(d20) vs 15' --for ann,bo"),
            ("init", "dicectl roll '3x(init)' --for ann,bo"),
        ]
    )
    func times(_ text: String, _ line: String) throws {
        let error = #expect(throws: ValidationError.self) {
            try throwing([text], "ann,bo") { $0.times = 3 }
        }
        #expect(error?.message.hasSuffix(": " + line) == true)
    }
}
