import CSpawn
import Glibc

/// What this process was started with, as text. Swift's own readers put U+FFFD in the place of
/// bytes that are not UTF-8, and a path would then name another file.
public enum ProcessText {
    /// Why something cannot be taken as it is: a sentence for people, with what to do next.
    public struct Error: ExitStatusError, Sendable, Hashable, CustomStringConvertible {
        public let description: String
        public var exitStatus: Int32 { EX_CONFIG }
    }

    /// The arguments after the program's name. Throws if one is not UTF-8.
    public static func arguments() throws(Error) -> [String] {
        let count = Int(CommandLine.argc)
        return try checked(
            (1..<max(1, count)).map { bytes(of: CommandLine.unsafeArgv[$0]) }
        )
    }

    /// An environment variable, `nil` if it is unset or empty. Throws if it is not UTF-8.
    public static func variable(_ name: String) throws(Error) -> String? {
        let text = try text(bytes(of: getenv(name)), of: "$" + name)
        return text.isEmpty ? nil : text
    }

    /// The folder that relative paths are taken from. Throws if it is gone or not UTF-8.
    public static func workingFolder() throws(Error) -> String {
        let folder = getcwd(nil, 0)
        defer {
            free(folder)
        }
        guard folder != nil else {
            throw Error(
                description:
                    "the current folder is gone (\(SystemError.last)); name a path from the root on"
            )
        }
        return try text(bytes(of: folder), of: "the current folder")
    }

    /// The path as seen from anywhere: a relative one is taken from the current folder. Throws as
    /// `workingFolder`.
    public static func absolute(_ path: String) throws(Error) -> String {
        path.hasPrefix("/")
            ? path : SocketPath(path: path).absolute(from: try workingFolder()).path
    }

    /// `arguments` as text. The refusal names the option that one belongs to.
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

/// How a daemon knows that a client started it: by an environment variable, and this value of it.
public enum StartedBy {
    public static let variable = "DICED_STARTED_BY"
    public static let dicectl = "dicectl"
}

/// What `print` and ArgumentParser write.
public enum StandardOutput {
    /// From now on the program says so and ends with 1 if that cannot be written, unless nobody
    /// reads it any more.
    public static func checkAtExit() {
        _ = check_output_at_exit()
    }
}
