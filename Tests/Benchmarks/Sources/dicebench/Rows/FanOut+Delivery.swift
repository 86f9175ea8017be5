/// The cost of delivering messages.
struct Delivery {
    private(set) var messages = 0
    private var processorTime = 0.0
    private var bytes = 0

    /// The processor time per message.
    var cost: Double { processorTime / Double(max(1, messages)) }
    var bytesEach: Int { bytes / max(1, messages) }

    mutating func add(_ processorTime: Double, _ audience: Audience) {
        self.processorTime += processorTime
        for heard in audience.heard.joined() {
            messages += 1
            bytes += audience.lines[heard.line].count + 1
        }
    }
}

extension [UInt8] {
    /// The name is near the start of the line.
    func isEvent(_ name: String) -> Bool {
        String(decoding: prefix(200), as: UTF8.self).contains(#""event":"\#(name)""#)
    }
}
