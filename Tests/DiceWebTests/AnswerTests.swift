import NIOCore
import NIOHTTP1
import Testing

@testable import DiceWeb

/// Tests the response to a request, without a socket.
struct AnswerTests {
    private let origins: Origins

    init() throws {
        origins = try #require(
            Origins(
                bound: try SocketAddress(ipAddress: "127.0.0.1", port: 7_447),
                publicURL: nil
            )
        )
    }

    private func answer(
        _ uri: String,
        _ method: HTTPMethod = .GET,
        host: String? = "127.0.0.1:7447",
        _ more: HTTPHeaders = [:]
    ) -> HTTPResponse {
        var headers = more
        if let host {
            headers.add(name: "Host", value: host)
        }
        return HTTPResponse(
            to: HTTPRequestHead(
                version: .http1_1,
                method: method,
                uri: uri,
                headers: headers
            ),
            origins: origins
        )
    }

    @Test(
        "a file is compressed for a client that accepts gzip by name",
        arguments: [
            ("gzip", true), ("gzip, deflate, br", true), ("deflate,GZIP;q=0.5", true),
            ("br", false), ("gzip;q=0", false), ("gzip; q=0.000, br", false), ("*", false),
            ("x-gzipped", false), ("", false),
        ]
    )
    func compression(_ accepted: String, _ isCompressed: Bool) throws {
        let file = try #require(PageFiles.all["/common.js"])
        let answer = answer("/common.js", .GET, ["Accept-Encoding": accepted])
        #expect(answer.headers["content-encoding"] == (isCompressed ? ["gzip"] : []))
        #expect(answer.body == (isCompressed ? file.compressed : file.bytes))
        #expect(answer.headers["content-length"] == ["\(answer.body.count)"])
        #expect(answer.headers["vary"] == ["Accept-Encoding"])
        // Each form has a tag of its own, by which a client that has it is spared the bytes.
        let tag = isCompressed ? file.compressedTag : file.entityTag
        #expect(answer.headers["etag"] == [tag] && file.compressedTag != file.entityTag)
        let again = self.answer(
            "/common.js",
            .GET,
            ["Accept-Encoding": accepted, "If-None-Match": tag]
        )
        #expect(again.status == .notModified && again.body.isEmpty)
        #expect(again.headers["etag"] == [tag])
    }

    @Test("each file is served with its length and nothing else")
    func servesEachFileWithItsLengthAndNothingElse() {
        for (path, file) in PageFiles.all {
            let answer = answer(path + "?by=ann")
            #expect(answer.status == .ok)
            #expect(answer.body == file.bytes)
            #expect(!file.bytes.isEmpty)
            #expect(answer.headers["content-length"] == [String(file.bytes.count)])
            #expect(answer.headers["content-type"] == [file.contentType])
            #expect(answer.headers["cache-control"] == ["no-cache"])
        }
        for path in [
            "/index.html", "/../etc/passwd", "//", "/Style.css", "",
            "http://127.0.0.1:7447/",
            "/%2e",
        ] {
            #expect(answer(path).status == .notFound, "\(path)")
        }
    }

    /// A foreign name that resolves to this machine (DNS rebinding) gets nothing of the page.
    @Test(
        "a request for another host receives nothing of the page",
        arguments: [
            "evil.example", "evil.example:7447", "127.0.0.1", "", "localhost:7448",
            "localhost:7447, a",
        ]
    )
    func anotherHostGetsNoByteOfThePage(_ host: String) throws {
        for path in Array(PageFiles.all.keys) + ["/ws", "/none"] {
            let answer = answer(path, host: host)
            #expect(answer.status == .forbidden)
            let text = String(decoding: answer.body, as: UTF8.self)
            #expect(text == "This server does not serve that host name.\n")
            #expect(answer.headers["etag"].isEmpty)
        }
        #expect(answer("/", host: nil).status == .forbidden)
    }

    /// Requests from another page's script.
    @Test(
        "a request from another origin receives nothing of the page",
        arguments: [
            "http://evil.example", "null", "https://127.0.0.1:7447",
            "http://127.0.0.1:7448",
        ]
    )
    func anotherOriginGetsNoByteOfThePage(_ origin: String) {
        for path in Array(PageFiles.all.keys) + ["/ws", "/none"] {
            let answer = answer(path, .GET, ["Origin": origin])
            #expect(answer.status == .forbidden && answer.headers["etag"].isEmpty)
            #expect(
                String(decoding: answer.body, as: UTF8.self)
                    == "This server does not answer requests from other sites.\n"
            )
        }
    }

    @Test("the page's own origin receives the page") func thePagesOwnOriginGetsThePage() {
        #expect(answer("/", .GET, ["Origin": "http://localhost:7447"]).status == .ok)
    }

    @Test("every response has the protective headers") func everyAnswerHasTheHeadersThatProtectIt()
    {
        let answers = [
            answer("/"), answer("/overlay"), answer("/none"), answer("/", host: "x"),
            answer("/", .POST), answer("/ws"),
            answer("/", .GET, ["If-None-Match": PageFiles.all["/"]?.entityTag ?? ""]),
        ]
        for answer in answers {
            let policy = answer.headers["content-security-policy"]
            #expect(policy.count == 1)
            let first =
                #/default-src 'none'; script-src 'self' 'sha256-[^']+'; style-src 'self'; /#
            #expect(policy[0].prefixMatch(of: first) != nil)
            #expect(!policy[0].contains("unsafe") && !policy[0].contains("http"))
            #expect(answer.headers["x-content-type-options"] == ["nosniff"])
            #expect(answer.headers["referrer-policy"] == ["no-referrer"])
            #expect(answer.headers["cross-origin-opener-policy"] == ["same-origin"])
            #expect(answer.headers["cross-origin-resource-policy"] == ["same-origin"])
            #expect(
                answer.headers["access-control-allow-origin"].isEmpty
                    && answer.headers["set-cookie"].isEmpty
            )
        }
    }

    @Test("only the overlay may be framed") func onlyTheOverlayMayBeFramed() {
        for path in PageFiles.all.keys {
            let policy = answer(path).headers["content-security-policy"].joined()
            #expect(
                policy.hasSuffix(
                    path == "/overlay" ? "frame-ancestors *" : "frame-ancestors 'none'"
                )
            )
        }
    }

    @Test("HEAD has no body, and other methods are refused")
    func headHasNoBodyAndOtherMethodsAreRefused() {
        let head = answer("/", .HEAD)
        #expect(
            head.isHeadOnly && head.status == .ok
                && head.headers["content-length"] != ["0"]
        )
        for method in [HTTPMethod.POST, .PUT, .OPTIONS, .DELETE, .CONNECT, .TRACE] {
            let refused = answer("/", method)
            #expect(
                refused.status == .methodNotAllowed
                    && refused.headers["allow"] == ["GET, HEAD"]
            )
        }
    }

    @Test("a file that the browser has cached is not sent again")
    func aFileThatIsKnownIsNotSentAgain() throws {
        let tag = try #require(PageFiles.all["/"]?.entityTag)
        let known = answer("/", .GET, ["If-None-Match": tag])
        #expect(
            known.status == .notModified && known.body.isEmpty
                && known.headers["etag"] == [tag]
        )
        #expect(answer("/", .GET, ["If-None-Match": "\"other\""]).status == .ok)
    }

    @Test("a WebSocket is open to this page's host and origin only")
    func aSocketIsForThisPageAlone() {
        func admits(
            _ uri: String,
            host: String,
            origin: String?,
            _ method: HTTPMethod = .GET
        )
            -> Bool
        {
            var headers: HTTPHeaders = ["Host": host]
            if let origin {
                headers.add(name: "Origin", value: origin)
            }
            let head = HTTPRequestHead(
                version: .http1_1,
                method: method,
                uri: uri,
                headers: headers
            )
            return HTTPResponse.admitsSocket(head, origins: origins)
        }
        #expect(admits("/ws", host: "127.0.0.1:7447", origin: "http://127.0.0.1:7447"))
        #expect(admits("/ws", host: "127.0.0.1:7447", origin: "http://localhost:7447"))
        #expect(!admits("/ws", host: "127.0.0.1:7447", origin: nil))
        #expect(!admits("/ws", host: "127.0.0.1:7447", origin: "http://evil.example"))
        #expect(!admits("/ws", host: "127.0.0.1:7447", origin: "null"))
        #expect(!admits("/ws", host: "evil.example", origin: "http://127.0.0.1:7447"))
        #expect(!admits("/", host: "127.0.0.1:7447", origin: "http://127.0.0.1:7447"))
        #expect(
            !admits(
                "/ws",
                host: "127.0.0.1:7447",
                origin: "http://127.0.0.1:7447",
                .POST
            )
        )
        #expect(
            answer("/ws", .GET, ["Origin": "http://evil.example"]).status == .forbidden
        )
        #expect(answer("/ws").status == .forbidden)
        #expect(
            answer("/ws", .GET, ["Origin": "http://127.0.0.1:7447"]).status
                == .upgradeRequired
        )
    }
}
