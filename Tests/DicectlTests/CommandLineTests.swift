import ArgumentParser
import DiceClient
import DiceModel
import DiceNotation
import DiceWire
import Foundation
import Testing

@testable import DiceFollowing
@testable import DicePlay
@testable import dicectl

/// Compares what command lines ask the daemon for, or how they are rejected, with
/// `Recorded/command-lines.txt`. `DICED_RECORD=1` rewrites that file.
///
/// The daemon has the tables `here` (the one to use), `home` and `odd`, and the saved rolls below.
/// Lines that begin with `/` are typed in `play`.
@Suite("What command lines mean")
struct CommandLineTests {
    private static let tables = ["here", "home", "odd"]
    private static let rolls = [
        "attack": "1d20+7", "hit": "d20+{bonus=5}", "strike": "2d6+3 vs 10", "stat": "4d6kh3",
        "combo": "1d20+7 # strike; 1d8+{dmg=4}", "home": "2d6", "w6": "3d6",
        "boost": "d{a, b, blank}", "loot": "1d6 => 1: x, else: y",
    ]

    @Test("every line is read as recorded") func lines() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Recorded/command-lines.txt")
        let recorded = try String(contentsOf: file, encoding: .utf8)
            .split(separator: "\n").map(String.init)
        let read = recorded.map { line in
            let typed = String(line.prefix { $0 != "\t" })
            return "\(typed)\t\(Self.meaning(of: typed))"
        }
        if ProcessInfo.processInfo.environment["DICED_RECORD"] == "1" {
            try Data((read.joined(separator: "\n") + "\n").utf8).write(to: file)
        }
        #expect(read.count >= 300)
        for (read, recorded) in zip(read, recorded) {
            #expect(read == recorded)
        }
    }

    private static func meaning(of line: String) -> String {
        do {
            if line.hasPrefix("/") {
                return try typed(String(line.dropFirst(2)))
            }
            return try command(words(of: line))
        } catch {
            return "rejected: \(reason(for: error))"
        }
    }

    /// Splits a line as a shell does that knows single quotes alone.
    private static func words(of line: String) -> [String] {
        var words: [String] = []
        var isQuoted = false
        var isOpen = false
        for character in line {
            switch character {
            case "'":
                isQuoted.toggle()
                if !isOpen {
                    words.append("")
                }
                isOpen = true
            case " " where !isQuoted: isOpen = false
            default:
                if !isOpen {
                    words.append("")
                }
                isOpen = true
                words[words.count - 1].append(character)
            }
        }
        return words
    }

    private static func command(_ arguments: [String]) throws -> String {
        let quick = QuickReading(arguments)
        let command: any ParsableCommand
        do {
            command = try Dicectl.read(CommandWords.read(arguments))
        } catch {
            #expect(quick == nil, "\(arguments)")
            throw error
        }
        if let quick {
            try expectSame(quick, command)
        }
        switch command {
        case let roll as Roll:
            let here = try roll.order.isTableNamed ? roll.tables.first : nil
            return try meaning(of: roll.order, at: here)
        case let odds as Odds: return try expression(odds.words)
        case let explain as Explain:
            return try explain.turn.map { "entry \($0)" } ?? expression(explain.words)
        case let save as Save:
            return "saved: \(try save.expressions.split(separator: " ").joined(separator: " "))"
        case let again as Again: return "again: \(again.words)"
        default:
            let tables = (command as? any DaemonCommand)?.tables.map(\.description) ?? []
            let name = type(of: command).configuration.commandName ?? ""
            return "\(name): \(tables.joined(separator: " "))"
        }
    }

    private static func meaning(of order: RollOrder, at named: TableName? = nil) throws
        -> String
    {
        let here = try named ?? #require(TableName("here"))
        let question = order.question(at: here)
        var answer = RollOrder.Answer()
        for table in question.tables where !tables.contains(table.description) {
            var missing = WireError.tableNotFound(table)
            missing.message = "no \(table)"
            answer.missing[table] = missing
        }
        answer.name = "ann"
        if question.asksForRolls {
            answer.rolls = .success(try savedRolls())
        }
        switch try order.resolved(at: here, answer, animate: true) {
        case .dice(let roll):
            return "\(roll.table): dice \(roll.dice.map { "\($0)" } ?? "all")"
        case .throws(let asked, let table):
            return "\(table): \(asked.map(text).joined(separator: " | "))"
        }
    }

    private static func typed(_ line: String) throws -> String {
        let typed = try TypedThrow.all(of: line, by: "ann", among: try savedRolls())
        return try #require(typed).map { text($0.params) }.joined(separator: " | ")
    }

    private static func text(_ thrown: ThrowParams) -> String {
        let what = thrown.expression ?? "saved \(thrown.saved?.description ?? "")"
        let values = (thrown.values?.values ?? [:]).sorted { $0.key < $1.key }
        let viewers = thrown.seenBy.map { " seen by \($0)" } ?? ""
        let label = thrown.label.map { " label \($0)" } ?? ""
        return what + values.map { " \($0.key)=\($0.value)" }.joined() + label + viewers
    }

    private static func expression(_ words: [String]) throws -> String {
        let shelf = SavedShelf { try savedRolls() }
        return try RollWords.expression(of: words, shelf).text
    }

    private static func savedRolls() throws -> [SavedRoll] {
        try rolls.map { SavedRoll(name: try #require(RollName($0)), expression: $1) }
    }

    /// Returns the kind of a refusal and its place, without its sentence.
    private static func reason(for error: any Error) -> String {
        if ProcessInfo.processInfo.environment["DICED_RECORD_SENTENCES"] == "1" {
            return "\(error)"
        }
        switch error {
        case CommandError.notation(let error, let text): return "notation \(error.place) in \(text)"
        case let error as NotationError: return "notation \(error.place)"
        case ClientError.refused(let error): return error.message
        case is CommandWords.Error: return "no such command"
        case is ValidationError: return "usage"
        default:
            let status = Dicectl.exitCode(for: error)
            return status.isSuccess ? "help" : "usage"
        }
    }
}
