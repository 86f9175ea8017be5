import ProgramTestSupport
import Testing

/// Plays a game alone, and knows the contents of its sheet from the acknowledged requests.
actor Scorer {
    private static let table: JSON = "scored"

    private var match = 1
    /// The acknowledged boxes, with their points.
    private var boxes: [String: JSON] = [:]
    /// True if a request had not been answered when the daemon was killed.
    private var isPending = false
    /// The box from which an unanswered correction moves a turn.
    private var left: String?
    private(set) var acknowledged = 0

    /// Plays until the daemon is dead.
    func play(with client: Client, _ progress: Progress) async {
        do {
            while true {
                try await turn(client, progress)
            }
        } catch {
            #expect(error is Recorded<JSON>.Missing, "\(error)")
        }
    }

    private func turn(_ client: Client, _ progress: Progress) async throws {
        let before = try await client.call(
            "table.create",
            ["table": Self.table, "game": "yahtzee"]
        )
        #expect([.null, "tableExists"].contains(before["error"]["data"]["reason"]))
        let snapshot = try await client.result("table.get", ["table": Self.table])
        if snapshot["game"]["over"] == true {
            isPending = true
            try await client.result("table.newGame", ["table": Self.table])
            isPending = false
            match = match + 1
            boxes = [:]
        }
        if snapshot["roll"] == 0 {
            try await client.result(
                "table.roll",
                ["table": Self.table, "animate": false, "by": "ann"]
            )
        }
        let options = try await client.result("table.get", ["table": Self.table])[
            "game"
        ]["options"]
        isPending = true
        let entry = try await client.result(
            "table.endTurn",
            ["table": Self.table, "by": "ann", "box": options[0]["box"]]
        )
        isPending = false
        acknowledged += 1
        progress.changes.append(entry)
        boxes[entry["score"]["box"].string ?? ""] = entry["score"]["points"]
        guard let other = options.array.dropFirst().first?["box"] else { return }
        left = entry["score"]["box"].string
        let correction = try await client.result(
            "table.correct",
            ["table": Self.table, "by": "ann", "box": other]
        )
        boxes[left ?? ""] = nil
        left = nil
        acknowledged += 1
        progress.changes.append(correction)
        boxes[correction["box"].string ?? ""] = correction["points"]
    }

    /// Compares the sheet with the acknowledged requests, and adopts the effect of the unanswered
    /// one.
    func check(with client: Client) async throws {
        let reply = try await client.call("table.get", ["table": Self.table])
        guard reply["error"] == .null else {
            #expect(acknowledged == 0, "the table is gone")
            return
        }
        let game = reply["result"]["game"]
        let found = game["sheets"][0]["boxes"]
        if isPending, game["match"].int == match + 1 {
            match = match + 1
            boxes = [:]
        } else {
            #expect(game["match"].int == match)
            for (box, points) in boxes where box != left {
                #expect(found[box] == points, "\(box)")
            }
        }
        #expect(
            found.names.count - boxes.count == 0
                || isPending && found.names.count == boxes.count + 1,
            "\(game)"
        )
        boxes = Dictionary(uniqueKeysWithValues: found.names.map { ($0, found[$0]) })
        isPending = false
        left = nil
    }
}
