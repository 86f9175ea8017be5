import ProgramTestSupport
import Testing

/// Runs at most two browser tests at a time, because a browser needs as much of the machine as
/// several other tests.
struct BrowserTrait: TestTrait, SuiteTrait, TestScoping {
    private static let gate = Gate(width: 2)

    var isRecursive: Bool { true }

    @concurrent func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        await Self.gate.enter(1)
        defer {
            Self.gate.leave(1)
        }
        try await function()
    }
}

extension Trait where Self == BrowserTrait {
    static var browser: Self { BrowserTrait() }
}
