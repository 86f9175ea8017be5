import Foundation
package import Testing

/// The result of a dicectl that has ended.
package struct Outcome: Sendable {
    package var ending: Child.Ending
    package var output: [String]
    package var complaint: String

    /// The only line of the program's output, as JSON.
    package var json: JSON {
        output.count == 1
            ? JSON(output[0].utf8) ?? "no JSON" : .string("\(output.count) lines")
    }
}

extension Child {
    package func outcome() async throws -> Outcome {
        Outcome(
            ending: try await ending(),
            output: try await wholeOutput(),
            complaint: try await complaint()
        )
    }
}

extension Room {
    /// The variables by which dicectl and the daemon that it starts find each other and their data.
    package var clientEnvironment: [String: String] {
        ["DICED_SOCKET": socket, "DICED_STATE_DIR": state, "USER": "player"]
    }

    package func startDicectl(_ arguments: String...) throws -> Child {
        try start(Programs.dicectl, arguments, environment: clientEnvironment)
    }

    /// Runs dicectl to its end.
    package func dicectl(_ arguments: String...) async throws -> Outcome {
        try await dicectl(arguments)
    }

    /// - Parameter more: additional variables, besides those of `clientEnvironment`.
    package func dicectl(_ arguments: [String], _ more: [String: String] = [:])
        async throws
        -> Outcome
    {
        try await start(
            Programs.dicectl,
            arguments,
            environment: clientEnvironment.merging(more) { $1 }
        ).outcome()
    }

    /// Runs a dicectl that must exit with this status and print nothing; returns its message on
    /// standard error.
    package func refused(
        _ arguments: String...,
        status: Int32 = 1,
        more: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let outcome = try await dicectl(arguments, more)
        #expect(
            outcome.ending == .exited(status) && outcome.output.isEmpty,
            "\(arguments): \(outcome)",
            sourceLocation: sourceLocation
        )
        return outcome.complaint
    }

    /// Runs a dicectl that must succeed silently; returns its output.
    package func did(
        _ arguments: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    )
        async throws -> [String]
    {
        let outcome = try await dicectl(arguments)
        #expect(
            outcome.ending == .exited(0),
            "\(outcome.complaint)",
            sourceLocation: sourceLocation
        )
        #expect(outcome.complaint == "", sourceLocation: sourceLocation)
        return outcome.output
    }

    /// Runs dicectl in a shell on a new terminal. `$dicectl` is the program's path.
    package func startOnTerminal(_ script: String) throws -> Child {
        let environment = clientEnvironment.merging([
            "TERM": "xterm", "dicectl": Programs.dicectl,
        ]) { $1 }
        return try start(
            Tool.script.name,
            ["-qec", script, "/dev/null"],
            environment: environment
        )
    }
}
