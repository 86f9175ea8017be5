import DiceModel
import DiceVerifying
import DiceWire
import Forgeries
import Foundation
import Testing

/// Forged histories, at least one for each guard, and correct ones.
struct ForgeryTests {
    @Test("a forgery is found", arguments: Forgery.all) func isFound(_ forgery: Forgery) throws {
        // Lines without the form of an entry are not read.
        let found =
            try HistoryVerifier.finding(sent: forgery.lines(), notes: forgery.notes)
            ?? HistoryVerifier.finding(forgery.entries(), notes: forgery.notes)?.reason
        #expect(found == forgery.reason)
    }

    @Test("each guard has a forgery") func eachGuardHasOne() {
        let forged = Set(Forgery.all.map(\.reason))
        #expect(Finding.Reason.allCases.filter { !forged.contains($0) } == [])
        #expect(Set(Forgery.all.map(\.testDescription)).count == Forgery.all.count)
    }

    /// Otherwise one of two guards could be removed without letting a forgery pass.
    @Test("each reason is reported in one place") func eachReasonIsGivenInOnePlace() throws {
        let folder = URL(filePath: #filePath).appending(
            path: "../../../Sources/DiceVerifying"
        )
        .standardized
        let files = try FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil
        )
        let text = try files.filter { $0.lastPathComponent != "Finding.swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        for reason in Finding.Reason.allCases {
            let places = text.ranges(of: try Regex("\\.\(reason.rawValue)\\b"))
            #expect(places.count == 1, Comment(rawValue: reason.rawValue))
        }
    }

    @Test("honest histories are valid", arguments: HonestHistory.all) func honestHistoriesAreRight(
        _ history: HonestHistory
    )
        throws
    {
        let lines = try history.entries().map {
            String(decoding: $0.jsonBytes(), as: UTF8.self)
        }
        let sent = try lines.map {
            try SentEntry(json: JSONValue(parsing: Array($0.utf8)))
        }
        #expect(HistoryVerifier.finding(sent) == nil)
    }

    @Test("a history is valid after a cut at any entry", arguments: HonestHistory.all)
    func cuts(_ history: HonestHistory) throws {
        let entries = try history.entries()
        for first in entries.indices {
            let part = Array(entries[first...])
            #expect(
                HistoryVerifier.finding(part, .export) == nil,
                "from entry \(first + 1)"
            )
            for index in part.indices {
                #expect(HistoryVerifier.finding([part[index]], .entry) == nil)
            }
        }
    }

    @Test(
        "a changed entry is found after a cut at any earlier entry"
    )
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
    /// Returns the fault in the lines of an export, or `nil` if they are correct or one of them
    /// does not have the form of an entry.
    fileprivate static func finding(sent lines: [String], notes: Notes) throws
        -> Finding.Reason?
    {
        let entries = lines.map { line in
            (try? JSONValue(parsing: Array(line.utf8))).flatMap {
                try? SentEntry(json: $0)
            }
        }
        return entries.contains(nil)
            ? nil : finding(entries.compactMap(\.self), notes: notes)
    }

    fileprivate static func finding(_ entries: [SentEntry], notes: Notes = Notes())
        -> Finding
        .Reason?
    {
        var verifier = HistoryVerifier(.daemon, notes: notes)
        do throws(Finding) {
            for entry in entries {
                try verifier.check(entry)
            }
            try verifier.finish()
            return nil
        } catch {
            return error.reason
        }
    }
}
