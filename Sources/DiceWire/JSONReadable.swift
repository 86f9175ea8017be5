internal import DiceModel

/// A value that a param may have.
protocol JSONReadable {
    /// Nil when `json` is no such value.
    init?(_ json: JSONValue)
}

extension Bool: JSONReadable {
    init?(_ json: JSONValue) {
        guard case .bool(let bool) = json else { return nil }
        self = bool
    }
}

extension Int: JSONReadable {
    init?(_ json: JSONValue) {
        guard let integer = json.integer else { return nil }
        self = integer
    }
}

extension String: JSONReadable {
    init?(_ json: JSONValue) {
        guard let string = json.string else { return nil }
        self = string
    }
}

extension TableName: JSONReadable {
    init?(_ json: JSONValue) {
        guard let text = json.string else { return nil }
        self.init(text)
    }
}

extension Array: JSONReadable where Element: JSONReadable {
    init?(_ json: JSONValue) {
        guard case .array(let elements) = json else { return nil }
        self = []
        reserveCapacity(elements.count)
        for element in elements {
            guard let element = Element(element) else { return nil }
            append(element)
        }
    }
}
