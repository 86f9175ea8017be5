internal import Glibc

/// What this process was started with, as text. Swift's own readers put U+FFFD in the place of bytes that are no UTF-8, and
/// a path would then name another file.
public enum ProcessText {
    /// Why something cannot be taken as it is: a sentence for people, with what to do next.
    public struct Refusal: Error, Sendable, Hashable, CustomStringConvertible {
        public let description: String
    }

    /// The arguments behind the program's name. Throws where one is no UTF-8.
    public static func arguments() throws(Refusal) -> [String] {
        let count = Int(CommandLine.argc)
        return try checked((1..<max(1, count)).map { bytes(of: CommandLine.unsafeArgv[$0]) })
    }

    /// An environment variable, nil where it is unset or empty. Throws where it is no UTF-8.
    public static func variable(_ name: String) throws(Refusal) -> String? {
        let text = try text(bytes(of: getenv(name)), of: "$" + name)
        return text.isEmpty ? nil : text
    }

    /// The folder that relative paths are taken from. Throws where it is gone, or no UTF-8.
    public static func workingFolder() throws(Refusal) -> String {
        let folder = getcwd(nil, 0)
        defer { free(folder) }
        guard folder != nil else {
            throw Refusal(description: "the current folder is gone (\(SystemError.last)); name a path from the root on")
        }
        return try text(bytes(of: folder), of: "the current folder")
    }

    /// `arguments` as text. The refusal names the option that one belongs to.
    static func checked(_ arguments: [[UInt8]]) throws(Refusal) -> [String] {
        var texts: [String] = []
        for argument in arguments {
            let isOption = argument.starts(with: "--".utf8)
            let name =
                isOption ? String(decoding: argument.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self) : texts.last
            texts.append(try text(argument, of: name.flatMap { $0.hasPrefix("--") ? $0 : nil } ?? "an argument"))
        }
        return texts
    }

    private static func text(_ bytes: [UInt8], of name: String) throws(Refusal) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        let shown = String(decoding: bytes, as: UTF8.self)
        throw Refusal(description: "\(name) is no UTF-8: \(shown); use a name in UTF-8")
    }

    private static func bytes(of string: UnsafeMutablePointer<CChar>?) -> [UInt8] {
        guard let string else { return [] }
        return UnsafeRawBufferPointer(start: string, count: strlen(string)).map(\.self)
    }
}
