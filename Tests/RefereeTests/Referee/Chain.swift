package import ProgramTestSupport

/// The hashes of entries, computed as dice-protocol(7) describes.
package enum Chain {
    static let start = String(repeating: "0", count: 64)

    static func hash(_ digest: String, after previous: String) -> String {
        SHA256.hex("\(previous)\n\(digest)")
    }

    /// Returns the digest, or `nil` for an entry with a game, whose member order is unknown here,
    /// or with several bonuses.
    ///
    /// - Parameter players: the players of the match of a correction or rest.
    package static func digest(of entry: JSON, players: [String]) -> String? {
        guard entry["game"] == .null, entry["score"]["bonuses"].members.count < 2 else {
            return nil
        }
        let bot = entry["bot"].isTrue ? "b" : ""
        let entered = entry["entered"].isTrue ? "e" : ""
        let marks = bot + entered
        let head = ["5\(marks)", entry["table"].string ?? ""]
        let instant = entry["endedAt"].string ?? ""
        let by = entry["by"].string ?? ""
        let seed = entry["seed"].string ?? ""
        var lines: [[String]]
        switch entry["kind"].string {
        case "turn":
            let dice = entry["dice"].array
            let sides = list(dice.map { $0["sides"] })
            let locked = list(dice.filter { $0["locked"].isTrue }.map { $0["die"] })
            lines = [head + [field(entry["turn"]), seed, sides, instant, locked, by]]
            lines += entry["rolls"].array.map(line)
            lines += faces(of: dice)
            lines += score(entry["score"])
            if entry["absent"].isTrue {
                lines.append(["absent"])
            }
        case "throw":
            let expression = SHA256.hex(entry["expression"].string ?? "")
            lines = [
                head + ["throw", field(entry["throw"]), seed, instant],
                [expression, field(entry["outcome"]), list(entry["faces"].array)]
                    + added(to: entry)
                    + [by],
            ]
        case "correction":
            lines =
                [head + ["correction", field(entry["turn"]), instant, by]]
                + score(entry)
        case "rest":
            let stays = entry["rests"].isTrue ? "rests" : "back"
            let state = entry["joins"].isTrue ? "joins" : stays
            let player = SHA256.hex(entry["player"].string ?? "")
            lines = [
                head + ["rest", instant, by], ["rest", field(entry["match"]), player, state],
            ]
        default: return nil
        }
        if entry["winners"] != .null {
            let names = entry["players"] == .null ? players : entry["players"].strings
            let places = entry["winners"].strings.map {
                names.firstIndex(of: $0).map { $0 + 1 } ?? 0
            }
            lines.append(["winners", list(places.map { JSON($0) })])
        }
        return SHA256.hex(
            lines.map { $0.joined(separator: "|") }.joined(separator: "\n")
        )
    }

    private static func line(of roll: JSON) -> [String] {
        let number = field(roll["roll"]) + (roll["bot"].isTrue ? "b" : "")
        var fields = [
            number, field(roll["at"]), field(roll["outcome"]),
            list(roll["rolled"].array),
        ]
        fields.append(list(roll["values"].array))
        fields += added(to: roll)
        if roll["outcome"] == "void" {
            fields.append(field(roll["reason"]))
            fields.append(roll["absent"].strings.map(SHA256.hex).joined(separator: ","))
        }
        return fields + [field(roll["by"])]
    }

    private static func faces(of dice: [JSON]) -> [[String]] {
        let custom = dice.filter { $0["faces"] != .null }.map { die in
            field(die["die"]) + "="
                + SHA256.hex(die["faces"].strings.joined(separator: "\n"))
        }
        return custom.isEmpty ? [] : [["faces", custom.joined(separator: ",")]]
    }

    private static func score(_ score: JSON) -> [[String]] {
        guard score != .null else { return [] }
        let bonuses = score["bonuses"].members.map { "\($0.key)=\(field($0.value))" }
        let box = score["box"].string ?? "-"
        return [
            [
                "score", field(score["match"]), box, field(score["points"]),
                bonuses.joined(separator: ","),
            ]
        ]
    }

    private static func added(to roll: JSON) -> [String] {
        [field(roll["entropy"]), list(roll["reveals"].array)]
    }

    private static func list(_ values: [JSON]) -> String {
        values.map(field).joined(separator: ",")
    }

    private static func field(_ value: JSON) -> String {
        if value == .null {
            return ""
        }
        return value.string ?? value.text
    }
}

/// SHA-256 (FIPS 180-4).
private enum SHA256 {
    private static let primes = (2...311).filter { number in
        (2..<number).allSatisfy { $0 * $0 > number || !number.isMultiple(of: $0) }
    }

    /// Returns the first 32 bits of the fractional part of a root.
    private static func bits(of root: Double) -> UInt32 {
        UInt32((root - root.rounded(.down)) * 4_294_967_296)
    }

    private static let constants = primes.map { bits(of: cubeRoot(of: Double($0))) }

    private static func cubeRoot(of number: Double) -> Double {
        var root = number
        for _ in 1...200 {
            root -= (root * root * root - number) / (3 * root * root)
        }
        return root
    }

    static func hex(_ text: String) -> String {
        var message = Array(text.utf8)
        let length = UInt64(message.count) * 8
        message.append(0x80)
        while message.count % 64 != 56 {
            message.append(0)
        }
        for shift in stride(from: 56, through: 0, by: -8) {
            message.append(UInt8(truncatingIfNeeded: length >> shift))
        }
        var hash = primes.prefix(8).map { bits(of: Double($0).squareRoot()) }
        for start in stride(from: 0, to: message.count, by: 64) {
            compress(message[start..<start + 64], into: &hash)
        }
        return hash.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    private static func compress(_ block: ArraySlice<UInt8>, into hash: inout [UInt32]) {
        func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
            word >> count | word << (32 - count)
        }
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
            block[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let early = words[index - 15]
            let late = words[index - 2]
            let first = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
            let second = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
            words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
        }
        var state = hash
        for index in 0..<64 {
            let e = state[4]
            let a = state[0]
            let choice = e & state[5] ^ ~e & state[6]
            let majority = a & state[1] ^ a & state[2] ^ state[1] & state[2]
            let first =
                state[7] &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice
            let sum = first &+ constants[index] &+ words[index]
            let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
            state = [sum &+ second] + state[0..<3] + [state[3] &+ sum] + state[4..<7]
        }
        for index in hash.indices {
            hash[index] &+= state[index]
        }
    }
}
