import DiceWire

/// What the protocol demands in answer to the bytes of one connection.
struct Answers {
    /// Lines that are no notifications; only at the most, when a line is too long.
    var count = 0
    /// Whether a line is too long, so that the connection ends by it.
    var endsConnection = false

    init(to stream: [UInt8]) {
        var codec = LineCodec()
        codec.append(stream)
        let decoder = RequestDecoder()
        let permit = Permit(label: "ann")
        while let piece = codec.next() {
            switch piece {
            case .tooLong:
                count += 1
                endsConnection = true
            case .line(let line):
                count += Self.isAnswered(decoder.decode(line, permit), permit) ? 1 : 0
            }
        }
    }

    private static func isAnswered(_ requests: RequestLine, _ permit: Permit) -> Bool {
        switch requests {
        case .single(let call): call.id != nil
        case .batch(let calls):
            calls.contains { RequestDecoder().read($0, permit).id != nil }
        }
    }
}
