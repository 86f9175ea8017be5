import Foundation
import ProgramTestSupport
import Testing

/// Tests the recipe in dicectl(1) that posts results to a chat's webhook.
@Suite(.quickRoom, .needs(.curl, .python3))
struct WebhookTests {
    /// A match of one turn.
    private static let game = #"""
        {"name":"one","title":"One","dice":[6],"rollsPerTurn":1,"boxes":[
          {"box":"any","title":"Any","points":{"sum":"all"}}]}
        """#

    /// A server that prints its port, and then the body of each request.
    private static let server = """
        import http.server
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                print(self.rfile.read(int(self.headers["content-length"])).decode(), flush=True)
                self.send_response(204)
                self.end_headers()
        chat = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        print(chat.server_port, flush=True)
        chat.serve_forever()
        """

    @Test("throws and the end of a match are posted, secret throws are not")
    func posts() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        try room.makeFile("one.json", Self.game)
        _ = try await room.did(
            "table",
            "new",
            "night",
            "--game",
            room.path("one.json"),
            "--players",
            "ann"
        )
        let chat = try room.start("python3", ["-u", "-c", Self.server])
        let port = try await chat.output.first { Int($0) != nil }.element
        let folder = URL(filePath: Programs.dicectl).deletingLastPathComponent().path
        let bot = try room.start(
            "/bin/sh",
            ["-c", "PATH=\(folder):$PATH; " + Self.recipe()],
            environment: room.clientEnvironment.merging(
                ["WEBHOOK": "http://127.0.0.1:\(port)/hook"]
            ) { $1 }
        )
        try await Patience.until("the recipe watches") {
            try await client.result("table.get", ["table": "night"])["watchers"].int == 1
        }

        try await client.result(
            "table.throw",
            ["table": "night", "expression": "2d6", "by": "ann"]
        )
        try await client.result(
            "table.throw",
            ["table": "night", "expression": "d20", "by": "ann", "seenBy": []]
        )
        try await client.result("table.roll", ["table": "night", "by": "ann"])
        try await client.result("table.endTurn", ["table": "night", "by": "ann", "box": "any"])
        try await chat.output.first { $0.contains(" won ") }

        let posts = chat.output.all.dropFirst().map { JSON($0.utf8)?["content"].string ?? $0 }
        #expect(posts.count == 2)
        #expect(posts.first?.contains("2d6") == true)
        #expect(bot.errors.all.isEmpty)
    }

    /// The lines of the recipe, as sh(1) reads them.
    private static func recipe() throws -> String {
        let page = URL(filePath: #filePath).appending(path: "../../../man/dicectl.1").standardized
        let text = try String(contentsOf: page, encoding: .utf8)
        let start = try #require(text.range(of: ".Ev WEBHOOK ."))
        let display = try #require(
            text[start.upperBound...].firstMatch(of: /\.Bd [^\n]*\n((?s).*?)\.Ed/)
        )
        return String(display.1)
    }
}
