import Foundation
import ProgramTestSupport
import Testing

/// A program in the folder of the test bundle.
struct BuiltProgram {
    let path: String

    /// Returns its description of its commands and options.
    func help() async throws -> ProgramHelp {
        let (status, output) = try await Spawned.run(
            path,
            ["--experimental-dump-help"],
            within: Patience.limit
        )
        try #require(status == 0, "\(path) does not tell its options")
        return try JSONDecoder().decode(ProgramHelp.self, from: Data(output.utf8))
    }
}

/// The output of ArgumentParser's `--experimental-dump-help`.
struct ProgramHelp: Decodable {
    var command: Command

    struct Command: Decodable {
        var commandName: String
        var subcommands: [Command]?
        var arguments: [Argument]?

        var options: Set<DocumentedOption> {
            Set((arguments ?? []).compactMap(\.option))
        }

        /// The commands without subcommands, by their words after the program's name.
        var leaves: [String: Set<DocumentedOption>] {
            var leaves: [String: Set<DocumentedOption>] = [:]
            for command in subcommands ?? [] {
                if command.subcommands == nil {
                    leaves[command.commandName] = command.options
                }
                for (name, options) in command.leaves {
                    leaves["\(command.commandName) \(name)"] = options
                }
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
            return DocumentedOption(
                names: Set(names),
                value: kind == "option" ? valueName : nil
            )
        }
    }

    struct Name: Decodable {
        var kind: String
        var name: String
    }
}
