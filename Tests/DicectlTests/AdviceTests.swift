import ArgumentParser
import DiceClient
import DiceGames
import DiceModel
import DiceNotation
import DiceWire
import Foundation
import Synchronization
import Testing

@testable import DiceFollowing
@testable import dicectl

/// Each piece of advice can be typed verbatim: the argument parser accepts its words, and its dice
/// notation is valid.
struct AdviceTests {
    /// Typed command lines, and the table that each is about.
    private static let typed: [(words: [String], table: String)] = [
        (["roll"], "default"),
        (["roll", "1", "3", "-t", "night"], "night"),
        (["roll", "900d6", "--json"], "default"),
        (["-t", "night", "roll", "2d6", "+", "3", "--as=bo b"], "night"),
        (["roll", "1d20+6", "dex", "save"], "dex"),
        (["roll", "advantag"], "advantag"),
        (["roll", "2W6"], "2W6"),
        (["roll", "hom", "3"], "hom"),
        (["roll", "attack", "3"], "attack"),
        (["lock", "hom", "1-3"], "hom"),
        (["end-turn", "turn"], "turn"),
        (["lock", "1", "5", "--as", "o'neil"], "default"),
        (["unlock", "night", "2"], "night"),
        (["toggle", "2", "--socket", "/s", "-H", "box"], "default"),
        (["end-turn", "night"], "night"),
        (["settle"], "default"),
        (["score", "full", "house", "--as", "ann"], "default"),
        (["score", "--new"], "default"),
        (["show", "3", "--as", "gm"], "default"),
        (["show", "3"], "default"),
        (["save", "hit", "2d6"], "default"),
        (["unsave", "hit"], "default"),
        (["stats", "night"], "night"),
        (["table", "new", "farkle", "d6"], "farkle"),
        (["table", "set", "night", "--pace", "2"], "night"),
        (["table", "rm", "night", "-y"], "night"),
    ]

    private static let errors: [WireError] =
        Cause.allCases.map { WireError(example: $0) }
        + [
            WireError(.notYourTurn, ["up": "-x y"]), WireError(.dieLocked, ["dice": [7]]),
            WireError(.noSuchDie, ["dice": [7]]),
            WireError(.boxNeeded, ["options": [BoxOption("full house", 25)]]),
        ]

    /// Returns true if the daemon can reject the command's request with this error.
    private static func mayAnswer(_ error: WireError, to command: String) -> Bool {
        if error.data.of == ExceededLimit.inFlight.rawValue {
            return command == "roll"
        }
        // Entered faces need a roll of one expression.
        guard error.known != .wrongFaces else { return false }
        guard error.cause != .noThrowToShow else { return command == "show" }
        let acting: Set = [
            "roll", "lock", "unlock", "toggle", "keep", "settle", "end-turn", "score",
        ]
        return error.known != .notYourTurn || acting.contains(command)
    }

    @Test("commands suggested after a refusal can be typed as shown", arguments: typed.indices)
    func ofRefusals(_ index: Int) throws {
        let (words, name) = Self.typed[index]
        let table = try #require(TableName(name))
        let command = try #require(words.first { !["-t", "night"].contains($0) })
        let asIs = CommandContext()
        let elsewhere = CommandContext(
            host: try RemoteHost(parsing: "ann@box"),
            socket: "/run/d d"
        )
        // The typed words do not affect how another daemon is named.
        for context in index.isMultiple(of: 6) ? [asIs, elsewhere] : [asIs] {
            for error in Self.errors where Self.mayAnswer(error, to: command) {
                try expectTypable(
                    context.calling(
                        RefusalText(
                            error,
                            table: table,
                            command: command,
                            typed: TypedWords(words)
                        ).text
                    )
                )
            }
            for rolls in [[], ["attack"]] {
                let missing = RefusalText(
                    missing: table,
                    among: ["home"],
                    rolls: rolls,
                    command: command,
                    typed: TypedWords(words)
                )
                try expectTypable(context.calling(missing.text))
            }
            let unread = CommandError.notation(
                NotationError("no", at: 0..<1, expected: []),
                words.last { $0.first != "-" } ?? ""
            )
            var typing = context
            typing.typed = TypedWords(words)
            try expectTypable(unread.message(in: typing) ?? "")
        }
    }

