package import ArgumentParser
package import Logging
package import Unix

/// The options of every program that runs as a service.
package struct ServiceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Log messages of this level and above: \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "level"
        ),
        completion: .list(Logger.Level.allCases.map(\.rawValue)),
        transform: {
            try Logger.Level(rawValue: $0).orInvalid("no log level \"\($0)\"")
        }
    )
    package var logLevel: Logger.Level = .info

    package init() {}

    package init(logLevel: Logger.Level) {
        self.logLevel = logLevel
    }
}

/// The options of a program that uses a daemon.
package struct DaemonSocketOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The daemon's socket; by default $DICED_SOCKET, otherwise diced/diced.sock in the user's runtime folder "
                + "or, with --shared, /run/diced/diced.sock.",
            valueName: "path"
        )
    )
    package var socket: String?

    @Flag(help: "Use the machine's shared daemon instead of the user's own.")
    package var shared = false

    package init() {}

    /// Throws `ProcessText.Error` if the environment cannot be read.
    package var path: SocketPath {
        get throws { try SocketPath.current(option: socket, isShared: shared) }
    }
}

extension Optional {
    /// Returns the parsed value of an option. Throws a `ValidationError` with the reason if the
    /// text was invalid.
    package func orInvalid(_ reason: @autoclosure () -> String) throws -> Wrapped {
        guard let self else { throw ValidationError(reason()) }
        return self
    }
}
