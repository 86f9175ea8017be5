import Foundation

/// The page's phrases by their keys, so that tests do not repeat their wording.
enum Phrases {
    /// The phrases of a language.
    static func of(_ language: String) -> [String: String] {
        let folder = URL(filePath: #filePath).appending(path: "../../../Sources/DiceWeb/Page/")
        let script = ["words", "later"].map { name in
            let file = folder.appending(path: "\(name)-\(language).js").standardized
            return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        }.joined()
        let pairs = script.matches(of: #/\t(\w+):\s+"((?:[^"\\]|\\.)*)",\n/#).map { match in
            (String(match.output.1), String(match.output.2))
        }
        return Dictionary(pairs) { first, _ in first }
    }

    private static let english = of("en")

    /// Returns the English phrase under a key, as the page shows it with these values.
    static func text(_ key: String, _ values: [String: String] = [:]) -> String {
        guard let phrase = english[key] else { return "no phrase \(key)" }
        return phrase.replacing(
            #/\{(?<name>\w+)(?::(?<one>[^|}]*)\|(?<many>[^}]*))?\}/#
        ) { match in
            let value = values[String(match.name)] ?? "{\(match.name)}"
            guard let one = match.one, let many = match.many else { return value }
            return value == "1" ? String(one) : String(many)
        }
    }

    /// Returns the verdict about an entry that is wrong for this reason.
    static func wrong(_ key: String) -> String {
        text("wrong", ["why": text(key)])
    }

    /// The English phrases as a script's object.
    static var object: String {
        get throws {
            String(decoding: try JSONEncoder().encode(english), as: UTF8.self)
        }
    }
}
