import Foundation
import Testing
import WireProperties

/// The fuzzers' seed inputs, including inputs that once exposed a bug.
@Suite("Fuzzers' corpus")
struct CorpusTests {
    @Test("every stream of the corpus is split into its lines")
    func lines() throws {
        try forEachInput(of: "lines") { try LineProperties.check($0) }
    }

    @Test("every line of the corpus is read and answered correctly")
    func requests() throws {
        try forEachInput(of: "requests") { try RequestProperties.check($0) }
    }

    @Test("every text of the corpus is read, printed and evaluated correctly")
    func notation() throws {
        try forEachInput(of: "notation") { try NotationProperties.check($0) }
    }

    @Test(
        "every token, name and command of the corpus is accepted or refused correctly"
    )
    func links() throws {
        try forEachInput(of: "links") { try LinkProperties.check($0) }
    }

    private func forEachInput(of kind: String, _ check: ([UInt8]) throws -> Void) throws {
        let folder = URL(filePath: #filePath).appending(
            path: "../../Fuzzing/Corpus/\(kind)"
        )
        .standardized
        let files = try FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil
        )
        #expect(!files.isEmpty)
        for file in files {
            let input = Array(try Data(contentsOf: file))
            #expect(throws: Never.self, "\(file.lastPathComponent)") {
                try check(input)
            }
        }
    }
}
