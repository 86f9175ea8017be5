public import Logging

/// The option `--log-level` of the programs that log.
public enum LogLevel {
    /// What the option takes, for its help.
    public static let help = "How much to log: \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", "))."

    /// There is no such level.
    public struct Unknown: Error, CustomStringConvertible {
        public let description: String
    }

    public static func named(_ name: String) throws(Unknown) -> Logger.Level {
        guard let level = Logger.Level(rawValue: name) else {
            throw Unknown(description: "there is no log level \"\(name)\"")
        }
        return level
    }
}
