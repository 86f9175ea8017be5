import DiceWire
import Foundation
import ProgramTestSupport
import Testing

@testable import DiceWeb

struct AudienceSchemasTests {
    @Test("the audience page has the schemas of rpc.discover that it looks up")
    func schemas() throws {
        let script = AudienceSchemas.script
        let schemas = try #require(JSON(script.drop { $0 != UInt8(ascii: "{") }.dropLast(2)))
        let guardian = try #require(PackedFiles.watched["guard.js"])
        for name in guardian.matches(of: #/"([A-Z]\w+)"/#).map({ String($0.1) }) {
            #expect(schemas.names.contains(name), "\(name)")
        }
        let document = String(decoding: OpenRPCDocument(version: "").jsonBytes(), as: UTF8.self)
        let named = try #require(
            JSON(document.replacing("#/components/schemas/", with: "").utf8)
        )
        for name in schemas.names {
            #expect(schemas[name] == named["components"]["schemas"][name], "\(name)")
        }
    }
}
