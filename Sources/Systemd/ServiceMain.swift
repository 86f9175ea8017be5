package import ArgumentParser
import Glibc
package import Logging
package import Unix

/// The shared start-up code of the programs that run as services, and the exit statuses if they
/// cannot serve.
package enum ServiceMain {
    /// Runs the command that the process's arguments select.
    package static func run<Command: ParsableCommand>(_ command: Command.Type) {
        prepareSignals()
        StandardOutput.checkAtExit()
        command.main(arguments(of: command))
    }

    /// Blocks the signals that change the log level until `LogLevelSignals` handles them. Call it
    /// before the first thread starts; before that, they kill the process.
    package static func prepareSignals() {
        LogLevelSignals.block()
    }

    /// Returns the process's arguments. Exits if they are not UTF-8.
    package static func arguments<Command: ParsableCommand>(of command: Command.Type)
        -> [String]
    {
        do {
            return try ProcessText.arguments()
        } catch {
            command.exit(withError: ValidationError("\(error)"))
        }
    }

    /// Prepares the process and calls `serve` with its logger. New files are private to the user.
    /// Writes to a log without a reader, or beyond the file size limit (`ulimit -f`), fail instead
    /// of killing the process. Logs any error of `serve` and throws the exit status: that of an
    /// `ExitStatusError`, otherwise `otherStatus`.
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

    /// The same for a synchronous `serve`.
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
