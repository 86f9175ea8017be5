/// A storage failure. Its message names the file and says what to do next.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Cause: Sendable, Hashable {
        /// The storage was written by a newer version.
        case newer
        /// The storage is damaged or not a store of diced.
        case corrupt
        /// Another daemon holds the storage.
        case held
        /// The storage cannot be opened or written.
        case unavailable
        /// A named copy of a store cannot be read.
        case unreadable
    }

    package var kind: Cause
    package var description: String

    package init(_ kind: Cause, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
