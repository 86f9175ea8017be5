import DiceModel
import Testing
import Unix

@testable import DiceClient
@testable import DiceGames
@testable import DiceMQTT
@testable import DiceNotation
@testable import DiceOdds
@testable import DiceServer
@testable import DiceStore
@testable import DiceWeb
@testable import DiceWire

/// The pages give the limits and the times of the programs.
struct LimitTests {
    private let reveal = ServerTimes().reveal.components.seconds
    private let rolls = words(1...Limits.rollsPerTurn, plain: true)
    private let pace = "\(Limits.pace.lowerBound) to \(Int(Limits.pace.upperBound))"
    private let daemon =
        "\(words(Limits.dicePerTable, plain: true)) dice, a die \(words(Limits.sidesPerDie, plain: true)) sides"
    private let label = "1 to \(TextLimit.label.scalars ?? 0) printable characters"

    @Test("dice-games(7) states the limits of games") func games() throws {
        try expect(
            "dice-games.7",
            "at most \(grouped(Game.largestDocument)) bytes",
            "a turn of \(grouped(Game.rollsOfBank)) rolls",
            "\(Game.dice.sheet.upperBound) dice in a sheet game, \(Game.dice.bank.upperBound) in a bank game; "
                + "\(words(Game.sides)) sides",
            "\(Game.rolls.upperBound) rolls in a turn",
            "\(Game.boxes.upperBound) boxes, 10 bonuses, \(Game.sets.upperBound) sets",
            "\(grouped(Game.points.upperBound)) points in one place"
        )
    }

    @Test("dice-notation(7) states the limits of the notation") func notation() throws {
        let weights = NotationLimits.weight
        try expect(
            "dice-notation.7",
            "Words have at most \(TextLimit.outcome.bytes) bytes",
            "1 to \(TextLimit.label.scalars ?? 0) characters (Unicode scalars) and at most \(TextLimit.label.bytes) bytes",
            "It has at most \(TextLimit.bracket.bytes) bytes",
            "text of a throw has at most \(grouped(NotationLimits.text)) bytes",
            "\(grouped(TextLimit.expression.bytes)) bytes, of which at most \(grouped(TextLimit.rolled.bytes)) before",
            "at most \(TextLimit.bracket.bytes) bytes for a label in brackets, \(TextLimit.face.bytes) for the words of a face, "
                + "\(TextLimit.outcome.bytes) for the words of an outcome; at most \(TextLimit.marks) nonspacing marks",
            "\\\(weights.lowerBound) to \(weights.upperBound)",
            "\(NotationLimits.operators) operators",
            "\(NotationLimits.stepsPerDie) steps for each die",
            "at most \(grouped(DicePool.maxWays)) of them",
            "less probable than 1 in \(grouped(Int((1 / Distribution.negligible).rounded())))"
        )
    }

    @Test("dice-protocol(7) states the limits of the protocol") func protocolOfTheDaemon() throws {
        try expect(
            "dice-protocol.7",
            "at most \(grouped(LineCodec.maximumLength)) bytes",
            "nested at most \(JSONParser.maximumDepth) deep",
            "at most \(grouped(Limits.batch)) elements",
            "leaves more than \(ConnectionState.unsentLimit >> 20) MiB unread",
            "up to \(grouped(Limits.savedRolls)) rolls, which take up to \(Limits.savedRollsSize >> 10) KiB together",
            "as many again, which take up to \(Limits.savedRollsSizeOfNames >> 20) MiB together",
            "up to \(Limits.players.upperBound) labels",
            "is \(rolls), or 0 for any number",
            "\(pace), 1 for normal speed",
            "at most \(Game.largestDocument >> 10) KiB",
            "It has at most \(grouped(Limits.diceOfThrow)) dice",
            "more than \(Limits.smallThrow / 1_000) kB store at most \(Limits.storedByThrows / 1_000_000) MB a second",
            "at most \(Limits.growingThrowsInFlight) throws in flight whose",
            "each line about it, has at most \(Limits.largestThrow >> 10) KiB",
            "so that at most \(Limits.growingThrowsInFlight * Limits.largestThrow / 1_000_000) MB are not counted yet",
            "carry at most \(Limits.facesInFlight >> 10) KiB of faces of custom dice",
            "at most \(TextLimit.label.scalars ?? 0) scalars and \(TextLimit.label.bytes) bytes, and at most "
                + "\(TextLimit.marks) nonspacing marks",
            "has at most \(grouped(NotationLimits.text)) bytes",
            "at most \(grouped(NotationLimits.stepsPerDie * Limits.diceOfThrow)) steps",
            "an array of up to \(Limits.viewers) names",
            "At most \(Limits.contributors) names contribute at a table,",
            "over at most \(Limits.contributionsPerName) connections",
            "within \(reveal) seconds after",
            "has \(label)",
            "up to \(grouped(Limits.tables)) tables, a table \(daemon)",
            "At most \(grouped(Limits.diceInFlight)) dice are in flight",
            "has at most \(Limits.connectionsPerUser) connections,",
            "\(grouped(Limits.diceInFlightPerUser)) dice and \(Limits.throwsInFlightPerUser) throws in flight, "
                + "\(Limits.tablesPerUser) tables and \(Limits.savedRollsPerUser) saved rolls, which take at most "
                + "\(Limits.savedRollsSizePerUser >> 10) KiB",
            "at most \(Limits.corrections) times",
            "the first \(Limits.watchingNames) of them by name",
            "at most \(grouped(Limits.rollsPerTurn)) rolls and \(grouped(Limits.valuesPerTurn)) values",
            "together have at most \(Limits.facesPerTable >> 10) KiB",
            "after \(Limits.voidRolls) void rolls"
        )
    }

