/// The Redis protocol.
enum Redis {
    /// Returns a command in the format of Redis: an array of strings.
    static func command(_ words: [UInt8]...) -> [UInt8] {
        words.reduce(Array("*\(words.count)\r\n".utf8)) { bytes, word in
            bytes + Array("$\(word.count)\r\n".utf8) + word + Array("\r\n".utf8)
        }
    }

    static func command(_ words: String...) -> [UInt8] {
        words.reduce(Array("*\(words.count)\r\n".utf8)) { bytes, word in
            bytes + Array("$\(word.utf8.count)\r\n\(word)\r\n".utf8)
        }
    }
}

extension Server {
    /// Sets the key "dice" in Redis to a value whose response has this length, including "$", the
    /// value's length and two line ends.
    func setValue(answerLength: Int) throws {
        let digits = (1...9).first { String(answerLength - 5 - $0).count == $0 } ?? 1
        let value = String(repeating: "x", count: answerLength - 5 - digits)
        let socket = try RawSocket(socket)
        _ = try socket.answerLength(of: Redis.command("SET", "dice", value))
        guard try socket.answerLength(of: Redis.command("GET", "dice")) == answerLength
        else {
            throw Failure("Redis has no answer of \(answerLength) bytes")
        }
    }
}
