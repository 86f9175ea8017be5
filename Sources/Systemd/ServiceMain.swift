package import ArgumentParser
import Glibc
package import Logging
package import Unix

/// What the programs that run as services have in common: how they begin, and how they end if they
/// cannot serve.
package enum ServiceMain {
    /// Runs the command that the process's arguments name.
    package static func run<Command: ParsableCommand>(_ command: Command.Type) {
        prepareSignals()
        StandardOutput.checkAtExit()
        command.main(arguments(of: command))
    }

    /// Makes the signals that change the level of logging wait until they are followed. To be
    /// called before the first thread starts: until then they end the process.
    package static func prepareSignals() {
        LogLevelSignals.block()
    }

    /// The process's arguments. Ends the process if they are not UTF-8.
    package static func arguments<Command: ParsableCommand>(of command: Command.Type)
        -> [String]
    {
        do {
            return try ProcessText.arguments()
        } catch {
            command.exit(withError: ValidationError("\(error)"))
        }
    }

    /// Prepares the process and calls `serve` with its logger. New files are the user's alone; a
    /// log without a reader, and a write beyond the limit of a file's size (`ulimit -f`), fail as
    /// any other write does. Logs what `serve` throws, and throws the exit status that belongs to
    /// it: that of an `ExitStatusError`, else `otherStatus`.
    package static func serve(
        as label: String,
        _ options: ServiceOptions,
        coreDumps: CoreDumps = .forbidden,
        otherStatus: Int32 = EX_SOFTWARE,
        _ serve: (Logger) async throws -> Void
    ) async throws {
        let logger = prepare(label, options, coreDumps)
        do {
            try await serve(logger)
        } catch {
            throw status(of: error, otherStatus, logger)
        }
    }

    /// The same, without a task.
    package static func serve(
        as label: String,
        _ options: ServiceOptions,
        otherStatus: Int32 = EX_SOFTWARE,
        _ serve: (Logger) throws -> Void
    ) throws {
        let logger = prepare(label, options, .forbidden)
        do {
            try serve(logger)
        } catch {
            throw status(of: error, otherStatus, logger)
        }
    }

    private static func prepare(
        _ label: String,
        _ options: ServiceOptions,
        _ coreDumps: CoreDumps
    )
        -> Logger
    {
        umask(0o077)
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        #if !DEBUG
            coreDumps.apply()
        #endif
        LoggingSystem.bootstrap(Journal.logHandler(label:))
        var logger = Logger(label: label)
        logger.logLevel = options.logLevel
        LogLevelSignals.follow(logger)
        return logger
    }

    private static func status(
        of error: any Error,
        _ otherStatus: Int32,
        _ logger: Logger
    )
        -> ExitCode
    {
        if let status = error as? ExitCode {
            return status
        }
        logger.critical("\(error)")
        return ExitCode((error as? any ExitStatusError)?.exitStatus ?? otherStatus)
    }
}
