import DiceNotation
import DiceWire
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
            #expect(Set(names).isSubset(of: cause.values), "\(cause): \(text)")
        }
    }
}
