/// The viewers who receive something. A viewer without a name is a stranger; a viewer with several
/// names sees what any of them sees.
package enum Recipients: Sendable, Hashable {
    case everybody
    case only([String])
    case without([String])

    /// - Parameter viewers: The viewer's names; empty for a stranger.
    package func include(_ viewers: @autoclosure () -> [String]) -> Bool {
        switch self {
        case .everybody: true
        case .only(let names): viewers().contains(where: names.contains)
        case .without(let names): !viewers().contains(where: names.contains)
        }
    }

    package var includeStrangers: Bool { include([]) }

    /// The recipients' names, if the recipients are limited to named viewers.
    package var names: [String]? {
        if case .only(let names) = self { names } else { nil }
    }

    /// The groups that receive different versions, starting with the group that receives less:
    /// everyone, then the named recipients, who get the complete version.
    package var parts: [Recipients] {
        names.map { [.without($0), self] } ?? [.everybody]
    }
}
