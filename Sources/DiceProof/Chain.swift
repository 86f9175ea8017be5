public import DiceGames
public import DiceModel

/// The chain members of an entry.
public struct ChainLink: Sendable, Hashable {
    /// The SHA-256 of the content that the chain covers, in hex; `nil` before the fifth edition.
    public let digest: String?
    /// The entry's chain hash, in hex.
    public let chain: String

    public init(digest: String?, chain: String) {
        self.digest = digest
        self.chain = chain
    }
}

extension EntryProof {
    /// Sets the entry's digest and chain hash.
    public mutating func take(_ link: ChainLink) {
        digest = link.digest
        chain = link.chain
    }
}

extension Correction {
    /// Sets the entry's digest and chain hash.
    public mutating func take(_ link: ChainLink) {
        digest = link.digest
        chain = link.chain
    }
}

extension Rest {
    /// Sets the entry's digest and chain hash.
    public mutating func take(_ link: ChainLink) {
        digest = link.digest ?? ""
        chain = link.chain
    }
}

/// The hash chain of a table's history: each entry's chain hash covers the chain hash of the entry
/// before it. If an entry is altered, omitted, inserted or moved, every later chain hash changes.
///
/// Up to the fourth edition, a chain hash is the SHA-256 of the previous chain hash and the entry's
/// lines. From the fifth edition on, a chain hash is the SHA-256 of the previous chain hash and the
/// entry's digest, so that a verifier can follow the chain through an entry of which it knows only
/// the digest. dice-protocol(7) lists the covered content and its encoding.
public enum Chain {
    /// The hash that serves as the previous chain hash for the first entry.
    public static let start = String(repeating: "0", count: Digest.length)

    /// Returns the chain hash of an entry of the fifth edition or later.
    ///
    /// - Parameters:
    ///   - digest: the entry's digest, in hex.
    ///   - previous: the chain hash of the entry before it, or `start`.
    public static func link(_ digest: String, after previous: String) -> String {
        Digest.text(of: "\(previous)\n\(digest)")
    }

    /// Returns the digest and chain hash of a turn.
    ///
    /// - Parameters:
    ///   - previous: the chain hash of the entry before it, or `start`.
    ///   - document: the compact JSON of a game.
    public static func link(
        _ turn: Turn,
        after previous: String,
        document: (Game) -> [UInt8]
    )
        -> ChainLink
    {
        link(of: turn.proof.edition, after: previous) { text in
            add(turn, to: &text, document: document)
        }
    }

    /// Returns the digest and chain hash of a throw.
    public static func link(_ thrown: ThrowResult, after previous: String) -> ChainLink {
        link(of: thrown.proof.edition, after: previous) { text in add(thrown, to: &text)
        }
    }

    /// Returns the digest and chain hash of a correction.
    ///
    /// - Parameter players: the players of the match, in turn order.
    public static func link(
        _ correction: Correction,
        after previous: String,
        players: [String]
    )
        -> ChainLink
    {
        link(of: correction.edition, after: previous) { text in
            add(correction, to: &text, players: players)
        }
    }

    /// Returns the digest and chain hash of a rest.
    ///
    /// - Parameter players: the players of the match, in turn order, including a player who joins
    ///   with this entry.
    public static func link(_ rest: Rest, after previous: String, players: [String])
        -> ChainLink
    {
        link(of: rest.edition, after: previous) { text in
            add(rest, to: &text, players: players)
        }
    }

    /// Returns the digest of a turn of the fifth edition or later.
    public static func digest(of turn: Turn, document: (Game) -> [UInt8]) -> String {
        digest { text in add(turn, to: &text, document: document) }
    }

    /// Returns the digest of a throw of the fifth edition or later.
    public static func digest(of thrown: ThrowResult) -> String {
        digest { text in add(thrown, to: &text) }
    }

    /// Returns the digest of a correction of the fifth edition or later.
    public static func digest(of correction: Correction, players: [String]) -> String {
        digest { text in add(correction, to: &text, players: players) }
    }

    /// Returns the digest of a rest.
    public static func digest(of rest: Rest, players: [String]) -> String {
        digest { text in add(rest, to: &text, players: players) }
    }

    private static func link(
        of edition: Int?,
        after previous: String,
        _ add: (inout ChainText) -> Void
    ) -> ChainLink {
        guard Edition.hasDigests(edition) else {
            var text = ChainText(previous)
            add(&text)
            return ChainLink(digest: nil, chain: Digest.text(of: text.bytes))
        }
        let digest = digest(add)
        return ChainLink(digest: digest, chain: link(digest, after: previous))
    }

    private static func digest(_ add: (inout ChainText) -> Void) -> String {
        var text = ChainText()
        add(&text)
        return Digest.text(of: text.bytes)
    }

