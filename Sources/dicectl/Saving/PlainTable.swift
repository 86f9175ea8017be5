/// Lines such as `01-05 rusty sword`, and numbered or bulleted lists in Markdown.
enum PlainTable {
    private static let bullets = ["- ", "* ", "+ ", "• "]

    static func rows(_ lines: [TextLine]) -> TableRows {
        var table = TableRows()
        var lines = lines.filter { !$0.isBlank && !$0.isRule }
        if let first = lines.first, let dice = header(first.text) {
            table.dice = dice
            lines.removeFirst()
        }
        let isList = !lines.isEmpty && lines.allSatisfy { bullet($0.text) != nil }
        // The numbers of a list whose items all begin with one are a range each.
        let hasRanges = lines.allSatisfy { numberedItem($0.text) != nil }
        for line in lines {
            if isList, !hasRanges, let words = bullet(line.text) {
                let words = Markup.plain(markdown: words)
                table.rows.append(TableRow(line: line.number, place: .weight(1), words: words))
            } else {
                add(bullet(line.text) ?? line.text, line.number, to: &table)
            }
        }
        if table.rows.count > 1, lines.allSatisfy({ $0.text.hasPrefix("1. ") }) {
            // Markdown numbers a list whose items are all 1 by their positions.
            for index in table.rows.indices {
                table.rows[index].place = .weight(1)
            }
        }
        return table
    }

    /// Returns the dice in a first line such as `d8 Weather`.
    private static func header(_ line: Substring) -> String? {
        line.split(whereSeparator: { $0.isWhitespace || $0 == ":" }).first.flatMap {
            RowNumbers.dice($0)
        }
    }

    private static func bullet(_ line: Substring) -> Substring? {
        bullets.first(where: line.hasPrefix).map { line.dropFirst($0.count).trimmed }
    }

    /// Returns the rest of a list's item that begins with a number and a sign: `- 1-5: gold`.
    private static func numberedItem(_ line: Substring) -> Substring? {
        guard let item = bullet(line) else { return nil }
        var rest = item.drop { $0 == "*" }
        guard RowNumbers.number(&rest) != nil else { return nil }
        if let dash = RowNumbers.dashes.first(where: rest.hasPrefix) {
            rest = rest.dropFirst(dash.count)
            guard RowNumbers.number(&rest) != nil else { return nil }
        }
        rest = rest.drop { $0 == "*" }
        return rest.first.flatMap { ":.)".contains($0) ? rest : nil }
    }

    private static func add(_ line: Substring, _ number: Int, to table: inout TableRows) {
        var rest = line.drop { $0 == "*" }
        guard let low = RowNumbers.number(&rest) else {
            return table.mistake(number, "no number at the start; write 01-05, a tab and the words")
        }
        var high = low
        var tail = rest.trimmed
        if let dash = RowNumbers.dashes.first(where: tail.hasPrefix) {
            tail = tail.dropFirst(dash.count).trimmed
            guard let last = RowNumbers.number(&tail) else {
                return table.mistake(
                    number,
                    "the number after \(low)\(dash) is missing; write \(low)-\(low + 4)"
                )
            }
            high = last
            rest = tail
        }
        rest = rest.drop { $0 == "*" }
        if rest.first == "\"" {
            rest.removeFirst()
        }
        if let sign = rest.first, ".:),;".contains(sign) {
            rest.removeFirst()
        }
        rest = rest.trimmed
        let words = rest.first == "\"" ? unquoted(rest) : plain(rest)
        table.rows.append(TableRow(line: number, place: .range(low, high), words: words))
    }

    /// Removes emphasis, but keeps a tab, which is then reported.
    private static func plain(_ words: Substring) -> String {
        words.contains { "*_`<[".contains($0) } ? Markup.plain(markdown: words) : String(words)
    }

    /// Returns a field of comma-separated values without its quotes.
    private static func unquoted(_ text: Substring) -> String {
        guard text.count > 1, text.first == "\"", text.last == "\"" else {
            return String(text)
        }
        return String(text.dropFirst().dropLast()).replacing("\"\"", with: "\"")
    }
}
