import DiceModel
import DiceVerifying
import DiceWire
import Forgeries
import Foundation
import Testing

/// Histories that are wrong, at least one for each guard, and histories that are right.
struct ForgeryTests {
    @Test(arguments: Forgery.all) func isFound(_ forgery: Forgery) throws {
        #expect(HistoryVerifier.finding(sent: try forgery.lines(), notes: forgery.notes) == forgery.reason.rawValue)
    }

    @Test func eachGuardHasOne() {
        let forged = Set(Forgery.all.map(\.reason))
        #expect(Finding.Reason.allCases.filter { !forged.contains($0) } == [])
        #expect(Set(Forgery.all.map(\.testDescription)).count == Forgery.all.count)
    }

    /// Else one of two guards could be removed without a forgery that passes.
    @Test func eachReasonIsGivenInOnePlace() throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../Sources/DiceVerifying").standardized
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let text = try files.filter { $0.lastPathComponent != "Finding.swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        for reason in Finding.Reason.allCases {
            let places = text.ranges(of: try Regex("\\.\(reason.rawValue)\\b"))
            #expect(places.count == 1, "\(reason)")
        }
    }

    @Test(arguments: HonestHistory.all) func honestHistoriesAreRight(_ history: HonestHistory) throws {
        let lines = try history.entries().map { String(decoding: $0.jsonBytes(), as: UTF8.self) }
        #expect(HistoryVerifier.finding(sent: lines) == nil)
    }

    @Test("a history is right wherever it was cut", arguments: HonestHistory.all)
    func cuts(_ history: HonestHistory) throws {
        let entries = try history.entries()
        for first in entries.indices {
            let part = Array(entries[first...])
            #expect(HistoryVerifier.finding(part, .export) == nil, "from entry \(first + 1)")
            for index in part.indices { #expect(HistoryVerifier.finding([part[index]], .entry) == nil) }
        }
    }

    @Test("of entries that follow each other one that was changed is found wherever the history was cut")
    func tamperedCuts() throws {
        let entries = try SampleHistory.entries()
        for first in entries.indices.dropLast() {
            var part = Array(entries[first...])
            guard var turn = part[1].turn else { continue }
            turn.by = "bo"
            part[1] = .turn(turn)
            #expect(HistoryVerifier.finding(part, .export)?.reason == .wrongDigest)
        }
    }
}

extension HistoryVerifier {
    /// What is wrong about the lines of an export; nil where they are right.
    fileprivate static func finding(sent lines: [String], notes: Notes = Notes()) -> String? {
        var verifier = HistoryVerifier(.daemon, notes: notes)
        do {
            for line in lines { try verifier.check(try SentEntry(json: JSONValue(parsing: Array(line.utf8)))) }
            try verifier.finish()
            return nil
        } catch let finding as Finding {
            return finding.reason.rawValue
        } catch {
            return "\(error)"
        }
    }
}
