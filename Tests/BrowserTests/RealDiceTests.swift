import Foundation
import ProgramTestSupport
import Testing

/// Tests the page at a table of real dice, where Roll asks for their faces.
@Suite(.browser, .room, .needs(.chromium))
struct RealDiceTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    private static let isOpen = "document.querySelector('dialog.real')?.open === true"

    @Test(
        "faces of real dice are tapped or typed",
        arguments: [
            Page.Look(width: 320, height: 640),
            Page.Look(width: 1_280, height: 800, isDark: true),
        ]
    )
    func facesAreTappedAndTyped(_ look: Page.Look) async throws {
        let web = try await room.web()
        let client = try web.daemon.client()
        let dice: JSON = [6, ["faces": ["sword", "2 fog", "blank"]], 100]
        try await client.result(
            "table.create",
            ["table": "real", "dice": dice, "players": ["ann"], "hand": true]
        )
        let browser = try Browser(room)
        let page = try await Page(
            browser,
            try await web.link("-t", "real", "--as", "ann"),
            look
        )
        try await page.atRest()
        try await page.tap("#roll")
        try await page.until(Self.isOpen)
        #expect(
            try await page.value(
                "document.querySelectorAll('dialog .slots input').length"
            ) == 3
        )
        if let folder = ProcessInfo.processInfo.environment["DICED_SCREENS"] {
            let png = try #require(Data(base64Encoded: try await page.screenshot()))
            try png.write(to: URL(filePath: "\(folder)/real-\(look.width).png"))
        }
        let parts = "[...document.querySelectorAll('dialog :is(button, input)')]"
        let outside = """
            \(parts).filter((each) => each.getBoundingClientRect().right > document.querySelector("dialog form").getBoundingClientRect().right)
            """
        #expect(try await page.value("\(outside).length") == 0, "no face is cut off")
        // A tap fills in the requested die, and moves on to the next one.
        let pad = "[...document.querySelectorAll('dialog .pad button')]"
        #expect(
            try await page.value("\(pad).map((each) => each.textContent)") == [
                "1", "2", "3", "4", "5", "6",
            ]
        )
        try await page.tap("dialog .pad button:nth-child(5)")
        #expect(
            try await page.value("\(pad).map((each) => each.textContent)") == [
                "sword", "2 fog", "blank",
            ]
        )
        try await page.tap("dialog .pad button:nth-child(2)")
        // A slot shows the word, and says which die it is.
        #expect(
            try await page.value(
                "[...document.querySelectorAll('dialog .slots label')].map((each) => [each.textContent, each.firstElementChild.value])"
            ) == [["1 · d6", "5"], ["2 · d3", "2 fog"], ["3 · d100", ""]]
        )
        // The face of a die with more sides than buttons is typed; the page's keys are inactive
        // here.
        #expect(try await page.value("\(pad).length") == 0)
        for key in ["4", "2", "Enter"] {
            try await page.press(key)
        }
        try await page.until("!document.querySelector('dialog')")
        try await page.until(
            "document.getElementById('said').textContent.includes('entered from real dice')"
        )
        #expect(try await page.values == ["5", "2", "42"])
        let table = try await client.result("table.get", ["table": "real"])
        #expect(
            table["dice"].array.map { $0["value"] } == [5, 2, 42] && table["roll"] == 1
        )
        // Faces that were entered wrongly are entered again, also after a reload: the same roll.
        let start = browser.messages.count
        try await page.value("location.reload()")
        try await browser.messages.first(from: start) {
            $0["method"] == "Page.loadEventFired"
                && $0["sessionId"] == .string(page.session)
        }
        try await page.until("document.getElementById('again')?.hidden === false")
        try await page.tap("#again")
        try await page.until(Self.isOpen)
        try await page.tap("dialog .pad button:nth-child(3)")
        try await page.tap("dialog .pad button:nth-child(2)")
        for key in ["4", "2", "Enter"] {
            try await page.press(key)
        }
        try await page.until(
            "document.querySelector('[data-die=\"1\"]').dataset.value === '3'"
        )
        #expect(try await client.result("table.get", ["table": "real"])["roll"] == 1)
        #expect(try await page.value("document.getElementById('again').hidden") == false)
        // A locked die is not asked for, and closing the dialog rolls nothing.
        try await page.tap("[data-die='2']")
        try await page.until(
            "document.querySelector('#dice .locked') && document.getElementById('again').hidden"
        )
        try await page.tap("#roll")
        try await page.until(Self.isOpen)
        #expect(
            try await page.value(
                "document.querySelectorAll('dialog .slots input').length"
            ) == 2
        )
        try await page.press("Escape")
        try await page.until("!document.querySelector('dialog')")
        #expect(try await client.result("table.get", ["table": "real"])["roll"] == 1)
        // Nor does Cancel.
        try await page.tap("#roll")
        try await page.until(Self.isOpen)
        try await page.tap("dialog form > [type=button]")
        try await page.until("!document.querySelector('dialog')")
        #expect(try await client.result("table.get", ["table": "real"])["roll"] == 1)
        // A face that the die does not have is not sent.
        try await page.tap("#roll")
        try await page.until(Self.isOpen)
        try await page.value(
            """
            for (const [index, face] of ["7", "1"].entries()) document.querySelectorAll("dialog .slots input")[index].value = face;
            document.querySelector("dialog .chief").click();
            """
        )
        #expect(try await page.value(Self.isOpen) == true)
        #expect(try await client.result("table.get", ["table": "real"])["roll"] == 1)
        try await browser.end()
    }
}
