import Foundation
import PagePacking

/// Reads the files of a folder by name.
func files(in folder: String) throws -> [String: [UInt8]] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let files = try names.map { name in
        (name, Array(try Data(contentsOf: URL(filePath: folder).appending(path: name))))
    }
    return Dictionary(uniqueKeysWithValues: files)
}

/// Compresses bytes with the `gzip` program, without a name and a time, so that builds agree.
///
/// - Parameter path: A path for the uncompressed bytes, which a pipe might be too small for.
func gzip(_ bytes: [UInt8], through path: String) throws -> Data {
    let plain = URL(filePath: path)
    try Data(bytes).write(to: plain)
    defer {
        try? FileManager.default.removeItem(at: plain)
    }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", "-9", "-n", "-c"]
    let output = Pipe()
    process.standardInput = try FileHandle(forReadingFrom: plain)
    process.standardOutput = output
    try process.run()
    let compressed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
        throw CocoaError(.executableRuntimeMismatch)
    }
    return compressed
}

let arguments = CommandLine.arguments
guard arguments.count == 4 else {
    FileHandle.standardError.write(Data("usage: page-packer PAGE AUDIENCE OUTPUT\n".utf8))
    exit(64)
}
let output = arguments[3]
let sources = PageSources(
    page: try files(in: arguments[1]),
    audience: try files(in: arguments[2])
)
let text = try PackedSource.text(
    served: sources.served.mapValues { bytes in
        (bytes, try gzip(bytes, through: output + ".plain").base64EncodedString())
    },
    watched: sources.watched,
    inlineScript: sources.inlineScript
)
try text.write(toFile: output, atomically: true, encoding: .utf8)
