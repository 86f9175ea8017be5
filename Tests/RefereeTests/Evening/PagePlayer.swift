import DiceProof
import ProgramTestSupport
import Referee

/// A page that plays or only watches. The object speaks the page's protocol and reconnects by
/// itself.
final class PagePlayer {
    /// The name of the page's player; `nil` for an overlay.
    let name: String?
    private let link: String
    private let port: Int
    private let table: String
    private var browser: Browser?
    /// The number of frames read.
    private var seen = 0
    private var lastID = 0
    /// The request that has not been answered yet.
    private var waiting: Int?
    private var isWatching = false
    /// The page's contribution to the next roll by another player.
    private var secret: String?
    private var opened = ContinuousClock.now
    /// The number of times that the page was opened.
    private(set) var openings = 0

    init(_ name: String?, _ link: String, table: String) {
        self.name = name
        self.link = link
        self.table = table
        port =
            link.split(separator: "/").dropFirst().first?.split(separator: ":").last
            .flatMap {
                Int($0)
            } ?? 0
    }

    /// True if the page may send a request.
    var isFree: Bool { isWatching && waiting == nil }

    /// Closes the page, which will be opened again.
    func close() {
        browser = nil
        isWatching = false
        waiting = nil
        secret = nil
    }

    func ask(_ method: String, _ params: JSON = [:]) {
        var params = params
        params["table"] = .string(table)
        lastID += 1
        let request: JSON = [
            "jsonrpc": "2.0", "id": JSON(lastID), "method": .string(method),
            "params": params,
        ]
        browser?.send(request.text)
    }

    /// Sends a player's request. The page sends nothing else until that request is answered.
    func move(_ method: String, _ params: JSON) {
        ask(method, params)
        waiting = lastID
    }

    /// Reads the messages that have arrived.
    func look() throws {
        guard let browser else { return try open() }
        let frames = browser.frames.all[seen...]
        seen += frames.count
        for frame in frames {
            switch frame {
            case .text(let text): if let message = JSON(text.utf8) { take(message) }
            case .ping: browser.send(0x8A, [])
            case .pong: break
            case .close: close()
            }
        }
    }

    private func open() throws {
        // The initial reconnect interval of the page.
        guard opened.duration(to: .now) > .milliseconds(250) else { return }
        opened = .now
        seen = 0
        openings += 1
        let browser = try Browser(port: port)
        let token = link.split(separator: "#").last.map(String.init) ?? ""
        let first: JSON = [
            "token": .string(token), "stranger": name == nil ? true : .null,
        ]
        browser.send(first.text)
        self.browser = browser
    }

    private func take(_ message: JSON) {
        if message["session"] != .null {
            ask("table.game")
            move("table.watch", ["frames": "plan", "sheets": false])
        } else if message["id"] != .null, message["id"] == JSON(waiting) {
            waiting = nil
            if message["error"] == .null, !isWatching {
                isWatching = true
            }
            contribute()
        } else if message["params"]["event"] == "rollAsked" {
            reveal(to: message["params"]["contributors"].array)
        } else if message["params"]["event"] == "turnEnded" {
            contribute()
        }
    }

    private func contribute() {
        guard name != nil, secret == nil, isWatching else { return }
        let fresh = Entropy.fresh()
        secret = fresh
        ask("table.contribute", ["commitment": JSON(Entropy.commitment(fresh))])
    }

    private func reveal(to contributors: [JSON]) {
        guard let secret,
            contributors.contains(where: {
                $0["commitment"] == JSON(Entropy.commitment(secret))
            })
        else {
            return
        }
        ask("table.reveal", ["entropy": .string(secret)])
        self.secret = nil
    }
}
