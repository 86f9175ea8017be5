/// A random table in columns: in Markdown, or in comma-separated values.
enum TableColumns {
    struct Record {
        var line: Int
        var cells: [String]
    }

    private static let weights: Set = ["weight", "weights", "gewicht", "poids", "peso"]
    private static let first: Set = ["from", "min", "low", "von", "de", "desde"]
    private static let last: Set = ["to", "max", "high", "bis", "à", "hasta"]

    /// Returns the rows of records below a header. The numbers are in the first column of ranges, in
    /// two columns such as `from` and `to`, or counts in a column such as `weight`; without any, each
    /// row is one number. Columns with the same header as the numbers continue the table.
    static func rows(_ header: [String], _ records: [Record]) -> TableRows {
        var table = TableRows()
        let names = header.map { $0.lowercased().filter { !"*_` ".contains($0) } }
        table.dice = header.lazy.compactMap { RowNumbers.dice($0) }.first
        let isRange = names.indices.map { column in
            let cells = records.compactMap { column < $0.cells.count ? $0.cells[column] : nil }
            let given = cells.filter { !$0.isEmpty }
            return !given.isEmpty && given.allSatisfy { RowNumbers.cell($0) != nil }
        }
        let isWeight = { weights.contains(names[$0]) && isRange[$0] }
        let low = names.indices.first { first.contains(names[$0]) && isRange[$0] }
        let high = names.indices.first { last.contains(names[$0]) && isRange[$0] }
        let parts: [Part]
        if let low, let high {
            parts = [Part(.ends(low, high), names.indices.filter { $0 != low && $0 != high })]
        } else if let weight = names.indices.first(where: isWeight) {
            parts = [Part(.weight(weight), names.indices.filter { $0 != weight })]
        } else if let number = names.indices.first(where: { isRange[$0] }) ?? dicedColumn(header) {
            parts = self.parts(names, number, isRange)
        } else {
            parts = [Part(.none, Array(names.indices))]
        }
        for part in parts {
            for record in records {
                part.add(record, to: &table)
            }
        }
        return table
    }

    /// Returns the column whose header is dice; what is no number in it is then a mistake.
    private static func dicedColumn(_ header: [String]) -> Int? {
        header.firstIndex { RowNumbers.dice($0) != nil }
    }

    private static func parts(_ names: [String], _ number: Int, _ isRange: [Bool]) -> [Part] {
        let starts = names.indices.filter {
            $0 == number || $0 > number && isRange[$0] && names[$0] == names[number]
        }
        guard starts.count > 1 else {
            return [Part(.range(number), names.indices.filter { $0 != number })]
        }
        return starts.enumerated().map { index, start in
            let end = index + 1 < starts.count ? starts[index + 1] : names.count
            return Part(.range(start), Array(start + 1..<end))
        }
    }

    /// The columns of one part of the table.
    private struct Part {
        enum Numbers {
            case range(Int)
            case ends(Int, Int)
            case weight(Int)
            case none
        }

        let numbers: Numbers
        let words: [Int]

        init(_ numbers: Numbers, _ words: [Int]) {
            self.numbers = numbers
            self.words = words
        }

        func add(_ record: Record, to table: inout TableRows) {
            func cell(_ column: Int) -> String {
                column < record.cells.count ? record.cells[column] : ""
            }
            let words = words.map(cell).filter { !$0.isEmpty }.joined(separator: ", ")
            let place: TableRow.Place
            switch numbers {
            case .none: place = .weight(1)
            case .weight(let column):
                let numbers = RowNumbers.cell(cell(column))
                guard let numbers, numbers.low == numbers.high, numbers.low > 0 else {
                    return table.mistake(
                        record.line,
                        "\"\(cell(column))\" is not a weight; write a number, such as 3"
                    )
                }
                place = .weight(numbers.low)
            case .ends(let low, let high):
                guard let low = RowNumbers.cell(cell(low)), let high = RowNumbers.cell(cell(high))
                else {
                    return table.mistake(record.line, "the lowest or highest number is missing")
                }
                place = .range(low.low, high.high)
            case .range(let column):
                // The last rows of a part may be shorter.
                if cell(column).isEmpty, words.isEmpty {
                    return
                }
                guard let numbers = RowNumbers.cell(cell(column)) else {
                    return table.mistake(
                        record.line,
                        "\"\(cell(column))\" is not a number or a range such as 01-05"
                    )
                }
                place = .range(numbers.low, numbers.high)
            }
            table.rows.append(TableRow(line: record.line, place: place, words: words))
        }
    }
}

