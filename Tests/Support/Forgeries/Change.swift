import Testing

/// A change to an entry, with its name.
package struct Change<Entry>: Sendable, CustomTestStringConvertible {
    package let testDescription: String
    package let make: @Sendable (inout Entry) -> Void

    package init(_ name: String, _ make: @escaping @Sendable (inout Entry) -> Void) {
        testDescription = name
        self.make = make
    }

    package func applied(to entry: Entry) -> Entry {
        var entry = entry
        make(&entry)
        return entry
    }
}
