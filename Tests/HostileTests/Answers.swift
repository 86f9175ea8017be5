import DiceWire

/// The answers that the protocol requires to the bytes of one connection.
struct Answers {
    /// The number of lines that are not notifications; an upper bound if a line is too long.
    var count = 0
    /// True if a line is too long, which ends the connection.
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
