import DiceTestSupport
import Foundation
import ProgramTestSupport
import Referee
import Testing

/// A long run of play at one table, with a daemon that is killed repeatedly.
final class Evening {
    /// The resources that the daemon, the page server and the subscriber used at the beginning and
    /// at the end of one life of the daemon.
    struct Life {
        var begin: [Vitals]
        var end: [Vitals]

        /// In KiB. SQLite caches up to 2 MiB of pages, and fills the cache as it reads.
        static let maxGrowth = 3 * 1_024

        var grows: Bool {
            zip(begin, end).contains { $1.memory > $0.memory + Self.maxGrowth }
        }
    }

    private let room: Room
    private let clock: FastClock
    /// In real time.
    private let life: Duration
    let desk: Desk
    private var random = RandomCase(Int(Soak.seed))
    private(set) var household: Household?
    private var backups: [String] = []
    private var thoughtful = ContinuousClock.now
    private var keys: [String] = []
    private(set) var lives: [Life] = []

    /// - Parameter minutes: the duration by the daemon's clock. The daemon is killed every five
    ///   minutes; if the duration is less than ten minutes, the daemon is killed once.
    init(_ room: Room, minutes: Double, speed: Double) throws {
        self.room = room
        clock = FastClock(speed: speed)
        life = .seconds(min(5, minutes / 2) * 60 / speed)
        try room.makeFolder("run")
        desk = try Desk(
            room.socket,
            table: Household.table,
            speed: speed,
            games: RandomDocument.builtIn
        )
    }

    // MARK: The lives of the daemon

    /// Plays through one life of the daemon, until it is killed.
    func live() async throws {
        let daemon = try await start(room.state)
        try await desk.open(daemon.socket)
        if household == nil {
            try await sitDown()
        }
        try await come()
        try await desk.readHistory()
        try await play(life / 5)
        let begin = try await rest(daemon)
        // A life is five minutes long; each fifth of a life lasts one minute.
        for _ in 2...5 {
            try await play(life / 5)
            try await backUp()
        }
        var lived = Life(begin: begin, end: try await rest(daemon))
        // On a busy machine, memory is released later.
        for _ in 1...10 where lived.grows {
            lived.end = try await rest(daemon)
        }
        lives.append(lived)
        // The kill happens at a random moment of play.
        try await play(Duration.milliseconds(random.int(0...2_000)) / clock.speed)
        try await lose(daemon)
    }

    /// Checks once more what was stored during the whole run.
    func end() async throws {
        let daemon = try await start(room.state)
        try await desk.open(daemon.socket)
        try await come()
        try await desk.readHistory()
        try await expectGood(try room.startDicectl("verify", "-t", Household.table))
        try await hearTheAudience()
        try await lose(daemon)
        // The last backup continues from the time at which it was made.
        let copy = try #require(backups.last)
        try room.makeFolder("restored")
        try FileManager.default.copyItem(
            atPath: copy,
            toPath: room.path("restored/diced.sqlite")
        )
        try desk.restore()
        try await desk.open(try await start(room.path("restored")).socket)
        try await desk.readHistory()
    }

    /// Checks that the subscriber received the whole history, every entry exactly once, despite the
    /// kills.
    private func hearTheAudience() async throws {
        let entries = desk.referee.entries.sorted { $0.key < $1.key }.map(\.value)
        let told = try #require(household).subscriber.output
        try await desk.attend(Patience.limit) { told.all.count >= entries.count }
        #expect(told.all.map { JSON($0.utf8) } == entries)
    }

    private func lose(_ daemon: Daemon) async throws {
        try await daemon.kill()
        try await desk.lose()
        try await expectGood(
            try room.start(Programs.diced, ["--state-dir", room.state, "--check"])
        )
    }

    private func start(_ state: String) async throws -> Daemon {
        try await room.daemon(
            socket: room.path("daemon/s"),
            state: state,
            environment: clock.environment,
            through: ["env"]
        )
    }

    private func sitDown() async throws {
        let players = Household.pages + [Household.terminal, Household.bot]
        try await desk.ask(
            "table.create",
            ["game": "yahtzee", "players": JSON(players)]
        )
        try await desk.ask("table.watch")
        household = try await Household(room, clock, attend)
    }

