import Testing

/// Gives each test, and each of its arguments, a room of its own, and takes it away when the test has ended.
struct RoomTrait: TestTrait, SuiteTrait, TestScoping {
    /// Whether no other test may run meanwhile.
    let isAlone: Bool

    var isRecursive: Bool { true }

    @concurrent func provideScope(
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
    static var room: Self { RoomTrait(isAlone: false) }
    /// For what a busy machine would disturb.
    static var quietRoom: Self { RoomTrait(isAlone: true) }
}

extension Room {
    @TaskLocal static var current: Room?

    /// The room of the running test.
    static var here: Room {
        get throws { try #require(current, "the suite lacks .room") }
    }
}