/// A table in Markdown.
enum MarkdownTable {
    /// Returns `nil` if no line divides a header from its rows.
    static func rows(_ lines: [TextLine]) -> TableRows? {
        guard let divider = lines.firstIndex(where: isDivider), divider > 0 else { return nil }
        let header = cells(lines[divider - 1].text)
        let body = lines[(divider + 1)...].prefix { $0.text.contains("|") }
        let records = body.map {
            TableColumns.Record(line: $0.number, cells: cells($0.text))
        }
        var table = TableColumns.rows(header, records)
        let others = lines[..<(divider - 1)] + lines[body.endIndex...]
        for line in others where !line.isBlank && !line.isRule {
            table.mistake(line.number, "it is not part of the table; remove it")
        }
        return table
    }

    private static func isDivider(_ line: TextLine) -> Bool {
        line.text.contains("|") && line.text.contains("-")
            && line.text.allSatisfy { "|:- ".contains($0) }
    }

    /// Splits a row at bars that no backslash escapes.
    private static func cells(_ line: Substring) -> [String] {
        var cells: [String] = [""]
        var isEscaped = false
        for character in line {
            if character == "|", !isEscaped {
                cells.append("")
            } else {
                cells[cells.count - 1].append(character)
            }
            isEscaped = character == "\\"
        }
        if line.first == "|" {
            cells.removeFirst()
        }
        if line.last == "|", cells.count > 1 {
            cells.removeLast()
        }
        return cells.map { Markup.plain(markdown: $0) }
    }
}

/// A table of comma-, semicolon- or tab-separated values (RFC 4180).
enum SeparatedValues {
    /// Returns `nil` if the text has no header, and no columns for the lowest and highest number.
    static func rows(_ text: String) -> TableRows? {
        for separator: Character in ["\t", ";", ","] {
            guard let records = records(text, separator), let first = records.first,
                records.count > 1, first.cells.count > 1,
                records.allSatisfy({ $0.cells.count == first.cells.count })
            else { continue }
            let others = Array(records.dropFirst())
            if first.cells.allSatisfy({ RowNumbers.cell($0) == nil }) {
                let isNumbered = first.cells.indices.contains { column in
                    RowNumbers.dice(first.cells[column]) != nil
                        || others.allSatisfy { RowNumbers.cell($0.cells[column]) != nil }
                }
                if isNumbered {
                    return TableColumns.rows(first.cells, others)
                }
            } else if first.cells.count > 2,
                records.allSatisfy({ $0.cells[..<2].allSatisfy { RowNumbers.cell($0) != nil } })
            {
                let header = ["from", "to"] + first.cells.dropFirst(2).map { _ in "" }
                return TableColumns.rows(header, records)
            }
        }
        return nil
    }

    /// Returns the records with the lines that they begin on; `nil` if a quote is not closed.
    private static func records(_ text: String, _ separator: Character) -> [TableColumns.Record]? {
        var records: [TableColumns.Record] = []
        var cells: [String] = [""]
        var isQuoted = false
        var wasQuote = false
        var line = 1
        var start = 1
        func end() {
            let words = cells.map { cell in
                cell.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            }
            let isBlank = words.allSatisfy(\.isEmpty) || words[0].first == "#"
            if !isBlank {
                records.append(TableColumns.Record(line: start, cells: words))
            }
            cells = [""]
        }
        for character in text {
            if character == "\"" {
                // A doubled quote inside quotes is a quote.
                if !isQuoted, wasQuote {
                    cells[cells.count - 1].append(character)
                }
                guard isQuoted || wasQuote || cells.last?.isEmpty == true else { return nil }
                isQuoted.toggle()
                wasQuote = !isQuoted
                continue
            }
            wasQuote = false
            if character == separator, !isQuoted {
                cells.append("")
            } else if character.isNewline, !isQuoted {
                end()
                start = line + 1
            } else {
                cells[cells.count - 1].append(character)
            }
            line += character.isNewline ? 1 : 0
        }
        guard !isQuoted else { return nil }
        end()
        return records
    }
}
