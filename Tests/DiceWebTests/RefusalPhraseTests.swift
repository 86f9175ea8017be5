import DiceNotation
import DiceWire
import Foundation
import Testing

@testable import DiceWeb

@Suite("Phrases of refusals on the page")
struct RefusalPhraseTests {
    /// Returns the phrases of a script by their keys.
    private static func phrases(_ name: String) -> [String: String] {
        let bytes = PageFiles.all[name]?.bytes ?? []
        let pairs = String(decoding: bytes, as: UTF8.self).matches(
            of: #/(\w+):\s*"((?:[^"\\]|\\.)*)",/#
        ).map { (String($0.output.1), String($0.output.2)) }
        return Dictionary(pairs) { first, _ in first }
    }

    @Test(
        "each language has a phrase for each cause, with values of that cause",
        arguments: ["en", "de", "fr", "es"]
    )
    func everyCause(_ language: String) {
        let first = Self.phrases("/words-\(language).js")
        let later = Self.phrases("/refusals-\(language).js")
        // Notes on a throw are loaded with the refusals.
        let notes = NotationNote.Reason.allCases.map { reason in
            "note\(reason.rawValue.prefix(1).uppercased())\(reason.rawValue.dropFirst())"
        }
        #expect(Set(later.keys).isSubset(of: Cause.allCases.map(\.rawValue) + notes))
        #expect(Set(notes).isSubset(of: later.keys))
        var texts = Set<String>()
        for cause in Cause.allCases {
            let found = [first[cause.rawValue], later[cause.rawValue]].compactMap(\.self)
            #expect(found.count == 1, "\(cause): \(found)")
            let text = found.first ?? ""
            #expect(texts.insert(text).inserted, "\(cause) shares a phrase")
            let names = text.matches(of: #/\{(\w+)/#).map { String($0.output.1) }
            let values = cause.values + (cause.values.contains("problem") ? ["expected"] : [])
            #expect(Set(names).isSubset(of: values), "\(cause): \(text)")
        }
    }

    /// The problem of an expression is an English sentence; what it expected is one of few terms.
    @Test(
        "what an expression may have instead is worded in each language",
        arguments: ["de", "fr", "es"]
    )
    func expected(_ language: String) throws {
        let script = String(
            decoding: PageFiles.all["/refusals-\(language).js"]?.bytes ?? [],
            as: UTF8.self
        )
        let known = script.matches(of: #/\[\s*"([^"]+)",\s*"([^"]+)"\s*,?\s*\]/#).map {
            String($0.output.1)
        }
        #expect(!script.contains("badExpression: \"{problem}"))
        let terms = try Self.terms()
        #expect(terms.count > 20)
        #expect(terms.subtracting(known) == [])
    }

    /// The words after `expected:` in the parser, with `#` for each value.
    private static func terms() throws -> Set<String> {
        let folder = URL(filePath: #filePath).appending(path: "../../../Sources/DiceNotation/")
            .standardized
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var terms: Set<String> = []
        for case let file as URL in files?.allObjects ?? [] where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for list in text.matches(of: #/expected: \[?(?:\s*"(?:[^"\\]|\\.)*",?)+/#) {
                for literal in list.output.matches(of: #/"((?:[^"\\]|\\.)*)"/#) {
                    let term = literal.output.1.replacing(#/\\\([^)]*\)/#, with: "#")
                    let isWords = term.contains(" ") || term == "dice"
                    if isWords, !term.contains("`"), !term.contains("{") {
                        terms.insert(String(term))
                    }
                }
            }
        }
        return terms
    }
}