    /// Waits until all programs are connected.
    private func come() async throws {
        let end = ContinuousClock.now + Patience.limit
        while desk.passages.count < Household.connections
            || household?.pages.contains(where: { !$0.isFree }) == true
        {
            for page in household?.pages ?? [] {
                try page.look()
            }
            try await desk.attend(.milliseconds(50))
            if .now > end {
                throw Patience.Exhausted(
                    description:
                        "only \(desk.passages.count) have come back to the table"
                )
            }
        }
    }

    // MARK: Play

    private func play(_ time: Duration) async throws {
        let end = ContinuousClock.now + time
        while .now < end {
            for page in household?.pages ?? [] {
                try page.look()
            }
            move()
            try await desk.attend(.milliseconds(5))
        }
    }

    /// Lets the current player act if the time for an action has come.
    private func move() {
        guard desk.referee.isAtRest, let table = desk.referee.table,
            let way = desk.referee.wayOut(),
            ContinuousClock.now > thoughtful
        else { return }
        thoughtful =
            ContinuousClock.now + Duration.milliseconds(random.int(100...700))
            / clock.speed
        let pages = household?.pages.filter { $0.name != nil && $0.isFree } ?? []
        guard let someone = pages.randomElement(using: &random.generator) else {
            return
        }
        if table.match?.isOver == true {
            return someone.move("table.newGame", [:])
        }
        switch random.int(1...30) {
        // Out of turn, perhaps.
        case 1:
            someone.move(
                ["table.roll", "table.lock"][random.int(0...1)],
                ["dice": [1]]
            )
        case 2: someone.close()
        case 3...5:
            let box = table.match?.boxes.randomElement(using: &random.generator) ?? ""
            guard let corrector = pages.first(where: { $0.name == table.corrector })
            else { return }
            corrector.move(
                "table.correct",
                ["box": .string(box), "by": JSON(corrector.name)]
            )
        default:
            if table.up == Household.terminal {
                return press(way)
            }
            if let page = pages.first(where: { $0.name == table.up }) {
                move(page, way, table)
            }
        }
    }

    private func move(_ page: PagePlayer, _ way: Order, _ table: Table) {
        let roll = Order(0, "roll", "table.roll", ["by": JSON(table.up)])
        let referee = desk.referee
        let again = referee.seats[0].map {
            table.refusals(of: roll, from: $0, referee.known, now: referee.now)
        }
        if way.method == "table.endTurn", again?.must.isEmpty == true,
            random.int(1...3) > 1
        {
            if random.bool() {
                return page.move(
                    "table.lock",
                    ["dice": [JSON(random.int(1...5))], "only": true]
                )
            }
            return page.move(
                "table.roll",
                ["sheets": false, "entropy": .string(freshEntropy)]
            )
        }
        var params = way.params
        params["table"] = .null
        if way.method == "table.roll" {
            params["sheets"] = false
        }
        page.move(way.method, params)
    }

    private var freshEntropy: String {
        (0..<16).map { _ in String(random.int(16...255), radix: 16) }.joined()
    }

    /// Rolls, or chooses the first box of the sheet.
    private func press(_ way: Order) {
        if way.method == "table.roll" {
            keys = ["r"]
        } else if keys.isEmpty {
            keys = ["e", "\r", "\r"]
        }
        household?.press(keys.removeFirst())
    }

    // MARK: Measurements

    /// Measures the programs while they are receiving no requests.
    private func rest(_ daemon: Daemon) async throws -> [Vitals] {
        try await come()
        try await desk.attend(Patience.limit) { desk.referee.isAtRest }
        let pids =
            [daemon.child.pid] + (household.map { [$0.web.pid, $0.mqtt.pid] } ?? [])
        // The daemon releases memory after 20 quiet seconds.
        return try await Vitals.of(
            pids,
            for: .seconds(32) / clock.speed,
            speed: clock.speed
        )
    }

    /// Checks that the program exits without an error.
    private func expectGood(_ child: Child) async throws {
        try await attend(child)
        let outcome = try await child.outcome()
        #expect(outcome.ending == .exited(0), "\(child.program): \(outcome)")
    }

    private func attend(_ child: Child) async throws {
        try await desk.attend(Patience.limit) { !child.isAlive }
    }

    private func backUp() async throws {
        let copy = room.path("copy\(backups.count).sqlite")
        try await expectGood(try room.startDicectl("backup", copy))
        backups.append(copy)
        if backups.count == 1 {
            try room.makeFolder("empty")
        }
        try await expectGood(
            try room.start(
                Programs.diced,
                ["--state-dir", room.path("empty"), "--restore", copy, "--dry-run"]
            )
        )
    }
}
