import DiceWire

/// Properties of reading any line as requests.
public enum RequestProperties {
    private static let permit = Permit(label: "ann")

    public static func check(_ line: [UInt8]) throws(Violation) {
        let requests = RequestDecoder().decode(line, permit)
        try require(
            requests == RequestDecoder().decode(line, permit),
            "read in two ways"
        )
        guard case .single(let call) = requests, call.refusal == .parseError else {
            return try check(requests, isJSON: line)
        }
        try require(
            call.id == .null,
            "a line that is no JSON is refused under the id \(String(describing: call.id))"
        )
        try checkReply(to: call)
        guard JSONSyntax.accepts(line) else { return }
        // A lone surrogate cannot be encoded in UTF-8: it is JSON only by the grammar.
        try require(
            line.mentionsSurrogate,
            "a line of JSON is refused as none: \(requests)"
        )
    }

    private static func check(_ requests: RequestLine, isJSON line: [UInt8])
        throws(Violation)
    {
        try require(JSONSyntax.accepts(line), "a line that is no JSON is taken")
        guard let value = ReferenceJSON(line) else {
            throw Violation("Foundation does not take the line's strings")
        }
        switch (requests, value) {
        case (.single(let call), .array(let elements)):
            try require(
                elements.isEmpty && call.refusal == .invalidRequest,
                "a batch is read as one request"
            )
            try checkReply(to: call)
        case (.single(let call), _): try check(call, means: value)
        case (.batch(let calls), .array(let elements)):
            try require(
                calls.count == elements.count,
                "\(elements.count) requests are read as \(calls.count)"
            )
            for (call, element) in zip(calls, elements) {
                try check(RequestDecoder().read(call, permit), means: element)
            }
        case (.batch, _): throw Violation("one request is read as a batch")
        }
    }

    private static func check(_ call: Call, means value: ReferenceJSON)
        throws(Violation)
    {
        try checkMeaning(of: call, value)
        try checkReply(to: call)
        guard case .success(let request) = call.request else { return }
        let written = Array(request.line(id: call.id).dropLast())
        try require(
            RequestDecoder().decode(written, permit) == .single(call),
            "what is read as \(call) is written otherwise"
        )
    }
}

extension [UInt8] {
    /// True if the text has an escape of a surrogate, such as `\ud83c`.
    fileprivate var mentionsSurrogate: Bool {
        indices.dropLast(3).contains { index in
            self[index] == UInt8(ascii: "\\") && self[index + 1] == UInt8(ascii: "u")
                && (self[index + 2] | 0x20) == UInt8(ascii: "d")
                && !(UInt8(ascii: "0")...UInt8(ascii: "7")).contains(self[index + 3])
        }
    }
}
