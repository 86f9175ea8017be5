import DiceWire
import Foundation
import ProgramTestSupport
import Testing

@testable import DiceWeb

/// Tests revocation on a disk that may not accept it.
struct RevokingTests {
    private let rig: BridgeRig
    private let asker = LinkIssuer.Asker(name: "ann", mayNameOthers: true)

    init() throws {
        rig = try BridgeRig()
    }

    private var path: String { rig.folder.path + "/web.key" }
    private var text: String? {
        FileManager.default.contents(atPath: path).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @Test("every link stays valid if the key file cannot be written")
    func whereTheKeyFileCannotBeWrittenEveryLinkStaysAsItIs() throws {
        let message = #"{"token":"\#(rig.token())"}"#
        rig.say(message)
        rig.daemon.say(
            #"{"jsonrpc":"2.0","id":"diced-web","result":{"as":"bo","tables":["default"],"role":"play"}}"#
        )
        #expect(try rig.heard()?.contains("session") == true)
        // A file cannot replace a folder, whichever user writes it.
        try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false
        )
        for _ in 1...2 {
            let error = #expect(throws: WireError.self) {
                try rig.issuer.revokeAll(of: asker)
            }
            #expect(error?.cause == .linksNotWritten)
            #expect(error?.data.values?.text("path") == path)
        }
        #expect(try rig.issuer.link(in: Array(message.utf8)).names == "bo")
        #expect(try rig.closeCode() == nil)
        #expect(rig.sessions.count == 1)
        let files = try FileManager.default.contentsOfDirectory(atPath: rig.folder.path)
            .sorted()
        #expect(
            files == ["web.key", "web.key.away", "web.lock"],
            "nothing half written"
        )

        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: path + ".away", toPath: path)
        let before = try #require(text)
        #expect(try rig.issuer.revokeAll(of: asker) == LinksRevoked(closed: 1))
        #expect(try rig.closeCode() == 4_401)
        #expect(throws: LinkError.tokenRevoked) {
            try rig.issuer.link(in: Array(message.utf8))
        }
        #expect(
            text
                == before.replacing(
                    #""revocations":{}"#,
                    with: #""revocations":{"ann":1}"#
                )
        )
    }
}
