/// A row of a random table in a file, before it is checked.
struct TableRow: Hashable {
    enum Place: Hashable {
        /// The lowest and the highest number that the file gives.
        case range(Int, Int)
        /// The count of numbers after those of the row before it.
        case weight(Int)
    }

    /// The line of the file, from 1.
    var line: Int
    var place: Place
    var words: String
}

/// The rows of a random table, as the reader of a file format understood them.
struct TableRows: Hashable {
    struct Mistake: Hashable {
        var line: Int
        var words: String
    }

    var rows: [TableRow] = []
    /// The dice that the file names; `nil` if it names none.
    var dice: String?
    /// The lines that the reader did not understand.
    var mistakes: [Mistake] = []

    mutating func mistake(_ line: Int, _ words: String) {
        mistakes.append(Mistake(line: line, words: words))
    }

    /// Reads a file in the format that its content suggests.
    init(reading text: String) {
        let text = text.first == "\u{FEFF}" ? String(text.dropFirst()) : text
        let lines = TextLine.all(of: text)
        if text.first(where: { !$0.isWhitespace }) == "{" {
            self = FoundryTable.rows(Array(text.utf8))
        } else if lines.contains(where: Roll20Table.isPart) {
            self = Roll20Table.rows(lines)
        } else if let rows = MarkdownTable.rows(lines) ?? SeparatedValues.rows(text) {
            self = rows
        } else {
            self = PlainTable.rows(lines)
        }
    }

    init() {}
}

/// A line of a text file, without blanks around it.
struct TextLine {
    let number: Int
    let text: Substring

    static func all(of text: String) -> [TextLine] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated()
            .map { TextLine(number: $0.offset + 1, text: $0.element.trimmed) }
    }

    /// True for an empty line, a heading or a comment.
    var isBlank: Bool { text.isEmpty || text.first == "#" }

    /// True for a line that only separates parts of a Markdown file, such as `---`.
    var isRule: Bool { text.count > 2 && text.allSatisfy { $0 == "-" || $0 == "*" || $0 == "_" } }
}

extension StringProtocol where SubSequence == Substring {
    var trimmed: Substring {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true {
            text.removeLast()
        }
        return text
    }
}

/// The numbers of a row: `5`, `01-05`, `1–5`, `1..5`, `96+` or `1,2`.
enum RowNumbers {
    static let dashes = ["..", "-", "–", "—", "−"]

    /// Reads a whole cell; `nil` if it is not a number or a range.
    static func cell(_ cell: some StringProtocol) -> (low: Int, high: Int)? {
        let text = String(cell).filter { !$0.isWhitespace && !"*\"".contains($0) }
        let list = text.split(separator: ",").map { Int($0) }
        if list.count > 1 {
            let numbers = list.compactMap(\.self)
            let isRow = zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 }
            guard numbers.count == list.count, isRow, let last = numbers.last else { return nil }
            return (numbers[0], last)
        }
        var rest = text[...]
        guard let low = number(&rest) else { return nil }
        guard let dash = dashes.first(where: rest.hasPrefix) else {
            return rest.isEmpty ? (low, low) : nil
        }
        rest = rest.dropFirst(dash.count)
        guard let high = number(&rest), rest.isEmpty else { return nil }
        return (low, high)
    }

    /// Consumes a number of up to six digits, which may follow a quote.
    static func number(_ text: inout Substring) -> Int? {
        let digits = text.drop { $0 == "\"" }.prefix { $0.isASCII && $0.isNumber }
        guard (1...6).contains(digits.count), let number = Int(digits) else {
            return nil
        }
        text = text[digits.endIndex...]
        return number
    }

    /// Returns dice such as `d8`, `2W6` or `d%` in notation; `nil` for other words.
    static func dice(_ word: some StringProtocol) -> String? {
        let text = String(word).lowercased().filter { !"*`_ ".contains($0) }
        let parts = text.split(
            maxSplits: 1,
            omittingEmptySubsequences: false,
            whereSeparator: { "dw".contains($0) }
        )
        guard parts.count == 2, parts[0].isEmpty || Int(parts[0]) != nil,
            parts[1] == "%" || Int(parts[1]) != nil
        else { return nil }
        return "\(parts[0])d\(parts[1] == "%" ? "100" : parts[1])"
    }
}

/// Removes the markup of texts that other programs and sites export.
enum Markup {
    /// Returns Markdown as plain text: without emphasis, code marks and the targets of links.
    static func plain(markdown text: some StringProtocol) -> String {
        var text = String(text)
        guard hasMarks(text) else { return line(text) }
        text = text.replacing(/!?\[([^\]]*)\]\([^)]*\)/) { String($0.output.1) }
        text = text.replacing("**", with: "").replacing("__", with: "").replacing("`", with: "")
        text = text.replacing(/(^|\s)[*_]([^*_]+)[*_](?=$|[\s.,;:!?])/) {
            "\($0.output.1)\($0.output.2)"
        }
        return plain(html: text.replacing("\\|", with: "|"))
    }

    /// Returns HTML as plain text on one line. Of links of Foundry, their labels remain.
    static func plain(html text: String) -> String {
        guard hasMarks(text) else { return line(text) }
        var text = text.replacing(/@\w+\[[^\]]*\]\{([^}]*)\}/) { String($0.output.1) }
        text = text.replacing(/\[\[(?:\/\w+\s+)?([^\]]*)\]\](?:\{[^}]*\})?/) {
            String($0.output.1)
        }
        text = text.replacing(/<\/?[A-Za-z][^>]*>/, with: " ")
        for (name, sign) in entities {
            text = text.replacing("&\(name);", with: sign)
        }
        return line(text)
    }

    /// True if a text may have markup: most lines have none, and the search for each kind takes long.
    private static func hasMarks(_ text: String) -> Bool {
        text.utf8.contains(where: marks.contains)
    }

    private static let marks = Array("[*_`\\@<&".utf8)

    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static let entities = [
        ("nbsp", " "), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("#39", "'"), ("apos", "'"),
        ("ndash", "–"), ("mdash", "—"), ("amp", "&"),
    ]
}
