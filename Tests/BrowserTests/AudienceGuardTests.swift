import Foundation
import ProgramTestSupport
import Testing

/// Tests the members that the audience page keeps of the messages on a broker.
@Suite(.browser, .room, .needs(Theatre.tools), .needsNetworks)
struct AudienceGuardTests {
    /// Makes a message with every member of its schema, and lists the members that the page drops.
    private static let script = """
        (async () => {
          const guard = await import("/guard.js");
          const { schemas } = await import("/schema.js");
          const texts = ["a", "0".repeat(32), "0".repeat(64), "2026-11-29T20:00:00.000Z"];
          const value = ({ $ref, oneOf, type, items, properties, additionalProperties, ...rules }) => {
            const { enum: words, pattern = "", minItems = 1, minimum = 1 } = rules;
            if ($ref) return value(schemas[$ref]);
            if (oneOf) return value(oneOf[0]);
            if (type === "boolean") return true;
            if (type === "string") return words?.[0] ?? texts.find((text) => RegExp(pattern).test(text));
            if (type === "array") return Array.from({ length: Math.max(minItems, 1) }, () => value(items));
            if (type !== "object") return Math.max(minimum, 1);
            const members = Object.entries(properties ?? { a: additionalProperties });
            return Object.fromEntries(members.map(([name, schema]) => [name, value(schema)]));
          };
          const dropped = (sent, made, path) => {
            if (made === undefined) return [path];
            if (typeof sent !== "object") return [];
            return Object.keys(sent).flatMap((name) => dropped(sent[name], made[name], `${path}.${name}`));
          };
          const entries = ["HistoryEntry", "ThrowResult", "Correction", "Rest"].map((name) => ["entry", value(schemas[name])]);
          const events = schemas.Event.oneOf.map((schema) => ["notification", { method: "event", params: value(schema) }]);
          const frames = ["Frame", "Throw"].map((name) => ["notification", { method: name.toLowerCase(), params: value(schemas[name]) }]);
          const messages = [["snapshot", value(schemas.Snapshot)], ["document", value(schemas.Game)], ...entries, ...events, ...frames];
          return messages.flatMap(([form, sent]) => dropped(sent, guard[form](sent), sent.params?.event ?? form));
        })()
        """

    @Test("the audience page keeps all members of a message but watchers and may")
    func members() async throws {
        let theatre = try await Theatre(Room.here)
        let browser = try theatre.browser()
        let page = try await Page(browser, Theatre.page)
        #expect(
            try await page.value(Self.script) == [
                "snapshot.watchers", "snapshot.watching", "snapshot.may",
                "rollStarted.params.may", "rollSettled.params.may", "rollAsked.params.may",
                "lockChanged.params.may", "turnEnded.params.may", "corrected.params.may",
                "playerRests.params.may",
                "tableChanged.params.snapshot.watchers", "tableChanged.params.snapshot.watching",
                "tableChanged.params.snapshot.may", "watchersChanged", "mayChanged.params.may",
            ]
        )
        try await browser.end()
    }
}
