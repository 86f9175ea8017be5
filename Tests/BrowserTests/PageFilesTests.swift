import Foundation
import Testing

/// The page's files as they are in the repository.
struct PageFilesTests {
    private let files: [(name: String, text: String)]

    init() throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../Sources/DiceWeb/Page").standardized
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
        files = try names.map { ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
    }

    @Test func pageStyleAndScriptAreAtMost60KilobytesTogether() {
        let bytes = files.reduce(0) { $0 + $1.text.utf8.count }
        #expect(files.count > 5 && bytes <= 60_000, "\(bytes) bytes")
    }

    @Test func nothingIsInlineAndNothingIsElsewhere() {
        for (name, text) in files {
            let elsewhere = text.matches(of: #/https?:\/\/[^"'\s>]+/#).map { String($0.output) }
            #expect(elsewhere.allSatisfy { $0 == "http://www.w3.org/2000/svg" }, "\(name): \(elsewhere)")
            guard name.hasSuffix(".html") else { continue }
            #expect(!text.contains("<style") && !text.contains(#/ style=| on[a-z]+=/#), "\(name)")
            #expect(text.matches(of: #/<script/#).count == text.matches(of: #/<script type="module" src="/#).count)
        }
    }
}
