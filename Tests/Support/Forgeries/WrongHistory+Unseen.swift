// What the other verifiers do not claim to find, by name: they check commitments, faces and the chain.

extension WrongHistory {
    /// What the Python of dice-protocol(7) does not find.
    package static let unseenByPrintedVerifier: Set<String> = []

    /// What the page does not find.
    package static let unseenByPage: Set<String> = []
}
