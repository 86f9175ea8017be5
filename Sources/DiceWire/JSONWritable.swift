/// A value that writes itself as one JSON value.
public protocol JSONWritable: Sendable {
    func write(to json: inout JSONWriter)
}

extension JSONWritable {
    /// The value as JSON text, without a line end.
    public func jsonBytes() -> [UInt8] {
        var json = JSONWriter()
        write(to: &json)
        return json.bytes
    }
}

extension Int: JSONWritable {
    public func write(to json: inout JSONWriter) { json.integer(self) }
}

extension Bool: JSONWritable {
    public func write(to json: inout JSONWriter) { json.bool(self) }
}

extension String: JSONWritable {
    public func write(to json: inout JSONWriter) { json.string(self) }
}

extension Array: JSONWritable where Element: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.array { json in
            for element in self { element.write(to: &json) }
        }
    }
}

/// An object without members.
public struct EmptyObject: JSONWritable, Hashable, Codable {
    public init() {}
    public func write(to json: inout JSONWriter) { json.object { _ in } }
}
