import DiceNotation
import Foundation
import Testing
import WireProperties

/// Texts of maximum nesting depth, in a thread with a small stack.
@Suite struct StackTests {
    static let texts: [String] =
        ["+", "-", "*", "/", "%"].map { "1" + repeated($0 + "1", 512) }
        + [
            "{1}" + repeated("+{1}", 512), "d1" + repeated("+d1", 512),
            "1" + repeated("--1", 128),
            repeated("-", 4_095) + "1", repeated("-(", 128) + "1" + repeated(")", 128),
            repeated("(", 128) + "1" + repeated(")", 128),
            repeated("{", 128) + "1" + repeated("}", 128),
            repeated("(", 128) + "1" + repeated("+1)", 128),
            repeated("{", 64) + "1" + repeated("+1}", 64),
            repeated("1+(", 128) + "1" + repeated(")", 128),
            repeated("{1+", 64) + "1" + repeated("}", 64),
            repeated("abs(", 128) + "1" + repeated(")", 128),
            repeated("max(1,", 128) + "1" + repeated(")", 128),
            repeated("1x", 128) + "1", repeated("1x(", 64) + "1" + repeated(")", 64),
            repeated("1**", 128) + "1",
            repeated("(", 127) + "1" + repeated(")d1", 127),
            repeated("d(", 127) + "1" + repeated(")", 127),
            repeated("d2!>(", 127) + "3" + repeated(")", 127),
            repeated("d2kh(", 127) + "1" + repeated(")", 127),
            repeated("{1}>(", 127) + "3" + repeated(")", 127),
            repeated("(", 128) + "1" + repeated("+1", 128) + repeated(")", 128),
        ]

    @Test("deep texts need little stack", arguments: texts.indices)
    func deepTextsNeedLittleStack(_ index: Int) async throws {
        let text = Self.texts[index]
        // Half of a thread's usual stack.
        try await inThread(stack: 4 << 20) {
            let expression = try Expression(parsing: text)
            #expect(try Expression(parsing: expression.description) == expression)
            try NotationProperties.check(text, seed: 1)
        }
    }

    private func inThread(stack: Int, _ body: @escaping @Sendable () throws -> Void)
        async throws
    {
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            let thread = Thread { continuation.resume(with: Result { try body() }) }
            thread.stackSize = stack
            thread.start()
        }
    }
}
