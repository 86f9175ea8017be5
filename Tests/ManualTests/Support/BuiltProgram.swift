import Foundation
import Subprocess
import SystemPackage
import Testing

/// A program that was built beside the test bundle, which is this process.
struct BuiltProgram {
    let path: String

    init(_ name: String) {
        let itself =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        path = URL(filePath: itself).deletingLastPathComponent().appending(path: name).path()
    }

    /// What it says of its commands and options.
    func help() async throws -> ProgramHelp {
        let (output, status) = try await run(path, ["--experimental-dump-help"])
        try #require(status == 0, "\(path) does not tell its options")
        return try JSONDecoder().decode(ProgramHelp.self, from: Data(output.utf8))
    }
}

/// Runs a program; returns its standard output with its standard error behind it, and its exit status.
func run(_ path: String, _ arguments: [String]) async throws -> (output: String, status: Int32) {
    let result = try await Subprocess.run(
        .path(FilePath(path)), arguments: Arguments(arguments), output: .string(limit: 1 << 22),
        error: .string(limit: 1 << 22))
    guard case .exited(let status) = result.terminationStatus else { return ("killed", -1) }
    return (result.standardOutput + result.standardError, status)
}

/// What ArgumentParser's `--experimental-dump-help` prints.
struct ProgramHelp: Decodable {
    var command: Command

    struct Command: Decodable {
        var commandName: String
        var subcommands: [Command]?
        var arguments: [Argument]?

        var options: Set<DocumentedOption> { Set((arguments ?? []).compactMap(\.option)) }

        /// The commands that have no others below them, by their words after the program's name.
        var leaves: [String: Set<DocumentedOption>] {
            var leaves: [String: Set<DocumentedOption>] = [:]
            for command in subcommands ?? [] {
                if command.subcommands == nil { leaves[command.commandName] = command.options }
                for (name, options) in command.leaves { leaves["\(command.commandName) \(name)"] = options }
            }
            return leaves
        }
    }

    struct Argument: Decodable {
        var kind: String
        var names: [Name]?
        var valueName: String?
        var shouldDisplay: Bool

        var option: DocumentedOption? {
            guard kind != "positional", shouldDisplay else { return nil }
            let names = (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }
            return DocumentedOption(names: Set(names), value: kind == "option" ? valueName : nil)
        }
    }

    struct Name: Decodable {
        var kind: String
        var name: String
    }
}
