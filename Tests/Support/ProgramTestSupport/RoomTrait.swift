package import Testing

/// Gives each test, and each of its arguments, its own room, and removes it when the test has
/// ended.
package struct RoomTrait: TestTrait, SuiteTrait, TestScoping {
    package var isRecursive: Bool { true }
    /// True if the room's daemons have quick dice.
    let isQuick: Bool

    @concurrent package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        await Gate.shared.enter(1)
        defer {
            Gate.shared.leave(1)
        }
        let room = try Room(isQuick: isQuick)
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
    package static var room: Self { RoomTrait(isQuick: false) }

    /// For tests that do not look at animations: a roll takes 25 to 65 ms, unless the test passes
    /// `--slow` to its daemon.
    package static var quickRoom: Self { RoomTrait(isQuick: true) }
}

extension Room {
    @TaskLocal package static var current: Room?

    /// The room of the running test.
    package static var here: Room {
        get throws { try #require(current, "the suite lacks .room") }
    }
}
