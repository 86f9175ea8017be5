import DiceGames
import DiceNotation

extension Game {
    /// Throws if the title or the source of a new game is too long or not displayable. Existing
    /// matches continue regardless of their document.
    func checkTexts() throws(GameError) {
        try Self.check(title, "title", .label)
        if let source {
            try Self.check(source, "source", TextLimit(bytes: 800, scalars: 200))
        }
        for (tag, words) in words.sorted(by: { $0.key < $1.key }) {
            let path = "words.\(tag)"
            if let title = words.title {
                try Self.check(title, "\(path).title", .label)
            }
            for (name, title) in words.boxes.sorted(by: { $0.key < $1.key }) {
                try Self.check(title, "\(path).boxes.\(name)", .label)
            }
            for (name, title) in words.bonuses.sorted(by: { $0.key < $1.key }) {
                try Self.check(title, "\(path).bonuses.\(name)", .label)
            }
        }
        guard let sheet else { return }
        for (index, box) in sheet.boxes.enumerated() {
            try Self.check(box.title, "boxes[\(index)].title", .label)
        }
        for (index, bonus) in sheet.bonuses.enumerated() {
            try Self.check(bonus.title, "bonuses[\(index)].title", .label)
        }
    }

    private static func check(_ text: String, _ path: String, _ limit: TextLimit)
        throws(GameError)
    {
        if let excess = limit.excess(of: text) {
            throw GameError(path, excess.words)
        }
        // Excludes characters that control a terminal or change the direction of text.
        guard !text.isEmpty,
            text.unicodeScalars.allSatisfy({
                $0.isPrintable && $0.properties.generalCategory != .format
            })
        else {
            throw GameError(
                path,
                "1 to \(limit.scalars ?? limit.bytes) printable characters"
            )
        }
    }
}
