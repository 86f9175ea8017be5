package import DiceGames
import Glibc

/// The language in which the titles of games are shown. All other texts are English.
package enum Language {
    /// The person's language as a BCP 47 tag; `nil` for the titles of the documents themselves.
    @TaskLocal package static var tag = tag { name in
        getenv(name).map { String(cString: $0) }
    }

    /// Returns the language of the locale: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is
    /// not empty. `de_AT.UTF-8@euro` is `de-AT`; `C` and `POSIX` are no language.
    package static func tag(_ variable: (String) -> String?) -> String? {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first {
            !$0.isEmpty
        }
        let name = locale?.prefix { $0 != "." && $0 != "@" } ?? ""
        guard !["", "C", "POSIX"].contains(String(name)) else { return nil }
        return String(name).replacing("_", with: "-")
    }
}

extension Game {
    /// The game with its titles in the person's language.
    package var localized: Game {
        Language.tag.map(worded) ?? self
    }
}

/// The words on a sheet that no document has.
struct SheetWords: Hashable {
    /// The head of the column of options, at least as wide as the widest possible option: `30J*`
    /// for a joker that is the best choice.
    let now: String
    let sum: String
    let of: String
    let total: String

    /// Returns the words in the language that a game's titles are shown in, English if it is
    /// unknown.
    static func of(_ game: Game?) -> SheetWords {
        let shown = Language.tag.flatMap { tag in game?.language(for: tag) } ?? game?.ownLanguage
        let language = shown?.prefix { $0 != "-" }.lowercased()
        return language.flatMap { languages[$0] } ?? english
    }

    private static let english = SheetWords(now: "now ", sum: "Sum", of: "for", total: "Total")
    private static let languages = [
        "de": SheetWords(now: "jetzt", sum: "Summe", of: "für", total: "Gesamt"),
        "es": SheetWords(now: "ahora", sum: "Suma", of: "para", total: "Total"),
        "fr": SheetWords(now: "coup", sum: "Somme", of: "pour", total: "Total"),
    ]
}
