import Foundation
import Testing

@testable import DiceWeb

/// Tests the number of bytes that a browser loads.
struct PageSizeTests {
    private let languages = PageFiles.all.keys.filter { $0.hasPrefix("/words-") }
    private let laterLanguages = PageFiles.all.keys.filter { $0.hasPrefix("/later-") }

    /// The files that load without a panel: they check entries, divide throws, know the scores of
    /// bank games, ask for the faces of real dice, tell who does not play or is missing, and
    /// celebrate.
    private let checks: Set = [
        "/proof.js", "/hash.js", "/rounds.js", "/bank.js", "/faces.js", "/feat.js",
        "/confetti.js", "/guest.js", "/absence.js",
    ]

    private let depth = ["/scene.js"]

    /// Counts the page, the files that it names, and their static imports, in the longest language.
    @Test("the page loads at most 112 kB before the first dice")
    func beforeTheFirstDiceItIsAtMost112Kilobytes() throws {
        let first = try firstFiles
        let bytes = first.reduce(0) { $0 + size($1) } + (languages.map(size).max() ?? 0)
        #expect(
            first.count > 4 && languages.count == 4 && bytes <= 112_000,
            "\(bytes) bytes"
        )
    }

    @Test("the page loads at most 45 kB on the wire before the first dice")
    func onTheWireItIsAtMost45Kilobytes() throws {
        func wire(_ path: String) -> Int {
            PageFiles.all[path]?.compressed.count ?? 0
        }
        let first = try firstFiles
        let bytes = first.reduce(0) { $0 + wire($1) } + (languages.map(wire).max() ?? 0)
        #expect(first.allSatisfy { wire($0) > 0 })
        #expect(bytes <= 45_000, "\(bytes) bytes")
    }

    /// Counts the files of all panels, in the longest language.
    @Test("files that are opened later have at most 62 kB")
    func whatIsOpenedLaterIsAtMost62Kilobytes() throws {
        let first = try firstFiles
        let others = checks.union(languages).union(laterLanguages).union(depth)
        let later = PageFiles.all.keys.filter {
            !first.contains($0) && !others.contains($0) && !$0.hasPrefix("/overlay")
                && !$0.hasPrefix("/refusals-")
        }
        let bytes =
            later.reduce(0) { $0 + size($1) } + (laterLanguages.map(size).max() ?? 0)
        #expect(
            later.count > 5 && laterLanguages.count == 4 && bytes <= 62_000,
            "\(bytes) bytes"
        )
    }

    @Test("scripts for 3D dice load later and have at most 60 kB")
    func whatDrawsDiceInThreeDimensionsComesLaterAndIsAtMost60Kilobytes() throws {
        let bytes = depth.reduce(0) { $0 + size($1) }
        #expect(
            try firstFiles.isDisjoint(with: depth)
                && depth.map(size).allSatisfy { $0 > 0 }
        )
        #expect(bytes <= 60_000, "\(bytes) bytes")
    }

    private func size(_ path: String) -> Int {
        PageFiles.all[path]?.bytes.count ?? 0
    }

    private var firstFiles: Set<String> {
        get throws {
            var paths: Set<String> = []
            var open = ["/"]
            while let path = open.popLast() {
                guard paths.insert(path).inserted else { continue }
                let file = try #require(PageFiles.all[path], "\(path)")
                let text = String(decoding: file.bytes, as: UTF8.self)
                open += text.matches(of: #/ (?:src|href)="(\/[^"]+)"/#).map {
                    String($0.output.1)
                }
                open += text.matches(of: #/from "\.(\/[^"]+)"/#).map {
                    String($0.output.1)
                }
            }
            return paths
        }
    }
}
