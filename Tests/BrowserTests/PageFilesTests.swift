import Foundation
import Testing

/// Tests the page's files in the repository.
struct PageFilesTests {
    private let files: [(name: String, text: String)]
    /// The files that only the audience page has.
    private let audience: [(name: String, text: String)]

    init() throws {
        func read(_ name: String) throws -> [(name: String, text: String)] {
            let folder = URL(filePath: #filePath).appending(
                path: "../../../Sources/DiceWeb/" + name
            ).standardized
            let names = try FileManager.default.contentsOfDirectory(
                atPath: folder.path()
            )
            return try names.map {
                (
                    $0,
                    try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
                )
            }
        }
        files = try read("Page")
        audience = try read("AudiencePage")
    }

    /// Each language has all phrases, with the same values; a plural form needs a number in the
    /// phrase.
    @Test(
        "every language has the same keys and values",
        arguments: [("words-", 150), ("later-", 100)]
    )
    func everyLanguageHasTheSameKeysAndValues(_ prefix: String, _ least: Int) throws {
        let languages = files.map(\.name).filter { $0.hasPrefix(prefix) }
        #expect(languages.count == 4)
        let all = languages.map { name in
            files.first { $0.name == name }?.text.matches(
                of: #/\t(\w+):\s+"((?:[^"\\]|\\.)*)",\n/#
            )
            .map { (key: String($0.output.1), text: String($0.output.2)) } ?? []
        }
        let english = try #require(all[1...].first)
        #expect(english.count > least)
        #expect(Set(english.map(\.key)).count == english.count)
        for (name, words) in zip(languages, all) {
            #expect(words.map(\.key) == english.map(\.key), "\(name)")
            for (own, other) in zip(words, english) {
                #expect(
                    !own.text.isEmpty
                        && Self.values(own.text) == Self.values(other.text),
                    "\(name): \(own.key)"
                )
            }
        }
    }

    private static func values(_ text: String) -> Set<String> {
        Set(
            text.matches(of: #/\{(\w+)(?::[^|}]*\|[^}]*)?\}/#).map {
                String($0.output.1)
            }
        )
    }

    /// Each page has one inline script, which reloads the page if other scripts are missing.
    @Test("pages have one inline script and no external resources")
    func nothingElseIsInlineAndNothingIsElsewhere() {
        for (name, text) in files + audience {
            let elsewhere = text.matches(of: #/https?:\/\/[^"'\s>]+/#).map {
                String($0.output)
            }
            #expect(
                elsewhere.allSatisfy { $0 == "http://www.w3.org/2000/svg" },
                "\(name): \(elsewhere)"
            )
            guard name.hasSuffix(".html") else { continue }
            #expect(
                !text.contains("<style") && !text.contains(#/ style=| on[a-z]+=/#),
                "\(name)"
            )
            let scripts = text.matches(of: #/<script(?: type="module" src=")?/#).map {
                String($0.output)
            }
            #expect(
                scripts.count > 1 && scripts.count { $0 == "<script" } == 1,
                "\(name)"
            )
        }
    }

    /// Served files lose their indentation and comment lines, without which GLSL programs must work
    /// as well.
    @Test("strings and comments in page files end on their line") func noLineGoesOnInTheNextOne() {
        for (name, text) in files + audience
        where !name.hasSuffix(".html") && !name.hasSuffix("shaders.js") {
            var isInComment = false
            for line in text.split(separator: "\n") {
                let words = line.drop { $0 == "\t" || $0 == " " }
                if isInComment || words.hasPrefix("/*") {
                    isInComment = !words.contains("*/")
                    #expect(isInComment || words.hasSuffix("*/"), "\(name): \(line)")
                    continue
                }
                #expect(
                    words.count { $0 == "`" }.isMultiple(of: 2)
                        && !words.hasSuffix("\\"),
                    "\(name): \(line)"
                )
            }
        }
    }
}
