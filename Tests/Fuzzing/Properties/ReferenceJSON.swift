import Foundation

/// A JSON value with strings and numbers as read by Foundation, for comparison with the request
/// decoder.
enum ReferenceJSON {
    case null
    case bool
    case integer(Int)
    /// A number that does not fit `Int`.
    case number
    case string(String)
    case array([ReferenceJSON])
    /// If two members have the same name, the last one counts.
    case object([String: ReferenceJSON])

    /// Returns `nil` if Foundation rejects a string. `text` must be JSON by the grammar.
    init?(_ text: [UInt8]) {
        var reader = Reader(text)
        guard let value = try? reader.value() else { return nil }
        self = value
    }
}

/// Reads JSON that is known to follow the grammar, so that all punctuation except brackets can be
/// skipped.
private struct Reader {
    private var rest: ArraySlice<UInt8>

    init(_ text: [UInt8]) {
        rest = text[...]
    }

    mutating func value() throws -> ReferenceJSON {
        skip()
        switch rest.first {
        case UInt8(ascii: "{"):
            var members: [String: ReferenceJSON] = [:]
            rest.removeFirst()
            while !closes(UInt8(ascii: "}")) {
                let name = try decoded(String.self, token())
                members[name] = try value()
            }
            return .object(members)
        case UInt8(ascii: "["):
            var elements: [ReferenceJSON] = []
            rest.removeFirst()
            while !closes(UInt8(ascii: "]")) {
                elements.append(try value())
            }
            return .array(elements)
        default: return try simple(token())
        }
    }

    private func simple(_ token: ArraySlice<UInt8>) throws -> ReferenceJSON {
        switch token.first {
        case UInt8(ascii: "\""): .string(try decoded(String.self, token))
        case UInt8(ascii: "n"): .null
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
        // Foundation rejects a number that fits no type.
        default: (try? decoded(Int.self, token)).map { .integer($0) } ?? .number
        }
    }

    private func decoded<Value: Decodable>(
        _ type: Value.Type,
        _ token: ArraySlice<UInt8>
    ) throws
        -> Value
    {
        try JSONDecoder().decode(type, from: Data(token))
    }

    /// Reads a string with its quotes, a number or a word.
    private mutating func token() -> ArraySlice<UInt8> {
        skip()
        let all = rest
        if rest.first == UInt8(ascii: "\"") {
            rest.removeFirst()
            while let byte = rest.first, byte != UInt8(ascii: "\"") {
                rest = rest.dropFirst(byte == UInt8(ascii: "\\") ? 2 : 1)
            }
            rest = rest.dropFirst()
        } else {
            rest = rest.drop { !Self.punctuation.contains($0) }
        }
        return all[..<rest.startIndex]
    }

    /// Skips the bracket if it is next; returns true if it was.
    private mutating func closes(_ bracket: UInt8) -> Bool {
        skip()
        guard rest.isEmpty || rest.first == bracket else { return false }
        rest = rest.dropFirst()
        return true
    }

    private mutating func skip() {
        rest = rest.drop { Self.skipped.contains($0) }
    }

    private static let skipped = Array(" \t\r\n,:".utf8)
    private static let punctuation = skipped + Array("[]{}\"".utf8)
}
