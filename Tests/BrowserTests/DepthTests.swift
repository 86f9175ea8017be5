import Foundation
import ProgramTestSupport
import Testing

/// Tests dice in three dimensions.
@Suite(.browser, .room, .needs(.chromium))
struct DepthTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    private static let isDrawn = "document.querySelector('.deep .scene')"

    /// Returns a script that makes each frame of a page appear to take this many milliseconds,
    /// regardless of its real duration. Where frames are slow, flat dice take over.
    private static func frames(of milliseconds: Int) -> String {
        """
        {
          const ask = requestAnimationFrame.bind(window);
          let frame = 0;
          window.requestAnimationFrame = (draw) => ask(() => draw((frame += \(milliseconds))));
        }
        """
    }

    @Test("dice of all kinds follow their plan and show no other values")
    func diceOfAllKindsFollowTheirPlanAndShowNothingElse() async throws {
        let browser = try Browser(room)
        let page = try await Page(browser, try await room.web().link("--as", "ann"))
        let script = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(
                path: "Depth.js"
            ),
            encoding: .utf8
        )
        let wrong = try await page.value(script)
        let first = wrong.array.prefix(20).compactMap(\.string).joined(separator: "; ")
        #expect(wrong == [], "\(wrong.array.count) in all: \(first)")
        try await browser.end()
    }

    /// The flat dice show first, and stay where the buttons are.
    @Test("3D dice replace the flat dice in the same place once those are shown")
    func theyAreDrawnWhereTheFlatDiceStandOnceThoseAreThere() async throws {
        let web = try await room.web()
        let browser = try Browser(room)
        let look = Page.Look(isDeep: true)
        let script = """
            new MutationObserver((_, watch) => {
              if (!document.querySelector(".die")) return;
              window.firstDie = performance.now();
              watch.disconnect();
            }).observe(document, { subtree: true, childList: true });
            """
        let page = try await Page(
            browser,
            try await web.link("--as", "ann"),
            look,
            script: script + Self.frames(of: 10)
        )
        try await page.until(Self.isDrawn)
        let loaded =
            "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/scene.js'))"
        #expect(
            try await page.value(
                "\(loaded).length === 1 && \(loaded)[0].startTime > firstDie"
            )
                == true
        )
        #expect(
            try await page.value(
                "getComputedStyle(document.querySelector('.plate')).visibility"
            )
                == "hidden"
        )
        try await page.tap("#roll")
        try await page.until(
            "document.getElementById('said').textContent.startsWith('ann rolled')"
        )
        try await page.atRest()
        // The covered part of each button, and of a strip between or beside the rows, which must be
        // empty.
        let covered = """
            (async () => {
              dispatchEvent(new Event("look"));
              await new Promise(requestAnimationFrame);
              const canvas = document.querySelector(".scene"), pen = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
              pen.drawImage(canvas, 0, 0);
              const stage = canvas.getBoundingClientRect(), ratio = canvas.width / stage.width;
              return [...document.querySelectorAll("#dice .die")].map((die) => {
                const { left, top, right, bottom } = die.getBoundingClientRect();
                const [x, y, width, height] = [left - stage.x, top - stage.y, right - left, bottom - top].map((part) => Math.round(part * ratio));
                const { data } = pen.getImageData(x, y, width, height);
                return data.filter((part, index) => index % 4 === 3 && part > 250).length / (width * height);
              });
            })()
            """
        for part in try await page.value(covered).array.compactMap(\.double) {
            #expect(part > 0.5)
            #expect(part < 0.99)
        }
        page.expectQuiet()
        try await browser.end()
    }

    /// On a phone held sideways the throw is beside the stage.
    @Test("a throw beside the stage is not drawn on it") func throwsBesideTheStageAreNotDrawnOnIt()
        async throws
    {
        let web = try await room.web("--slow", "0.01")
        let browser = try Browser(room)
        let page = try await Page(
            browser,
            try await web.link("--as", "ann"),
            Page.Look(width: 844, height: 390, isDeep: true),
            script: Self.frames(of: 10)
        )
        try await page.until(Self.isDrawn)
        try await page.atRest()
        let drawn = """
            (async () => {
              dispatchEvent(new Event("look"));
              await new Promise(requestAnimationFrame);
              const canvas = document.querySelector(".scene"), pen = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
              pen.drawImage(canvas, 0, 0);
              const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
              return data.filter((part, index) => index % 4 === 3 && part > 250).length;
            })()
            """
        let before = try await page.value(drawn).int ?? 0
        #expect(before > 0)
        try await web.daemon.client().result(
            "table.throw",
            ["expression": "d20", "by": "ann"]
        )
        try await page.until(
            "/[0-9]/.test(document.querySelector('#throws > #thrown .sum')?.textContent)"
        )
        try await page.atRest()
        #expect(try await page.value(drawn).int == before)
        try await browser.end()
    }

    @Test(
        "dice are flat if the browser cannot or should not draw them in 3D",
        arguments: [
            "HTMLCanvasElement.prototype.getContext = () => null;",
            "Object.defineProperty(Navigator.prototype, 'connection', { get: () => Object.assign(new EventTarget(), { saveData: true }) });",
        ]
    )
    func whereTheBrowserCannotOrShallNotDrawThemTheyAreFlat(_ script: String)
        async throws
    {
        let web = try await room.web()
        let browser = try Browser(room)
        let look = Page.Look(isDeep: true)
        let page = try await Page(
            browser,
            try await web.link("--as", "ann"),
            look,
            script: script
        )
        try await page.atRest()
        try await page.tap("#roll")
        try await page.atRest()
        #expect(
            try await page.value("document.querySelector('.deep, .scene')") == .null
        )
        #expect(
            try await page.value(
                "getComputedStyle(document.querySelector('.plate')).visibility"
            )
                == "visible"
        )
        page.expectQuiet()
        try await browser.end()
    }

    /// The time in milliseconds for which a tab still draws flat dice.
    private static let flatFor = "Number(sessionStorage.getItem('flat')) - Date.now()"

    @Test("flat dice take over in mid-flight if frames are slow, for at most a minute")
    func whereFramesAreSlowTheFlatDiceTakeOverInMidFlight() async throws {
        let web = try await room.web("--slow", "1000")
        let browser = try Browser(room)
        let look = Page.Look(isDeep: true)
        let page = try await Page(
            browser,
            try await web.link("--as", "ann"),
            look,
            script: Self.frames(of: 60)
        )
        try await page.until(Self.isDrawn)
        try await page.tap("#roll")
        try await page.until("!document.querySelector('.deep, .scene')")
        #expect(
            try await page.value("document.querySelectorAll('.moving').length") == 5
        )
        try await page.press("c")
        try await page.atRest()
        #expect(try await page.value("\(Self.flatFor) > 0 && \(Self.flatFor) <= 60000") == true)
        // A reload does not change that.
        try await page.value("isOld = true; location.reload()")
        try await page.until("!globalThis.isOld && document.querySelector('.die')")
        try await page.tap("#roll")
        try await page.until("document.querySelector('.moving')")
        #expect(
            try await page.value("document.querySelector('.deep, .scene')") == .null
        )
        // Its end does.
        try await page.value("isOld = true; sessionStorage.setItem('flat', '0'); location.reload()")
        try await page.until("!globalThis.isOld && \(Self.isDrawn)")
        page.expectQuiet()
        try await browser.end()
    }

    @Test("30 frames a second are not slow; a lost context makes dice flat for at most a minute")
    func framesOfAPhoneThatSavesPower() async throws {
        let web = try await room.web()
        let browser = try Browser(room)
        let page = try await Page(
            browser,
            try await web.link("--as", "ann"),
            Page.Look(isDeep: true),
            script: Self.frames(of: 33)
        )
        try await page.until(Self.isDrawn)
        try await page.tap("#roll")
        try await page.until(
            "document.getElementById('said').textContent.startsWith('ann rolled')"
        )
        try await page.atRest()
        #expect(try await page.value("!!\(Self.isDrawn)") == true)
        try await page.value(
            """
            document.querySelector(".scene").getContext("webgl2")
              .getExtension("WEBGL_lose_context").loseContext()
            """
        )
        try await page.until("!document.querySelector('.deep, .scene')")
        #expect(try await page.value("\(Self.flatFor) > 0 && \(Self.flatFor) <= 60000") == true)
        page.expectQuiet()
        try await browser.end()
    }

    @Test("no die on the overlay of a television is drawn over its edge")
    func diceOfTheOverlayAreWhole() async throws {
        let web = try await room.web("--slow", "30")
        let browser = try Browser(room)
        let page = try await Page(
            browser,
            try await web.link("--overlay"),
            Page.Look(width: 1920, height: 1080, isDeep: true),
            script: Self.frames(of: 10)
        )
        let player = try await Page(browser, try await web.link("--as", "ann"))
        try await player.atRest()
        try await page.until(Self.isDrawn)
        try await player.tap("#roll")
        try await page.until("document.querySelector('.moving')")
        // The most opaque pixel along the edges of the canvas: shadows are at most 0.9.
        let edge = """
            (async () => {
              const canvas = document.querySelector(".scene");
              dispatchEvent(new Event("look"));
              await new Promise(requestAnimationFrame);
              const pen = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
              pen.drawImage(canvas, 0, 0);
              const { width, height } = canvas;
              return Math.max(...[[0, 0, width, 1], [0, height - 1, width, 1], [0, 0, 1, height], [width - 1, 0, 1, height]]
                .flatMap((part) => [...pen.getImageData(...part).data.filter((_, index) => index % 4 === 3)]));
            })()
            """
        while try await page.value("!!document.querySelector('.moving')") == true {
            #expect(try #require(try await page.value(edge).int) < 240)
        }
        #expect(try #require(try await page.value(edge).int) < 240)
        page.expectQuiet()
        try await browser.end()
    }

    @Test("the browser keeps the chosen look and felt") func aLookAndAFeltAreKeptByTheBrowser()
        async throws
    {
        let web = try await room.web()
        let browser = try Browser(room)
        let link = try await web.link("--as", "ann")
        let page = try await Page(browser, link)
        try await page.atRest()
        try await page.press("?")
        try await page.until("document.querySelectorAll('#content select').length > 2")
        let worn =
            "[document.documentElement.dataset.look, document.documentElement.dataset.felt]"
        #expect(try await page.value(worn) == ["ivory", "green"])
        try await page.value(
            """
            for (const [place, value] of ["midnight", "wood"].entries()) {
              const input = document.querySelectorAll("#content select")[place + 1];
              input.value = value;
              input.dispatchEvent(new Event("change"));
            }
            """
        )
        let other = try await Page(browser, link)
        try await other.atRest()
        for each in [page, other] {
            #expect(try await each.value(worn) == ["midnight", "wood"])
        }
        // Text on the felt is legible.
        for felt in ["green", "blue", "red", "wood", "plain"] {
            try await page.value("document.documentElement.dataset.felt = '\(felt)'")
            #expect(try await page.value(LookTests.contrast) == [], "\(felt)")
        }
        try await browser.end()
    }
}