    private static func add(
        _ turn: Turn,
        to text: inout ChainText,
        document: (Game) -> [UInt8]
    ) {
        text.begin(turn.proof.edition, turn.table, entered: turn.entered, bot: turn.bot)
        text.field(turn.turn)
        text.field(turn.proof.seed ?? "")
        text.field(turn.dice.lazy.map(\.sides))
        text.field(turn.endedAt.description)
        text.field(turn.dice.lazy.filter(\.locked).map(\.die))
        text.field(turn.by)
        for roll in turn.rolls {
            add(roll, of: turn.proof.edition, to: &text)
        }
        let own = turn.dice.compactMap { die in
            die.faces.map {
                "\(die.die)=\(Digest.text(of: $0.joined(separator: "\n")))"
            }
        }
        if !own.isEmpty {
            text.line("faces")
            text.field(own)
        }
        if let score = turn.match.score {
            text.line(of: score)
        }
        if turn.absent == true, Edition.hasDigests(turn.proof.edition) {
            text.line("absent")
        }
        if let game = turn.match.game {
            text.line("game")
            text.field(Digest.text(of: document(game)))
            text.field((turn.match.players ?? []).map { Digest.text(of: $0) })
        }
        if let winners = turn.match.winners {
            text.line(of: winners, among: turn.match.players ?? [])
        }
    }

    private static func add(
        _ roll: RollRecord,
        of edition: Int?,
        to text: inout ChainText
    ) {
        text.line("")
        text.append(roll.roll)
        if roll.bot == true, Edition.hasDigests(edition) {
            text.append("b")
        }
        text.field(roll.at.description)
        text.field(roll.outcome.rawValue)
        text.field(roll.rolled)
        text.field(roll.values)
        text.field(roll.chance.entropy ?? "")
        text.field(roll.chance.reveals ?? [])
        if edition != nil, roll.outcome == .void {
            text.field(roll.reason?.rawValue ?? "")
            text.field((roll.absent ?? []).map { Digest.text(of: $0) })
        }
        text.field(roll.by)
    }

    private static func add(
        _ correction: Correction,
        to text: inout ChainText,
        players: [String]
    ) {
        text.begin(correction.edition, correction.table)
        text.field("correction")
        text.field(correction.turn)
        text.field(correction.endedAt.description)
        text.field(correction.by)
        text.line(of: correction.score)
        if let winners = correction.winners {
            text.line(of: winners, among: players)
        }
    }

    private static func add(_ rest: Rest, to text: inout ChainText, players: [String]) {
        text.begin(rest.edition, rest.table)
        text.field("rest")
        text.field(rest.endedAt.description)
        text.field(rest.by)
        text.line("rest")
        text.field(rest.match)
        text.field(Digest.text(of: rest.player))
        text.field(rest.state.rawValue)
        if let winners = rest.winners {
            text.line(of: winners, among: players)
        }
    }

    private static func add(_ thrown: ThrowResult, to text: inout ChainText) {
        text.begin(
            thrown.proof.edition,
            thrown.table,
            entered: thrown.entered,
            bot: thrown.bot
        )
        text.field("throw")
        text.field(thrown.number)
        text.field(thrown.proof.seed ?? "")
        text.field(thrown.endedAt?.description ?? "")
        text.line(Digest.text(of: thrown.expression))
        text.field(thrown.outcome.rawValue)
        text.field(thrown.faces ?? [])
        text.field(thrown.chance.entropy ?? "")
        text.field(thrown.chance.reveals ?? [])
        text.field(thrown.by)
    }
}

/// Lines of fields, as bytes: histories may have 100,000 links, and strings would take three times
/// as long.
private struct ChainText {
    private(set) var bytes: [UInt8] = []

    /// - Parameter first: the first line, or `nil` to omit it.
    init(_ first: String? = nil) {
        bytes.reserveCapacity(1_024)
        if let first {
            append(first)
        }
    }

    /// Appends the line that names the entry. It begins with the edition, if the entry has one,
    /// then `b` if a bot acted and `e` if the faces were entered.
    mutating func begin(
        _ edition: Int?,
        _ table: String,
        entered: Bool? = nil,
        bot: Bool? = nil
    ) {
        guard let edition else { return line(table) }
        line(String(edition))
        if bot == true, Edition.hasDigests(edition) {
            append("b")
        }
        if entered == true {
            append("e")
        }
        field(table)
    }

    mutating func line(_ first: String) {
        if !bytes.isEmpty {
            bytes.append(UInt8(ascii: "\n"))
        }
        append(first)
    }

    mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    mutating func line(of score: Match.Score) {
        line("score")
        field(score.match)
        field(score.box ?? "-")
        field(score.points)
        field(score.bonuses.map { "\($0.name)=\($0.points)" })
    }

    mutating func line(of winners: [String], among players: [String]) {
        line("winners")
        field(winners.map { winner in (players.firstIndex(of: winner) ?? -1) + 1 })
    }

    mutating func field(_ text: String) {
        bytes.append(UInt8(ascii: "|"))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func field(_ number: Int) {
        bytes.append(UInt8(ascii: "|"))
        append(number)
    }

    mutating func field(_ numbers: some Sequence<Int>) {
        bytes.append(UInt8(ascii: "|"))
        for (index, number) in numbers.enumerated() {
            if index > 0 {
                bytes.append(UInt8(ascii: ","))
            }
            append(number)
        }
    }

    mutating func field(_ texts: [String]) {
        field(texts.joined(separator: ","))
    }

    mutating func append(_ number: Int) {
        guard (0...9).contains(number) else {
            return bytes.append(contentsOf: String(number).utf8)
        }
        bytes.append(UInt8(ascii: "0") + UInt8(number))
    }
}
