/// Joins the scripts that a page imports statically into one file, so that a browser makes one
/// request instead of thirty.
///
/// Joined scripts share one scope: no two of them may define the same name, or import a name under
/// another one.
enum ScriptFiles {
    /// The name of the joined file.
    static let common = "common.js"

    /// Returns the files by name, in compact form.
    ///
    /// - Parameters:
    ///   - sources: The scripts by name. Their static imports from each other are written as
    ///     `import { … } from "./NAME";`.
    ///   - page: The entry script of the page, which stays a separate file.
    static func joined(
        _ sources: [String: [UInt8]],
        for page: String
    ) -> [String: [UInt8]] {
        let scripts = sources.mapValues {
            joiningImports(String(decoding: CompactText.bytes(of: $0), as: UTF8.self))
        }
        var order: [String] = []
        /// Appends the imports of a script, each after its own imports.
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

    /// Returns the script that a line imports from.
    private static func imported(by line: Substring) -> String? {
        guard line.hasPrefix("import { ") else { return nil }
        return line.split(separator: "\"").dropFirst().first.map {
            String($0.dropFirst("./".count))
        }
    }
}
