/// Scripts as files: all that a page imports at once are one, so that a browser asks for one of
/// them and not for thirty.
///
/// Scripts in one file have one scope: no two of them may give anything the same name, nor import
/// it under another one.
enum ScriptFiles {
    /// The name of the file of those that are joined.
    static let common = "common.js"

    /// The files by their names, without what browsers pass over.
    ///
    /// - Parameters:
    ///   - sources: by their names. What they import from each other at once stands in lines
    ///     `import { … } from "./NAME";`.
    ///   - page: the script that the page begins with, which is a file of its own.
    static func joined(_ sources: [String: [UInt8]], for page: String) -> [String:
        [UInt8]]
    {
        let scripts = sources.mapValues {
            joiningImports(String(decoding: CompactText.bytes(of: $0), as: UTF8.self))
        }
        var order: [String] = []
        /// Adds what a script imports, each after what it imports itself.
        func addImports(of script: String) {
            for case let name? in scripts[script, default: []].map(imported)
            where !order.contains(name) {
                addImports(of: name)
                order.append(name)
            }
        }
        addImports(of: page)
        var files = scripts.filter { !order.contains($0.key) }
        files[common] = order.flatMap {
            scripts[$0, default: []].filter { imported(by: $0) == nil }
        }
        return files.mapValues { lines in
            lines.reduce(into: []) { bytes, line in
                let isOfCommon = imported(by: line).map(order.contains) == true
                bytes +=
                    (isOfCommon
                    ? line.prefix { $0 != "\"" } + "\"./\(common)\";" : line).utf8
                bytes.append(UInt8(ascii: "\n"))
            }
        }
    }

    /// Returns the lines of a script, with each import statement on one line.
    private static func joiningImports(_ script: String) -> [Substring] {
        var lines: [Substring] = []
        var isInImport = false
        for line in script.split(separator: "\n") {
            if isInImport, let last = lines.indices.last {
                lines[last] = "\(lines[last]) \(line)"
            } else {
                lines.append(line)
                isInImport = line == "import {"
            }
            if line.contains("\"") {
                isInImport = false
            }
        }
        return lines
    }

    /// The script that a line imports from.
    private static func imported(by line: Substring) -> String? {
        guard line.hasPrefix("import { ") else { return nil }
        return line.split(separator: "\"").dropFirst().first.map {
            String($0.dropFirst("./".count))
        }
    }
}
