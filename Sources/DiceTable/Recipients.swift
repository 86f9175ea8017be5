/// Whom something is told. Who looks under no name is a stranger; who looks under several sees what
/// any of them does.
package enum Recipients: Sendable, Hashable {
    case everybody
    case only([String])
    case without([String])

    /// - Parameter viewers: the names of who looks; none for a stranger.
    package func include(_ viewers: @autoclosure () -> [String]) -> Bool {
        switch self {
        case .everybody: true
        case .only(let names): viewers().contains(where: names.contains)
        case .without(let names): !viewers().contains(where: names.contains)
        }
    }

    package var includeStrangers: Bool { include([]) }

    /// The names, if they alone are told.
    package var names: [String]? {
        if case .only(let names) = self { names } else { nil }
    }

    /// Everybody, for what is told in two versions, the whole of it to these alone: first those who
    /// are told less.
    package var parts: [Recipients] {
        names.map { [.without($0), self] } ?? [.everybody]
    }
}
