import Forgeries
import Foundation
import ProgramTestSupport
import Testing

/// Tests the page's verifier with the vectors in dice-protocol(7), and with the entries of a
/// daemon.
@Suite(.browser, .room, .needs(.chromium))
struct VectorTests {
    @Test("faces follow from their seeds") func facesFollowFromTheirSeeds() async throws {
        let room = try Room.here
        let page = URL(filePath: #filePath).appending(
            path: "../../../man/dice-protocol.7"
        )
        .standardized
        let text = try String(contentsOf: page, encoding: .utf8)
        let vectors = text.matches(
            of:
                #/seed (?<seed>[0-9a-f]{64})\nplace (?<place>.+)\nentropy ?(?<entropy>.*)\nreveals ?(?<reveals>.*)\nsides (?<sides>.+)\nfaces (?<faces>.+)/#
        )
        #expect(vectors.count == 20)
        let web = try await room.web()
        let browser = try Browser(room)
        let shown = try await Page(browser, try await web.link())
        for vector in vectors {
            let faces = try await shown.value(
                """
                import(location.origin + "/proof.js").then(({ faces }) => faces("\(vector.seed)", "\(vector.place)",
                  { entropy: "\(vector.entropy)", reveals: [\(vector.reveals.isEmpty ? "" : "\"\(vector.reveals)\"")] }, [\(vector.sides)]))
                """
            )
            #expect(
                faces.ints.map(String.init).joined(separator: ",") == vector.faces,
                "\(vector.seed)"
            )
        }
        try await browser.end()
    }

    /// Compares the hashes of each length up to three blocks with the browser's own.
    @Test("the page's hashes match the browser's own") func hashesAreThoseOfTheBrowser()
        async throws
    {
        let room = try Room.here
        let browser = try Browser(room)
        let page = try await Page(browser, try await room.web().link())
        let wrong = try await page.value(
            """
            import(location.origin + "/hash.js").then(async ({ sha256 }) => {
              const wrong = [];
              for (let length = 0; length < 192; length++) {
                const data = crypto.getRandomValues(new Uint8Array(length)), own = sha256(data);
                const theirs = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
                if (own.length !== 32 || own.some((byte, index) => byte !== theirs[index])) wrong.push(length);
              }
              return wrong;
            })
            """
        )
        #expect(wrong == [])
        try await browser.end()
    }

    @Test("a player has the same color on every screen") func aPlayerHasTheSameColourOnEveryScreen()
        async throws
    {
        let room = try Room.here
        let browser = try Browser(room)
        let page = try await Page(browser, try await room.web().link())
        // The same vectors as for `play` (`PlayerTagTests`).
        let file = URL(filePath: #filePath).appending(path: "../../color-vectors.json")
        let vectors = try String(contentsOf: file.standardized, encoding: .utf8)
        let wrong = try await page.value(
            """
            import(location.origin + "/common.js").then(({ badge, seat }) => \(vectors).filter(({ name, players, color, rgb }) => {
              seat(players);
              const { className, dataset, style } = badge(name);
              const isOther = rgb && style.background !== `rgb(${rgb.join(", ")})`;
              return isOther || className !== `badge c${color}` || dataset.letter !== name[0].toUpperCase();
            }))
            """
        )
        #expect(wrong == [])
        let ratios = try await page.value(
            """
            import(location.origin + "/common.js").then(({ badge, seat }) => [..."abcdefghijklmnopqrstuvwxyz"].map((name) => {
              seat([]);
              const made = badge(name);
              document.body.append(made);
              const light = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
                .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
                .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
              const { color, backgroundColor } = getComputedStyle(made), [one, other] = [light(color), light(backgroundColor)];
              return [backgroundColor, (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) >= 4.5];
            }))
            """
        )
        #expect(
            Set(ratios.array.map { $0[0] }).count == 8
                && ratios.array.allSatisfy { $0[1] == true }
        )
        try await browser.end()
    }

    @Test("rolls are described as in dicectl") func rollsAreToldAsByDicectl() async throws {
        let room = try Room.here
        let browser = try Browser(room)
        let page = try await Page(browser, try await room.web().link())
        for sample in SpokenRolls.samples {
            let told = try await page.value(
                "import(location.origin + \"/common.js\").then(({ settled }) => settled(\(sample.event)))"
            )
            #expect(told == .string(sample.text))
        }
        try await browser.end()
    }

    @Test("chain hashes match the daemon's") func linksAreThoseOfTheDaemon() async throws {
        let room = try Room.here
        let web = try await room.web()
        let client = try web.daemon.client()
        let other = try web.daemon.client()
        try await other.result(
            "table.contribute",
            ["commitment": .string(String(repeating: "0", count: 64)), "by": "bo|é"]
        )
        for _ in 1...2 {
            try await client.result("table.roll", ["animate": false, "by": "ann"])
        }
        try await client.result("table.endTurn")
        try await client.result(
            "table.throw",
            ["expression": "4d6kh3", "animate": false]
        )
        try await client.result(
            "table.throw",
            ["expression": "d20", "animate": false, "seenBy": ["gm"]]
        )
        try await client.result("table.throw", ["expression": "d6", "animate": false])
        let entries = try await client.result("table.history", ["kind": "all"])[
            "entries"
        ]
        #expect(
            entries.array.last?["rolls"].array.map { $0["outcome"] } == [
                "void", "completed",
            ]
        )
        let browser = try Browser(room)
        let page = try await Page(browser, try await web.link())
        let verdicts = try await page.value(
            """
            import(location.origin + "/proof.js").then(({ verify, chainStart }) => {
              const [last, secret, thrown, turn] = \(entries.text);
              const other = structuredClone(turn);
              other.rolls[0].absent = ["bo"];
              return Promise.all([verify(turn, "", chainStart), verify(thrown, "", turn.chain), verify(other, "", chainStart),
                verify({ ...turn, edition: 9, rolls: "new" }, "", chainStart), verify({ ...turn, edition: 2 }, "", chainStart), verify(secret, secret.commitment, thrown.chain), verify(last, "", secret.chain),
                verify(secret, last.commitment, thrown.chain)]);
            })
            """
        )
        #expect(
            verdicts.array == [
                .string(Phrases.text("fitsSeed")), .string(Phrases.text("fitsSeed")),
                .string(Phrases.wrong("wrongChain")),
                .string(Phrases.text("notChecked", ["edition": "9"])),
                .string(Phrases.wrong("wrongEdition")), "hidden",
                .string(Phrases.text("fitsSeed")),
                .string(Phrases.wrong("wrongSeed")),
            ]
        )
        try await browser.end()
    }

    /// Returns the exports in which the page finds errors.
    private func findsFaults(in exports: [[String]], on page: Page) async throws
        -> [JSON]
    {
        try await page.value(
            """
            import(location.origin + "/proof.js").then(async ({ verify, chainStart }) => {
              async function isFound(entries) {
                const previous = new Map(), players = new Map();
                let isWrong = false;
                for (const entry of entries) {
                  const { table, chain, joins, player } = entry;
                  if (entry.players) players.set(table, entry.players);
                  if (joins) players.set(table, [...(players.get(table) ?? []), player]);
                  const word = await verify(entry, "", previous.get(table) ?? chainStart, players.get(table)).catch(() => "WRONG");
                  isWrong ||= word.startsWith("WRONG");
                  if (chain) previous.set(table, chain);
                }
                return isWrong;
              }
              const found = [];
              for (const entries of [\(exports.map { "[\($0.joined(separator: ","))]" }.joined(separator: ","))]) found.push(await isFound(entries));
              return found;
            })
            """
        ).array
    }

    /// Undetectable changes are listed.
    @Test("forgeries are found") func forgeriesAreFound() async throws {
        let room = try Room.here
        let browser = try Browser(room)
        let page = try await Page(browser, try await room.web().link())
        let wrong = try WrongHistory.all
        let found = try await findsFaults(in: wrong.map(\.lines), on: page)
        try #require(found.count == wrong.count)
        let unseen = Set(zip(wrong, found).filter { $1 != true }.map(\.0.name))
        #expect(unseen.subtracting(WrongHistory.unseenByPage).sorted() == [])
        #expect(
            WrongHistory.unseenByPage.subtracting(unseen).sorted() == [],
            "these are found"
        )
        let honest = try HonestHistory.all.map { try $0.lines() }
        #expect(
            try await findsFaults(in: honest, on: page) == honest.map { _ in false }
        )
        try await browser.end()
    }

    /// A turn of custom dice: its line follows the rolls, and the number on a face is its value.
    @Test("faces of custom dice are covered by the chain hash") func facesOfDiceAreInTheChain()
        async throws
    {
        let room = try Room.here
        let browser = try Browser(room)
        let page = try await Page(browser, try await room.web().link())
        let found = try await page.value(
            """
            Promise.all(["proof", "hash"].map((name) => import(`${location.origin}/${name}.js`))).then(async ([{ chainHash, faces, verify }, { commitmentOf, hex, sha256 }]) => {
              const digest = (text) => hex(sha256(new TextEncoder().encode(text))), seed = "00".repeat(32), words = ["sun", "3+fog", "blank"];
              const values = faces(seed, "home|1|1", {}, [3, 6, 3]), at = "2026-11-20T22:59:01.123Z", add = (value) => (value === 2 ? 3 : 0);
              const die = (number, sides) => ({ die: number, sides, value: values[number - 1], locked: false });
              const entry = { kind: "turn", edition: 4, table: "home", turn: 1, by: "ann", endedAt: at, seed, commitment: commitmentOf(seed),
                total: add(values[0]) + values[1] + add(values[2]), dice: [{ ...die(1, 3), faces: words }, die(2, 6), { ...die(3, 3), faces: words }],
                rolls: [{ roll: 1, by: "ann", at, outcome: "completed", rolled: [1, 2, 3], values, entropy: "", reveals: [] }] };
              const own = digest("sun\\n3+fog\\nblank"), previous = "0".repeat(64);
              const lines = [previous, `4|home|1|${seed}|3,6,3|${at}||ann`, `1|${at}|completed|1,2,3|${values}|||ann`, `faces|1=${own},3=${own}`];
              const chain = digest(lines.join("\\n"));
              return [chainHash(entry, previous) === chain, await verify({ ...entry, chain }, entry.commitment, previous),
                await verify({ ...entry, chain, total: entry.total + 1 }, entry.commitment, previous),
                await verify({ ...entry, dice: [{ ...entry.dice[0], faces: [...words, "sun"] }, ...entry.dice.slice(1)] }, entry.commitment)];
            })
            """
        )
        let wrong = JSON.string(Phrases.wrong("facesDiffer"))
        #expect(found == [true, "checked", wrong, wrong])
        try await browser.end()
    }

    /// The lines that the chain of edition 5 covers for each kind of entry, as in dice-protocol(7).
    @Test("digests of edition 5 match the vectors") func theDigestsOfTheFifthEdition() async throws
    {
        let room = try Room.here
        let browser = try Browser(room)
        let page = try await Page(browser, try await room.web().link())
        let found = try await page.value(
            """
            Promise.all(["proof", "hash"].map((name) => import(`${location.origin}/${name}.js`))).then(async ([{ chainHash, verify }, { commitmentOf, hex, sha256 }]) => {
              const digest = (text) => hex(sha256(new TextEncoder().encode(text))), seed = "00".repeat(32), start = "0".repeat(64);
              const at = "2026-11-20T22:59:01.123Z", base = { edition: 5, table: "home", endedAt: at, by: "ann" };
              const game = { name: "toString" }, score = { match: 2, box: "low", points: 3, bonuses: { toString: 4, a: 5 } };
              const roll = { roll: 1, by: "ann", at, outcome: "completed", rolled: [1], values: [2], bot: true, entered: true };
              const turn = { ...base, kind: "turn", turn: 7, seed, commitment: commitmentOf(seed), total: 2, bot: true, entered: true, absent: true,
                dice: [{ die: 1, sides: 6, value: 2, locked: true }], rolls: [roll], score, game, players: ["ann", "bo"], winners: ["bo"] };
              const thrown = { ...base, kind: "throw", throw: 3, seed, commitment: commitmentOf(seed), expression: "d6", outcome: "completed",
                dice: [{ die: 1, sides: 6, value: 2 }], faces: [2], entered: true };
              const correction = { ...base, kind: "correction", turn: 7, match: 2, box: "one", points: 1, winners: ["bo"] };
              const rest = { ...base, kind: "rest", player: "bo", rests: true, match: 2 };
              const lines = [
                [turn, `5be|home|7|${seed}|6|${at}|1|ann`, `1b|${at}|completed|1|2|||ann`, "score|2|low|3|toString=4,a=5", "absent",
                  `game|${digest('{"name":"toString"}')}|${digest("ann")},${digest("bo")}`, "winners|2"],
                [thrown, `5e|home|throw|3|${seed}|${at}`, `${digest("d6")}|completed|2|||ann`],
                [correction, `5|home|correction|7|${at}|ann`, "score|2|one|1|", "winners|2"],
                [rest, `5|home|rest|${at}|ann`, `rest|2|${digest("bo")}|rests`],
                [{ ...rest, rests: false }, `5|home|rest|${at}|ann`, `rest|2|${digest("bo")}|back`],
                [{ ...rest, rests: false, joins: true }, `5|home|rest|${at}|ann`, `rest|2|${digest("bo")}|joins`],
              ];
              const wrong = [];
              let previous = start;
              for (const [entry, ...covered] of lines) {
                const own = digest(covered.join("\\n")), chain = digest(`${previous}\\n${own}`), whole = { ...entry, digest: own, chain };
                const players = ["ann", "bo"], what = `${entry.kind} ${covered.at(-1)}`;
                if (chainHash(entry, previous, players) !== chain) wrong.push(what);
                const verdicts = [await verify(whole, whole.commitment, previous, players), await verify({ ...whole, by: "bo" }, whole.commitment, "", players),
                  await verify(whole, whole.commitment, start === previous ? own : start, players)];
                const broken = "\(Phrases.wrong("wrongChain"))";
                if (`${verdicts}` !== `${[entry.commitment ? "entered from real dice" : "", broken, broken]}`) wrong.push(`${what}: ${verdicts}`);
                previous = chain;
              }
              const hidden = { ...base, kind: "throw", throw: 4, hidden: true, commitment: start, digest: seed, chain: digest(`${previous}\\n${seed}`) };
              wrong.push(await verify(hidden, "", previous), await verify({ ...hidden, digest: "f".repeat(64) }, "", previous));
              return wrong;
            })
            """
        )
        #expect(
            found == ["hidden", .string(Phrases.wrong("wrongChain"))],
            "\(found.text)"
        )
        try await browser.end()
    }
}
