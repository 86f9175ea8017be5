import NIOHTTP1

/// The response to a request. Each response ends its connection.
struct HTTPResponse {
    var status: HTTPResponseStatus
    var headers: HTTPHeaders
    var body: [UInt8]
    /// True if only the head is sent.
    var isHeadOnly = false

    static let socketPath = "/ws"

    /// Makes the response to any request except a WebSocket's.
    init(to head: HTTPRequestHead, origins: Origins) {
        let path = Self.path(of: head)
        guard origins.admit(hosts: head.headers["host"]) else {
            self.init(.forbidden, "This server does not serve that host name.\n")
            return
        }
        guard
            head.headers["origin"].isEmpty
                || origins.admit(origins: head.headers["origin"])
        else {
            self.init(.forbidden, "This server does not answer requests from other sites.\n")
            return
        }
        guard head.method == .GET || head.method == .HEAD else {
            self.init(.methodNotAllowed, "Only GET and HEAD are allowed.\n", ["Allow": "GET, HEAD"])
            return
        }
        if path == Self.socketPath, origins.admit(origins: head.headers["origin"]) {
            self.init(
                .upgradeRequired,
                "Only WebSocket connections are allowed.\n",
                ["Upgrade": "websocket"]
            )
        } else if path == Self.socketPath {
            self.init(.forbidden, "This server does not accept WebSockets from other sites.\n")
        } else if let file = PageFiles.all[path] {
            self.init(file, to: head.headers)
        } else {
            self.init(.notFound, "Not found.\n")
        }
        isHeadOnly = head.method == .HEAD
    }

    /// Returns true if a request may become a WebSocket.
    static func admitsSocket(_ head: HTTPRequestHead, origins: Origins) -> Bool {
        head.method == .GET && path(of: head) == socketPath
            && origins.admit(hosts: head.headers["host"])
            && origins.admit(origins: head.headers["origin"])
    }

    private init(_ file: PageFile, to request: HTTPHeaders) {
        let isCompressed = !file.compressed.isEmpty && Self.acceptsGzip(request)
        let tag = isCompressed ? file.compressedTag : file.entityTag
        let isKnown = request["if-none-match"].contains(tag)
        status = isKnown ? .notModified : .ok
        headers = SecurityHeaders.all(mayBeFramed: file.mayBeFramed)
        headers.add(name: "ETag", value: tag)
        headers.add(name: "Cache-Control", value: "no-cache")
        headers.add(name: "Vary", value: "Accept-Encoding")
        body = []
        if !isKnown {
            body = isCompressed ? file.compressed : file.bytes
            headers.add(name: "Content-Type", value: file.contentType)
            headers.add(name: "Content-Length", value: String(body.count))
            if isCompressed {
                headers.add(name: "Content-Encoding", value: "gzip")
            }
        }
    }

    /// Returns true if a client accepts gzip by name, with a weight that is not 0
    /// (RFC 9110, 12.5.3).
    private static func acceptsGzip(_ request: HTTPHeaders) -> Bool {
        request[canonicalForm: "accept-encoding"].contains { coding in
            let parts = coding.lowercased().split(separator: ";").map {
                $0.filter { $0 != " " && $0 != "\t" }
            }
            let isRefused = parts.dropFirst().contains {
                $0.hasPrefix("q=") && Double($0.dropFirst("q=".count)) == 0
            }
            return parts.first == "gzip" && !isRefused
        }
    }

    /// Makes a refusal with a sentence for people.
    init(_ status: HTTPResponseStatus, _ text: String, _ more: HTTPHeaders = [:]) {
        self.status = status
        body = Array(text.utf8)
        headers = SecurityHeaders.all()
        headers.add(contentsOf: more)
        headers.add(name: "Cache-Control", value: "no-store")
        headers.add(name: "Content-Type", value: "text/plain; charset=utf-8")
        headers.add(name: "Content-Length", value: String(body.count))
    }

    /// Returns the path without the query.
    private static func path(of head: HTTPRequestHead) -> String {
        String(head.uri.prefix { $0 != "?" })
    }
}
