/// A Swift file with the packed files as literals.
package enum PackedSource {
    /// A file that cannot be a literal.
    package struct Unwritable: Error, CustomStringConvertible {
        let name: String

        package var description: String {
            "\(name) is not UTF-8 text, or contains a delimiter of the literals it is packed in"
        }
    }

    /// The delimiter of literals, in which a page's backslashes and quotes mean themselves.
    private static let fence = "##"

    /// Returns the Swift file.
    ///
    /// - Parameters:
    ///   - served: The page's files by path, each with its gzip form in base 64.
    ///   - watched: The watch-only page's files by name.
    ///   - inlineScript: The script in each document.
    /// - Throws: `Unwritable`.
    package static func text(
        served: [String: (plain: [UInt8], gzip: String)],
        watched: [String: [UInt8]],
        inlineScript: [UInt8]
    ) throws -> String {
        let files = try served.sorted { $0.key < $1.key }.map { path, file in
            let plain = try literal(file.plain, path)
            return "        PackedFile(\"\(path)\", \(plain), \"\(file.gzip)\"),\n"
        }
        let texts = try watched.sorted { $0.key < $1.key }.map { name, text in
            "        \"\(name)\": \(try literal(text, name)),\n"
        }
        let script = try literal(inlineScript, "the inline script")
        return """
            enum PackedFiles {
                static let inlineScript: String = \(script)
                static let served: [PackedFile] = [
            \(files.joined())    ]
                static let watched: [String: String] = [
            \(texts.joined())    ]
            }

            """
    }

    private static func literal(_ bytes: [UInt8], _ name: String) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self),
            !text.utf8.contains(UInt8(ascii: "\r")),
            !text.contains("\"\"\"\(fence)"), !text.contains("\\\(fence)")
        else {
            throw Unwritable(name: name)
        }
        return "\(fence)\"\"\"\n\(text)\n\"\"\"\(fence)"
    }
}
