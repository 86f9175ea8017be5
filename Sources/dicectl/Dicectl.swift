import ArgumentParser
import DiceClient
import DiceDrawing
import DiceFollowing
import Glibc
import Unix

/// Every command sets its name explicitly: ArgumentParser would otherwise derive it from the
/// runtime, at a sixth of the start-up time.
@main
struct Dicectl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dicectl",
        abstract: "Rolls dice, alone or with others, using diced, the dice daemon.",
        discussion: """
            dicectl roll                     roll the table's dice; others: roll 4d6kh3+2
            Options such as --json, -H HOST and -t TABLE can also precede the command.
            """,
        version: version,
        groupedSubcommands: [
            CommandGroup(
                name: "Play",
                subcommands: [
                    Roll.self, Again.self, Show.self, Play.self, Lock.self, Unlock.self,
                    Toggle.self, Keep.self,
                    EndTurn.self, Settle.self, Save.self, Saved.self, Unsave.self,
                    Odds.self,
                    Score.self,
                    Correct.self, Scores.self, Hint.self, Games.self, Bot.self,
                    Review.self, RestCommand.self,
                ]
            ),
            CommandGroup(
                name: "Watch and verify",
                subcommands: [
                    Watch.self, History.self, Stats.self, Export.self, Verify.self,
                    Contribute.self,
                    Explain.self,
                ]
            ),
            CommandGroup(
                name: "Tables and people",
                subcommands: [
                    TableCommand.self, Web.self, SeatCommand.self, StdioCommand.self,
                ]
            ),
            CommandGroup(
                name: "The daemon",
                subcommands: [
                    Status.self, Doctor.self, Logs.self, Backup.self, Check.self,
                    Restore.self,
                    Archive.self,
                    Stop.self,
                ]
            ),
        ]
    )

    static func main() {
        Output.reserveStandardDescriptors()
        signal(SIGPIPE, SIG_IGN)
        SignalPipe.setHandler(of: SIGINT) { _ in _exit(130) }
        do {
            Glibc.exit(run(try ProcessText.arguments()))
        } catch {
            Glibc.exit(
                explain(ValidationError(error.description), of: Self.self, json: false)
            )
        }
    }

    /// Runs the command in `arguments` and returns the exit status.
    static func run(_ arguments: [String]) -> Int32 {
        if let quick = QuickReading(arguments) {
            return ending(of: quick.command, quick.context, arguments) { try quick.run() }
        }
        if arguments == ["--generate-completion-script", "bash"] {
            return ending(of: Self.self, CommandContext()) {
                try Output.text(BashCompletion.script)
            }
        }
        let json = arguments.contains("--json")
        do {
            var command = try read(try CommandWords.read(arguments))
            let context = (command as? any DaemonCommand)?.context
            return ending(
                of: type(of: command),
                context ?? CommandContext(json: json),
                arguments
            ) {
                try command.run()
            }
        } catch let unknown as CommandWords.Error {
            return explain(
                ValidationError(unknown.message),
                of: unknown.level,
                json: json
            )
        } catch {
            return explain(
                error,
                of: Self.self,
                json: json,
                examples: CommandWords.examples(for: arguments)
            )
        }
    }

    /// Parses only the command that the arguments name, since analyzing all commands takes longer.
    /// Help and errors use the whole command tree, so that they show the full path. Options that
    /// other commands share are accepted, and have no effect.
    static func read(_ arguments: [String]) throws -> any ParsableCommand {
        let (named, rest) = CommandWords.command(in: arguments)
        if named != Self.self, let command = try? named.parseAsRoot(Array(rest)),
            type(of: command) == named
        {
            return command
        }
        guard named != Self.self else { return try parseAsRoot(arguments) }
        return try parseAsRoot(
            arguments.dropLast(rest.count)
                + DeclaredOptions(of: named).leavingOutOthers(of: Array(rest))
        )
    }

    private static func ending(
        of command: any ParsableCommand.Type,
        _ context: CommandContext,
        _ arguments: [String] = [],
        _ work: () throws -> Void
    ) -> Int32 {
        do {
            try work()
            return 0
        } catch let error where error is CommandError || error is ClientError {
            let failure = CommandError(error)
            var context = context
            context.typed = TypedWords(arguments)
            if context.json {
                if let error = ErrorLine.object(failure, in: context) {
                    Output.error(error)
                }
            } else if let message = failure.message(in: context) {
                switch failure {
                case .notation, .usage, .client(.unreachable):
                    Output.message(lines: message)
                default: Output.message(message)
                }
            }
            if case .terminated(let signal) = failure {
                SignalPipe.raiseUnhandled(signal)
            }
            return failure.status
        } catch let code as ExitCode {
            return code.rawValue
        } catch { return explain(error, of: command, json: context.json) }
    }

    /// Prints help and version to standard output and argument errors to standard error, the cause
    /// first.
    private static func explain(
        _ error: any Error,
        of command: any ParsableCommand.Type,
        json: Bool,
        examples: String = ""
    ) -> Int32 {
        let status = exitCode(for: error)
        var text = fullMessage(for: error)
        if text.contains("USAGE: ") {
            text += examples
        }
        if status.isSuccess {
            return ending(of: command, CommandContext(json: json)) {
                try Output.text(text)
            }
        }
        if json {
            Output.error(
                ErrorLine.fromClient("usage", message(for: error), status: status.rawValue)
            )
            return status.rawValue
        }
        if let error = error as? ValidationError {
            text = "\(error.message)\nUsage: \(usageString(for: command))"
        }
        if text.hasPrefix("Error: ") {
            text.removeFirst("Error: ".count)
        }
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("Help: ") }
        Output.message(lines: lines.joined(separator: "\n"))
        return status.rawValue
    }
}
