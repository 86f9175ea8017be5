import DiceModel
import DiceProof
import DiceTestSupport
import DiceWire
import Testing

@testable import DiceServer

/// Contributions: a secret is the same two hexadecimal digits 16 times.
extension TestConnection {
    static func secret(_ digits: String) -> String {
        String(repeating: digits, count: 16)
    }

    /// Returns the resulting contributors.
    @discardableResult
    func promise(_ digits: String, by: String?) async throws -> [Contributor] {
        let commitment = try #require(Entropy.commitment(Self.secret(digits)))
        let params = ContributeParams(table: .default, commitment: commitment, by: by)
        return try await call(Method.contribute(params), as: ContributeResult.self)
            .contributors
    }

    @discardableResult
    func takeBack() async throws -> [Contributor] {
        let params = ContributeParams(table: .default, commitment: "")
        return try await call(Method.contribute(params), as: ContributeResult.self)
            .contributors
    }

    /// Returns the refusal; `nil` if it succeeds.
    func reveal(_ digits: String) async throws -> WireError? {
        try await refusal(
            of: Method.reveal(
                RevealParams(table: .default, entropy: Self.secret(digits))
            )
        )
    }

    /// Rolls and returns the result.
    func roll(by: String? = nil, entropy: String? = nil) async throws -> RollResult {
        try await call(
            Method.roll(
                RollParams(table: .default, animate: false, by: by, entropy: entropy)
            )
        )
    }

    /// Requests a roll, and returns when everyone has been told whom it asks.
    func askForRoll(by: String? = nil, id: Int = 7, seenBy watcher: TestConnection)
        async throws
        -> [String]
    {
        try await send(
            Method.roll(RollParams(table: .default, animate: false, by: by)),
            id: id
        )
        guard
            case .rollAsked(_, _, let asked) = try await watcher.event("rollAsked").kind
        else {
            return []
        }
        return asked.map(\.by)
    }

    func settled(_ id: Int = 7) async throws -> RollResult {
        try await reply(to: id).line.result(as: RollResult.self)
    }
}
