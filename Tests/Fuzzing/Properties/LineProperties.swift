import DiceWire

/// Properties of splitting any bytes into lines.
public enum LineProperties {
    /// - Parameter input: The maximum length of a line, the length of the stream's pieces (from 1),
    ///   then the stream.
    public static func check(_ input: [UInt8]) throws(Violation) {
        guard input.count >= 2 else { return }
        let limit = Int(input[0])
        let stream = input[2...]
        let expected = reading(stream, limit: limit)
        let whole = try cutting([stream], limit: limit)
        try require(whole == expected, "read as \(whole) instead of \(expected)")
        let pieces = try cutting(
            pieces(of: stream, length: Int(input[1]) + 1),
            limit: limit
        )
        try require(pieces == whole, "read in pieces as \(pieces) instead of \(whole)")
    }

    /// Splits the stream by the letter of the contract, regardless of memory use.
    private static func reading(_ stream: ArraySlice<UInt8>, limit: Int) -> [LineCodec
        .Piece]
    {
        var pieces: [LineCodec.Piece] = []
        for part in stream.split(
            separator: UInt8(ascii: "\n"),
            omittingEmptySubsequences: false
        ) {
            let line = part.last == UInt8(ascii: "\r") ? part.dropLast() : part
            guard line.count <= limit else { return pieces + [.tooLong] }
            if !line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) {
                pieces.append(.line(Array(line)))
            }
        }
        return pieces
    }

    private static func cutting(
        _ chunks: [ArraySlice<UInt8>],
        limit: Int
    ) throws(Violation) -> [LineCodec.Piece] {
        var codec = LineCodec(limit: limit)
        var pieces: [LineCodec.Piece] = []
        for chunk in chunks {
            codec.append(chunk)
            while let piece = codec.next() {
                pieces.append(piece)
            }
            try require(
                codec.pendingBytes <= limit + 1,
                "\(codec.pendingBytes) bytes are kept of a line of \(limit)"
            )
        }
        if let piece = codec.finish() {
            pieces.append(piece)
        }
        return pieces
    }

    private static func pieces(of stream: ArraySlice<UInt8>, length: Int)
        -> [ArraySlice<UInt8>]
    {
        stride(from: stream.startIndex, to: stream.endIndex, by: length).map {
            stream[$0..<min($0 + length, stream.endIndex)]
        }
    }
}
