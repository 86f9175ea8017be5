/// Whom something is told. Who looks under no name is a stranger.
package enum Recipients: Sendable, Hashable {
    case everybody
    case only([String])
    case without([String])

    /// - Parameter name: of who looks; nil for a stranger.
    package func include(_ name: @autoclosure () -> String?) -> Bool {
        switch self {
        case .everybody: true
        case .only(let names): name().map(names.contains) == true
        case .without(let names): name().map(names.contains) != true
        }
    }

    package var includeStrangers: Bool { include(nil) }

    /// The names, if they alone are told.
    package var names: [String]? { if case .only(let names) = self { names } else { nil } }

    /// Everybody, for what is told in two versions, the whole of it to these alone: first those who are told less.
    package var parts: [Recipients] { names.map { [.without($0), self] } ?? [.everybody] }
}