    @Test("dicectl(1) states the limits of the client") func client() throws {
        try expect(
            "dicectl.1",
            "Dice settle after \(seconds(AnimationPlan.durations.lowerBound)) to \(seconds(longestFlight)) seconds",
            "at most \(Limits.viewers) names see a throw",
            "A name is \(label)",
            "cannot answer within \(reveal) seconds",
            "at most \(Limits.corrections) times",
            "How many rolls a turn may have, \(rolls);",
            "the usual speed: \(pace)",
            "A table has \(daemon), and a daemon up to \(grouped(Limits.tables)) tables",
            "waits up to \(seconds(Autostart.limit)) seconds until",
            ".Fl -idle-exit Cm \(StartPlan.idleExit)",
            "at intervals of at most \(seconds(Backoff.longest)) seconds",
            "at most \(CopyBuffer.limit >> 10) KiB at a time",
            "within \(seconds(ConfineParams.patience)) seconds, nothing is passed",
            "by default \(LinkParams.usualLife / 3_600) hours, with .Fl -lan \(LinkParams.usualLifeWithoutTLS / 3_600).",
            "from a minute to a year",
            "from a second to an hour"
        )
        #expect(LinkParams.lives == 60...365 * 24 * 3_600)
        #expect(LinkParams.throwTimes == 0...3_600)
    }

    @Test("diced(1) states the limits of the daemon") func daemonItself() throws {
        try expect(
            "diced.1",
            "\(SocketAddress.maximumLength) bytes",
            "\(seconds(longestFlight)) seconds",
            "\(Limits.connectionsPerUser) connections",
            "\(Limits.tablesPerUser) tables",
            "\(Limits.savedRollsPerUser) saved rolls",
            "\(Limits.savedRollsSizePerUser >> 10) KiB",
            "\(grouped(Limits.diceInFlightPerUser)) dice",
            "\(Limits.throwsInFlightPerUser) throws",
            "\(seconds(ServerTimes().quiet)) seconds",
            "\(OpenDatabase.examinedSize >> 20) MiB",
            "\(seconds(ServerTimes().linger)) second"
        )
    }

    @Test("diced-web(8) states the limits of the page") func page() throws {
        let times = WebTimes()
        try expect(
            "diced-web.8",
            "\(grouped(WebLimits.maximum)) connections",
            "\(WebLimits().connectionsPerAddress) connections",
            "\(WebLimits().connectionsPerOrigin) in all",
            "\(grouped(MessageAssembler.limit)) bytes",
            "\(seconds(times.head)) seconds",
            "\(HeadGuard.limit >> 10) KiB",
            "\(seconds(times.answer)) seconds",
            "\(seconds(times.silence)) seconds",
            "\(words(LinkParams.tableCount))",
            "\(words(LinkParams.lives, plain: true))",
            "\(LinkParams.usualLife)",
            "\(LinkParams.usualLifeWithoutTLS)",
            "\(words(LinkParams.throwTimes, plain: true))"
        )
        #expect(times.token == times.head)
        #expect(times.silence / times.ping == 3)
    }

    @Test("diced-mqtt(8) states the limits of the bridge") func bridge() throws {
        try expect(
            "diced-mqtt.8",
            "\(BrokerConnection.maxBacklog >> 20) MiB",
            "\(grouped(Outbox.maxEntries)) entries",
            "\(Outbox.maxEntryBytes >> 20) MiB",
            "\(Outbox.maxFlying) messages",
            "\(Outbox.smallestLimit >> 10) kB",
            "three times",
            "an hour",
            "two seconds"
        )
        #expect(Outbox.maxLosses == 3)
        #expect(BridgeTimes().limitLife == .seconds(3_600))
        #expect(BridgeTimes().farewell == .seconds(2))
    }

    private var longestFlight: Duration {
        AnimationPlan.delays.upperBound + AnimationPlan.durations.upperBound
    }

    /// - Parameter texts: texts of the page's source, regardless of line breaks.
    private func expect(_ page: String, _ texts: String...) throws {
        let source = try ManualPage(page).lines.joined(separator: " ")
        for text in texts {
            #expect(source.contains(text), "\(page) does not say: \(text)")
        }
    }
}

/// Formats a number as `10,000`.
private func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.indices.map { index in
        String(digits[index])
            + (index + 1 < digits.count && (digits.count - index - 1).isMultiple(of: 3)
                ? "," : "")
    }.joined()
}

/// Formats a range as `1 to 1,000`.
/// - Parameter plain: formats as `1 to 1000`.
private func words(_ range: ClosedRange<Int>, plain: Bool = false) -> String {
    "\(range.lowerBound) to \(plain ? "\(range.upperBound)" : grouped(range.upperBound))"
}

/// Formats seconds as `1.25` or `30`.
private func seconds(_ duration: Duration) -> String {
    let seconds = duration / .seconds(1)
    return seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
}
