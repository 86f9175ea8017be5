public import DiceWire
import Glibc

extension ConfineParams {
    /// The time limit for the daemon to confirm the confinement.
    public static let patience = Duration.seconds(10)
    /// An id that no client uses for a request.
    private static let id = RequestID.string("seat")

    /// Requests the confinement, and reads the response that confirms it. Reads no further than
    /// that line, so that the following bytes can be passed on.
    ///
    /// - Returns: The bytes that arrived after the response.
    /// - Throws: `refused`, `lost`, `timedOut` or `garbled`. Nothing may be passed on then.
    func impose(on connection: Connection, patience: Duration = Self.patience)
        throws(ClientError)
        -> [UInt8]
    {
        try ClientError.orUnreachable(
            try connection.send(Method.confine(self).line(id: Self.id))
        ) { _ in
            "the daemon refused to confine this seat; nothing was sent"
        }
        let deadline = Deadline.after(patience)
        var answer: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while true {
            if let end = answer.firstIndex(of: UInt8(ascii: "\n")) {
                guard let line = ServerLine(Array(answer[..<end])),
                    try line.answers(Self.id)
                else {
                    throw .garbled(
                        "its response to the seat's confinement is not valid"
                    )
                }
                guard isHeld(by: try line.result(of: .confine)) else {
                    throw .unreachable(
                        "the daemon confined this seat differently than requested; nothing was sent"
                    )
                }
                return Array(answer[(end + 1)...])
            }
            guard answer.count <= CopyBuffer.limit else {
                throw .garbled("its response has no end")
            }
            guard !deadline.hasPassed else {
                throw .unreachable(
                    "the daemon did not confirm that this seat is confined; nothing was sent"
                )
            }
            guard
                Poll.wait(for: [Poll.Interest(connection.descriptor)], until: deadline)[
                    0
                ]
            else {
                continue
            }
            let count = recv(
                connection.descriptor,
                &chunk,
                chunk.count,
                Int32(MSG_DONTWAIT)
            )
            if count > 0 {
                answer += chunk[..<count]
            } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
                throw .unreachable(
                    "the daemon disconnected before it confined this seat; nothing was sent"
                )
            }
        }
    }

    /// Returns true if the daemon imposed what was requested. It decides about the rest.
    private func isHeld(by answer: Self) -> Bool {
        (`as` == nil || answer.as == `as`) && (role == nil || answer.role == role)
            && (tables == nil || answer.tables == tables.map { Set($0).sorted() })
    }
}