    @Test("commands of all messages are directed to the same daemon, those of other shells are not")
    func ofTheSameDaemon() throws {
        let context = CommandContext(host: try RemoteHost(parsing: "ann@box"), socket: "/s")
        let here = "dicectl -H ann@box --socket /s"
        let examples = [
            "no turn; throws: dicectl history": "no turn; throws: \(here) history",
            "roll, or end (dicectl end-turn)": "roll, or end (\(here) end-turn)",
            "to check: dicectl list or dicectl saved":
                "to check: \(here) list or \(here) saved",
            "save it: `dicectl save a d6`": "save it: `\(here) save a d6`",
            "run it there: ssh box dicectl doctor": "run it there: ssh box dicectl doctor",
            "dicectl stdio has ended": "dicectl stdio has ended",
        ]
        for (text, addressed) in examples {
            #expect(context.calling(text) == addressed)
            #expect(context.calling(addressed) == addressed, "twice as once")
        }
        let failures: [CommandError] = [
            .noGame, .declined("over; next: dicectl score --new"),
            .usage("to roll: dicectl roll"), .client(.refused(WireError(.busy))),
            .client(.noDaemon(socket: "/s")), .client(.lost(Method.roll.any)),
        ]
        for failure in failures {
            #expect(failure.message(in: context)?.contains("dicectl -H ann@box ") == true)
        }
    }

    /// Samples for the values that texts contain; add any that is missing.
    private static let samples = [
        "table": "night", "word": "yahtzee", "name": "yahtzee", "query.table": "night",
        "table.snapshot.table": "night", "snapshot.table": "night",
        "roll.table": "night",
        "at": " -t night", "end": " --as 'bo b' -t night",
        "Advice.at(table)": " -t night", "Advice.at(params.table)": " -t night",
        "Advice.at(entries[first].table)": " -t night", "Advice.at(result.table)": " -t night",
        "ShellWord.quoted(dice)": "2d6,d20", "rolls": "any", "notation": "2d6",
        "socket": "/s",
        "Advice.at(query.table)": " -t night",
        "numbers": "1 5", "sides": "20", "$0": "20", "result.number": "3", "asked.count": "2",
        "made.count": "2",
        "path": "night",
        "player": "ann",
        "ShellWord.quoted($0)": "'full house'", "ShellWord.typed(kept)": "'/a b'",
        "version": "1.0.0",
        "other": "/s", "verb": "score", "all": "ann,bo", "list": "3,4",
        "context.calling": "dicectl --socket /s",
        "command": "dicectl -H box",
    ]

    /// All texts in the programs' sources, including their help, in English.
    @Test("commands suggested in all texts can be parsed") func ofAllTexts() throws {
        let sources = URL(filePath: #filePath).appending(path: "../../../Sources")
            .standardized
        var count = 0
        for folder in [
            "dicectl", "DiceDrawing", "DiceFollowing", "DiceJudging", "DicePlay", "DiceClient",
            "diced-web", "diced", "DiceWeb",
        ] {
            let files = try #require(
                FileManager.default.enumerator(
                    at: sources.appending(path: folder),
                    includingPropertiesForKeys: nil
                )
            )
            let others = ["de", "es", "fr"].flatMap { ["words-\($0).js", "later-\($0).js"] }
            for case let file as URL in files
            where ["swift", "js"].contains(file.pathExtension)
                && !others.contains(file.lastPathComponent)
            {
                for line in try String(contentsOf: file, encoding: .utf8).split(
                    separator: "\n"
                ) {
                    guard let text = Self.text(in: line) else { continue }
                    count += 1
                    try expectTypable(text, filling: true)
                }
            }
        }
        #expect(count > 100)
    }

