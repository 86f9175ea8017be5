import Foundation
import ProgramTestSupport
import Testing

/// A page in a separate browser window, so that it is never hidden.
struct Page: Sendable {
    /// The display that it is shown on.
    struct Look: Sendable {
        var width = 390
        var height = 844
        var isDark = false
        var isReduced = false
        /// True to draw dice in three dimensions, which takes a moment.
        var isDeep = false
    }

    let browser: Browser
    let session: String
    private let origin: String

    /// - Parameter script: Runs before the page's own scripts.
    init(_ browser: Browser, _ link: String, _ look: Look = Look(), script: String = "")
        async throws
    {
        self.browser = browser
        let target = try await browser.call(
            "Target.createTarget",
            ["url": "about:blank", "newWindow": true]
        )
        let attached = try await browser.call(
            "Target.attachToTarget",
            ["targetId": target["targetId"], "flatten": true]
        )
        session = try #require(attached["sessionId"].string)
        origin = link.split(separator: "/").prefix(2).joined(separator: "//")
        for domain in ["Page", "Runtime", "Log", "Network", "Accessibility"] {
            try await call("\(domain).enable")
        }
        try await call(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": JSON(look.width), "height": JSON(look.height),
                "deviceScaleFactor": 1,
                "mobile": false,
            ]
        )
        try await call(
            "Emulation.setEmulatedMedia",
            [
                "features": [
                    [
                        "name": "prefers-color-scheme",
                        "value": look.isDark ? "dark" : "light",
                    ],
                    [
                        "name": "prefers-reduced-motion",
                        "value": look.isReduced ? "reduce" : "no-preference",
                    ],
                ]
            ]
        )
        let flat =
            look.isDeep ? "" : "\ntry { sessionStorage.setItem('flat', '9e15'); } catch {}"
        // The script runs last: it may clear the tab's storage.
        try await call(
            "Page.addScriptToEvaluateOnNewDocument",
            ["source": .string(script + flat)]
        )
        try await open(link)
    }

    @discardableResult
    func call(_ method: String, _ params: JSON = [:]) async throws -> JSON {
        try await browser.call(method, params, session: session)
    }

    func open(_ link: String) async throws {
        let start = browser.messages.count
        try await call("Page.navigate", ["url": .string(link)])
        try await browser.messages.first(from: start) { [session] in
            $0["method"] == "Page.loadEventFired" && $0["sessionId"] == .string(session)
        }
        // The page's texts load last.
        try await until("!document.querySelector('[data-label]:not([aria-label])')")
    }

    /// Returns the value of an expression, or of its promise.
    @discardableResult
    func value(_ expression: String) async throws -> JSON {
        let reply = try await call(
            "Runtime.evaluate",
            [
                "expression": .string(expression), "awaitPromise": true,
                "returnByValue": true,
            ]
        )
        if reply["exceptionDetails"] != .null {
            throw Browser.Refused(
                description: "\(expression): \(reply["exceptionDetails"])"
            )
        }
        return reply["result"]["value"]
    }

    /// Returns when an expression is true in the page.
    func until(_ condition: String) async throws {
        do {
            try await value(
                "new Promise((done) => { const look = () => (\(condition)) ? done() : setTimeout(look, 10); look(); })"
            )
        } catch let error as Browser.Refused
            where error.description.contains("target navigated")
        {
            // The page was left during the check.
            try await until(condition)
        } catch {
            throw Browser.Refused(
                description: "this has not come true: \(condition)\n\(error)"
            )
        }
    }

    /// Returns when the dice are there and at rest.
    func atRest() async throws {
        try await until(
            "document.querySelector('.die') && !document.querySelector('.moving') && !document.body.matches('.gone')"
        )
    }

    /// Returns when the list of an audience is complete. Before that, it moves up when the
    /// connection message disappears, and a tap may miss it.
    func listed() async throws {
        try await until("!document.getElementById('absence').textContent")
    }

    /// Returns when a question that the page has asked counts as seen. A timer of the page that is
    /// set later is due later.
    func glance() async throws {
        try await value("new Promise((done) => setTimeout(done, 400))")
    }

    /// The values of the table's dice.
    var values: [String] {
        get async throws {
            try await value(
                "[...document.querySelectorAll('#dice .die')].map((die) => die.dataset.value)"
            ).array
                .compactMap(\.string)
        }
    }

    /// Makes the page record the values of its dice after each change, in `recordedValues`.
    func recordValues() async throws {
        try await value(
            """
            window.recordedValues = [];
            new MutationObserver(() => {
              recordedValues.push([...document.querySelectorAll('#dice .die')].map((die) => die.dataset.value));
            }).observe(document.getElementById('dice'), { subtree: true, attributeFilter: ['data-value'] })
            """
        )
    }

    func text(_ id: String) async throws -> String {
        try await value("document.getElementById('\(id)').textContent").string ?? ""
    }

    /// Taps the middle of the element that matches a selector; repeats the tap if it has moved
    /// meanwhile.
    func tap(_ selector: String) async throws {
        for _ in 1...20 {
            let place = try await value(
                """
                (() => {
                  window.isHit = undefined;
                  document.addEventListener("pointerdown", ({ target }) => {
                    window.isHit = !!target.closest(`\(selector)`);
                  }, { capture: true, once: true });
                  const box = document.querySelector(`\(selector)`).getBoundingClientRect();
                  return [box.x + box.width / 2, box.y + box.height / 2];
                })()
                """
            )
            for type in ["mousePressed", "mouseReleased"] as [JSON] {
                try await call(
                    "Input.dispatchMouseEvent",
                    [
                        "type": type, "x": place[0], "y": place[1], "button": "left",
                        "clickCount": 1,
                    ]
                )
            }
            if try await value("window.isHit") != false {
                return
            }
        }
        throw Browser.Refused(description: "every tap has missed \(selector)")
    }

    func press(_ key: String) async throws {
        var params: [String: JSON] = ["key": .string(key), "type": "keyDown"]
        if key.count == 1 {
            params["text"] = .string(key)
        }
        if key == "Enter" {
            params["text"] = "\r"
        }
        // Dialogs look at the key code.
        if key == "Escape" {
            params["windowsVirtualKeyCode"] = 27
        }
        try await call("Input.dispatchKeyEvent", .object(params))
        try await call(
            "Input.dispatchKeyEvent",
            ["key": .string(key), "type": "keyUp"]
        )
    }

    /// Returns a screenshot as a PNG in base64.
    func screenshot() async throws -> String {
        try #require(try await call("Page.captureScreenshot")["data"].string)
    }

    /// Checks that the console is empty, and that the page sent requests to its own origin only.
    ///
    /// - Parameter other: An additional origin that the page may use.
    func expectQuiet(
        besides other: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        // Warnings about slow drawing come from the machine, not the page.
        let mine = browser.messages.all.filter {
            $0["sessionId"] == .string(session)
                && $0["params"]["entry"]["source"] != "rendering"
        }
        let spoken =
            ["Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"]
            as Set<JSON>
        #expect(
            mine.filter { spoken.contains($0["method"]) } == [],
            sourceLocation: sourceLocation
        )
        let asked = mine.compactMap {
            $0["params"]["request"]["url"].string ?? $0["params"]["url"].string
        }
        let own =
            [
                origin, origin.replacing("http", with: "ws", maxReplacements: 1),
                "data:",
                "about:blank",
            ]
            + [other].compactMap(\.self)
        #expect(
            asked.contains { $0.hasPrefix(other ?? own[1]) },
            "no WebSocket was seen",
            sourceLocation: sourceLocation
        )
        #expect(
            asked.filter { url in !own.contains { url.hasPrefix($0) } } == [],
            sourceLocation: sourceLocation
        )
    }
}
