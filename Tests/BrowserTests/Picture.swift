import Foundation
import ProgramTestSupport
import Testing

/// A screenshot of a page, decoded by the browser itself.
struct Picture: Sendable {
    /// The number of colors.
    let colours: Int
    /// The percentage of the picture in its most common color.
    let covered: Int
    /// The brightness of each square of 20 pixels, from 0 to 255, row by row.
    let squares: [[Int]]

    init(_ png: String, _ browser: Browser) async throws {
        let target = try await browser.call(
            "Target.createTarget",
            ["url": "about:blank"]
        )
        let attached = try await browser.call(
            "Target.attachToTarget",
            ["targetId": target["targetId"], "flatten": true]
        )
        let reply = try await browser.call(
            "Runtime.evaluate",
            [
                "awaitPromise": true, "returnByValue": true,
                "expression": .string(Self.reader(of: png)),
            ],
            session: attached["sessionId"].string
        )
        let found = reply["result"]["value"]
        colours = try #require(found["colours"].int, "\(reply)")
        covered = try #require(found["covered"].int)
        squares = found["squares"].array.map(\.ints)
    }

    private static func reader(of png: String) -> String {
        """
        (async () => {
          const image = new Image();
          image.src = "data:image/png;base64,\(png)";
          await image.decode();
          const { width, height } = image, canvas = new OffscreenCanvas(width, height).getContext("2d");
          canvas.drawImage(image, 0, 0);
          const { data } = canvas.getImageData(0, 0, width, height);
          const counts = new Map(), squares = [];
          for (const colour of new Uint32Array(data.buffer)) counts.set(colour, (counts.get(colour) ?? 0) + 1);
          for (let y = 0; y + 20 <= height; y += 20) {
            const row = [];
            for (let x = 0; x + 20 <= width; x += 20) {
              let sum = 0;
              for (let line = y; line < y + 20; line++)
                for (let at = 4 * (line * width + x), end = at + 80; at < end; at += 4)
                  sum += 0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2];
              row.push(Math.round(sum / 400));
            }
            squares.push(row);
          }
          return { colours: counts.size, covered: Math.round(100 * Math.max(...counts.values()) / (width * height)), squares };
        })()
        """
    }

    /// Checks that something shows: there are many colors, and none covers more than this
    /// percentage.
    func expectSomething(
        coveredAtMost maximum: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(colours > 50 && covered < maximum, sourceLocation: sourceLocation)
    }

    /// Compares the picture with the one in `Golden`. One square in fifty may differ: versions of
    /// the browser draw slightly differently, and the commitment changes each time.
    /// `DICED_RECORD=1` rewrites the files.
    func expectGolden(_ name: String, sourceLocation: SourceLocation = #_sourceLocation)
        throws
    {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "Golden/\(name).txt"
        )
        let drawn = squares.map { $0.map { "\($0)" }.joined(separator: " ") + "\n" }
            .joined()
        if ProcessInfo.processInfo.environment["DICED_RECORD"] == "1" {
            try Data(drawn.utf8).write(to: file)
        }
        let golden = try String(contentsOf: file, encoding: .utf8)
        let rows = golden.split(separator: "\n").map {
            $0.split(separator: " ").compactMap { Int($0) }
        }
        let pairs = zip(rows.joined(), squares.joined())
        let all = squares.joined().count
        let other = pairs.count { abs($0 - $1) > 4 }
        #expect(
            rows.map(\.count) == squares.map(\.count) && other * 50 <= all,
            "\(name): \(other) of \(all) squares are others; DICED_RECORD=1 writes Golden anew; now:\n\(drawn)",
            sourceLocation: sourceLocation
        )
    }
}
