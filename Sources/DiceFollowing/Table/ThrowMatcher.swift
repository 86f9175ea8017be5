import DiceDrawing
package import DiceModel
import DiceNotation
package import DiceWire

/// Finds the requested throws among a table's throws, and collects their results.
package struct ThrowMatcher {
    private let requested: [ThrowParams]
    private var numbers: [Int?]
    private var ended: [ThrowResult?]

    package init(_ asked: [ThrowParams]) {
        self.requested = asked
        numbers = asked.map { _ in nil }
        ended = asked.map { _ in nil }
    }

    package var results: [ThrowResult] { ended.compactMap(\.self) }

    /// Returns the requested throws that have begun, in the order of `asked`. Those still in flight
    /// are taken from the table.
    func shown(at table: TableState) -> [ThrowFrame] {
        requested.indices.compactMap { index in
            var frame =
                table.thrown.first { $0.number == numbers[index] }
                ?? ended[index].map { ThrowFrame($0) }
            if let result = ended[index] {
                frame?.result = result
            }
            return frame
        }
    }

    /// Applies a notification about anyone's throw. Our own throws are recognized by their content,
    /// since their numbers arrive only with the responses.
    package mutating func apply(_ frame: ThrowFrame) {
        let index =
            numbers.firstIndex(of: frame.number)
            ?? requested.indices.first { numbers[$0] == nil && isLike(requested[$0], frame) }
        guard let index else { return }
        numbers[index] = frame.number
        ended[index] = frame.result ?? ended[index]
    }

    /// Stores the response to a request, which is final.
    package mutating func settle(_ index: Int, _ result: ThrowResult) {
        if let other = numbers.firstIndex(of: result.number), other != index {
            numbers[other] = nil
            ended[other] = nil
        }
        numbers[index] = result.number
        ended[index] = result
    }

    private func isLike(_ throwing: ThrowParams, _ frame: ThrowFrame) -> Bool {
        let words = { (text: String) in text.split(whereSeparator: \.isWhitespace) }
        // A saved roll may have a remark.
        let isLabelled =
            frame.label == throwing.label
            || throwing.saved != nil && throwing.label == nil
        return frame.table == throwing.table.description && isLabelled
            && frame.group == throwing.group
            && throwing.by.map { $0 == frame.by } ?? true
            // An expression with a saved roll's name is expanded in the notification.
            && (throwing.values != nil
                || throwing.expression.map {
                    words($0) == words(frame.expression)
                        || (try? Expression(parsing: $0, .current, .stored)) == nil
                } ?? true)
    }
}
