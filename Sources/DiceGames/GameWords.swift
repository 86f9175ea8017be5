/// The titles of a game in one language. A title that is missing is that of the document.
public struct GameWords: Sendable, Hashable {
    public var title: String?
    /// The titles of boxes, by their names.
    public var boxes: [String: String]
    /// The titles of bonuses, by their names.
    public var bonuses: [String: String]

    public init(
        title: String? = nil,
        boxes: [String: String] = [:],
        bonuses: [String: String] = [:]
    ) {
        self.title = title
        self.boxes = boxes
        self.bonuses = bonuses
    }
}

extension Game {
    /// The maximum number of languages of a document.
    public static let languages = 8

    /// The language of `words` that fits a BCP 47 tag best: the same one, a more general one (`de`
    /// for `de-AT`), or another one that begins alike; `nil` if there is none.
    public func language(for tag: String) -> String? {
        let known = words.keys.sorted()
        var wanted = tag.lowercased()[...]
        while true {
            if let found = known.first(where: { $0.lowercased() == wanted }) {
                return found
            }
            guard let end = wanted.lastIndex(of: "-") else { break }
            wanted = wanted[..<end]
        }
        return known.first { $0.lowercased().hasPrefix(wanted + "-") }
    }

    /// Returns the game with the titles that it has in a language, given as a BCP 47 tag; the game
    /// as it is if it does not have that language.
    public func worded(in tag: String) -> Game {
        guard let words = language(for: tag).flatMap({ words[$0] }) else { return self }
        var game = self
        game.title = words.title ?? title
        guard case .sheet(var rules) = game.rules else { return game }
        for index in rules.boxes.indices {
            let box = rules.boxes[index]
            rules.boxes[index].title = words.boxes[box.name] ?? box.title
        }
        for index in rules.bonuses.indices {
            let bonus = rules.bonuses[index]
            rules.bonuses[index].title = words.bonuses[bonus.name] ?? bonus.title
        }
        game.rules = .sheet(rules)
        return game
    }

    /// The language of the document's own titles, as far as its words tell: a document that has words
    /// in English has its own titles in the language whose words equal them. English otherwise.
    package var ownLanguage: String {
        guard words["en"] != nil else { return "en" }
        let own = words.keys.sorted().first { hasTitles(of: worded(in: $0)) }
        return own ?? "en"
    }

    private func hasTitles(of other: Game) -> Bool {
        title == other.title
            && sheet?.boxes.map(\.title) == other.sheet?.boxes.map(\.title)
            && sheet?.bonuses.map(\.title) == other.sheet?.bonuses.map(\.title)
    }

    /// Throws the first error in the words: their number, their languages, and what they name.
    func checkWords() throws(GameError) {
        guard words.count <= Self.languages else {
            throw GameError("words", "at most \(Self.languages) languages")
        }
        let boxes = sheet?.boxes.map(\.name) ?? []
        let bonuses = sheet?.bonuses.map(\.name) ?? []
        var found: Set<String> = []
        for (tag, words) in words.sorted(by: { $0.key < $1.key }) {
            guard Self.isLanguageTag(tag) else {
                throw GameError(
                    "words.\(tag)",
                    "a BCP 47 language tag, such as \"de\" or \"pt-BR\""
                )
            }
            guard found.insert(tag.lowercased()).inserted else {
                throw GameError("words.\(tag)", "each language only once")
            }
            for name in words.boxes.keys.sorted() where !boxes.contains(name) {
                throw GameError("words.\(tag).boxes.\(name)", "the name of a box")
            }
            for name in words.bonuses.keys.sorted() where !bonuses.contains(name) {
                throw GameError("words.\(tag).bonuses.\(name)", "the name of a bonus")
            }
        }
    }

    /// Returns true if a text has the form of a BCP 47 tag: parts of 1 to 8 letters and digits, the
    /// first of 2 to 8 letters, and at most 35 bytes in all.
    private static func isLanguageTag(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, text.utf8.count <= 35 else { return false }
        return (2...8).contains(first.utf8.count) && first.utf8.allSatisfy { isLower($0 | 0x20) }
            && parts.dropFirst().allSatisfy { part in
                (1...8).contains(part.utf8.count)
                    && part.utf8.allSatisfy { isLower($0 | 0x20) || isDigit($0) }
            }
    }
}
