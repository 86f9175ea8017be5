/// Why the storage refused: a sentence for people, naming the file and what to do next.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Cause: Sendable, Hashable {
        /// The storage was written by a newer version.
        case newer
        /// The storage is damaged, or no store of ours.
        case corrupt
        /// Another daemon has the storage.
        case held
        /// The storage cannot be opened or written.
        case unavailable
        /// A copy of a store that was named cannot be read.
        case unreadable
    }

    package var kind: Cause
    package var description: String

    package init(_ kind: Cause, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
