import DiceModel
import DiceWire
import Testing

@testable import DiceWeb

/// Tests tokens: their maker, their rights, and their expiry.
struct LinkTests {
    private let signer = LinkSigner(key: Array(0..<32))
    private let now = Timestamp(millisecondsSinceEpoch: 1_000_000)

    private func link(
        tables: [TableName]? = [.default],
        generation: Int = 0,
        expires: Int64 = 2_000_000
    ) -> Link {
        Link(
            maker: "ann",
            generation: generation,
            names: "bo",
            tables: tables,
            role: .watch,
            expires: Timestamp(millisecondsSinceEpoch: expires)
        )
    }

    @Test("a token decodes to its link") func aTokenGivesItsLinkBack() throws {
        var nobody = link()
        nobody.names = nil
        for link in [link(), link(tables: nil), link(tables: []), nobody] {
            #expect(try signer.link(of: signer.token(for: link).utf8, at: now) == link)
        }
    }

    /// Each character of a token matters.
    @Test("a changed token is refused") func aChangedTokenIsRefused() throws {
        let token = Array(signer.token(for: link()).utf8)
        for index in token.indices {
            for byte in [token[index] ^ 1, UInt8(ascii: "A"), UInt8(ascii: "."), 0]
            where byte != token[index] {
                var changed = token
                changed[index] = byte
                #expect(throws: LinkError.tokenInvalid) {
                    try signer.link(of: changed, at: now)
                }
            }
            #expect(throws: LinkError.tokenInvalid) {
                try signer.link(of: token[..<index], at: now)
            }
        }
        for more in ["A", ".", "=", " "] {
            #expect(throws: LinkError.tokenInvalid) {
                try signer.link(of: token + more.utf8, at: now)
            }
        }
    }

    @Test("a token of another key is refused") func anotherKeyKnowsNoTokenOfOurs() {
        let other = LinkSigner(key: Array(1..<33))
        #expect(throws: LinkError.tokenInvalid) {
            try other.link(of: signer.token(for: link()).utf8, at: now)
        }
    }

    @Test("a link ends exactly at its expiry") func aLinkEndsAtItsInstant() throws {
        let token = signer.token(for: link(expires: 1_000_000))
        #expect(throws: LinkError.tokenExpired) {
            try signer.link(of: token.utf8, at: now)
        }
        let before = Timestamp(millisecondsSinceEpoch: 999_999)
        #expect(try signer.link(of: token.utf8, at: before).names == "bo")
    }

    @Test("a revocation ends only the links of its maker")
    func aRevocationEndsTheLinksOfItsMakerAlone() throws {
        var later = signer
        later.revocations["ann"] = 1
        #expect(throws: LinkError.tokenRevoked) {
            try later.link(of: signer.token(for: link()).utf8, at: now)
        }
        #expect(
            try later.link(of: later.token(for: link(generation: 1)).utf8, at: now)
                .generation == 1
        )
        var others = signer
        others.revocations["cy"] = 3
        #expect(
            try others.link(of: signer.token(for: link()).utf8, at: now).names == "bo"
        )
    }

    @Test(
        "an invalid payload is not a link",
        arguments: [
            #"{"v":2,"by":"a","g":0,"as":"a","role":"play","exp":1}"#,
            #"{"v":1,"by":"a","g":-1,"as":"a","role":"play","exp":1}"#,
            #"{"v":1,"by":"a","g":0,"as":"","role":"play","exp":1}"#,
            #"{"v":1,"by":"a","g":0,"as":"a","role":"own","exp":1}"#,
            #"{"v":1,"by":"a","g":0,"role":"play","exp":1}"#,
            #"{"v":1,"by":"a","g":0,"as":"a","tables":["-"],"role":"play","exp":1}"#, "{}",
            "", "[",
            "null",
        ]
    )
    func aPayloadThatMakesNoSenseIsNone(_ text: String) {
        #expect(Link(payload: Array(text.utf8)) == nil)
    }

    @Test("base64url text decodes to the same bytes") func base64() {
        #expect(Base64URL.text(Array("f".utf8)) == "Zg")
        #expect(Base64URL.text(Array("foob".utf8)) == "Zm9vYg")
        #expect(Base64URL.text([0xFB, 0xFF]) == "-_8")
        #expect(Base64URL.text([]) == "")
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151) }
            #expect(Base64URL.bytes(Array(Base64URL.text(bytes).utf8)) == bytes)
        }
        for text in ["Z", "Zh", "Zg==", "Z g", "+A", "Zm9vY"] {
            #expect(Base64URL.bytes(Array(text.utf8)) == nil, "\(text)")
        }
    }
}

/// Tests requests on the socket for links.
struct LinkRequestTests {
    private func call(_ params: String, _ method: String = "link.make") -> Call? {
        let line =
            #"{"jsonrpc":"2.0","id":7,"method":"\#(method)","params":\#(params)}"#
        guard
            case .single(let call) = RequestDecoder(.links).decode(
                Array(line.utf8),
                Permit(label: "ann")
            )
        else {
            return nil
        }
        return call
    }

    @Test("a link request is decoded with all its parameters") func aLinkAsItIsAskedFor() throws {
        let full = try call(
            #"{"tables":["b","a","b"],"table":"b","as":"ann","role":"watch","for":7200,"overlay":true,"throwsFor":8}"#
        )?.request
            .get()
        let tables = ["a", "b"].compactMap { TableName($0) }
        #expect(
            full?.params as? LinkParams
                == LinkParams(
                    tables: tables,
                    table: tables.last,
                    as: "ann",
                    role: .watch,
                    seconds: 7_200,
                    overlay: true,
                    throwsFor: 8
                )
        )
        #expect(try call("{}")?.request.get().params as? LinkParams == LinkParams())
    }

    @Test(
        "an invalid parameter is named",
        arguments: [
            (#"{"for":59}"#, "for"),
            (#"{"throwsFor":-1}"#, "throwsFor"),
            (#"{"for":31536001}"#, "for"),
            (#"{"as":"\u0007"}"#, "as"),
            (#"{"role":"own"}"#, "role"),
            (#"{"tables":[]}"#, "tables"),
            (#"{"tables":["-"]}"#, "tables"),
            (#"{"colour":1}"#, "colour"),
        ]
    )
    func aWrongParamIsNamed(_ params: String, _ name: String) {
        let error = #expect(throws: WireError.self) { try call(params)?.request.get() }
        #expect(error?.known == .invalidParams)
        #expect(error?.data.param == name)
    }

    @Test("methods of the daemon are not found here") func theDaemonsMethodsAreNone() {
        let error = #expect(throws: WireError.self) {
            try call("{}", "table.roll")?.request.get()
        }
        #expect(error?.known == .methodNotFound)
        #expect(error?.message.contains("link.revoke") == true)
    }
}
