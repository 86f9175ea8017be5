import DiceNotation
import Testing

/// Evaluates on the given faces, all of which must be used.
func evaluate(_ text: String, _ faces: [Int], dice: Int = NotationLimits.dice) throws
    -> Evaluation
{
    var left = faces[...]
    let result = try Expression(parsing: text).evaluate(dice: dice) { sides in
        let next = left.popFirst()
        let face = try #require(next, "\(text) needs more faces than \(faces)")
        try #require((1...sides).contains(face))
        return face
    }
    try #require(left.isEmpty, "\(text) does not need the faces \(left)")
    return result
}

/// Returns the error of a text.
func error(of text: String) throws -> NotationError {
    do {
        let expression = try Expression(parsing: text)
        throw Accepted(expression: expression.description)
    } catch let error as NotationError {
        return error
    }
}

struct Accepted: Error {
    var expression: String
}

/// Returns the text with the position of the error in `‹›`.
func pointed(_ text: String) throws -> String {
    let error = try error(of: text)
    let bytes = Array(text.utf8)
    func part(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
    return part(0..<error.place.lowerBound) + "‹" + part(error.place) + "›"
        + part(error.place.upperBound..<bytes.count)
}

extension NotationError {
    /// The quoted expressions of the message, joined by ` | `: tests compare these, not the sentence.
    var quotes: String {
        message.matches(of: /`([^`]+)`/).map(\.output.1).joined(separator: " | ")
    }
}
