import Glibc

/// Environment variables: the process's own, or given ones.
///
/// The process's variables are looked up one at a time, since a copy of all of them takes a
/// noticeable part of the time of a command such as `dicectl roll`.
package struct EnvironmentVariables: Sendable, ExpressibleByDictionaryLiteral {
    private let given: [String: String]?

    /// The variables of this process.
    package static let own = Self(given: nil)

    private init(given: [String: String]?) {
        self.given = given
    }

    package init(_ given: [String: String]) {
        self.init(given: given)
    }

    package init(dictionaryLiteral elements: (String, String)...) {
        self.init(given: Dictionary(elements) { $1 })
    }

    /// The value of a variable, which may be empty; `nil` if it is unset.
    package subscript(name: String) -> String? {
        if let given { given[name] } else { getenv(name).map { String(cString: $0) } }
    }
}
