import DiceWire

/// A RollTable that Foundry exports, as JSON.
enum FoundryTable {
    static func rows(_ bytes: [UInt8]) -> TableRows {
        var table = TableRows()
        guard let json = try? JSONValue(parsing: bytes) else {
            table.mistake(1, "it begins with { but is not valid JSON")
            return table
        }
        guard case .array(let results)? = json["results"] else {
            table.mistake(1, "it is not a RollTable of Foundry; it has no list \"results\"")
            return table
        }
        if case .string(let formula)? = json["formula"], !formula.isEmpty {
            table.dice = formula
        }
        let places = JSONValue.elements(of: "results", in: bytes)
        var line = 1
        var counted = 0
        for (index, result) in results.enumerated() {
            if index < places.count {
                let start = places[index].startIndex
                line += bytes[counted..<start].count { $0 == UInt8(ascii: "\n") }
                counted = start
            }
            let place = place(of: result)
            guard let place else {
                table.mistake(line, "result \(index + 1) has neither \"range\" nor \"weight\"")
                continue
            }
            table.rows.append(TableRow(line: line, place: place, words: words(of: result)))
        }
        return table
    }

    private static func place(of result: JSONValue) -> TableRow.Place? {
        if case .array(let ends)? = result["range"], ends.count == 2,
            case .integer(let low) = ends[0], case .integer(let high) = ends[1]
        {
            return .range(low, high)
        }
        guard case .integer(let weight)? = result["weight"], weight > 0 else { return nil }
        return .weight(weight)
    }

    private static func words(of result: JSONValue) -> String {
        var parts: [String] = []
        for name in ["name", "text", "description"] {
            guard case .string(let text)? = result[name] else { continue }
            let plain = Markup.plain(html: text)
            if !plain.isEmpty, !parts.contains(plain) {
                parts.append(plain)
            }
        }
        return parts.joined(separator: ": ")
    }
}

/// The lines `!import-table` and `!import-table-item` of Roll20's TableExport.
enum Roll20Table {
    static func isPart(_ line: TextLine) -> Bool {
        line.text.hasPrefix("!import-table")
    }

    static func rows(_ lines: [TextLine]) -> TableRows {
        var table = TableRows()
        var name: String?
        for line in lines where !line.isBlank {
            let parts = line.text.split(separator: " --", omittingEmptySubsequences: false).map {
                String($0.trimmed)
            }
            guard isPart(line), parts.count > 1 else {
                table.mistake(line.number, "it is not a line of TableExport; remove it")
                continue
            }
            if let name, name != parts[1] {
                table.mistake(
                    line.number,
                    "it belongs to another table, \(parts[1]); save each from a file of its own"
                )
                continue
            }
            name = parts[1]
            if parts[0] == "!import-table-item" {
                add(Array(parts.dropFirst(2)), line.number, to: &table)
            }
        }
        return table
    }

    /// Adds an item: its words, its weight and, possibly, an image.
    private static func add(_ parts: [String], _ line: Int, to table: inout TableRows) {
        let index = [parts.count - 2, parts.count - 1].first { index in
            index > 0 && Int(parts[index]) != nil
        }
        guard let index, let weight = Int(parts[index]), 1...1_000_000 ~= weight else {
            return table.mistake(line, "the weight is missing; write --TABLE --WORDS --1")
        }
        let words = Markup.plain(html: parts[..<index].joined(separator: " --"))
        table.rows.append(TableRow(line: line, place: .weight(weight), words: words))
    }
}
