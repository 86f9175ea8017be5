import DiceDrawing
import DiceFollowing
import DiceModel
@_spi(_Unicode) import Swift

extension ScoreSheet {
    /// Reduces to letters and digits, in lower case and without marks: ä and ae become `a`, ß
    /// becomes `ss`.
    private static func plain(_ text: String) -> String {
        let scalars = text.lowercased()._nfd.filter {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        let letters = String(String.UnicodeScalarView(scalars)).replacing(
            "ß",
            with: "ss"
        )
        return ["a", "o", "u"].reduce(letters) { $0.replacing($1 + "e", with: $1) }
    }

    /// Finds the box that a text names: the text may be the box's name or title, an
    /// unambiguous prefix of either, or the initials of either.
    func box(_ text: String, at table: TableName = .default) throws -> String {
        let plain = Self.plain
        let wanted = Self.plain(text)
        let boxes = rows.compactMap { row in
            row.box.map { (name: $0, title: row.title) }
        }
        if boxes.isEmpty {
            throw CommandError.declined(
                "a bank game has no boxes; to bank the turn's points: dicectl end-turn\(Advice.at(table))"
            )
        }
        let tests: [((name: String, title: String)) -> Bool] = [
            { plain($0.name) == wanted || plain($0.title) == wanted },
            { plain($0.name).hasPrefix(wanted) || plain($0.title).hasPrefix(wanted) },
            { plain(String(Self.separateWords($0.name).compactMap(\.first))) == wanted },
            {
                plain(String($0.title.split(separator: " ").compactMap(\.first)))
                    == wanted
            },
        ]
        for test in tests where !wanted.isEmpty {
            let found = boxes.filter(test)
            if found.count == 1 {
                return found[0].name
            }
            if found.count > 1 {
                throw CommandError.declined(
                    "\"\(text)\" could mean \(found.map(\.title).joined(separator: " or ")); write more of it"
                )
            }
        }
        let all = boxes.map(\.title)
        let question =
            Suggestion.didYouMean(text, all)
            ?? "; the boxes are \(all.joined(separator: ", "))"
        throw CommandError.declined(
            "no box \"\(Printable.text(text))\"\(question)"
        )
    }
}
