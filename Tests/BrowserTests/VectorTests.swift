import Foundation
import ProgramTestSupport
import Testing

/// The page's verifier on the vectors that dice-protocol(7) prints.
@Suite(.browser, .room, .needs(.chromium))
struct VectorTests {
    @Test func facesFollowFromTheirSeeds() async throws {
        let room = try Room.here
        let page = URL(filePath: #filePath).appending(path: "../../../man/dice-protocol.7").standardized
        let text = try String(contentsOf: page, encoding: .utf8)
        let vectors = text.matches(
            of:
                #/seed (?<seed>[0-9a-f]{64})\nplace (?<place>.+)\nentropy ?(?<entropy>.*)\nreveals ?(?<reveals>.*)\nsides (?<sides>.+)\nfaces (?<faces>.+)/#
        )
        #expect(vectors.count == 20)
        let web = try await room.web()
        let browser = try Browser(room)
        let shown = try await Page(browser, try await web.link())
        for vector in vectors {
            let faces = try await shown.value(
                """
                import(location.origin + "/proof.js").then(({ faces }) => faces("\(vector.seed)", "\(vector.place)",
                  { entropy: "\(vector.entropy)", reveals: [\(vector.reveals.isEmpty ? "" : "\"\(vector.reveals)\"")] }, [\(vector.sides)]))
                """)
            #expect(faces.ints.map(String.init).joined(separator: ",") == vector.faces, "\(vector.seed)")
        }
        try await browser.end()
    }
}
