internal import ArgumentParser
internal import DiceClient
internal import Glibc
internal import Unix

/// Every command gives its name: ArgumentParser would else ask the runtime for it, which costs a sixth of the start-up.
@main
struct Dicectl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dicectl",
        abstract: "Rolls the dice of diced, the dice daemon, and watches them roll.",
        discussion: """
            A daemon is started where none listens, unless --no-autostart is given.

            Dice in plain lines stand in table order; a held (locked) die is in brackets, a die in flight is a \
            question mark: default turn 3 roll 2 ann: 4 6 [3] 1 5 = 19

            Exit status: 0 done, 1 the daemon refused, 64 usage, 69 no daemon to be reached, 75 busy (try again), \
            76 protocol mismatch, 130 interrupted.
            """,
        version: version,
        subcommands: [
            Roll.self, Play.self, Lock.self, Unlock.self, Toggle.self, EndTurn.self, History.self, Watch.self,
            Cancel.self,
            Status.self, TableCommand.self, Backup.self,
        ])

    static func main() {
        Output.reserveStandardDescriptors()
        signal(SIGPIPE, SIG_IGN)
        SignalPipe.setHandler(of: SIGINT) { _ in _exit(130) }
        do {
            Glibc.exit(run(try ProcessText.arguments()))
        } catch {
            Glibc.exit(explain(ValidationError(error.description)))
        }
    }

    /// Runs the command that `arguments` name and returns the exit status.
    static func run(_ arguments: [String]) -> Int32 {
        do {
            if let roll = QuickRoll(arguments) {
                try roll.run()
            } else {
                var command = try parseAsRoot(arguments)
                try command.run()
            }
            return 0
        } catch let failure as Failure {
            if let message = failure.message { Output.message(message) }
            if case .terminated(let signal) = failure { SignalPipe.raiseUnhandled(signal) }
            return failure.status
        } catch {
            return explain(error)
        }
    }

    /// Help and version go to standard output, what is wrong with the arguments to standard error.
    private static func explain(_ error: any Error) -> Int32 {
        let status = exitCode(for: error)
        var text = fullMessage(for: error)
        if status.isSuccess {
            return (try? Output.line(text)) == nil ? Failure.outputClosed.status : status.rawValue
        }
        if text.hasPrefix("Error: ") { text.removeFirst("Error: ".count) }
        Output.notice("dicectl: \(text)\n")
        return status.rawValue
    }
}