    /// Returns a line of source from its first advice; `nil` if there is none.
    private static func text(in line: Substring) -> String? {
        if ["///", "// ", "${", "{{", "<"].contains(where: { line.contains($0) }) {
            return nil
        }
        let unescaped = line.replacing("\\\"", with: "\u{1}").replacing(
            "\\(context.calling) ",
            with: "dicectl "
        )
        .replacing("\\(command) ", with: "dicectl ")
        guard let start = unescaped.firstRange(of: /dicectl [a-z]/) else { return nil }
        return String(unescaped[start.lowerBound...])
    }

    /// The words that follow a command in a sentence with advice.
    private static let verbs: Set = [
        "shows", "rolls", "frees", "plays", "ends", "end", "finds", "lists", "makes",
        "removes",
        "forgets", "tells",
        "throws", "means", "banks", "checks", "works", "runs", "or", "can", "print",
        "prints",
        "starts", "has", "wrote",
        "is", "on", "protocol", "does", "did", "and", "needs", "it",
    ]

    /// Returns the command lines in a text, as words.
    private static func commands(in text: String, filling: Bool) -> [[String]] {
        text.ranges(of: /dicectl (?=[a-z])/).compactMap { range in
            var words: [String] = []
            var word: String? = nil
            var isQuoted: Bool = false
            var rest = text[range.upperBound...]
            if filling {
                for (name, sample) in samples {
                    rest = rest.replacing("\\(\(name))", with: sample)[...]
                }
            }
            while let character = rest.popFirst() {
                if isQuoted || character == "'"
                    || character == "\u{1}" && word == nil && !words.isEmpty
                {
                    if "'\u{1}".contains(character) {
                        isQuoted.toggle()
                    } else {
                        word?.append(character)
                    }
                    word = word ?? ""
                } else if character == "\\", let next = rest.first, next != "(" {
                    word = (word ?? "") + String(rest.removeFirst())
                } else if character == " "
                    || ",;:)".contains(character) && rest.first ?? " " == " "
                    || ";\")`?|>\u{1}".contains(character)
                {
                    if let word, verbs.contains(word), !words.isEmpty {
                        break
                    }
                    if let done = word {
                        words.append(done)
                    }
                    word = nil
                    if character != " " || rest.first == " " {
                        break
                    }
                } else {
                    word = (word ?? "") + String(character)
                }
            }
            if let word, !verbs.contains(word) {
                words.append(word.hasSuffix(".") ? String(word.dropLast()) : word)
            }
            return words.first.map { verbs.contains($0.replacing(".", with: "")) }
                ?? true
                ? nil : words
        }
    }

    /// The texts and command lines that have already been checked: most errors give the same
    /// advice.
    private static let read = Mutex<Set<String>>([])
    private static let accepted = Mutex<Set<[String]>>([])

    private func expectTypable(_ text: String, filling: Bool = false) throws {
        guard Self.read.withLock({ $0.insert(text).inserted }) else { return }
        for line in Self.commands(in: text, filling: filling) {
            // On a terminal, this command asks for confirmation.
            let words = line.contains("rm") ? line + ["--yes"] : line
            // The name of a command alone is not advice.
            if words.count == 1,
                !["roll", "hint", "status", "saved", "list"].contains(words[0])
            {
                _ = try CommandWords.read(words)
                continue
            }
            guard !Self.accepted.withLock({ $0.contains(words) }) else { continue }
            #expect(
                !words.contains { $0.contains("\\(") || $0.contains("${") },
                "what stands for a part of \(words)?"
            )
            do {
                let expressions =
                    if let quick = QuickReading(words) {
                        quick.expressions
                    } else {
                        try (Dicectl.read(CommandWords.read(words)) as? Roll)?.order.words
                            .expressions ?? []
                    }
                for expression in expressions where RollName(expression) == nil {
                    _ = try Expression(parsing: RollText(expression).expression)
                }
                Self.accepted.withLock { _ = $0.insert(words) }
            } catch let error where Dicectl.exitCode(for: error) != .success {
                Issue.record(
                    "\(text)\ndicectl \(words.joined(separator: " ")): \(Dicectl.message(for: error)) \(error)"
                )
            } catch {}
        }
    }
}

extension QuickReading {
    fileprivate var expressions: [String] {
        if case .roll(let order, _) = self { order.words.expressions } else { [] }
    }
}
