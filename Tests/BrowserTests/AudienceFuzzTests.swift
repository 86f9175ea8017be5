import Foundation
import ProgramTestSupport
import Testing

/// Tests the page's MQTT code with random packets, inside the browser. A failure names its seed.
@Suite(.browser, .room, .needs(Theatre.tools), .needsNetworks)
struct AudienceFuzzTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    /// The test's reference: a writer of a broker's packets, and random numbers from a seed.
    private static let prelude = """
        const { Reader, Malformed } = await import("/mqtt.js");
        let state = SEED;
        const random = (count) => {
          state = (state + 0x6d2b79f5) | 0;
          let t = Math.imul(state ^ (state >>> 15), 1 | state);
          t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
          return ((t ^ (t >>> 14)) >>> 0) % count;
        };
        const pick = (list) => list[random(list.length)];
        const word = (number) => [number >> 8, number & 255];
        const head = (first, length) => {
          const bytes = [first];
          do { bytes.push((length % 128) | (length > 127 ? 128 : 0)); length = Math.floor(length / 128); } while (length);
          return bytes;
        };
        const texts = ["d/a/state", "ä/€/🎲", "\\ufeffbom", "x".repeat(130), "/", "$SYS/x"];
        const lengths = [0, 1, 2, 113, 114, 115, 125, 126, 127, 128, 129, 300, 16383 - 11, 16384, 20000];
        const limit = 18000;
        // A packet, and what is to be read of it; undefined where it is too long.
        const make = () => {
          switch (random(5)) {
            case 0: return [[0x20, 2, 0, random(256)]].map((bytes) => [bytes, `connack ${bytes[3]}`])[0];
            case 1: return [[0xd0, 0], "pingresp"];
            case 2: { const id = random(65536); return [[0xb0, 2, ...word(id)], `unsuback ${id}`]; }
            case 3: {
              const id = random(65536), codes = Array.from({ length: 1 + random(200) }, () => pick([0, 128]));
              return [[...head(0x90, 2 + codes.length), ...word(id), ...codes], `suback ${id} ${codes}`];
            }
            default: {
              const topic = pick(texts), name = [...new TextEncoder().encode(topic)];
              const payload = Array.from({ length: pick(lengths) }, () => random(256)), length = 2 + name.length + payload.length;
              return [[...head(0x30 | random(2), length), ...word(name.length), ...name, ...payload],
                length > limit ? undefined : `publish ${topic} ${payload}`];
            }
          }
        };
        const told = ({ kind, number, codes, topic, payload }) => ({
          connack: `connack ${number}`, pingresp: "pingresp", unsuback: `unsuback ${number}`,
          suback: `suback ${number} ${codes && [...codes]}`, publish: `publish ${topic} ${payload && [...payload]}`,
        })[kind];
        const cut = (bytes) => {
          const pieces = [];
          for (let place = 0; place < bytes.length; ) {
            const length = pick([0, 1, 1, 2, 3, 7, 100, 5000, bytes.length]);
            pieces.push(bytes.slice(place, place + length));
            place += length;
          }
          return pieces;
        };
        """

    private func run(_ body: String, times: Int) async throws {
        let theatre = try await Theatre(room)
        let browser = try theatre.browser()
        let page = try await Page(browser, Theatre.page)
        let seed =
            ProcessInfo.processInfo.environment["DICED_SEED"].flatMap(Int.init)
            ?? Int.random(in: 0..<1 << 30)
        // In parts, so that none takes long on a slow machine.
        let maximum = 1_000
        for seed in seed..<seed + max(1, times / maximum) {
            let prelude = Self.prelude.replacing("SEED", with: "\(seed)")
            let rounds = body.replacing("TIMES", with: "\(min(times, maximum))")
            #expect(
                try await page.value("(async () => { \(prelude) \(rounds) })()") == "",
                "DICED_SEED=\(seed)"
            )
        }
        try await browser.end()
    }

    @Test("packets are read the same however the bytes are split")
    func packetsComeOutTheSameHoweverTheyAreCut() async throws {
        try await run(
            """
            for (let round = 0; round < TIMES; round += 1) {
              const packets = Array.from({ length: 1 + random(8) }, make), bytes = Uint8Array.from(packets.flatMap(([each]) => each));
              const reader = new Reader(limit), found = [];
              for (const piece of cut(bytes)) for (const packet of reader.read(piece)) found.push(told(packet));
              const expected = packets.map(([, text]) => text).filter((text) => text !== undefined);
              if (JSON.stringify(found) !== JSON.stringify(expected)) return `round ${round}: ${JSON.stringify(found).slice(0, 500)} for ${JSON.stringify(expected).slice(0, 500)}`;
            }
            return "";
            """,
            times: 2_000
        )
    }

    /// Each ends normally or with the reader's own error, and produces only packets that a broker
    /// may send.
    @Test("mutated packets are either read or rejected, without other errors")
    func mutatedPacketsAreRefusedOrReadAndNothingElse() async throws {
        try await run(
            """
            let refused = 0, read = 0;
            for (let round = 0; round < TIMES; round += 1) {
              const bytes = Array.from({ length: 1 + random(4) }, make).flatMap(([each]) => each);
              for (let change = 1 + random(4); change; change -= 1) {
                const place = random(Math.min(bytes.length, 40));
                switch (random(4)) {
                  case 0: bytes[place] = random(256); break;
                  case 1: bytes[place] ^= 1 << random(8); break;
                  case 2: bytes.splice(place, 1 + random(3)); break;
                  default: bytes.splice(place, 0, pick([0, 1, 0x7f, 0x80, 0xff, random(256)]));
                }
                if (!bytes.length) bytes.push(random(256));
              }
              const reader = new Reader(limit);
              try {
                for (const piece of cut(Uint8Array.from(bytes))) {
                  for (const { kind, topic, payload } of reader.read(piece)) {
                    read += 1;
                    if (kind !== "publish") continue;
                    if (!topic || /[\\0+#]/.test(topic) || payload.length > limit || !topic.isWellFormed()) return `round ${round}: ${topic}`;
                  }
                }
              } catch (error) {
                if (!(error instanceof Malformed)) return `round ${round}: ${error.stack}`;
                refused += 1;
              }
            }
            return refused > TIMES / 10 && read > TIMES / 10 ? "" : `${refused} were refused, ${read} read`;
            """,
            times: 20_000
        )
    }

    /// Packets that the reader must reject, and packets that it must accept.
    @Test("the reader follows the rules of the MQTT packet format") func theFormatsOwnRulesHold()
        async throws
    {
        try await run(
            """
            const name = [0, 1, 97];
            const wrong = {
              "a kind that no broker sends": [0x40, 2, 0, 1], "flags of an answer": [0xd1, 0], "a fifth byte of length": [0x30, 255, 255, 255, 255, 1],
              "quality 1": [0x32, 5, ...name, 0, 1], "quality 2": [0x34, 5, ...name, 0, 1], "quality 3": [0x36, 5, ...name, 0, 1],
              "sent twice": [0x38, 3, ...name], "no topic": [0x30, 2, 0, 0], "half a topic": [0x30, 3, 0, 2, 97], "no room for one": [0x30, 1, 0], "nothing": [0x30, 0],
              "a wildcard": [0x30, 3, 0, 1, 35], "another": [0x30, 3, 0, 1, 43], "a zero": [0x30, 3, 0, 1, 0], "no UTF-8": [0x30, 3, 0, 1, 0xff],
              "half a pair": [0x30, 5, 0, 3, 0xed, 0xa0, 0x80], "a long way to write": [0x30, 4, 0, 2, 0xc0, 0xaf], "a session": [0x20, 2, 1, 0],
              "a short greeting": [0x20, 1, 0], "a long one": [0x20, 3, 0, 0, 0], "an unknown code": [0x90, 3, 0, 1, 3], "more than was asked for": [0x90, 3, 0, 1, 1],
              "no code": [0x90, 2, 0, 1], "a ping that says something": [0xd0, 1, 0], "an answer that is too long": [0x90, 255, 255, 255, 1],
            };
            for (const [what, bytes] of Object.entries(wrong)) {
              let isRefused = false;
              try {
                for (const _ of new Reader(limit).read(Uint8Array.from(bytes)));
              } catch (error) {
                isRefused = error instanceof Malformed;
              }
              if (!isRefused) return what;
            }
            const long = [...new Reader(limit).read(Uint8Array.from([0x31, 0x83, 0x80, 0x00, ...name]))];
            return long.length === 1 && long[0].topic === "a" && !long[0].payload.length ? "" : "a length of three bytes";
            """,
            times: 1
        )
    }
}
