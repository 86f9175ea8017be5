import CSpawn
import Glibc

/// The process's arguments and environment as text. Swift's APIs replace bytes that are not UTF-8
/// by U+FFFD, so a path would name another file.
public enum ProcessText {
    /// The reason why a text is not usable: a message that includes the next step.
    public struct Error: ExitStatusError, Sendable, Hashable, CustomStringConvertible {
        public let description: String
        public var exitStatus: Int32 { EX_CONFIG }
    }

    /// Returns the arguments after the program's name. Throws if one is not UTF-8.
    public static func arguments() throws(Error) -> [String] {
        let count = Int(CommandLine.argc)
        return try checked(
            (1..<max(1, count)).map { bytes(of: CommandLine.unsafeArgv[$0]) }
        )
    }

    /// Returns an environment variable; `nil` if it is unset or empty. Throws if it is not UTF-8.
    public static func variable(_ name: String) throws(Error) -> String? {
        let text = try text(bytes(of: getenv(name)), of: "$" + name)
        return text.isEmpty ? nil : text
    }

    /// Returns the current folder, at which relative paths start. Throws if the folder has been
    /// deleted or its path is not UTF-8.
    public static func workingFolder() throws(Error) -> String {
        let folder = getcwd(nil, 0)
        defer {
            free(folder)
        }
        guard folder != nil else {
            throw Error(
                description:
                    "the current folder no longer exists (\(SystemError.last)); use an absolute path"
            )
        }
        return try text(bytes(of: folder), of: "the current folder")
    }

    /// Returns the absolute path; a relative one starts at the current folder. Throws like
    /// `workingFolder`.
    public static func absolute(_ path: String) throws(Error) -> String {
        path.hasPrefix("/")
            ? path : SocketPath(path: path).absolute(from: try workingFolder()).path
    }

    /// Returns `arguments` as text. The error names the option that an invalid one belongs to.
    static func checked(_ arguments: [[UInt8]]) throws(Error) -> [String] {
        var texts: [String] = []
        for argument in arguments {
            let isOption = argument.starts(with: "--".utf8)
            let name =
                isOption
                ? String(
                    decoding: argument.prefix { $0 != UInt8(ascii: "=") },
                    as: UTF8.self
                )
                : texts.last
            texts.append(
                try text(
                    argument,
                    of: name.flatMap { $0.hasPrefix("--") ? $0 : nil } ?? "an argument"
                )
            )
        }
        return texts
    }

    private static func text(_ bytes: [UInt8], of name: String) throws(Error) -> String {
        if let text = String(validating: bytes, as: UTF8.self) {
            return text
        }
        let shown = String(decoding: bytes, as: UTF8.self)
        throw Error(description: "\(name) is not UTF-8: \(shown); use a name in UTF-8")
    }

    private static func bytes(of string: UnsafeMutablePointer<CChar>?) -> [UInt8] {
        guard let string else { return [] }
        return UnsafeRawBufferPointer(start: string, count: strlen(string)).map(\.self)
    }
}

/// The environment variable, and its value, that tell a daemon that a client started it.
public enum StartedBy {
    public static let variable = "DICED_STARTED_BY"
    public static let dicectl = "dicectl"
}

/// The output of `print` and ArgumentParser.
public enum StandardOutput {
    /// Makes the program report an error and exit with 1 if its output cannot be written, except if
    /// its reader has exited.
    public static func checkAtExit() {
        _ = check_output_at_exit()
    }
}
