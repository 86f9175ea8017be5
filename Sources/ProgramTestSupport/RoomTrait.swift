package import Testing

/// Gives each test, and each of its arguments, a room of its own, and takes it away when the test has ended.
package struct RoomTrait: TestTrait, SuiteTrait, TestScoping {
    /// Whether no other test may run meanwhile.
    package let isAlone: Bool

    package var isRecursive: Bool { true }

    @concurrent package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        let places = isAlone ? Gate.shared.width : 1
        await Gate.shared.enter(places)
        defer { Gate.shared.leave(places) }
        let room = try Room()
        do {
            try await Room.$current.withValue(room) { try await function() }
        } catch {
            await room.clear()
            throw error
        }
        await room.clear()
    }
}

extension Trait where Self == RoomTrait {
    package static var room: Self { RoomTrait(isAlone: false) }
    /// For what a busy machine would disturb.
    package static var quietRoom: Self { RoomTrait(isAlone: true) }
}

extension Room {
    @TaskLocal package static var current: Room?

    /// The room of the running test.
    package static var here: Room {
        get throws { try #require(current, "the suite lacks .room") }
    }
}
