import Foundation
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
    func help() throws -> ProgramHelp {
        let (output, status) = try run(path, ["--experimental-dump-help"])
        try #require(status == 0, "\(path) does not tell its options")
        return try JSONDecoder().decode(ProgramHelp.self, from: output)
    }
}

/// Runs a program; returns its standard output and standard error, in this order, and its exit status.
func run(_ path: String, _ arguments: [String]) throws -> (output: Data, status: Int32) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (output, process.terminationStatus)
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
