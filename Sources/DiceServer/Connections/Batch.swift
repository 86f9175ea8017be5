internal import DiceModel
internal import DiceTable
internal import DiceWire
internal import NIOCore

/// The replies to a batch, in the order of its requests.
@TableActor
final class Batch {
    private var replies: [Task<[UInt8]?, Never>] = []
    /// Bytes of the replies that are there.
    private var size = 0

    /// Bytes of replies after which the rest of a batch is refused: as many as may wait unsent.
    static let sizeLimit = LineOutput.unsentLimit

    /// Begins a request; returns when the next one may be begun.
    func begin(_ call: Call, by connection: Connection) async {
        switch size > Self.sizeLimit ? .now(.failure(Self.tooLarge)) : connection.handling(of: call) {
        case .now(let answer):
            let reply = encode(call.id, answer)
            replies.append(Task { reply })
        case .later(let work):
            let (begun, continuation) = AsyncStream<Never>.makeStream()
            replies.append(
                Task {
                    let answer = await connection.answer(work) { continuation.finish() }
                    defer { continuation.finish() }
                    return encode(call.id, answer())
                })
            for await _ in begun {}
        }
    }

    /// The line that answers the batch, when the last of its replies is there; nil where nothing is to be answered.
    func line() async -> ByteBuffer? {
        var texts: [[UInt8]] = []
        for reply in replies {
            if let text = await reply.value { texts.append(text) }
        }
        guard !texts.isEmpty else { return nil }
        var json = JSONWriter()
        json.array { json in
            for text in texts { json.encoded(text) }
        }
        json.endLine()
        return ByteBuffer(bytes: json.bytes)
    }

    private func encode(_ id: RequestID?, _ answer: Answer) -> [UInt8]? {
        guard let id else { return nil }
        let text = Reply(id: id, result: answer).jsonBytes()
        size += text.count
        return text
    }

    private static var tooLarge: WireError {
        WireError(
            .limitExceeded,
            "not done: the replies to this batch pass \(sizeLimit) bytes; send the rest in a batch of its own",
            limit: sizeLimit)
    }
}
